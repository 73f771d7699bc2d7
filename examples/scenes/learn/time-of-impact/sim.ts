import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { collisionSystem, createCollision } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { castThrough, createImpact, lengthOf, lookEveryTick, type Shot, turnThrough } from './shot.ts';
import { MOVER_NAMES, type MoverName, OBSTACLES, type Obstacle } from './solids.ts';

export const about: SceneAbout = {
  summary: 'A body tested once a tick flies through thin walls; casts and times of impact tell when and where it hits.',
  hint: 'Drag to shoot; the settings have speed, turn and shape.',
};

export const EXTENT = { minX: -5.6, minY: -4.2, maxX: 5.6, maxY: 4.2 };

/** Ticks the whole way takes on the screen, however fast the shape is, and how long the result stays. */
const SHOWN_TICKS = 100;
const REST_TICKS = 80;
/** A press that is not dragged any further is no aim. */
const SHORTEST = 0.5;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static } = collision;
  const input = createSceneInput();
  const settings = { speed: 2, turn: 4, mover: 'in turn' as MoverName | 'in turn' };
  const counts = { shots: 0, missed: 0 };

  const obstacles = new Map<number, Obstacle>();
  for (const { solid, ...place } of OBSTACLES) {
    const x = place.x + 0.4 * (random() - 0.5);
    const y = place.y + 0.4 * (random() - 0.5);
    const rotation = place.rotation + 0.3 * (random() - 0.5);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, solid.spec));
    addComponent(world, eid, Static);
    obstacles.set(eid, { solid, x, y, rotation });
  }

  const shot: Shot = { mover: 'circle', x: 0, y: 0, translationX: 1, translationY: 0, turn: 0, stride: 1 };
  const cast = createImpact();
  const impact = createImpact();
  /** The part of the way that is shown, and how long it has been all of it. */
  const show = { progress: 0, rested: 0 };
  const aim = { pressed: false, own: false, x: 0, y: 0 };
  let everyTick = { tick: -1, obstacle: 0 };
  remember(
    () => ({ aim, everyTick }),
    (was) => void ({ everyTick } = was),
  );

  /** Starts the next flight. An aim that the visitor has chosen is kept, else there is a new one. */
  function launch(): void {
    shot.mover = MOVER_NAMES[counts.shots++ % MOVER_NAMES.length];
    show.progress = show.rested = 0;
    if (!aim.own) aimAnywhere();
    look();
  }

  /** Aims from a random place on the left at one of the obstacles. */
  function aimAnywhere(): void {
    const { x, y } = OBSTACLES[Math.floor(random() * OBSTACLES.length)];
    shot.x = EXTENT.minX + 1.1;
    shot.y = 5.6 * (random() - 0.5);
    const towardsX = x - shot.x;
    const towardsY = y + 0.6 * (random() - 0.5) - shot.y;
    // Lets the shot fly as far as the field goes.
    const reachY = (towardsY > 0 ? EXTENT.maxY - 0.8 - shot.y : shot.y - EXTENT.minY - 0.8) / Math.abs(towardsY);
    const reach = Math.min((EXTENT.maxX - 0.7 - shot.x) / towardsX, reachY);
    shot.translationX = reach * towardsX;
    shot.translationY = reach * towardsY;
  }

  /** Aims from where the pointer was pressed to where it is now. */
  function takeAim(): void {
    if (!aim.pressed) Object.assign(aim, { x: input.pointerX, y: input.pointerY });
    const x = input.pointerX - aim.x;
    const y = input.pointerY - aim.y;
    if (x * x + y * y < SHORTEST * SHORTEST) return;
    aim.own = true;
    Object.assign(shot, { x: aim.x, y: aim.y, translationX: x, translationY: y });
    show.progress = show.rested = 0;
  }

  function look(): void {
    if (settings.mover !== 'in turn') shot.mover = settings.mover;
    shot.turn = settings.turn;
    shot.stride = settings.speed;
    everyTick = lookEveryTick(world, shot);
    castThrough(world, shot, cast);
    turnThrough(obstacles, shot, impact);
  }

  /** Whether the shape hits something and a look every tick finds nothing, or something else behind it. */
  function isMissed(): boolean {
    return impact.fraction < Infinity && everyTick.obstacle !== impact.obstacle;
  }

  collisionSystem(world);
  launch();
  return {
    world,
    collision,
    input,
    settings,
    counts,
    obstacles,
    shot,
    cast,
    impact,
    show,
    isMissed,
    get everyTick() {
      return everyTick;
    },
    step() {
      if (input.pointerDown) takeAim();
      aim.pressed = input.pointerDown;
      collisionSystem(world);
      look();
      if (aim.pressed) return;
      const end = Math.min(1, impact.fraction);
      show.progress = Math.min(end, show.progress + 1 / SHOWN_TICKS);
      if (show.progress < end || show.rested++ < REST_TICKS) return;
      if (isMissed()) counts.missed++;
      launch();
    },
    hash() {
      const { x, y, translationX, translationY } = shot;
      const { fraction, normalX, normalY } = impact;
      const found = [fraction, impact.x, impact.y, normalX, normalY, cast.fraction, cast.x, cast.y, everyTick.tick];
      return hashNumbers([x, y, translationX, translationY, lengthOf(shot), show.progress, counts.shots, ...found]);
    },
  } satisfies Sim & Record<string, unknown>;
}

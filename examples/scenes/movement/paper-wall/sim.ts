import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, type Collision, circle, collisionSystem, createCollision, sweptColliders } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary:
    'A bullet and a wall of paper, in slow motion: the upper one is swept along its way, the lower one is tested only where each tick ends.',
  hint: 'Drag the wall; up and down make the bullet faster or slower.',
  touchHint: 'Drag the wall; speed and tilt are in the settings.',
};

/** What can be seen, in units: the bullet flies from left to right. */
export const FIELD = { width: 16, height: 4.4 };
export const BULLET_RADIUS = 0.3;
export const PAPER = { halfWidth: 0.03, halfHeight: 1.9 };
export const LEAST_SPEED = 0.3;
export const MOST_SPEED = 9;
export const MOST_TILT = 60;

/** A tick of the two worlds takes so many ticks of the scene: a second. */
export const SLOW = 60;
/** The wall keeps so far from both ends. */
const ROOM = 3;
const START = 0.5;

/** What a world has told of bullet and paper. */
export interface Hit {
  /** The tick of the flight in which they met, and when in it: 1 is its end. */
  readonly tick: number;
  readonly fraction: number;
  readonly x: number;
  readonly y: number;
  readonly normalX: number;
  readonly normalY: number;
  /** How far they are apart at the end of that tick; less than 0 where they overlap. */
  readonly separation: number;
}

/** One of the two worlds. */
export interface Lane {
  readonly isSwept: boolean;
  readonly world: object;
  readonly collision: Collision;
  readonly bullet: number;
  readonly wall: number;
  hit: Hit | undefined;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const input = createSceneInput();
  const settings = { speed: 4.4, tilt: 24 };
  const paper = { x: 8.3 + random(), wasHeld: false };
  const flight = {
    /** Worlds' ticks since the bullet was fired, and the scene's since the last of them. */
    tick: 0,
    frame: 0,
    /** Its speed, and where it is across: the same in both worlds. */
    speed: settings.speed,
    y: FIELD.height / 2,
  };
  const lanes: readonly Lane[] = [true, false].map(createLane);
  const counts = { tick: 0, swept: 0, discrete: 0 };

  function createLane(isSwept: boolean): Lane {
    const world = createWorld();
    const collision = createCollision(world, isSwept ? { swept: sweptColliders } : {});
    const { Transform, Collider, Static } = collision;
    const Bullet = {};
    const Paper = {};
    const wall = addEntity(world);
    addComponent(world, wall, set(Transform, { x: paper.x, y: flight.y }));
    addComponent(world, wall, set(Collider, box(PAPER.halfWidth, PAPER.halfHeight)));
    addComponent(world, wall, Static);
    addComponent(world, wall, Paper);
    const bullet = addEntity(world);
    addComponent(world, bullet, set(Transform, { x: START, y: flight.y }));
    addComponent(world, bullet, set(Collider, circle(BULLET_RADIUS)));
    addComponent(world, bullet, Bullet);
    if (isSwept) addComponent(world, bullet, collision.Swept);
    const lane: Lane = { isSwept, world, collision, bullet, wall, hit: undefined };
    collision.onBegin([Bullet], [Paper], (_, __, contact) => {
      const { fraction, normalX, normalY, separation } = contact;
      const [x, y] = [contact.pointX(0), contact.pointY(0)];
      lane.hit ??= { tick: flight.tick, fraction, x, y, normalX, normalY, separation };
    });
    return lane;
  }

  /** Puts the bullet at the muzzle again; that is a jump, not a flight through the wall. */
  function fire(): void {
    flight.tick = 0;
    flight.speed = settings.speed;
    for (const lane of lanes) {
      const { world, collision, bullet } = lane;
      addComponent(world, bullet, set(collision.Transform, { x: START, y: flight.y }));
      lane.hit = undefined;
      collisionSystem(world);
    }
  }

  /** One tick of both worlds, as a game runs it: what has hit stays where it has hit, all else flies on. */
  function fly(): void {
    flight.tick++;
    for (const lane of lanes) {
      const { world, collision, bullet, hit } = lane;
      if (hit !== undefined) continue;
      collision.Transform.x[bullet] += flight.speed;
      collisionSystem(world);
    }
  }

  function moveWall(): void {
    const { pointerX, pointerDown, moveY } = input;
    if (pointerDown) paper.x = Math.min(FIELD.width - ROOM, Math.max(ROOM, pointerX));
    if (moveY !== 0)
      settings.speed = Math.min(MOST_SPEED, Math.max(LEAST_SPEED, settings.speed * (moveY < 0 ? 1.02 : 0.98)));
    const rotation = (settings.tilt * Math.PI) / 180;
    for (const { collision, wall } of lanes) {
      const { Transform } = collision;
      if (Transform.x[wall] === paper.x && Transform.rotation[wall] === rotation) continue;
      Transform.x[wall] = paper.x;
      Transform.rotation[wall] = rotation;
      collision.touch(wall);
      // The shot that is on its way was aimed at the wall as it was.
      flight.tick = 0;
      flight.frame = 0;
    }
  }

  /** Whether the shot is over: it has stopped or left in both worlds, and could be looked at for a tick. */
  function isOver(): boolean {
    const leaves = Math.ceil((FIELD.width - START) / flight.speed);
    const ends = lanes.map(({ hit }) => hit?.tick ?? leaves);
    return flight.tick > Math.max(...ends);
  }

  fire();

  return {
    world: lanes[0].world,
    collision: lanes[0].collision,
    input,
    settings,
    counts,
    lanes,
    flight,
    paper,
    /** Where the bullet was after a tick of the shot, if nothing has stopped it. */
    placeAfter: (tick: number) => START + tick * flight.speed,
    step() {
      moveWall();
      if (flight.frame === 0 && (flight.tick === 0 || isOver())) fire();
      if (flight.frame === 0) fly();
      flight.frame = (flight.frame + 1) % SLOW;
      counts.tick = flight.tick;
      counts.swept = lanes[0].hit === undefined ? 0 : 1;
      counts.discrete = lanes[1].hit === undefined ? 0 : 1;
    },
    hash() {
      const { tick, frame, speed } = flight;
      const hits = lanes.flatMap(({ hit }) => [hit?.tick ?? -1, hit?.fraction ?? -1, hit?.x ?? 0, hit?.y ?? 0]);
      return hashNumbers([tick, frame, speed, settings.speed, settings.tilt, paper.x, ...hits]);
    },
  } satisfies Sim & Record<string, unknown>;
}

import { addComponent, addEntity, createWorld, query, removeComponent, removeEntity, set } from 'bitecs';
import { circle, collisionSystem, createCollision, polygon, type ShapeSpec } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY, TURN, turnTowards, wrapDirection } from '../../../shared/directions.ts';
import { Flashes } from '../../../shared/flashes.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Polygons of one size each, scaled by Transform; bullets and rocks are told apart by the events themselves.',
  hint: 'Arrow keys turn and thrust, space fires. Or press: the ship turns there and fires, and flies when it is far.',
};

/** Half the side of the square world: what leaves it on one side comes back on the other. */
export const HALF = 12;
export const shipPoints = [0.7, 0, -0.5, 0.45, -0.5, -0.45];
export const bulletShape = circle(0.13);

const THRUST = 12;
const DRAG = 0.35;
const BULLET_SPEED = 17;
const BULLET_TICKS = 55;
const FIRE_TICKS = 11;
const SAFE_TICKS = 150;
/** From small to large: the scale of a rock, what hitting it scores, and how fast it flies at first. */
const ROCKS = [
  { scale: 0.6, score: 100, speed: 6 },
  { scale: 1.1, score: 50, speed: 4.4 },
  { scale: 1.9, score: 20, speed: 3 },
];

const Ship = {};
const Rock = {};
const Bullet = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Disabled } = collision;
  const input = createSceneInput();
  const counts = { score: 0, lives: 0, wave: 0, rocks: 0 };
  const game = { over: false, heading: 0, thrusts: false, safe: 0 };
  const flashes = new Flashes();
  // By entity: how it flies; which outline and size a rock has; how many ticks a bullet has left.
  const velocityX: number[] = [];
  const velocityY: number[] = [];
  const outlineOf: number[] = [];
  const sizeOf: number[] = [];
  const ticksLeft: number[] = [];
  let cooldown = 0;
  let wasPressed = false;

  const outlines = Array.from({ length: 5 }, () => randomOutline(random));
  const rockShapes = outlines.map((points) => polygon(points)); // registered once, shared by all rocks
  const ship = launch(Ship, polygon(shipPoints), 0, 0, 0, 0);
  startGame();

  function launch(tag: object, shape: ShapeSpec, x: number, y: number, speedX: number, speedY: number): number {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), set(Collider, shape), tag]) addComponent(world, eid, part);
    velocityX[eid] = speedX;
    velocityY[eid] = speedY;
    return eid;
  }

  function all(component: object): number[] {
    return [...query(world, [component])];
  }

  function startGame(): void {
    for (const eid of [...all(Rock), ...all(Bullet)]) removeEntity(world, eid);
    Object.assign(counts, { score: 0, lives: 3, wave: 0 });
    game.over = false;
    startShip();
  }

  function startShip(): void {
    addComponent(world, ship, Disabled); // nothing meets it until the player has got her bearings
    Object.assign(game, { safe: SAFE_TICKS, heading: (3 * DIRECTIONS) / 4 });
    Transform.x[ship] = Transform.y[ship] = velocityX[ship] = velocityY[ship] = 0;
  }

  function startWave(): void {
    counts.wave++;
    const x = Transform.x[ship]! > 0 ? -HALF : HALF; // far from the ship
    for (let i = 0; i < 3 + counts.wave; i++) addRock(2, x, HALF * (2 * random() - 1));
  }

  function addRock(size: number, x: number, y: number): void {
    const way = Math.floor(DIRECTIONS * random());
    const speed = ROCKS[size]!.speed * (0.4 + 0.6 * random()) * (1 + 0.07 * counts.wave);
    const outline = Math.floor(outlines.length * random());
    const rock = launch(Rock, rockShapes[outline]!, x, y, directionX[way]! * speed, directionY[way]! * speed);
    Transform.scale[rock] = ROCKS[size]!.scale;
    outlineOf[rock] = outline;
    sizeOf[rock] = size;
  }

  function steer(): void {
    const toX = input.pointerX - Transform.x[ship]!;
    const toY = input.pointerY - Transform.y[ship]!;
    const turn = input.pointerDown ? turnTowards(game.heading, toX, toY) : input.moveX;
    game.heading = wrapDirection(game.heading + turn);
    game.thrusts = input.pointerDown ? turn === 0 && toX * toX + toY * toY > 25 : input.moveY < 0;
    const push = game.thrusts ? THRUST * TICK : 0;
    velocityX[ship] = (velocityX[ship]! + directionX[game.heading]! * push) * (1 - DRAG * TICK);
    velocityY[ship] = (velocityY[ship]! + directionY[game.heading]! * push) * (1 - DRAG * TICK);
    Transform.rotation[ship] = game.heading * TURN;
    if (--cooldown <= 0 && (input.action || input.pointerDown)) fire();
    if (game.safe > 0 && --game.safe === 0) removeComponent(world, ship, Disabled);
  }

  function fire(): void {
    cooldown = FIRE_TICKS;
    const x = directionX[game.heading]!;
    const y = directionY[game.heading]!;
    const speedX = velocityX[ship]! + BULLET_SPEED * x;
    const speedY = velocityY[ship]! + BULLET_SPEED * y;
    const bullet = launch(Bullet, bulletShape, Transform.x[ship]! + x, Transform.y[ship]! + y, speedX, speedY);
    ticksLeft[bullet] = BULLET_TICKS;
  }

  function fly(): void {
    for (const eid of [ship, ...all(Rock), ...all(Bullet)]) {
      const edge = HALF + Transform.scale[eid]!; // out of sight when it jumps
      Transform.x[eid] = wrap(Transform.x[eid]! + velocityX[eid]! * TICK, edge);
      Transform.y[eid] = wrap(Transform.y[eid]! + velocityY[eid]! * TICK, edge);
    }
    for (const rock of all(Rock)) Transform.rotation[rock]! += 0.2 * velocityX[rock]! * TICK;
    for (const bullet of all(Bullet)) if (--ticksLeft[bullet]! === 0) removeEntity(world, bullet);
  }

  collision.onBegin([Bullet], [Rock], (bullet, rock) => {
    const size = sizeOf[rock]!;
    const x = Transform.x[rock]!;
    const y = Transform.y[rock]!;
    counts.score += ROCKS[size]!.score;
    flashes.add(x, y, 1.4 * ROCKS[size]!.scale);
    removeEntity(world, bullet);
    removeEntity(world, rock); // a second bullet in the same tick hears nothing of it any more
    for (let i = 0; size > 0 && i < 2; i++) addRock(size - 1, x, y);
  });

  collision.onBegin([Ship], [Rock], () => {
    flashes.add(Transform.x[ship]!, Transform.y[ship]!, 3);
    if (--counts.lives > 0) startShip();
    else {
      game.over = true;
      addComponent(world, ship, Disabled);
    }
  });

  /** Rocks swap what they have of velocity along the normal, as equal billiard balls do. */
  collision.onBegin([Rock], [Rock], (a, b, { normalX, normalY }) => {
    const approach = (velocityX[a]! - velocityX[b]!) * normalX + (velocityY[a]! - velocityY[b]!) * normalY;
    if (approach <= 0) return;
    velocityX[a]! -= approach * normalX;
    velocityY[a]! -= approach * normalY;
    velocityX[b]! += approach * normalX;
    velocityY[b]! += approach * normalY;
  });

  return {
    world,
    collision,
    input,
    counts,
    game,
    flashes,
    ship,
    outlines,
    outlineOf,
    rocks: () => all(Rock),
    bullets: () => all(Bullet),
    step() {
      const pressed = (input.action || input.pointerDown) && !wasPressed;
      wasPressed = input.action || input.pointerDown;
      if (!game.over) steer();
      else if (pressed) startGame();
      fly();
      collisionSystem(world);
      if (all(Rock).length === 0) startWave();
      counts.rocks = all(Rock).length;
      flashes.tick();
    },
    hash() {
      const places = [ship, ...all(Rock), ...all(Bullet)].flatMap((eid) => [Transform.x[eid]!, Transform.y[eid]!]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.lives, counts.wave, game.heading]));
    },
  } satisfies Sim & Record<string, unknown>;
}

function wrap(at: number, edge: number): number {
  return at > edge ? at - 2 * edge : at < -edge ? at + 2 * edge : at;
}

function randomOutline(random: () => number): number[] {
  const points: number[] = [];
  for (let at = 0; at < DIRECTIONS; at += 6 + Math.floor(8 * random())) {
    const radius = 0.8 + 0.25 * random();
    points.push(radius * directionX[at]!, radius * directionY[at]!);
  }
  return points;
}

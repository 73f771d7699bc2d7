import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  castRays,
  chain,
  circle,
  collisionSystem,
  cosSin,
  createCollision,
  createMoveResult,
  createRayHits,
  ellipse,
  hashCollision,
  moveAndSlide,
  polygon,
  RAY_STRIDE,
  refreshCollider,
  sweptColliders,
} from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { createSpaceWorld } from './space-world.ts';

export const about: SceneAbout = {
  summary:
    'Bodies of every kind, rays and walkers, in the plane and in a space that is not drawn. All bits of all numbers are hashed: this browser’s hashes beside those of other engines.',
};

export const EXTENT = { minX: -16.6, minY: -10.6, maxX: 16.6, maxY: 10.6 };
/** The settings with which the figures of other engines were computed. */
export const COMPARED = { seed: 1, every: 60, ticks: 600 };

const COUNT = 140;
/** Entities up to here are no bodies. */
const FIRST = 20;
const SPEED = 7;
const WALL = 0.5;
/** Rays go out from the middle, turn by so many radians a tick, and reach so far. */
export const RAYS = 32;
const TURN = 0.004;
const REACH = 20;
/** A corner of what would be a circle of so many sides. */
const SIDES = (2 * Math.PI) / RAYS;

const HILL = [-6, 10, -4, 8.2, -1.5, 7.6, 1, 8.4, 3.5, 7.2, 6, 10];
const KITE = [0, -0.55, 0.45, 0, 0, 0.7, -0.45, 0];
const WEDGE = [-0.5, -0.4, 0.6, -0.3, 0.1, 0.55];

type Columns = [Float64Array, Float64Array, Float64Array];

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders });
  const { Transform, Collider, Static, Swept } = collision;
  const Body = {};
  const Fixed = {};
  /** By entity: the velocity of a body, in units and radians a second. */
  const [velocityX, velocityY, spin] = [0, 1, 2].map(() => new Float64Array(COUNT + FIRST)) as Columns;
  const shapes = [
    () => circle(between(0.2, 0.5)),
    () => capsule(between(0.2, 0.5), between(0.15, 0.3)),
    () => box(between(0.2, 0.5), between(0.2, 0.5)),
    () => ellipse(between(0.3, 0.6), between(0.15, 0.3)),
    () => polygon(KITE),
    () => polygon(WEDGE, { radius: 0.1 }),
  ];
  const fixed: number[] = [];
  addFixed(0, -10, 16, WALL, 0);
  addFixed(0, 10, 16, WALL, 0);
  addFixed(-16, 0, WALL, 10, 0);
  addFixed(16, 0, WALL, 10, 0);
  addFixed(-9, -3, 2.2, 0.25, 0.5);
  addFixed(9.5, -2, 2.6, 0.25, -0.7);
  addComponent(world, addFixed(0, 0, 1, 1, 0), set(Collider, chain(HILL)));
  const walker = addEntity(world);
  addComponent(world, walker, set(Transform, { x: 0, y: 4 }));
  addComponent(world, walker, set(Collider, capsule(0.5, 0.35)));
  const bodies = Array.from({ length: COUNT }, (_, i) => addBody(i));
  const rays = new Float64Array(RAYS * RAY_STRIDE);
  const hits = createRayHits(RAYS);
  const moved = createMoveResult();
  /** The state beside the transforms that the next tick depends on. */
  const game = { tick: 0, angle: 0, walkX: 4, walkY: 2 };
  remember(() => ({ velocityX, velocityY, rays, moved }));
  const counts = { bodies: COUNT, contacts: 0 };
  const direction = [0, 0];
  const space = createSpaceWorld(seed);
  /** By tick: this engine's hash, for the ticks at which the hashes of other engines are known. */
  const hashes = new Map<number, number>();

  function addFixed(x: number, y: number, halfWidth: number, halfHeight: number, rotation: number): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, box(halfWidth, halfHeight)));
    addComponent(world, eid, Static);
    addComponent(world, eid, Fixed);
    fixed.push(eid);
    return eid;
  }

  function addBody(i: number): number {
    const eid = addEntity(world);
    const [x, y, rotation] = [between(-14, 14), between(-9, 3), between(-3, 3)];
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, shapes[i % shapes.length]()));
    addComponent(world, eid, Body);
    if (i % 10 === 0) addComponent(world, eid, Swept);
    velocityX[eid] = between(-SPEED, SPEED);
    velocityY[eid] = between(-SPEED, SPEED);
    spin[eid] = between(-2, 2);
    return eid;
  }

  /** Moves what overlaps apart along the normal, and swaps what the two have of their speed along it. */
  function bounce(): void {
    for (const { a, b, normalX, normalY, penetration } of collision.contacts([Body], [Body])) {
      const half = penetration / 2;
      Transform.x[a] -= half * normalX;
      Transform.y[a] -= half * normalY;
      Transform.x[b] += half * normalX;
      Transform.y[b] += half * normalY;
      const approach = (velocityX[a] - velocityX[b]) * normalX + (velocityY[a] - velocityY[b]) * normalY;
      if (approach <= 0) continue;
      velocityX[a] -= approach * normalX;
      velocityY[a] -= approach * normalY;
      velocityX[b] += approach * normalX;
      velocityY[b] += approach * normalY;
    }
    for (const { a, normalX, normalY, penetration } of collision.contacts([Body], [Fixed])) {
      Transform.x[a] -= penetration * normalX;
      Transform.y[a] -= penetration * normalY;
      const approach = velocityX[a] * normalX + velocityY[a] * normalY;
      if (approach <= 0) continue;
      velocityX[a] -= 2 * approach * normalX;
      velocityY[a] -= 2 * approach * normalY;
    }
  }

  /** The walker slides along whatever is in its way, and turns round where that stops it. */
  function walk(): void {
    moveAndSlide(world, walker, { x: game.walkX * TICK, y: game.walkY * TICK }, {}, moved);
    Transform.x[walker] = moved.x;
    Transform.y[walker] = moved.y;
    refreshCollider(world, walker);
    if (moved.hitCount === 0) return;
    const { normalX, normalY } = moved.hits[0];
    const into = game.walkX * normalX + game.walkY * normalY;
    if (into >= 0) return;
    game.walkX -= 2 * into * normalX;
    game.walkY -= 2 * into * normalY;
  }

  function look(): void {
    game.angle += TURN;
    for (let i = 0; i < RAYS; i++) {
      cosSin(direction, 0, game.angle + i * SIDES);
      rays[RAY_STRIDE * i] = 0;
      rays[RAY_STRIDE * i + 1] = 0;
      rays[RAY_STRIDE * i + 2] = REACH * direction[0];
      rays[RAY_STRIDE * i + 3] = REACH * direction[1];
    }
    castRays(world, rays, hits);
  }

  return {
    world,
    collision,
    counts,
    seed,
    bodies,
    fixed,
    walker,
    hits,
    game,
    hashes,
    space,
    step() {
      for (const eid of bodies) {
        Transform.x[eid] += velocityX[eid] * TICK;
        Transform.y[eid] += velocityY[eid] * TICK;
        Transform.rotation[eid] += spin[eid] * TICK;
      }
      walk();
      collisionSystem(world);
      counts.contacts = collision.counts.contacts;
      bounce();
      look();
      space.step();
      game.tick++;
      if (game.tick % COMPARED.every === 0) hashes.set(game.tick, hash());
    },
    hash,
  } satisfies Sim & Record<string, unknown>;

  function hash(): number {
    const { walkX, walkY } = game;
    const columns = [velocityX, velocityY, hits.fraction];
    const own = columns.reduce((before, column) => hashNumbers(column, column.length, before), 0);
    return hashNumbers([hashCollision(world), walkX, walkY, own, space.hash()]);
  }
}

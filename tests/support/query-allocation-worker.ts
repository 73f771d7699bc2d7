/**
 * Runs in a child process with a large young generation and `--expose-gc`: asks the same questions of a world again and
 * again and prints how many bytes a round allocated, and the same for a control that must allocate. Arguments:
 * hierarchy kind, query, bytes a round that are few enough.
 *
 * Places are whole numbers: a fraction given to a function from outside is put on the heap by the caller.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  type BounceOptions,
  box,
  boxHierarchy,
  type CastHit,
  type ClosestHit,
  capsule,
  castCollider,
  castRay,
  castRayAny,
  castRayExit,
  castRays,
  castShape,
  chain,
  circle,
  closestEntities,
  closestPoint,
  collideShape,
  collisionSystem,
  compound,
  concave,
  createBounceResult,
  createCollision,
  createMoveResult,
  createRayHits,
  moveAndBounce,
  moveAndSlide,
  polygon,
  queryAabb,
  queryPoint,
  refreshCollider,
  type ShapeContact,
  segment,
  sphereHierarchy,
} from '../../entry/2d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { effort } from './effort.ts';
import { createRng } from './rng.ts';

const hierarchy = process.argv[2] === 'sphere' ? sphereHierarchy : boxHierarchy;
const name = process.argv[3];
const MEASURED = { rounds: effort(200, 40), windows: effort(24, 120), enough: Number(process.argv[4] ?? 4) };
const BODIES = 300;

const random = createRng(11).next;
const world = createWorld();
const collision = createCollision(world, { hierarchy, margin: 0.05 });
const { Transform, Collider } = collision;
const hull = polygon([0, 0, 1, 0, 1.2, 0.6, 0.5, 1.2, -0.2, 0.6]);
const shapes = [
  circle(0.4),
  capsule(0.4, 0.2),
  box(0.4, 0.3),
  { ...box(0.4, 0.3), radius: 0.1 },
  hull,
  segment(-0.4, 0, 0.4, 0.1),
  compound([circle(0.3), { ...box(0.2, 0.4), offsetX: 0.4 }]),
  concave([-0.6, -0.5, 0.6, -0.5, 0.6, 0.5, 0.4, 0.5, 0.4, 0, -0.4, 0, -0.4, 0.5, -0.6, 0.5], { radius: 0.02 }),
];
// Shapes that meet a solid concave one still put a few numbers of a round on the heap.
if (/^(castRay|closest|query)/.test(name)) shapes.push(concave([0, 0, 1, 0, 1, 1, 0.7, 0.4, 0.3, 0.4, 0, 1]));

const ground = addEntity(world);
addComponent(world, ground, set(Transform, {}));
addComponent(
  world,
  ground,
  set(Collider, chain(Array.from({ length: 400 }, (_, i) => ({ x: i / 10 - 20, y: i % 3 })))),
);
addComponent(world, ground, collision.Static);
for (let i = 0; i < BODIES; i++) {
  const eid = addEntity(world);
  const place = { x: 40 * random() - 20, y: 40 * random() - 20, rotation: random(), scale: 1 + (i % 3) / 4 };
  addComponent(world, eid, set(Transform, place));
  addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
  if (i % 20 === 0) addComponent(world, eid, collision.Sensor);
}
collisionSystem(world);

const hit: CastHit = { entity: 0, child: 0, fraction: 0.5, x: 0.5, y: 0.5, normalX: 0.5, normalY: 0.5 };
const nearest: ClosestHit[] = [];
const near: ClosestHit = { entity: 0, child: 0, distance: 0.5, x: 0.5, y: 0.5, normalX: 0.5, normalY: 0.5 };
const entities: number[] = [];
/** One for each place: those that are left over when a query finds less are the caller's to keep. */
const touched: ShapeContact[][] = Array.from({ length: 81 }, () => []);
const runner = { shape: capsule(0.4, 0.3), x: 0, y: 0 };
const way = { x: 0, y: 0 };
const moveOptions = { up: { x: 0, y: 1 }, stepHeight: 0.3, snapDistance: 0.2, carry: true };
const moved = createMoveResult();
const bounceOptions: BounceOptions = {
  surface(surface) {
    surface.velocityX = 0.25;
  },
};
const bounced = createBounceResult();
const rays = new Float64Array(8);
const rayHits = createRayHits(2);

/** Records for the points and directions that queries are given. */
const from = { x: 0, y: 0 };
const to = { x: 0, y: 0 };

/** Returns a record with other numbers. */
function at(record: { x: number; y: number }, x: number, y: number): { x: number; y: number } {
  record.x = x;
  record.y = y;
  return record;
}

/** Places the runner and the way that it is to go. */
function place(x: number, y: number, wayX: number, wayY: number): void {
  runner.x = x;
  runner.y = y;
  way.x = wayX;
  way.y = wayY;
}
const throughAll = { initialOverlap: 'ignore' } as const;
const options = { maskBits: 0xffff, ignore: 7, predicate: (eid: number) => eid % 5 !== 0 };

/** Each asks one question at a place of a grid and returns how much it found. */
const QUERIES: Record<string, (x: number, y: number) => number> = {
  castRay: (x, y) => (castRay(world, at(from, x, y), at(to, 3, 1 - y), options, hit) === undefined ? 0 : 1),
  castRayFromInside: (x, y) =>
    castRay(world, at(from, x, y), at(to, 3, 1 - y), throughAll, hit) === undefined ? 0 : 1,
  castRayExit: (x, y) => (castRayExit(world, at(from, x, y), at(to, 3, 1 - y), options, hit) === undefined ? 0 : 1),
  castRayAny: (x, y) => (castRayAny(world, at(from, x, y), at(to, y, 2)) ? 1 : 0),
  castRays: (x, y) => {
    rays[0] = x;
    rays[1] = y;
    rays[2] = 3;
    rays[3] = 1 - y;
    rays[4] = y;
    rays[5] = x;
    rays[6] = 1;
    rays[7] = x;
    return castRays(world, rays, rayHits, options);
  },
  castShape: (x, y) => {
    place(x, y, 3, 1 - y);
    return castShape(world, runner.shape, runner, way, options, hit) === undefined ? 0 : 1;
  },
  castCollider: (x, y) => {
    place(x, y, 3, 1 - y);
    return castCollider(world, 2 + ((x + 3 * y + 80) % 290), way, options, hit) === undefined ? 0 : 1;
  },
  collideShape: (x, y) => {
    place(x, y, 0, 0);
    return collideShape(world, runner.shape, runner, touched[(x + 16) / 4 + (9 * (y + 16)) / 4], options);
  },
  moveAndSlide: (x, y) => {
    place(x, y, 0, 0);
    moveAndSlide(world, runner, at(to, 1, -1), moveOptions, moved);
    return moved.hitCount + (moved.grounded ? 1 : 0);
  },
  moveAndBounce: (x, y) => {
    place(x, y, 0, 0);
    moveAndBounce(world, runner, at(to, 2, -1), bounceOptions, bounced);
    return bounced.hitCount + 1;
  },
  moveCollider: (x, y) => {
    moveAndSlide(world, 2 + ((x + 3 * y + 80) % 290), at(to, 1, -1), moveOptions, moved);
    return moved.hitCount + (moved.grounded ? 1 : 0);
  },
  closestPoint: (x, y) => (closestPoint(world, at(from, x, y), options, near) === undefined ? 0 : 1),
  closestEntities: (x, y) => closestEntities(world, at(from, x, y), 20, nearest),
  queryAabb: (x, y) => queryAabb(world, at(from, x - 2, y - 2), at(to, x + 3, y + 3), entities, options),
  refreshCollider: (x, y) => (refreshCollider(world, 2 + ((x + 3 * y + 80) % 290)) ? 1 : 0),
  queryPoint: (x, y) => queryPoint(world, at(from, x - 4, (y * y) % 3), entities),
};
const ask = QUERIES[name];

let found = 0;
function round(): void {
  for (let x = -16; x <= 16; x += 4) for (let y = -16; y <= 16; y += 4) found += ask(x, y);
}

let kept: unknown;
const steady = bytesPerRound(round, MEASURED);
const control = bytesPerRound(
  () => {
    round();
    kept = { found };
  },
  { ...MEASURED, windows: 1 },
);
if (kept === undefined) throw new Error('the control did nothing');
console.log(JSON.stringify({ steady, control, found }));

/**
 * Runs in a child process with a large young generation and `--expose-gc`: asks the same questions of a world in space
 * again and again and prints how many bytes a round allocated for each question, how much was found, and the bytes of a
 * control that must allocate. Arguments: hierarchy kind, and the questions, separated
 * by commas, each with how many bytes a round are few enough: `castRay:512`.
 *
 * Places are whole numbers: a fraction given to a function from outside is put on the heap by the caller.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  boxHierarchy,
  type CastHit,
  type ClosestHit,
  capsule,
  castCollider,
  castRay,
  castRayAll,
  castRayAny,
  castRayExit,
  castRays,
  castShape,
  closestEntities,
  closestPoint,
  closestPoints,
  collideShape,
  collisionSystem,
  compound,
  cone,
  createCollision,
  createRayHits,
  cylinder,
  hull,
  overlapCone,
  overlapShape,
  queryAabb,
  queryFrustum,
  queryPoint,
  refreshCollider,
  type ShapeContact,
  type ShapeSpec,
  sphere,
  sphereHierarchy,
} from '../../entry/3d.ts';
import { updateDebugLines } from '../../systems/3d/debug/debug-lines.ts';
import { createDebugLines } from '../../systems/core/debug/debug-lines.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { pointsOnSphere } from './random-space.ts';
import { createRng } from './rng.ts';

const hierarchy = process.argv[2] === 'sphere' ? sphereHierarchy : boxHierarchy;
const asked = process.argv[3].split(',').map((question) => question.split(':'));
const MEASURED = { rounds: 60, windows: 40, enough: 4 };
const BODIES = 300;

const rng = createRng(11);
const random = rng.next;
const world = createWorld();
const collision = createCollision(world, { hierarchy, margin: 0.05 });
const { Transform, Collider } = collision;
const shapes: ShapeSpec[] = [
  sphere(0.4),
  capsule(0.2, 0.4),
  box(0.4, 0.3, 0.2),
  box(0.4, 0.3, 0.2, { radius: 0.1 }),
  cylinder(0.3, 0.4),
  cone(0.4, 0.4),
  hull(pointsOnSphere(rng, 12, 0.5)),
  hull(pointsOnSphere(rng, 32, 0.4), { radius: 0.1 }),
  compound([sphere(0.3), { ...box(0.2, 0.4, 0.3), offsetX: 0.4 }]),
];
for (let i = 0; i < BODIES; i++) {
  const eid = addEntity(world);
  const place = { x: 8 * random() - 4, y: 8 * random() - 4, z: 8 * random() - 4, scale: 1 + (i % 3) / 4 };
  const turn = { qx: random() - 0.5, qy: random() - 0.5, qz: random() - 0.5, qw: random() - 0.5 };
  addComponent(world, eid, set(Transform, { ...place, ...turn }));
  addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
  if (i % 20 === 0) addComponent(world, eid, collision.Sensor);
  if (i % 3 === 0) addComponent(world, eid, collision.Static);
}
collisionSystem(world);

// Written out in full: fields of a record that is spread do not hold fractions, but numbers on the heap.
const hit: CastHit = {
  entity: 0,
  child: 0,
  fraction: 0.5,
  x: 0.5,
  y: 0.5,
  z: 0.5,
  normalX: 0.5,
  normalY: 0.5,
  normalZ: 0.5,
};
const near: ClosestHit = {
  entity: 0,
  child: 0,
  distance: 0.5,
  x: 0.5,
  y: 0.5,
  z: 0.5,
  normalX: 0.5,
  normalY: 0.5,
  normalZ: 0.5,
};
const nearest: ClosestHit[] = [];
const entities: number[] = [];
/** One for each place: those that are left over when a query finds less are the caller's to keep. */
const SIDE = 4;
const touched: ShapeContact[][] = Array.from({ length: SIDE ** 3 }, () => []);
const hits: CastHit[][] = Array.from({ length: SIDE ** 3 }, () => []);
/** Returns which of these lists belongs to a place. */
const listAt = (x: number, y: number, z: number): number =>
  (x + 3) / 2 + (SIDE * (y + 3)) / 2 + (SIDE * SIDE * (z + 3)) / 2;
const probe = { shape: cylinder(0.4, 0.3), x: 0, y: 0, z: 0, rotation: { x: 0, y: 0.5, z: 0, w: 1 } };
const from = { x: 0, y: 0, z: 0 };
const to = { x: 0, y: 0, z: 0 };
const view = { x: 0, y: 0, z: 0, axis: { x: 1, y: 0, z: 1 }, radius: 4, halfAngle: 0.5 };
const rays = new Float64Array(12);
const rayHits = createRayHits(2);
const between = closestPoints(world, 1, 2)!;
/** Six planes about a part of the world. */
const frustum = Float64Array.of(1, 0.1, 0, -2, -1, 0, 0.1, -2, 0, 1, 0, -3, 0, -1, 0, -3, 0, 0, 1, -1, 0, 0, -1, -3);
const lines = createDebugLines(world, { bounds: true, hierarchy: true, contacts: true, ids: true });

type Place = { x: number; y: number; z: number };

/** Returns a record with other numbers. */
function at(record: Place, x: number, y: number, z: number): Place {
  record.x = x;
  record.y = y;
  record.z = z;
  return record;
}
const throughAll = { initialOverlap: 'ignore' } as const;
const options = { maskBits: 0xffff, ignore: 7, predicate: (eid: number) => eid % 5 !== 0 };
const sight = { lineOfSight: true };
const collider = (x: number, y: number, z: number): number => 1 + ((x + 3 * y + 7 * z + 80) % BODIES);

/** Each asks one question at a place of a grid and returns how much it found. */
const QUERIES: Record<string, (x: number, y: number, z: number) => number> = {
  castRay: (x, y, z) => (castRay(world, at(from, x, y, z), at(to, 3, 1 - y, z), options, hit) === undefined ? 0 : 1),
  castRayFromInside: (x, y, z) =>
    castRay(world, at(from, x, y, z), at(to, 3, 1 - y, z), throughAll, hit) === undefined ? 0 : 1,
  castRayExit: (x, y, z) =>
    castRayExit(world, at(from, x, y, z), at(to, 3, 1 - y, z), options, hit) === undefined ? 0 : 1,
  castRayAny: (x, y, z) => (castRayAny(world, at(from, x, y, z), at(to, y, 2, z)) ? 1 : 0),
  castRayAll: (x, y, z) => castRayAll(world, at(from, x, y, z), at(to, 3, 1 - y, z), hits[listAt(x, y, z)], options),
  castRays: (x, y, z) => {
    rays[0] = x;
    rays[1] = y;
    rays[2] = z;
    rays[3] = 3;
    rays[4] = 1 - y;
    rays[5] = z;
    rays[6] = y;
    rays[7] = z;
    rays[8] = x;
    rays[9] = 1;
    rays[10] = x;
    rays[11] = 2;
    return castRays(world, rays, rayHits, options);
  },
  castShape: (x, y, z) => {
    at(probe, x, y, z);
    return castShape(world, probe.shape, probe, at(to, 3, 1 - y, z), options, hit) === undefined ? 0 : 1;
  },
  castCollider: (x, y, z) =>
    castCollider(world, collider(x, y, z), at(to, 3, 1 - y, z), options, hit) === undefined ? 0 : 1,
  collideShape: (x, y, z) => {
    at(probe, x, y, z);
    return collideShape(world, probe.shape, probe, touched[listAt(x, y, z)], options);
  },
  closestPoint: (x, y, z) => (closestPoint(world, at(from, x, y, z), options, near) === undefined ? 0 : 1),
  closestPoints: (x, y, z) =>
    closestPoints(world, collider(x, y, z), collider(z, x, y + 2), between) === undefined ? 0 : 1,
  closestEntities: (x, y, z) => closestEntities(world, at(from, x, y, z), 20, nearest),
  overlapShape: (x, y, z) => {
    at(probe, x, y, z);
    return overlapShape(world, probe.shape, probe, entities, options);
  },
  overlapCone: (x, y, z) => {
    at(view, x, y, z);
    return overlapCone(world, view, entities, options);
  },
  lineOfSight: (x, y, z) => {
    at(view, x, y, z);
    return overlapCone(world, view, entities, sight);
  },
  queryAabb: (x, y, z) => queryAabb(world, at(from, x - 2, y - 2, z), at(to, x + 3, y + 3, z + 1), entities, options),
  queryPoint: (x, y, z) => queryPoint(world, at(from, x, y, z), entities),
  queryFrustum: (x) => {
    frustum[3] = x - 4;
    return queryFrustum(world, frustum, entities, options);
  },
  updateDebugLines: (x, y, z) => {
    if (x + y + z > -8) return 0;
    updateDebugLines(lines, 1);
    return lines.moving.count;
  },
  refreshCollider: (x, y, z) => (refreshCollider(world, collider(x, y, z)) ? 1 : 0),
};

let found = 0;
let ask = QUERIES.castRay;
function round(): void {
  for (let x = -3; x <= 3; x += 2) {
    for (let y = -3; y <= 3; y += 2) for (let z = -3; z <= 3; z += 2) found += ask(x, y, z);
  }
}

const steady: Record<string, number> = {};
for (const [name, enough] of asked) {
  ask = QUERIES[name];
  found = 0;
  steady[name] = bytesPerRound(round, { ...MEASURED, enough: Number(enough) });
  if (found < 1000) throw new Error(`${name} found ${found}`);
}
let kept: unknown;
const control = bytesPerRound(
  () => {
    round();
    kept = { found };
  },
  { ...MEASURED, windows: 2 },
);
if (kept === undefined) throw new Error('the control did nothing');
console.log(JSON.stringify({ ...steady, control, last: steady[asked[asked.length - 1][0]] }));

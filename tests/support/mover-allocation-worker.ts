/**
 * Runs in a child process with a large young generation and `--expose-gc`: walks the same ways in space again and again
 * and prints how many bytes a move allocated, and the same for a control that must allocate. Arguments: what the mover
 * walks on (`boxes`, `mesh` or `field`), its shape, and what it is (`shape`, `entity`, or `bouncing`).
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  createBounceResult,
  createCollision,
  createMoveResult,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  mesh,
  moveAndBounce,
  moveAndSlide,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { createRng } from './rng.ts';
import { makeTerrain } from './surface-meshes.ts';

const [, , ground, kind, how] = process.argv;
const PLACES = 16;
const STEPS = 32;
const MEASURED = { rounds: 20, windows: 40, enough: 4 * PLACES };
const CELLS = 24;

const rng = createRng(12);
const world = createWorld();
const collision = createCollision(world);
const { Transform, Collider, Static } = collision;

function add(shape: ShapeSpec & { maskBits?: number }, x = 0, y = 0, z = 0, isStill = true): number {
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, { x, y, z, qy: 0.1, qw: 1 }));
  addComponent(world, eid, set(Collider, shape));
  if (isStill) addComponent(world, eid, Static);
  return eid;
}

const terrain = makeTerrain(CELLS, CELLS, () => rng.range(0, 0.4));
if (ground === 'mesh') {
  add(
    mesh(
      terrain.positions.map((value, i) => (i % 3 === 1 ? value : value / 2)),
      terrain.index,
    ),
    -6,
    0,
    -6,
  );
} else if (ground === 'field') {
  const heights = Float32Array.from({ length: (CELLS + 1) ** 2 }, () => rng.range(0, 0.4));
  add(heightfield(heights, CELLS + 1, CELLS + 1, 0.5), -6, 0, -6);
} else {
  add(halfSpace());
  for (let i = 0; i < 60; i++) {
    const shape = i % 2 === 0 ? box(rng.range(0.2, 1), rng.range(0.1, 0.4), rng.range(0.2, 1)) : sphere(0.6);
    add(shape, rng.range(-6, 6), 0, rng.range(-6, 6), i % 3 > 0);
  }
}
const shapes: Record<string, ShapeSpec> = {
  capsule: capsule(0.25, 0.6),
  sphere: sphere(0.3),
  box: box(0.25, 0.6, 0.25),
  cylinder: cylinder(0.25, 0.6),
  hull: hull([-0.3, -0.5, -0.3, 0.3, -0.5, -0.3, 0.3, -0.5, 0.3, -0.3, -0.5, 0.3, 0, 0.6, 0]),
};
const shape = shapes[kind];
const own = add({ ...shape, maskBits: 1 }, 0, 20, 0, false);
collisionSystem(world);

const options = {
  up: { x: 0, y: 1, z: 0 },
  skin: 0.0125,
  slopeLimit: 0.9,
  stepHeight: 0.25,
  snapDistance: 0.35,
  carry: true,
};
const bouncing = { time: 1 / 60, restitution: 0.75 };
const pose = { shape, x: 0.5, y: 0.5, z: 0.5, rotation: { x: 0.5, y: 0.5, z: 0.5, w: 0.5 } };
const way = { x: 0.5, y: 0.5, z: 0.5 };
const result = createMoveResult();
const bounced = createBounceResult();
const starts = Float64Array.from({ length: 3 * PLACES }, (_, i) => (i % 3 === 1 ? 1.6 : rng.range(-4, 4)));
const headings = Float64Array.from({ length: 2 * PLACES }, () => rng.range(-0.05, 0.05));
const counts = new Float64Array(3);

pose.rotation.x = pose.rotation.y = pose.rotation.z = 0;
pose.rotation.w = 0.75;

function put(): void {
  if (how !== 'entity') return;
  Transform.x[own] = pose.x;
  Transform.y[own] = pose.y;
  Transform.z[own] = pose.z;
}

/** Each walks and falls for a while from where it begins. */
function round(): void {
  for (let i = 0; i < PLACES; i++) {
    pose.x = starts[3 * i];
    pose.y = starts[3 * i + 1];
    pose.z = starts[3 * i + 2];
    put();
    result.grounded = false;
    for (let step = 0; step < STEPS; step++) {
      way.x = headings[2 * i];
      way.y = result.grounded ? -0.01 : -0.2;
      way.z = headings[2 * i + 1];
      if (how === 'bouncing') {
        way.x *= 60;
        way.y = -8;
        way.z *= 60;
        moveAndBounce(world, pose, way, bouncing, bounced);
        pose.x = bounced.x;
        pose.y = bounced.y;
        pose.z = bounced.z;
        counts[1] += bounced.hitCount;
        continue;
      }
      if (how === 'entity') moveAndSlide(world, own, way, options, result);
      else moveAndSlide(world, pose, way, options, result);
      pose.x = result.x;
      pose.y = result.y;
      pose.z = result.z;
      put();
      counts[1] += result.hitCount;
      if (result.grounded) counts[2]++;
    }
    counts[0] += STEPS;
  }
}

let kept: unknown;
const moves = PLACES * STEPS;
const steady = bytesPerRound(round, MEASURED) / moves;
const control =
  bytesPerRound(
    () => {
      round();
      kept = Array.from({ length: 8 * moves }, (_, i) => i / 3);
    },
    { ...MEASURED, windows: 2 },
  ) / moves;
if (kept === undefined) throw new Error('the control did nothing');
console.log(JSON.stringify({ steady, control, hits: counts[1] / counts[0], grounded: counts[2] / counts[0] }));

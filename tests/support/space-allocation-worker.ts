/**
 * Runs in a child process with a large young generation and `--expose-gc`: ticks a steady world in space and prints how
 * many bytes a tick allocated, and the same for a control that must allocate. Arguments: the kinds of shapes, separated
 * by commas, or `mixed` for all of them, with `oneWay` among them if the ground and a ninth are solid from above alone,
 * with `onMesh` or `onField` among them if they move through a rough terrain, or
 * `onChunks` or `onBoxes` if that is cut into seamless colliders: meshes and heightfields in turns, or boxes and hulls;
 * and how half of them are swept, if they are: `straight` or `turning`.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  mesh,
  oneWay,
  type ShapeSpec,
  seamless,
  sphere,
  sweptColliders,
} from '../../entry/3d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { effort } from './effort.ts';
import { pointsOnSphere } from './random-space.ts';
import { createRng } from './rng.ts';
import { makeTerrain } from './surface-meshes.ts';

const isTerrain = /on(?:Mesh|Field|Chunks|Boxes)/.test(process.argv[2]);
/** What cylinders need on chunks is called so rarely that V8 compiles it after tens of thousands of ticks. */
const isRare = process.argv[2].includes('onChunks') && process.argv[2].includes('cylinder');
const MEASURED = { rounds: isTerrain ? 30 : 300, windows: isRare ? 1500 : 60, enough: 6 };
const BODIES = isTerrain ? 16 : effort(300, 100);

const rng = createRng(7);
const random = rng.next;
const kinds: Record<string, ShapeSpec[]> = {
  sphere: [sphere(0.4)],
  box: [box(0.4, 0.3, 0.2), box(0.2, 0.3, 0.4, { radius: 0.1 })],
  capsule: [capsule(0.2, 0.4)],
  cylinder: [cylinder(0.3, 0.4), cylinder(0.3, 0.2, { radius: 0.1 })],
  cone: [cone(0.4, 0.4)],
  hull: [hull(pointsOnSphere(rng, 12, 0.5)), hull(pointsOnSphere(rng, 32, 0.4), { radius: 0.1 })],
  largeHull: [hull(pointsOnSphere(rng, 200, 0.5))],
};
/** Over 8 × 8 units about the middle: triangles of half a unit, so that every body lies over several. */
const CELLS = 16;
const terrain = makeTerrain(CELLS, CELLS, () => rng.range(-0.4, 0.4));
const tetrahedron = [0.3, 0.3, 0.3, 0.3, -0.3, -0.3, -0.3, 0.3, -0.3, -0.3, -0.3, 0.3];
const grounds: Record<string, ShapeSpec> = {
  halfSpace: halfSpace(),
  onMesh: mesh(
    terrain.positions.map((value, i) => (i % 3 === 1 ? value : 0.5 * value)),
    terrain.index,
  ),
  onField: heightfield(
    Float32Array.from({ length: (CELLS + 1) ** 2 }, () => rng.range(-0.4, 0.4)),
    CELLS + 1,
    CELLS + 1,
    0.5,
  ),
};
/** What is cut into parts of 2 × 2 units, or of 1 × 1: each part and its place from the corner of the terrain. */
const cuts: Record<string, () => { shape: ShapeSpec; x: number; y: number; z: number }[]> = {
  onChunks: () =>
    partsOf(2, (x, z) => {
      const cells = 4;
      const [part, heights] = [makeTerrain(cells, cells, () => 0), new Float32Array((cells + 1) ** 2)];
      for (let i = 0; i < heights.length; i++) {
        const [column, row] = [2 * x + (i % (cells + 1)), 2 * z + Math.floor(i / (cells + 1))];
        heights[i] = 0.3 * Math.sin(0.7 * column) + 0.2 * Math.cos(0.9 * row);
        part.positions.set([0.5 * (i % (cells + 1)), heights[i], 0.5 * Math.floor(i / (cells + 1))], 3 * i);
      }
      const isField = (x / 2 + z / 2) % 2 === 0;
      const shape = isField ? heightfield(heights, cells + 1, cells + 1, 0.5) : mesh(part.positions, part.index);
      return { shape, x, y: 0, z };
    }),
  onBoxes: () =>
    partsOf(1, (x, z) => {
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 0.5 : -0.5, i & 2 ? 1 : -1, i & 4 ? 0.5 : -0.5]);
      const top = 0.2 * ((x + 2 * z) % 3) - 0.2;
      return { shape: (x + z) % 2 === 0 ? box(0.5, 1, 0.5) : hull(corners), x: x + 0.5, y: top - 1, z: z + 0.5 };
    }),
};

function partsOf<T>(length: number, make: (x: number, z: number) => T): T[] {
  const parts: T[] = [];
  for (let x = 0; x < 8; x += length) for (let z = 0; z < 8; z += length) parts.push(make(x, z));
  return parts;
}
kinds.mesh = [mesh(tetrahedron, [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2])];
const names =
  process.argv[2] === 'mixed' ? Object.keys(kinds).filter((name) => name !== 'mesh') : process.argv[2].split(',');
const shapes = names.flatMap((name) => kinds[name] ?? []);
const groundOf = names.length > 5 ? 'halfSpace' : names.find((name) => grounds[name] !== undefined);

const sweeps = process.argv[3];
const world = createWorld();
const collision = createCollision(world, {
  ...(sweeps !== undefined && { swept: sweptColliders }),
  margin: 0.05,
  shouldCollide: (a, b) => (a + b) % 17 !== 0,
  acceptContact: (a, b, contact) => (a + b + contact.age) % 7 !== 0,
});
const { Transform, Collider } = collision;
const OneWay = names.includes('oneWay') ? oneWay(world) : undefined;

const parts = names.flatMap((name) => cuts[name]?.() ?? []);
for (const { shape, x, y, z } of parts) {
  const part = addEntity(world);
  addComponent(world, part, set(Transform, { x: x - 4, y, z: z - 4, qw: 1 }));
  addComponent(world, part, set(Collider, shape));
  addComponent(world, part, collision.Static);
  addComponent(world, part, seamless(world));
}
const ground = addEntity(world);
addComponent(world, ground, set(Transform, isTerrain ? { x: -4, z: -4, qw: 1 } : { y: -2 }));
if (parts.length > 0) Transform.y[ground] = -100;
addComponent(world, ground, set(Collider, groundOf === undefined ? shapes[0] : grounds[groundOf]));
addComponent(world, ground, collision.Static);
if (OneWay !== undefined) addComponent(world, ground, set(OneWay, { normalY: 1 }));
const centres = new Float64Array(3 * (BODIES + parts.length + 2));
for (let i = 0; i < BODIES; i++) {
  const eid = addEntity(world);
  for (let axis = 0; axis < 3; axis++) centres[3 * eid + axis] = 6 * random() - 3;
  if (isTerrain) centres[3 * eid + 1] = 1.6 * random() - 0.6;
  const [x, y, z] = centres.subarray(3 * eid);
  const turn = { qx: random() - 0.5, qy: random() - 0.5, qz: random() - 0.5, qw: random() - 0.5 };
  addComponent(world, eid, set(Transform, { x, y, z, ...turn }));
  addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
  if (i % 20 === 0) addComponent(world, eid, collision.Sensor);
  if (OneWay !== undefined && i % 9 === 0) addComponent(world, eid, set(OneWay, { normalY: 1 }));
  if (sweeps !== undefined && i % 2 === 0) addComponent(world, eid, collision.Swept);
}

/** What handlers and loops read goes here: a module variable that holds a fraction allocates on every write. */
const heard = new Float64Array(1);
collision.onBegin((_a, _b, contact) => {
  heard[0] += contact.pointCount;
});
collision.onEnd((_a, _b, end) => {
  heard[0] += end.cause.length;
});

/** What is swept moves by about its own size in a tick. */
const reach = sweeps === undefined ? 0.25 : 6;

let step = 0;
function tick(): void {
  step++;
  // A motion that repeats every 64 ticks: pairs begin and end all the time, and no buffer meets a new peak.
  const phase = step & 63;
  const along = (phase < 32 ? phase : 64 - phase) / 32;
  for (let eid = ground + 1; eid <= ground + BODIES; eid++) {
    // A seventh rests: their contacts are taken over.
    if (eid % 7 === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      const column = axis === 0 ? Transform.x : axis === 1 ? Transform.y : Transform.z;
      column[eid] = centres[3 * eid + axis] + along * (((eid + axis) % 5) - 2) * reach;
    }
    if (sweeps !== 'straight') Transform.qx[eid] = 0.5 * along - 0.25;
  }
  collisionSystem(world);
  for (const contact of collision.contacts()) heard[0] += contact.separation;
  for (const contact of collision.contactsOf(ground)) heard[0] += contact.age;
}

let kept: unknown;
const steady = bytesPerRound(tick, MEASURED);
const control = bytesPerRound(
  () => {
    tick();
    kept = { step };
  },
  { ...MEASURED, windows: 1 },
);
if (kept === undefined || heard[0] === 0) throw new Error('the world did nothing');
console.log(JSON.stringify({ steady, control, contacts: collision.state.contacts.count }));

import { expect, it } from 'vitest';
import { box, capsule, collisionSystem, cylinder, mesh, type ShapeSpec, sphere } from '../../entry/3d.ts';
import { createBodies } from '../support/placed-bodies-3d.ts';
import { createRng } from '../support/rng.ts';

const TEE = [-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2, 0.79, 0, -2, 0.79, 0, 2, 0.79, -1, 2, 0.79, -1, -2];
const LEDGE = [-2, 0, -2, -2, 0, 2, -0.015190464910119772, 0, 2, -0.015190464910119772, 0, -2].concat([
  -0.015190464910119772, -1, 2, -0.015190464910119772, -1, -2,
]);
const SLIVERS = [-1, 0, 0, 1, 0, 0, -0.8935452420264482, 0, 0.00003971280138248712].concat([
  -0.8657978060655296, 0, -0.00003971280138248712,
]);
const PEAK = [-2, 0.12903958857059483, -2, -1, -0.11209377814084293, -2, 0, 0.09569920673966409, -2].concat(
  [-2, 0.10236916430294518, -1, -1, 0.21358939893543727, -1, 0, -0.2677184896543622, -1],
  [-2, 0.23950810041278603, 0, -1, 0.3510442743077874, 0, 0, -0.2842568354681134, 0],
);
const SINGLE = [0.9867262472398579, 0.47851368924602866, -1, -1, -1, -0.6640529609285295, -0.03579398011788726].concat([
  -1, -0.7215197761543095,
]);
const H = Math.SQRT1_2;

interface Case {
  name: string;
  shape: ShapeSpec;
  positions: number[];
  indices: number[];
  scale: number;
  place: object;
}

const cases: Case[] = [
  {
    name: 'a capsule that lies on the corner of two sheets which meet in a T',
    ...{ positions: TEE, indices: [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7], scale: 1 },
    shape: capsule(0.03772364063060313, 0.009486690217619984),
    place: { x: -2.0000000000009095, z: -1.9999999999974989, qx: H, qw: H },
  },
  {
    name: 'a capsule along a rim, almost parallel to the triangles',
    ...{ positions: LEDGE, indices: [5, 3, 4, 3, 0, 2, 1, 2, 0, 4, 3, 2], scale: 1 },
    shape: capsule(0.048866205110879544, 0.0639678112856676),
    place: { x: -0.015189529565944928, y: -1.000000000000526, z: 2.0402934059799542, qx: H, qy: -1.5e-8, qw: H },
  },
  {
    name: 'a rounded box whose core touches the rim of a triangle',
    ...{ positions: SINGLE, indices: [0, 1, 2], scale: 1000 },
    shape: box(1923.773404652018, 2023.0346498160166, 1514.690407372206, { radius: 430.24436570393647 }),
    place: {
      ...{ x: -1970.978539067886, y: 1427.6606750350209, z: -2679.767548340446 },
      ...{ qy: 0.7071057132842921, qz: -9.222065981349892e-12, qw: Math.SQRT1_2 },
    },
  },
  {
    name: 'a sphere whose middle is a millionth of its radius off a peak',
    ...{
      positions: PEAK,
      indices: [0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 3, 6, 7, 3, 7, 4, 4, 7, 8, 4, 8, 5],
      scale: 0.001,
    },
    shape: sphere(0.00012641481365978274),
    place: { x: -0.0009999998885890644, y: 0.00021358939893543726, z: -0.001, qx: 0.5, qy: 0.5, qz: 0.5, qw: 0.5 },
  },
  {
    name: 'a cylinder whose side lies across slivers',
    ...{ positions: SLIVERS, indices: [0, 2, 1, 0, 1, 3], scale: 0.001 },
    shape: cylinder(0.0011798133751463103, 0.0004761190380459168, { radius: 0.000016760443654980868 }),
    place: { x: 0.0011417307701909153, y: 0.0004777643119137647, z: -0.0011283890079020076, qy: H, qw: H },
  },
];

const ONE_SIDED = mesh([-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2], [0, 1, 2, 0, 2, 3], { oneSided: true });

/** Returns the depth and the length of the normal of each point at which a shape touches a mesh. */
function touch(shape: ShapeSpec, ground: ShapeSpec, scale: number, place: object) {
  const { world, collision, spawn } = createBodies();
  const floor = spawn(ground, { scale });
  const body = spawn(shape, place);
  collisionSystem(world);
  return Array.from(collision.contactsOf(floor, body), ({ normalX, normalY, normalZ, penetration }) => {
    return { length: Math.hypot(normalX, normalY, normalZ), depth: penetration };
  });
}

// Where the core of a body touches a corner or an edge of an open mesh, or misses it by rounding, each triangle around
// found that the surface has no such normal, and left the contact to another one.
it.each(cases)('$name touches the mesh', ({ shape, positions, indices, scale, place }) => {
  const contacts = touch(shape, mesh(positions, indices), scale, place);
  expect(Math.max(...contacts.map(({ depth }) => depth))).toBeGreaterThan(0);
  for (const { length } of contacts) expect(length).toBeCloseTo(1, 12);
});

it('a capsule whose axis passes through a corner or an edge of two sheets touches them, along a unit normal', () => {
  const tee = mesh(TEE, [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
  for (let seed = 1; seed <= 300; seed++) {
    const rng = createRng(seed);
    const scale = [1, 1e-3, 1e3][seed % 3];
    const size = scale * 10 ** rng.range(-1.5, 0.5);
    const halfHeight = size * rng.range(0.1, 2);
    const [x, z] = [rng.next() < 0.5 ? -2 : rng.range(-2, 2), rng.next() < 0.5 ? -2 : 2];
    const jitter = () => (rng.next() < 0.5 ? 0 : size * rng.range(-1, 1) * 10 ** rng.range(-16, -9));
    // The axis is upright or lies along z, and the corner anywhere on it.
    const isUpright = rng.next() < 0.5;
    const along = rng.range(-1, 1) * halfHeight;
    const contacts = touch(capsule(size, halfHeight), tee, scale, {
      x: scale * x + jitter(),
      y: (isUpright ? along : 0) + jitter(),
      z: scale * z + (isUpright ? 0 : along) + jitter(),
      ...(isUpright ? {} : { qx: H, qw: H }),
    });
    expect(Math.max(...contacts.map(({ depth }) => depth / size)), `seed ${seed}`).toBeGreaterThan(0.9);
    for (const { length } of contacts) expect(length, `seed ${seed}`).toBeCloseTo(1, 12);
  }
});

it('a capsule whose end lies above the corner of a one-sided sheet touches it', () => {
  const place = { x: -2, y: 0.000041110605707445834, z: -2.0119349837960003, qx: H, qw: H };
  const [{ depth }] = touch(capsule(0.026318652923082494, 0.01193498379600023), ONE_SIDED, 1, place);
  expect(depth).toBeCloseTo(0.0262775423173755, 12);
});

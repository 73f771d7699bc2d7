import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castRayExit,
  castShape,
  closestPoint,
  closestPoints,
  collideShape,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  hull,
  mesh,
  overlapShape,
  queryPoint,
  type ShapeContact,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { castRayTriangle } from '../../src/3d/geometry/ray/cast-ray-triangle.ts';
import { effort } from '../support/effort.ts';
import { makeTorusKnot, type TestMesh } from '../support/meshes.ts';
import { overlapsTriangles } from '../support/overlaps-triangles.ts';
import { createRng, type Rng } from '../support/rng.ts';

/*
 * All questions about a body and a solid mesh say the same of whether the body is in it, and how deep; and that is what
 * all triangles, and the number of those that a line from the body's middle outwards passes through, say.
 */

const BODIES: readonly ShapeSpec[] = [
  sphere(0.15),
  box(0.2, 0.1, 0.25),
  capsule(0.1, 0.2),
  cylinder(0.15, 0.2),
  cone(0.2, 0.2),
  hull([-0.2, -0.16, -0.2, 0.2, -0.18, -0.2, 0.18, -0.2, 0.2, -0.2, -0.2, 0.16, 0.06, 0.2, 0.04, -0.12, 0.14, 0]),
];

/** A cube of 2 × 2.4 × 3 with a pit in its top, so that it is not convex. */
function makePit(): TestMesh {
  const ring = (half: number, y: number) => [-half, y, -half, half, y, -half, half, y, half, -half, y, half];
  const positions = Float64Array.from([...ring(1.5, -1.2), ...ring(1.5, 1.2), ...ring(0.6, 1.2), ...ring(0.6, -0.5)]);
  const index = [0, 1, 2, 0, 2, 3, 12, 14, 13, 12, 15, 14];
  const side = (low: number, high: number) => {
    for (let i = 0; i < 4; i++) {
      const k = (i + 1) % 4;
      index.push(low + i, high + k, low + k, low + i, high + i, high + k);
    }
  };
  side(0, 4);
  side(4, 8);
  side(8, 12);
  return { positions, index: Uint32Array.from(index) };
}

function cornersOf({ positions, index }: TestMesh): Float64Array {
  const corners = new Float64Array(3 * index.length);
  for (let i = 0; i < index.length; i++) for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[3 * index[i] + k];
  return corners;
}

/** Whether a point is inside: by the angle that all triangles are seen under, which is a full sphere from inside. */
function isInside([x, y, z]: readonly number[], corners: Float64Array): boolean {
  let angle = 0;
  for (let t = 0; t < corners.length; t += 9) {
    const [a, b, c] = [0, 3, 6].map((k) => [corners[t + k] - x, corners[t + k + 1] - y, corners[t + k + 2] - z]);
    const [la, lb, lc] = [a, b, c].map((way) => Math.hypot(...way));
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.abs(angle) > 2 * Math.PI;
}

function poseIn(rng: Rng) {
  const at = () => rng.range(-1.9, 1.9);
  const turn = () => rng.range(-1, 1);
  return { x: at(), y: at(), z: at(), qx: turn(), qy: turn(), qz: turn(), qw: turn() };
}

it.each(['a knot', 'a block with a pit'])('%s is the same solid to all questions', (name) => {
  const solid = name === 'a knot' ? makeTorusKnot(32, 6) : makePit();
  const corners = cornersOf(solid);
  const counts = { inside: 0, crossing: 0, apart: 0 };
  const rounds = effort(3000, 60);
  for (let seed = 1; seed <= rounds; seed++) {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision(world);
    const { Transform, Collider } = collision;
    const spec = BODIES[seed % BODIES.length];
    const pose = poseIn(rng);
    if (seed % 3 > 0) {
      // Near the surface, about as far off as the bodies are large.
      const at = 9 * rng.integer(0, corners.length / 9 - 1);
      for (const [axis, way] of (['x', 'y', 'z'] as const).entries()) {
        pose[way] = (corners[at + axis] + corners[at + 3 + axis] + corners[at + 6 + axis]) / 3 + rng.range(-0.3, 0.3);
      }
    }
    const spawn = (shape: ShapeSpec, transform: Record<string, number>) => {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, transform));
      addComponent(world, eid, set(Collider, shape));
      return eid;
    };
    const ground = seed % 2 === 0 ? spawn(mesh(solid.positions, solid.index, { solid: true }), {}) : -1;
    const body = spawn(spec, pose);
    const block = ground < 0 ? spawn(mesh(solid.positions, solid.index, { solid: true }), {}) : ground;
    collisionSystem(world);
    const { separation } = overlapsTriangles(spec, pose, corners);
    if (Math.abs(separation) < 1e-6) continue;
    const isHeld = isInside([pose.x, pose.y, pose.z], corners);
    const isIn = separation < 0 || isHeld;
    if (separation < 0) counts.crossing++;
    else if (isHeld) counts.inside++;
    else counts.apart++;
    const about = { seed, kind: spec.kind, pose, separation, isHeld };
    const pair = closestPoints(world, block, body)!;
    const other = closestPoints(world, body, block)!;
    const rotation = { x: pose.qx, y: pose.qy, z: pose.qz, w: pose.qw };
    const placed = { x: pose.x, y: pose.y, z: pose.z, rotation };
    const found: number[] = [];
    overlapShape(world, spec, placed, found, { ignore: body });
    const shapes: ShapeContact[] = [];
    collideShape(world, spec, placed, shapes, { ignore: body });
    const contacts = Array.from(collision.contactsOf(block, body), ({ separation: gap }) => gap);
    const start = castShape(world, spec, placed, { x: 3, y: 0.2, z: 0.1 }, { ignore: body });
    const told = [
      pair.separation <= 0,
      found.length > 0,
      shapes.length > 0,
      contacts.length > 0,
      start?.fraction === 0,
    ];
    if (!told.every((value) => value === isIn)) expect({ ...about, told }).toBe(isIn);
    const deepest = isIn ? Math.min(...contacts) : separation;
    if (Math.abs(pair.separation - deepest) > 1e-9) expect({ ...about, pair, deepest }).toBe('as deep');
    if (isIn) expect(Math.min(...shapes.map(({ separation: gap }) => gap))).toBeCloseTo(deepest, 9);
    expect(other.separation).toBeCloseTo(pair.separation, 8);
    const ways = ['X', 'Y', 'Z'] as const;
    for (const axis of ways) {
      const low = axis.toLowerCase() as 'x' | 'y' | 'z';
      const across = pair[`${low}B`] - pair[`${low}A`];
      expect(across).toBeCloseTo(pair.separation * pair[`normal${axis}`], 9);
      // Of several points that are as deep, either may be told.
      if (!isIn) expect(other[`${low}B`]).toBeCloseTo(pair[`${low}A`], 5);
    }
    const inside = [
      queryPoint(world, pose, found, { ignore: body }) > 0,
      castRay(world, pose, { x: 1, y: 0, z: 0 }, { ignore: body })?.fraction === 0,
      closestPoint(world, pose, { ignore: body })?.distance === 0,
    ];
    if (!inside.every((value) => value === isHeld)) expect({ ...about, inside }).toBe(isHeld);
  }
  // Few bodies fit into the tube of the knot.
  if (name !== 'a knot') expect(counts.inside).toBeGreaterThan(0);
  expect(counts.crossing).toBeGreaterThan(0.1 * rounds);
  expect(counts.apart).toBeGreaterThan(0.05 * rounds);
});

it('a compound, and a mesh, that are wholly inside of a solid are so by all questions', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const spawn = (shape: ShapeSpec, x: number) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y: -0.8 }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const { positions, index } = makePit();
  const pit = () => mesh(positions, index, { solid: true });
  const small = () =>
    mesh(
      Float64Array.from(positions, (value) => 0.1 * value),
      index,
      { solid: true },
    );
  const pair = compound([
    { ...sphere(0.1), offsetX: -0.2 },
    { ...box(0.1, 0.1, 0.1), offsetX: 0.2 },
  ]);
  // Their tops are 0.1 and 0.12 above their middles, and the floor of the pit is 0.3 above these.
  for (const [shape, depth] of [
    [pair, 0.4],
    [small(), 0.42],
  ] as const) {
    const inner = spawn(shape, 0.1);
    const block = spawn(pit(), 0);
    for (const eid of [inner, block]) Transform.y[eid] = eid === block ? 0 : -0.8;
    collisionSystem(world);
    const found = closestPoints(world, inner, block)!;
    expect(found.normalY).toBeCloseTo(-1, 12);
    const contacts = Array.from(collision.contactsOf(inner, block), ({ separation }) => separation);
    expect(found.separation).toBeCloseTo(Math.min(...contacts), 12);
    expect(found.separation).toBeCloseTo(-depth, 12);
    expect(found.yB - found.yA).toBeCloseTo(depth, 12);
    Transform.x[inner] = Transform.x[block] = 50;
  }
});

it('a solid that is placed for a query holds what a collider of it would', () => {
  const solid = makePit();
  const shape = mesh(solid.positions, solid.index, { solid: true });
  const counts = { inside: 0, crossing: 0 };
  for (let seed = 1; seed <= effort(600, 40); seed++) {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision(world);
    const { Transform, Collider } = collision;
    const spawn = (spec: ShapeSpec, transform: Record<string, number>) => {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, transform));
      addComponent(world, eid, set(Collider, spec));
      return eid;
    };
    const stand = { ...poseIn(rng), x: 50, scale: 1 };
    const spec = BODIES[seed % BODIES.length];
    const pose = poseIn(rng);
    const body = spawn(spec, { ...pose, x: 50 + pose.x });
    const block = spawn(shape, stand);
    collisionSystem(world);
    const contacts = Array.from(collision.contactsOf(body, block), ({ separation, normalX, normalY, normalZ }) =>
      [separation, normalX, normalY, normalZ].map((value) => value.toFixed(9)).join(' '),
    ).sort();
    const rotation = { x: stand.qx, y: stand.qy, z: stand.qz, w: stand.qw };
    const place = { x: stand.x, y: stand.y, z: stand.z, rotation };
    const found: number[] = [];
    const isFound = overlapShape(world, shape, place, found, { ignore: block }) > 0;
    const shapes: ShapeContact[] = [];
    collideShape(world, shape, place, shapes, { ignore: block });
    const told = shapes
      .map(({ separation, normalX, normalY, normalZ }) =>
        [separation, normalX, normalY, normalZ].map((value) => value.toFixed(9)).join(' '),
      )
      .sort();
    expect(told, `seed ${seed}`).toEqual(contacts);
    expect(isFound, `seed ${seed}`).toBe(contacts.length > 0);
    if (contacts.length > 0) counts.crossing++;
    if (
      castRay(world, { x: 50 + pose.x, y: pose.y, z: pose.z }, { x: 1, y: 0, z: 0 }, { ignore: body })?.fraction === 0
    )
      counts.inside++;
  }
  expect(counts.inside).toBeGreaterThan(1);
  expect(counts.crossing).toBeGreaterThan(counts.inside);
});

it.each(['a knot', 'a block with a pit'])(
  'a ray comes out of %s where it first passes the surface from inside',
  (name) => {
    const solid = name === 'a knot' ? makeTorusKnot(32, 6) : makePit();
    const corners = cornersOf(solid);
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, {}));
    addComponent(world, eid, set(Collider, mesh(solid.positions, solid.index, { solid: true })));
    collisionSystem(world);
    const counts = { inside: 0, passing: 0 };
    const hit = new Float64Array(6);
    for (let seed = 1; seed <= effort(3000, 60); seed++) {
      const rng = createRng(seed);
      const at = () => rng.range(-1.7, 1.7);
      const from = { x: at(), y: at(), z: at() };
      const way = { x: at() - from.x, y: at() - from.y, z: at() - from.z };
      const line = [from.x, from.y, from.z, way.x, way.y, way.z];
      const ins: number[] = [];
      const outs: number[] = [];
      for (let t = 0; t < corners.length; t += 9) {
        const fraction = castRayTriangle(hit, 0, line, 0, Infinity, corners, t);
        if (!(fraction < Infinity)) continue;
        const [u, v] = [3, 6].map((k) => [0, 1, 2].map((axis) => corners[t + k + axis] - corners[t + axis]));
        const facing =
          (u[1] * v[2] - u[2] * v[1]) * way.x +
          (u[2] * v[0] - u[0] * v[2]) * way.y +
          (u[0] * v[1] - u[1] * v[0]) * way.z;
        (facing < 0 ? ins : outs).push(fraction);
      }
      const isHeld = isInside([from.x, from.y, from.z], corners);
      const enter = isHeld ? 0 : Math.min(...ins);
      const leave = Math.min(...outs.filter((fraction) => fraction > enter));
      const found = castRayExit(world, from, way);
      if (isHeld) counts.inside++;
      if (leave < Infinity) counts.passing++;
      if (enter === Infinity) expect(found, `seed ${seed}`).toBeUndefined();
      else expect(found?.fraction, `seed ${seed}`).toBeCloseTo(leave, 9);
      if (found !== undefined) {
        const { normalX, normalY, normalZ } = found;
        expect(normalX * way.x + normalY * way.y + normalZ * way.z, `seed ${seed}`).toBeGreaterThan(0);
      }
      // What a ray that ignores what it starts in meets is where it comes in again.
      const beyond = castRay(world, from, way, { initialOverlap: 'ignore' })?.fraction ?? Infinity;
      const again = Math.min(...ins.filter((fraction) => fraction > (isHeld ? leave : 0)));
      if (again === Infinity) expect(beyond, `seed ${seed}`).toBe(Infinity);
      else expect(beyond, `seed ${seed}`).toBeCloseTo(again, 9);
    }
    expect(counts.inside).toBeGreaterThan(2);
    expect(counts.passing).toBeGreaterThan(counts.inside);
  },
);

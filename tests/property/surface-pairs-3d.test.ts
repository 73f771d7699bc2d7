import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { closestPoints, collisionSystem, createCollision, heightfield, mesh, type ShapeSpec } from '../../entry/3d.ts';
import { closestPointTriangle } from '../../src/3d/geometry/closest/closest-point-triangle.ts';
import { effort } from '../support/effort.ts';
import { makeTorusKnot, type TestMesh } from '../support/meshes.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { cutEdges, makeTerrain, makeTriangleSoup, unshare } from '../support/surface-meshes.ts';
import { cross, dot, sub } from '../support/vectors.ts';

/*
 * Two surfaces against all pairs of their triangles, placed by arithmetic of this file's own: which cross, which point
 * is inside of a solid, and whether normals and depths are those of the surfaces.
 */

type Vector = readonly [number, number, number];
type Triangle = readonly [Vector, Vector, Vector];

const volume = (a: Vector, b: Vector, c: Vector, d: Vector): number => dot(sub(a, d), cross(sub(b, d), sub(c, d)));

/** Whether a segment passes through a triangle. */
function passes(p: Vector, q: Vector, [a, b, c]: Triangle): boolean {
  if (volume(a, b, c, p) > 0 === volume(a, b, c, q) > 0) return false;
  const side = volume(p, q, a, b) > 0;
  return volume(p, q, b, c) > 0 === side && volume(p, q, c, a) > 0 === side;
}

function crossEachOther(s: Triangle, t: Triangle): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (Math.min(s[0][axis], s[1][axis], s[2][axis]) > Math.max(t[0][axis], t[1][axis], t[2][axis])) return false;
    if (Math.min(t[0][axis], t[1][axis], t[2][axis]) > Math.max(s[0][axis], s[1][axis], s[2][axis])) return false;
  }
  for (let k = 0; k < 3; k++) {
    if (passes(s[k], s[(k + 1) % 3], t) || passes(t[k], t[(k + 1) % 3], s)) return true;
  }
  return false;
}

/** Whether a point is inside of a closed surface: how often a way far out passes through it. */
function isInside(point: Vector, triangles: readonly Triangle[]): boolean {
  const far: Vector = [point[0] + 91.3, point[1] + 57.7, point[2] + 73.1];
  return triangles.filter((triangle) => passes(point, far, triangle)).length % 2 === 1;
}

function normalOf([a, b, c]: Triangle): Vector {
  const [x, y, z] = cross(sub(b, a), sub(c, a));
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

interface Surface {
  readonly shape: ShapeSpec;
  readonly corners: readonly Vector[];
  readonly isClosed: boolean;
  readonly side: 'both' | 'one' | 'solid';
}

const SIDES = ['both', 'one', 'solid'] as const;

function cube(half: Vector): TestMesh {
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => half.map((value, axis) => ((i >> axis) & 1 ? value : -value)));
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'].map((corners) => Array.from(corners, Number));
  const index = quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);
  return { positions: Float64Array.from(signs), index: Uint32Array.from(index) };
}

/** Moves a mesh away from its own origin: the place of its entity then says nothing about where it is. */
function moved({ positions, index }: TestMesh, by: Vector, scale = 1): TestMesh {
  return { positions: Float64Array.from(positions, (value, i) => scale * value + by[i % 3]), index };
}

function makeSurface(rng: Rng): Surface {
  const kind = rng.integer(0, 5);
  const by: Vector = [rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3)];
  const rough = () => rng.range(-0.4, 0.4);
  if (kind === 0) {
    const heights = Float64Array.from({ length: 49 }, rough);
    if (rng.next() < 0.5) heights[rng.integer(8, 40)] = Number.NaN;
    const corners: Vector[] = [];
    const put = (column: number, row: number): Vector => [0.7 * column, heights[7 * row + column], 0.5 * row];
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 6; column++) {
        const [a, b, c, d] = [put(column, row), put(column, row + 1), put(column + 1, row), put(column + 1, row + 1)];
        for (const triangle of [
          [a, b, c],
          [b, d, c],
        ])
          if (triangle.every((corner) => corner.every(Number.isFinite))) corners.push(...triangle);
      }
    }
    return { shape: heightfield(heights, 7, 7, { x: 0.7, z: 0.5 }), corners, isClosed: false, side: 'both' };
  }
  const isClosed = kind > 3;
  const made = [
    () => makeTerrain(5, 4, rough),
    () => unshare(rng, cutEdges(rng, makeTerrain(4, 4, rough), 0.4)),
    () => makeTriangleSoup(rng, 25, 1.5),
    () => makeTorusKnot(24, 5),
    () => cube([rng.range(0.3, 2), rng.range(0.3, 2), rng.range(0.3, 2)]),
  ][kind - 1]();
  const { positions, index } = moved(made, by, kind === 4 ? 1.2 : 1);
  const side = SIDES[rng.integer(0, isClosed ? 2 : 1)];
  const corners = Array.from(index, (i): Vector => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
  const shape = mesh(positions, index, { solid: side === 'solid', oneSided: side === 'one' });
  return { shape, corners, isClosed, side };
}

interface Pose {
  readonly place: Vector;
  readonly turn: readonly [number, number, number, number];
  readonly scale: number;
}

function place({ place: at, turn, scale }: Pose, point: Vector): Vector {
  const length = Math.hypot(...turn);
  const [x, y, z, w] = turn.map((value) => value / length);
  const v: Vector = [scale * point[0], scale * point[1], scale * point[2]];
  const t = cross([x, y, z], v).map((value) => 2 * value) as unknown as Vector;
  const u = cross([x, y, z], t);
  return [at[0] + v[0] + w * t[0] + u[0], at[1] + v[1] + w * t[1] + u[1], at[2] + v[2] + w * t[2] + u[2]];
}

const boundsOf = (corners: readonly Vector[]): { middle: Vector; span: number } => {
  const low = [0, 1, 2].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...corners.map((corner) => corner[axis])));
  const middle = low.map((value, axis) => (value + high[axis]) / 2) as unknown as Vector;
  return { middle, span: Math.hypot(...low.map((value, axis) => high[axis] - value)) };
};

const nearest = new Float64Array(7);

function squaredTo(point: Vector, triangle: Triangle): number {
  return closestPointTriangle(nearest, 0, point, 0, triangle.flat(), 0);
}

/** A pose in which the middle of the bounds comes near the origin, so that two of them meet more often than not. */
function poseOf(rng: Rng, { corners }: Surface): Pose {
  const isUpright = rng.next() < 0.2;
  const turn = Array.from({ length: 4 }, () => rng.range(-1, 1)) as unknown as Pose['turn'];
  const pose: Pose = { place: [0, 0, 0], turn: isUpright ? [0, 0, 0, 1] : turn, scale: rng.range(0.4, 1.6) };
  const [x, y, z] = place(pose, boundsOf(corners).middle);
  const near = () => rng.range(-1.2, 1.2);
  return { ...pose, place: [near() - x, near() - y, near() - z] };
}

interface Told {
  readonly child: number;
  readonly normal: Vector;
  readonly points: readonly (readonly [point: Vector, separation: number])[];
  readonly touching: boolean;
}

/**
 * The contacts of two surfaces, their normals from the larger one to the other, and how far apart they are told to be.
 */
function meet(pair: readonly Surface[], poses: readonly Pose[], order: readonly number[], larger: number) {
  const world = createWorld();
  const collision = createCollision(world);
  const ids: number[] = [];
  for (const i of order) {
    const { place: at, turn, scale } = poses[i];
    const eid = addEntity(world);
    const [qx, qy, qz, qw] = turn;
    addComponent(world, eid, set(collision.Transform, { x: at[0], y: at[1], z: at[2], qx, qy, qz, qw, scale }));
    addComponent(world, eid, set(collision.Collider, pair[i].shape));
    ids[i] = eid;
  }
  collisionSystem(world);
  const told: Told[] = [];
  for (const contact of collision.contacts()) {
    const sign = contact.a === ids[larger] ? 1 : -1;
    told.push({
      child: contact.a === ids[larger] ? contact.childB : contact.childA,
      normal: [sign * contact.normalX, sign * contact.normalY, sign * contact.normalZ],
      points: Array.from({ length: contact.pointCount }, (_, i) => [
        [contact.pointX(i), contact.pointY(i), contact.pointZ(i)],
        contact.pointSeparation(i),
      ]),
      touching: contact.touching,
    });
  }
  const { separation } = closestPoints(world, ids[larger], ids[1 - larger])!;
  return { told, separation };
}

/**
 * Seeds in which two edges meet along the normal of a face beside, whose back looks at the middle of the other mesh.
 */
const NEIGHBOURS = [601_720];

it('two surfaces touch where their triangles cross or one is in the solid, along normals that the larger one has', () => {
  const counts = { crossing: 0, apart: 0, inside: 0, contacts: 0 };
  const rounds = effort(3000, 16);
  for (let round = 1; round <= rounds + NEIGHBOURS.length; round++) {
    const seed = round > rounds ? NEIGHBOURS[round - rounds - 1] : round;
    const rng = createRng(seed);
    const pair = [makeSurface(rng), makeSurface(rng)];
    const poses = pair.map((surface) => poseOf(rng, surface));
    const spans = pair.map(({ corners }, i) => poses[i].scale * boundsOf(corners).span);
    const larger = spans[0] >= spans[1] ? 0 : 1;
    const placed = pair.map(({ corners }, i) => {
      const points = corners.map((corner) => place(poses[i], corner));
      return Array.from(
        { length: points.length / 3 },
        (_, t): Triangle => [points[3 * t], points[3 * t + 1], points[3 * t + 2]],
      );
    });
    const [ground, others] = [placed[larger], placed[1 - larger]];
    const { side } = pair[larger];
    const middle = place(poses[1 - larger], boundsOf(pair[1 - larger].corners).middle);
    const isInFront = (triangle: Triangle) => dot(normalOf(triangle), sub(middle, triangle[0])) > 0;
    let isMet = false;
    let isCrossed = false;
    for (const t of ground) {
      for (const s of others) {
        if (!crossEachOther(s, t)) continue;
        isCrossed = true;
        if (side !== 'one' || isInFront(t)) isMet = true;
      }
    }
    const isHeld = side === 'solid' && others.some((triangle) => triangle.some((corner) => isInside(corner, ground)));
    if (isCrossed) counts.crossing++;
    else if (isHeld) counts.inside++;
    else counts.apart++;
    const { told, separation } = meet(pair, poses, [0, 1], larger);
    const about = { seed, kinds: pair.map(({ shape, side: way }) => `${shape.kind} ${way}`), larger };
    const isTold = told.some(({ touching }) => touching);
    if (isTold !== (isMet || isHeld)) expect({ ...about, isTold, isCrossed, isHeld }).toBe('as all pairs tell');
    if (separation <= 0 !== (isCrossed || isHeld)) expect({ ...about, separation, isCrossed, isHeld }).toBe('so far');
    for (const { normal, points, touching } of told) {
      counts.contacts++;
      if (!touching || Math.abs(Math.hypot(...normal) - 1) > 1e-12) expect({ ...about, normal }).toBe('a unit contact');
      for (const [point, gap] of points) {
        const at: Vector = [0, 1, 2].map((axis) => point[axis] - 0.5 * gap * normal[axis]) as unknown as Vector;
        const slack = 1e-6 + 1e-4 * Math.abs(gap);
        const near = ground.filter((triangle) => squaredTo(at, triangle) < slack * slack);
        if (near.length === 0) expect({ ...about, at, normal, gap }).toBe('on the larger surface');
        const isOfFace = near.some((triangle) => Math.abs(dot(normal, normalOf(triangle))) > 1 - 1e-8);
        const rises = near.some((triangle) => {
          if (!(squaredTo(at, triangle) < 1e-16)) return false;
          return triangle.some((corner) => dot(normal, sub(corner, at)) > 1e-5);
        });
        if (!isOfFace && rises && side !== 'solid') expect({ ...about, at, normal }).toBe('a normal of the surface');
        if (!isOfFace) continue;
        // Towards the middle of the other one, or out of the solid.
        const face = near.find((triangle) => Math.abs(dot(normal, normalOf(triangle))) > 1 - 1e-8)!;
        const out = side === 'both' ? dot(normal, sub(middle, at)) : dot(normal, normalOf(face));
        if (!(out > -1e-9)) expect({ ...about, at, normal, out }).toBe('on the right side');
      }
    }
    if (seed % 4 !== 0) continue;
    const turned = meet(pair, poses, [1, 0], larger);
    const numbers = ({ told: list }: typeof turned) =>
      list.map(({ child, normal, points }) => [child, ...normal, ...points.map(([, gap]) => gap)].map(String)).sort();
    if (spans[0] !== spans[1])
      expect(numbers(turned), `seed ${seed}, in another order`).toEqual(numbers(meet(pair, poses, [0, 1], larger)));
  }
  expect(counts.crossing).toBeGreaterThan(0.3 * rounds);
  expect(counts.apart).toBeGreaterThan(0.05 * rounds);
  expect(counts.inside).toBeGreaterThan(0);
  expect(counts.contacts).toBeGreaterThan(rounds);
});

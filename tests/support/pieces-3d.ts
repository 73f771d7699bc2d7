import type { ShapeSpec } from '../../entry/3d.ts';
import { box, capsule, compound, cone, cylinder, halfSpace, heightfield, hull, mesh, sphere } from '../../entry/3d.ts';
import {
  createConeSupport,
  createCylinderSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  penetrationEpa,
  type Support,
} from '../../entry/geometry3d.ts';
import { add, cross, dot, size, times, type Vec } from './distance-functions-3d.ts';
import { pointsOnSphere } from './random-space.ts';
import type { Rng } from './rng.ts';

/*
 * Shapes in space as a slow reference knows them: convex pieces given by points and radii, placed anew for every
 * question, and the separation of any two of these.
 */

export type Quaternion = readonly [number, number, number, number];

/** Where something stands, and how it is turned, by a quaternion of any length. */
export interface Pose {
  readonly position: Vec;
  readonly rotation: Quaternion;
}

/** Half-spaces have a normal instead of points; the others are the hull of points, of a cylinder or a cone. */
export interface Piece {
  readonly kind: 'points' | 'cylinder' | 'cone' | 'half-space';
  /** Of a cylinder the ends of its axis, of a cone the apex and the middle of the base, of a half-space the normal. */
  readonly points: readonly Vec[];
  /** The radius of a cylinder or of a cone's base. */
  readonly girth: number;
  /** The radius around all of it. */
  readonly radius: number;
}

export interface Solid {
  readonly name: string;
  readonly spec: ShapeSpec;
  readonly pieces: readonly Piece[];
}

export function rotate([x, y, z, w]: Quaternion, v: Vec): Vec {
  const square = x * x + y * y + z * z + w * w;
  const axis = [x, y, z];
  const turned = add(cross(axis, v), times(v, w));
  return add(v, times(cross(axis, turned), 2 / square));
}

export function multiply([a, b, c, d]: Quaternion, [x, y, z, w]: Quaternion): Quaternion {
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}

const points = (list: readonly Vec[], radius = 0): Piece => ({ kind: 'points', points: list, girth: 0, radius });
const movePiece = (piece: Piece, position: Vec, rotation: Quaternion): Piece => ({
  ...piece,
  points: piece.points.map((p) =>
    piece.kind === 'half-space' ? rotate(rotation, p) : add(position, rotate(rotation, p)),
  ),
});

function triples(list: ArrayLike<number>): Vec[] {
  return Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]]);
}

/** Makers of random solids, each about as large as `s`. */
export const SOLIDS: Record<string, (rng: Rng, s: number) => Omit<Solid, 'name'>> = {
  sphere(_rng, s) {
    return { spec: sphere(s), pieces: [points([[0, 0, 0]], s)] };
  },
  capsule(_rng, s) {
    const ends = [
      [0, -s, 0],
      [0, s, 0],
    ];
    return { spec: capsule(s / 2, s), pieces: [points(ends, s / 2)] };
  },
  box(rng, s) {
    const [x, y, z] = [s, s * rng.range(0.1, 1), s * rng.range(0.3, 1)];
    const radius = rng.next() < 0.3 ? 0.1 * s : 0;
    const corners = Array.from({ length: 8 }, (_, i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
    return { spec: box(x, y, z, { radius }), pieces: [points(corners, radius)] };
  },
  cylinder(_rng, s) {
    const ends = [
      [0, -s, 0],
      [0, s, 0],
    ];
    return { spec: cylinder(s / 2, s), pieces: [{ kind: 'cylinder', points: ends, girth: s / 2, radius: 0 }] };
  },
  cone(_rng, s) {
    const ends = [
      [0, s, 0],
      [0, -s, 0],
    ];
    return { spec: cone(s / 2, s), pieces: [{ kind: 'cone', points: ends, girth: s / 2, radius: 0 }] };
  },
  hull(rng, s) {
    const corners = pointsOnSphere(rng, 10, s);
    return { spec: hull(corners), pieces: [points(triples(corners))] };
  },
  'half-space'() {
    return { spec: halfSpace(), pieces: [{ kind: 'half-space', points: [[0, 1, 0]], girth: 0, radius: 0 }] };
  },
  compound(rng, s) {
    const [a, b] = [SOLIDS.sphere(rng, 0.4 * s), SOLIDS.box(rng, 0.5 * s)];
    const turn: Quaternion = [0.3, 0.1, -0.2, 0.9];
    const spec = compound([
      { ...a.spec, offsetX: 0.8 * s },
      { ...b.spec, offsetX: -0.7 * s, offsetY: 0.2 * s, offsetQx: 0.3, offsetQy: 0.1, offsetQz: -0.2, offsetQw: 0.9 },
    ]);
    const pieces = [
      movePiece(a.pieces[0], [0.8 * s, 0, 0], [0, 0, 0, 1]),
      movePiece(b.pieces[0], [-0.7 * s, 0.2 * s, 0], turn),
    ];
    return { spec, pieces };
  },
  mesh(rng, s) {
    const corners = pointsOnSphere(rng, 6, s);
    const faces = [0, 2, 4, 0, 4, 3, 0, 3, 5, 0, 5, 2, 1, 4, 2, 1, 3, 4, 1, 5, 3, 1, 2, 5];
    const at = triples(corners);
    const pieces = Array.from({ length: 8 }, (_, i) => points([0, 1, 2].map((k) => at[faces[3 * i + k]])));
    return { spec: mesh(Float64Array.from(corners), Uint32Array.from(faces)), pieces };
  },
  heightfield(rng, s) {
    const heights = Float64Array.from({ length: 9 }, () => s * rng.range(-0.3, 0.3));
    return {
      spec: heightfield(heights, 3, 3, s),
      pieces: fieldTriangles(heights, 3, s).map((corners) => points(corners)),
    };
  },
};

/** The triangles over a grid of heights, two between four points, cut as three.js cuts a PlaneGeometry. */
function fieldTriangles(heights: Float64Array, columns: number, spacing: number): Vec[][] {
  const rows = heights.length / columns;
  const at = (column: number, row: number): Vec => [column * spacing, heights[row * columns + column], row * spacing];
  const triangles: Vec[][] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b] = [at(column, row), at(column, row + 1)];
      const [c, d] = [at(column + 1, row + 1), at(column + 1, row)];
      triangles.push([a, b, d], [b, c, d]);
    }
  }
  return triangles;
}

/** Places a solid. */
export function placeSolid({ pieces }: Solid, { position, rotation }: Pose): Piece[] {
  return pieces.map((piece) => ({
    ...movePiece(piece, position, rotation),
    ...(piece.kind === 'half-space' ? { points: [rotate(rotation, [0, 1, 0]), position] } : {}),
  }));
}

function supportOf({ kind, points: list, girth }: Piece, from: Vec): Support {
  const flat = list.flatMap((p) => [p[0] - from[0], p[1] - from[1], p[2] - from[2]]);
  if (kind === 'cylinder') return createCylinderSupport([...flat, girth]);
  if (kind === 'cone') return createConeSupport([...flat, girth]);
  if (list.length === 1) return createPointSupport(flat);
  return list.length === 2 ? createSegmentSupport(flat) : createPointsSupport(flat, 0, list.length);
}

const deepest = new Float64Array(9);

/** How far two pieces are apart, or minus how deep they are in each other. Two half-spaces never meet. */
export function separationOf(a: Piece, b: Piece): number {
  if (a.kind === 'half-space' && b.kind === 'half-space') return Infinity;
  if (a.kind === 'half-space') return separationOf(b, a);
  if (b.kind === 'half-space') {
    const [normal, position] = b.points;
    const support = supportOf(a, position);
    support(deepest, 0, -normal[0], -normal[1], -normal[2]);
    return dot(normal, [deepest[0], deepest[1], deepest[2]]) - a.radius - b.radius;
  }
  const origin = a.points[0];
  return -penetrationEpa(deepest, 0, supportOf(a, origin), supportOf(b, origin)) - a.radius - b.radius;
}

/** The greatest distance of a piece from a place. */
export function reachOf({ points: list, girth, radius, kind }: Piece, from: Vec): number {
  if (kind === 'half-space') return Infinity;
  return Math.max(...list.map((p) => size(add(p, times(from, -1))))) + girth + radius;
}

import { atan2 } from '../../core/atan2.ts';
import { refuse, requirePositive } from '../../core/errors.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { addSector, addStrip, addTriangle, type Moments } from '../shapes/moments.ts';
import type { CurvedCore, PlacedPiece, SmoothOutline } from '../shapes/placed-piece.ts';
import type { Outline } from '../shapes/seams.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { createQueryShape, placeShape } from './query-shape.ts';

/** The mass properties of a body, in the frame and the units of its shape, as a solver needs them. */
export interface MassProperties {
  /** Area times density. */
  mass: number;
  /** The centroid. */
  x: number;
  y: number;
  /** The moment of inertia about the centroid. */
  inertia: number;
}

/** Steps around a curve. The sum over a smooth outline is exact to rounding up to ratios of the axes of about 300. */
const CURVE_STEPS = 8192;

const ORIGIN = { x: 0, y: 0 };
const direction = new Float64Array(2);
const point = new Float64Array(2);
/** The radius of curvature of the rounded outline. */
const bend = new Float64Array(1);

/**
 * Returns mass, centroid and moment of inertia of a shape of even density (mass per area, default 1), in the shape's
 * own frame: add the offset of a collider; a Transform's scale s makes the mass s² and the inertia s⁴ times as large.
 * Where children of a compound overlap, each of them counts; a chain, a segment, and a map without tiles have no mass.
 * A concave solid counts as a whole; only where its radius is so large that it fills inlets are parts counted more than
 * once. The result is a new object, or `out` filled. Right to 1e-11 of the shape about its origin.
 *
 * Derived here: a rounded piece is its core, a strip along each side, and a sector at each corner.
 *
 * @throws CollisionError `invalid-shape` for a value that no shape maker returned, `invalid-number` for a density that
 * is not finite and above 0, `invalid-state` for `out` that cannot be written to, `out-of-range` for a map of more than
 * 65,536 tiles.
 */
export function massProperties(shape: ShapeSpec, density = 1, out?: MassProperties): MassProperties {
  requirePositive('density', density);
  if (out !== undefined && !Object.isExtensible(out)) {
    refuse('invalid-state', 'out', 'an object that can be written to', out);
  }
  const moments = { area: 0, x: 0, y: 0, second: 0 };
  const placed = createQueryShape();
  placeShape(placed, shape, ORIGIN);
  const outline = shape.shape === 0 ? undefined : shape.shape.seams?.outline;
  if (outline !== undefined) addOutline(moments, outline, shape.radius);
  for (let i = 0; i < placed.count && outline === undefined; i++) {
    const piece = placed.pieces[i];
    const { curve } = piece;
    if (curve?.addMoments !== undefined) curve.addMoments(moments, piece);
    else if (curve?.smooth !== undefined) addCurve(moments, piece, curve, curve.smooth);
    else addPiece(moments, piece);
  }
  const { area, x, y, second } = moments;
  const result = out ?? { mass: 0, x: 0, y: 0, inertia: 0 };
  result.mass = density * area;
  result.x = area > 0 ? x / area : 0;
  result.y = area > 0 ? y / area : 0;
  // The moments of a shape without area are rounding error.
  result.inertia = area > 0 ? density * (second - (result.x * x + result.y * y)) : 0;
  return result;
}

function addPiece(moments: Moments, piece: PlacedPiece): void {
  const { vertices, normals, count, radius } = piece;
  if (count === 1) {
    addSector(moments, vertices[0], vertices[1], radius, 2 * Math.PI, 0, 0);
    return;
  }
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    const ax = vertices[2 * i];
    const ay = vertices[2 * i + 1];
    const bx = vertices[2 * next];
    const by = vertices[2 * next + 1];
    addTriangle(moments, ax, ay, bx, by);
    if (radius === 0) continue;
    const nx = normals[2 * i];
    const ny = normals[2 * i + 1];
    addStrip(moments, ax, ay, bx, by, radius * nx, radius * ny);
    const mx = normals[2 * next];
    const my = normals[2 * next + 1];
    const angle = Math.abs(atan2(nx * my - ny * mx, nx * mx + ny * my));
    addSector(moments, bx, by, radius, angle, my - ny, nx - mx);
  }
}

/**
 * Adds the area inside closed outlines and the border that a radius adds to it: a strip along each side, and a sector
 * at each convex corner. At a concave corner, the part that two strips have in common is subtracted.
 */
function addOutline(moments: Moments, { segments, next }: Outline, radius: number): void {
  for (let part = 0; part < next.length; part++) {
    const a = 4 * part;
    const b = 4 * next[part];
    const x = segments[b];
    const y = segments[b + 1];
    addTriangle(moments, segments[a], segments[a + 1], x, y);
    if (radius === 0) continue;
    const length = lengthOf(segments, a);
    const nextLength = lengthOf(segments, b);
    const nx = (y - segments[a + 1]) / length;
    const ny = (segments[a] - x) / length;
    const mx = (segments[b + 3] - y) / nextLength;
    const my = (x - segments[b + 2]) / nextLength;
    addStrip(moments, segments[a], segments[a + 1], x, y, radius * nx, radius * ny);
    const sine = nx * my - ny * mx;
    const cosine = nx * mx + ny * my;
    if (sine >= 0) {
      addSector(moments, x, y, radius, atan2(sine, cosine), my - ny, nx - mx);
      continue;
    }
    // How far back along both sides the strips overlap; the sides run along (−ny, nx) and (−my, mx).
    const most = Math.min(length, nextLength);
    const back = cosine > -1 ? Math.min(most, (-sine * radius) / (1 + cosine)) : most;
    const [px, py] = [x + radius * nx, y + radius * ny];
    const [qx, qy] = [x + radius * mx, y + radius * my];
    // The corners are given clockwise, so that the area is subtracted.
    addLoop(moments, x, y, px, py, px + back * ny, py - back * nx);
    addLoop(moments, x, y, qx - back * my, qy + back * mx, qx, qy);
  }
}

function lengthOf(segments: Float64Array, at: number): number {
  const x = segments[at + 2] - segments[at];
  const y = segments[at + 3] - segments[at + 1];
  return Math.sqrt(x * x + y * y);
}

/** Adds the triangle a, b, c, counted negative when it is clockwise. */
function addLoop(moments: Moments, ax: number, ay: number, bx: number, by: number, cx: number, cy: number): void {
  addTriangle(moments, ax, ay, bx, by);
  addTriangle(moments, bx, by, cx, cy);
  addTriangle(moments, cx, cy, ax, ay);
}

/**
 * Adds the sums over the outline, by Gauss' theorem: a step of the normal's angle is a piece of arc as long as the
 * curve bends.
 */
function addCurve(moments: Moments, piece: PlacedPiece, curve: CurvedCore, smooth: SmoothOutline): void {
  const step = (2 * Math.PI) / CURVE_STEPS;
  for (let i = 0; i < CURVE_STEPS; i++) {
    cosSin(direction, 0, i * step);
    const nx = direction[0];
    const ny = direction[1];
    curve.writeSupport(point, 0, piece, direction, 0, 1);
    bend[0] = piece.radius;
    smooth.addCurvature(bend, 0, piece, direction, 0);
    const x = point[0] + piece.radius * nx;
    const y = point[1] + piece.radius * ny;
    const flux = (x * nx + y * ny) * bend[0] * step;
    moments.area += flux / 2;
    moments.x += (flux * x) / 3;
    moments.y += (flux * y) / 3;
    moments.second += (flux * (x * x + y * y)) / 4;
  }
}

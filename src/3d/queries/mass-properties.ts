import { refuse, requirePositive } from '../../core/errors.ts';
import { requireSpec } from '../../core/shapes/require-spec.ts';
import { requireSizes } from '../bounds/explain-invalid.ts';
import { CORE_BOX, CORE_CONE, CORE_CYLINDER, CORE_SEGMENT, type ConvexBody } from '../geometry/convex/convex-body.ts';
import {
  addTetrahedron,
  centreMoments,
  loadTriangle,
  MOMENT_XY,
  MOMENT_XZ,
  MOMENT_YZ,
  MOMENTS,
  SECOND_MOMENTS,
  triangleCorners,
} from '../geometry/measure/moments.ts';
import { writeBoxMoments, writeHullMoments, writeRoundMoments } from '../geometry/measure/rounded-moments.ts';
import { writeCorners } from '../geometry/tree/triangle-mesh.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { SHAPE_KIND_NAMES } from '../shapes/shape-kind.ts';
import type { ShapeSpec } from '../shapes/shape-spec.ts';
import { createQueryShape, placeShape } from './query-shape.ts';

/** The mass properties of a body, in the frame and the units of its shape, as a solver needs them. */
export interface MassProperties {
  /** Volume times density. */
  mass: number;
  /** The centroid. */
  x: number;
  y: number;
  z: number;
  /**
   * The inertia tensor about the centroid, along the axes of the shape's frame: the integrals of y² + z², x² + z² and
   * x² + y² times the density, and those of −x y, −x z and −y z. It is symmetric, so that XY is its YX, too.
   */
  inertiaXX: number;
  inertiaYY: number;
  inertiaZZ: number;
  inertiaXY: number;
  inertiaXZ: number;
  inertiaYZ: number;
}

const ORIGIN = { x: 0, y: 0, z: 0 };
/** Volume, centroid, and second moments about the centroid: of a piece, and of all so far. */
const own = new Float64Array(MOMENTS);
const total = new Float64Array(MOMENTS);
/** The second moments of a piece as a matrix, and half turned into the frame of the shape. */
const matrix = new Float64Array(9);
const turned = new Float64Array(9);

/**
 * Returns mass, centroid and inertia tensor of a shape of even density (mass per volume, default 1), in the shape's own
 * frame: add the offset of a collider; a Transform's scale s makes the mass s³ and the inertia s⁵ times as large. Where
 * children of a compound overlap, each of them counts. A mesh must be `solid`, closed, and have its triangles
 * counter-clockwise seen from outside; its radius counts for nothing here. The result is a new object, or `out` filled.
 * Right to 1e-11 of the shape about its middle.
 *
 * Derived here: a rounded hull is its core, a slab on each face, a sector of a cylinder along each edge and of a sphere
 * at each vertex.
 *
 * @throws CollisionError `invalid-shape` for a value that no shape maker returned, and for a shape that encloses no
 * volume or an endless one: a half-space, a field of heights, a mesh that is not solid or that is open or inside out.
 * `invalid-number` for a density that is not finite and above 0, `invalid-state` for `out` that cannot be written to.
 */
export function massProperties(shape: ShapeSpec, density = 1, out?: MassProperties): MassProperties {
  requirePositive('density', density);
  if (out !== undefined && !Object.isExtensible(out)) {
    refuse('invalid-state', 'out', 'an object that can be written to', out);
  }
  requireSpec('query shape', shape, 3);
  const surface = shape.shape === 0 ? undefined : shape.shape?.surface;
  total.fill(0);
  if (surface !== undefined) measureSurface(shape.shape as RegisteredShape);
  else {
    const placed = createQueryShape();
    placeShape(placed, shape, ORIGIN);
    requireSizes(shape.kind, shape, (size) => `query shape ${size}`);
    for (let i = 0; i < placed.count; i++) {
      if (placed.pieces[i].isHalfSpace) refuseEndless(shape.kind);
      addBody(placed.pieces[i].body);
    }
  }
  const result = out ?? {
    mass: 0,
    x: 0,
    y: 0,
    z: 0,
    inertiaXX: 0,
    inertiaYY: 0,
    inertiaZZ: 0,
    inertiaXY: 0,
    inertiaXZ: 0,
    inertiaYZ: 0,
  };
  const [volume, x, y, z, xx, yy, zz] = total;
  result.mass = density * volume;
  result.x = x;
  result.y = y;
  result.z = z;
  result.inertiaXX = density * (yy + zz);
  result.inertiaYY = density * (xx + zz);
  result.inertiaZZ = density * (xx + yy);
  result.inertiaXY = 0 - density * total[MOMENT_XY];
  result.inertiaXZ = 0 - density * total[MOMENT_XZ];
  result.inertiaYZ = 0 - density * total[MOMENT_YZ];
  return result;
}

function refuseEndless(kind: number): never {
  refuse('invalid-shape', 'the shape of massProperties', 'one that encloses a volume', SHAPE_KIND_NAMES[kind]);
}

/** Writes `own` of a body in its own frame, as round bodies stand along y. */
function measureBody({ core, hull, scale, halfX, halfY, halfZ, rounding }: ConvexBody): void {
  if (hull !== undefined) writeHullMoments(own, hull, scale, rounding);
  else if (core.form === CORE_BOX) writeBoxMoments(own, halfX, halfY, halfZ, rounding);
  else if (core.form === CORE_CYLINDER) writeRoundMoments(own, [halfX, -halfY, halfX, halfY], rounding);
  else if (core.form === CORE_CONE) writeRoundMoments(own, [halfX, -halfY, 0, halfY], rounding);
  else if (core.form === CORE_SEGMENT) writeRoundMoments(own, [0, -halfY, 0, halfY], rounding);
  else writeRoundMoments(own, [0, 0], rounding);
}

/** Adds a body, where it stands, to `total`: turned, moved, and by the theorem of parallel axes. */
function addBody(body: ConvexBody): void {
  measureBody(body);
  const { axes } = body;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) matrix[3 * row + column] = own[placeOf(row, column)];
  }
  // Axis k of the body has the coordinates axes[3 k …].
  for (let k = 0; k < 3; k++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let l = 0; l < 3; l++) sum += matrix[3 * k + l] * axes[3 * l + column];
      turned[3 * k + column] = sum;
    }
  }
  const before = total[0];
  const volume = before + own[0];
  const share = volume > 0 ? own[0] / volume : 0;
  const between = [body.x - total[1], body.y - total[2], body.z - total[3]];
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < 3; k++) between[axis] += own[1 + k] * axes[3 * k + axis];
  }
  for (let row = 0; row < 3; row++) {
    for (let column = row; column < 3; column++) {
      let sum = before * share * between[row] * between[column];
      for (let k = 0; k < 3; k++) sum += axes[3 * k + row] * turned[3 * k + column];
      total[placeOf(row, column)] += sum;
    }
  }
  total[0] = volume;
  for (let axis = 0; axis < 3; axis++) total[1 + axis] += share * between[axis];
}

/** Returns the index of the second moment of two axes. */
function placeOf(a: number, b: number): number {
  return a === b ? SECOND_MOMENTS + a : SECOND_MOMENTS + 2 + a + b;
}

/** How far the three ways to sum the volume of a mesh may differ, relative to the volume, where it is closed. */
const CLOSED = 1e-6;

/**
 * Writes `total` of a solid mesh. The area vectors of a closed surface sum up to 0, and the products of place and area
 * vector to the volume times the unit matrix; where they do not, the enclosed volume is not known.
 */
function measureSurface({ surface, record }: RegisteredShape): void {
  const { tree, bounds, solid } = surface!;
  if (tree === undefined) refuseEndless(record.kind);
  if (!solid) refuse('invalid-shape', 'the mesh of massProperties', 'made with solid: true', 'one without');
  const middle = [0, 1, 2].map((axis) => bounds[axis] / 2 + bounds[3 + axis] / 2);
  const corners = new Float64Array(9);
  const areas = [0, 0, 0];
  const flux = new Float64Array(9);
  const t = triangleCorners;
  for (let triangle = 0; triangle < tree.mesh.triangleCount; triangle++) {
    writeCorners(corners, 0, tree.mesh, triangle);
    loadTriangle(corners, 0, 3, 6, middle[0], middle[1], middle[2]);
    addTetrahedron(total);
    for (let axis = 0; axis < 3; axis++) {
      const j = (axis + 1) % 3;
      const k = (axis + 2) % 3;
      const area = ((t[3 + j] - t[j]) * (t[6 + k] - t[k]) - (t[3 + k] - t[k]) * (t[6 + j] - t[j])) / 2;
      areas[axis] += area;
      for (let row = 0; row < 3; row++) flux[3 * row + axis] += ((t[row] + t[3 + row] + t[6 + row]) / 3) * area;
    }
  }
  const volume = total[0];
  const size = Math.max(...[0, 1, 2].map((axis) => bounds[3 + axis] - bounds[axis]));
  const slack = CLOSED * Math.abs(volume);
  const isClosed =
    areas.every((area) => Math.abs(area) * size <= slack) &&
    flux.every((sum, i) => Math.abs(sum - (i % 4 === 0 ? volume : 0)) <= slack);
  if (!isClosed || !(volume > 0)) {
    const found = `one of volume ${volume}${isClosed ? '' : ', and open'}`;
    refuse(
      'invalid-shape',
      'the mesh of massProperties',
      'closed, its triangles counter-clockwise from outside',
      found,
    );
  }
  centreMoments(total, middle[0], middle[1], middle[2]);
}

import { CollisionError, textOf } from '../../core/errors.ts';
import { isCoordinate, requireCoordinate } from '../../core/limits.ts';
import type { NumberArray } from '../../core/number-array.ts';
import { type RoundingOptions, radiusOf } from '../../core/shapes/rounding.ts';
import type { ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { withoutSign } from '../../core/unsigned-zero.ts';
import { BODY_AXES, BODY_HALF_X } from '../geometry/body-pose.ts';
import { writeClosestPointOfHull } from '../geometry/closest/closest-point-convex-hull.ts';
import { buildConvexHull } from '../geometry/convex/build-convex-hull.ts';
import { VERTEX_STRIDE } from '../geometry/convex/convex-hull.ts';
import { FLAT_HULL_MOST, makeFlatHull } from '../geometry/convex/flat-hull.ts';
import { meetHull } from '../geometry/sweep/cast-sphere-hull.ts';
import { addHullRoutines } from '../narrow-phase/hull-routines.ts';
import { setCastAtHull, setClosestOnHull } from '../queries/hull-table.ts';
import { extent } from '../shapes/extent.ts';
import type { ExtentRoutine, ShapeRecord } from '../shapes/registered-shape.ts';
import { SHAPE_HULL } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';

/**
 * Makes the convex hull of points, `x y z` each; `radius` (default 0) is added around it and rounds its edges and
 * corners. Points inside, doubled, collinear and coplanar ones are cleaned; positions of a three.js geometry will do.
 * @throws CollisionError `invalid-number` for a coordinate that is not finite, `invalid-shape` for points without
 *   volume (fewer than four, or all in one plane), or whose hull has more than 32,767 sides of faces.
 */
export function hull(points: NumberArray, options: RoundingOptions = {}): ShapeSpec {
  const radius = radiusOf('hull', options);
  if (typeof points?.length !== 'number' || points.length % VERTEX_STRIDE !== 0) {
    throw new CollisionError(
      'invalid-shape',
      `hull: needs points as an array of x, y and z each, got ${textOf(points)}`,
    );
  }
  const given = new Float64Array(points.length);
  for (let i = 0; i < given.length; i++) {
    const value = points[i];
    if (!isCoordinate(value)) refuseCoordinate(value, i);
    given[i] = withoutSign(value);
  }
  const built = buildConvexHull(given);
  if (built.halfEdgeVertices.length > FLAT_HULL_MOST) {
    throw new CollisionError(
      'invalid-shape',
      `hull: has ${built.halfEdgeVertices.length} sides of faces, but ${FLAT_HULL_MOST} at most can be told apart`,
    );
  }
  return makeSpec(SHAPE_HULL, radius, 0, 0, 0, {
    record: hullRecord,
    hull: built,
    flat: makeFlatHull(built),
    children: undefined,
    surface: undefined,
    given,
  });
}

function refuseCoordinate(value: number, i: number): void {
  requireCoordinate(`coordinate ${i % VERTEX_STRIDE} of point ${Math.floor(i / VERTEX_STRIDE)}`, value);
}

/** Writes the extent of a hull: that of all its vertices, with `BODY_HALF_X` world units for a unit of its frame. */
const writeHullExtent: ExtentRoutine = ({ columns }, handle, poses, at) => {
  const { numbers, vertices, vertexCount } = columns.flats[handle]!;
  const scale = poses[at + BODY_HALF_X];
  const end = vertices + VERTEX_STRIDE * vertexCount;
  for (let axis = 0; axis < 3; axis++) {
    const x = scale * poses[at + BODY_AXES + axis];
    const y = scale * poses[at + BODY_AXES + 3 + axis];
    const z = scale * poses[at + BODY_AXES + 6 + axis];
    let low = Infinity;
    let high = -Infinity;
    for (let i = vertices; i < end; i += VERTEX_STRIDE) {
      const height = x * numbers[i] + y * numbers[i + 1] + z * numbers[i + 2];
      if (height < low) low = height;
      if (height > high) high = height;
    }
    extent[axis] = low;
    extent[3 + axis] = high;
  }
};

const hullRecord: ShapeRecord = {
  kind: SHAPE_HULL,
  isComposite: false,
  pieces: undefined,
  contacts: undefined,
  queries: undefined,
  writeExtent: writeHullExtent,
  enter: enterRegistry,
  addRoutines() {
    addHullRoutines();
    setClosestOnHull(writeClosestPointOfHull);
    setCastAtHull(meetHull);
  },
  inPlace: undefined,
};

/** Convex hulls as plain data: `points`, x, y and z of each that the hull was made of, and `radius`. */
export const hullFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_HULL,
  name: 'hull',
  fields: ['points'],
  describe: ({ shape }) => ({ points: Array.from(requireShape(shape).given as Float64Array) }),
  make: ({ points }) => hull(points),
};

import { buildBvh } from '../../core/bvh/build-bvh.ts';
import { makeBvh } from '../../core/bvh/bvh.ts';
import { CollisionError, refuse, requireFinite, requireKeys } from '../../core/errors.ts';
import { requireCoordinate, requireDistance, requireExtent } from '../../core/limits.ts';
import { requireSpec } from '../../core/shapes/require-spec.ts';
import { describeShape, makeShape, type ShapeFormat } from '../../core/shapes/shape-json.ts';
import { enterRegistry, requireShape } from '../../core/shapes/shape-registry.ts';
import { withoutSign } from '../../core/unsigned-zero.ts';
import { requireSizes } from '../bounds/explain-invalid.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { BOUNDS_STRIDE } from '../collider-set.ts';
import {
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_HALF_Z,
  BODY_RADIUS,
  BODY_STRIDE,
  BODY_X,
  writeBodyAxes,
} from '../geometry/body-pose.ts';
import { addCompoundRoutines } from '../narrow-phase/collide-compound.ts';
import { compoundPieces } from '../narrow-phase/compound-pieces.ts';
import { cores, loadPose } from '../narrow-phase/load-body.ts';
import { QueryBody, writeBodyBounds } from '../queries/query-body.ts';
import type { CompoundChildren } from '../shapes/compound-children.ts';
import { extent } from '../shapes/extent.ts';
import { copyHulls, NO_HULLS } from '../shapes/hull-columns.ts';
import type { ShapeRecord } from '../shapes/registered-shape.ts';
import { isInlineKind, SHAPE_COMPOUND, SHAPE_HALF_SPACE, SHAPE_HULL, SHAPE_KIND_NAMES } from '../shapes/shape-kind.ts';
import { makeSpec, type ShapeSpec } from '../shapes/shape-spec.ts';
import { writeTurnedBox } from '../shapes/turned-box.ts';

/**
 * A convex shape inside a compound, placed in the compound's frame by offsets that are named as those of a Collider: a
 * translation, and a quaternion of any length but 0.
 */
export interface CompoundChild extends ShapeSpec {
  readonly offsetX?: number;
  readonly offsetY?: number;
  readonly offsetZ?: number;
  readonly offsetQx?: number;
  readonly offsetQy?: number;
  readonly offsetQz?: number;
  readonly offsetQw?: number;
}

const SIZES = ['radius', 'halfX', 'halfY', 'halfZ'] as const;
const OFFSETS = ['offsetX', 'offsetY', 'offsetZ', 'offsetQx', 'offsetQy', 'offsetQz', 'offsetQw'] as const;
const CHILD_KEYS = ['kind', ...SIZES, 'shape', ...OFFSETS] as const;

/**
 * Makes one collider of several convex shapes, each with an offset of its own. Contacts and queries name the child by
 * its place in the list; each child collides as a collider of its own would.
 * @throws CollisionError `invalid-shape` for an empty list or a child that is a half-space or a compound itself,
 *   `invalid-number` for a size or an offset that cannot be used.
 */
export function compound(children: readonly CompoundChild[]): ShapeSpec {
  if (!Array.isArray(children)) refuse('invalid-shape', 'the children of a compound', 'a list of shapes', children);
  if (children.length === 0) throw new CollisionError('invalid-shape', 'compound: needs at least 1 child, got 0');
  const given = Array.from(children, readChild);
  return makeSpec(SHAPE_COMPOUND, 0, 0, 0, 0, {
    record: compoundRecord,
    hull: undefined,
    flat: undefined,
    children: buildChildren(given),
    surface: undefined,
    given,
  });
}

/** Returns a copy of a child, with all of its offsets, or throws naming what is wrong with it. */
function readChild(child: CompoundChild, index: number): Required<CompoundChild> {
  const name = `compound child ${index}`;
  requireSpec(name, child, 3);
  requireKeys(name, child, CHILD_KEYS);
  if (!(isInlineKind(child.kind) || child.kind === SHAPE_HULL) || child.kind === SHAPE_HALF_SPACE) {
    const found = SHAPE_KIND_NAMES[child.kind] ?? child.kind;
    refuse('invalid-shape', name, 'a sphere, capsule, box, cylinder, cone or hull', found);
  }
  if (child.kind === SHAPE_HULL) requireShape(child.shape).record.addRoutines();
  if (cores[child.kind] === undefined) {
    refuse('invalid-shape', name, 'of a shape whose maker is imported', SHAPE_KIND_NAMES[child.kind]);
  }
  for (const size of SIZES) requireDistance(`${name} ${size}`, child[size]);
  requireSizes(child.kind, child, (field) => `${name} ${field}`);
  const offsets = OFFSETS.map((offset) => {
    const value = child[offset];
    if (value === undefined) return offset === 'offsetQw' ? 1 : 0;
    const require = offset.startsWith('offsetQ') ? requireFinite : requireCoordinate;
    return withoutSign(require(`${name} ${offset}`, value));
  });
  const [offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw] = offsets;
  const square = offsetQx * offsetQx + offsetQy * offsetQy + offsetQz * offsetQz + offsetQw * offsetQw;
  if (!(1 / square > 0 && 1 / square < Infinity)) {
    const found = `(${offsetQx}, ${offsetQy}, ${offsetQz}, ${offsetQw})`;
    refuse('invalid-number', `${name} rotation`, 'a quaternion of a length above 0', found);
  }
  return { ...child, offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw };
}

const NO_GROWTH = new Float64Array(1);
const ORIGIN = new Float64Array(3);

function buildChildren(given: readonly Required<CompoundChild>[]): CompoundChildren {
  const count = given.length;
  const poses = new Float64Array(BODY_STRIDE * count);
  const kinds = Uint8Array.from(given, ({ kind }) => kind);
  const handles = Uint32Array.from(given, (_, i) => i);
  const columns = copyHulls(NO_HULLS);
  const boxes = new Float64Array(BOUNDS_STRIDE * count);
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const piece = new QueryBody();
  const box = new Float64Array(BOUNDS_STRIDE);
  for (let i = 0; i < count; i++) {
    const child = given[i];
    const at = BODY_STRIDE * i;
    const hull = child.shape === 0 ? undefined : child.shape.hull;
    columns.hulls[i] = hull;
    columns.flats[i] = child.shape === 0 ? undefined : child.shape.flat;
    writeBodyAxes(poses, at, child.offsetQx, child.offsetQy, child.offsetQz, child.offsetQw);
    poses[at + BODY_X] = child.offsetX;
    poses[at + BODY_X + 1] = child.offsetY;
    poses[at + BODY_X + 2] = child.offsetZ;
    // A hull has its scale in place of its half extents.
    poses[at + BODY_HALF_X] = hull === undefined ? child.halfX : 1;
    poses[at + BODY_HALF_Y] = child.halfY;
    poses[at + BODY_HALF_Z] = child.halfZ;
    poses[at + BODY_RADIUS] = child.radius;
    loadPose(piece.body, child.kind, poses, at, hull, ORIGIN);
    writeBodyBounds(box, piece, NO_GROWTH);
    boxes.set(box, BOUNDS_STRIDE * i);
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], box[axis]);
      bounds[3 + axis] = Math.max(bounds[3 + axis], box[3 + axis]);
    }
  }
  requireExtent('compound', bounds);
  const bvh = makeBvh(boxHierarchy);
  buildBvh(bvh, boxes, handles.slice(), count);
  return { count, poses, kinds, handles, registry: { columns }, boxes, bounds, bvh };
}

const compoundRecord: ShapeRecord = {
  kind: SHAPE_COMPOUND,
  isComposite: true,
  pieces: compoundPieces,
  contacts: undefined,
  queries: undefined,
  writeExtent: ({ shapes }, handle, poses, at) => {
    writeTurnedBox(extent, shapes[handle]!.children!.bounds, 0, poses, at);
  },
  enter: enterRegistry,
  addRoutines: addCompoundRoutines,
  inPlace: undefined,
};

/**
 * Compounds as plain data: `children`, each with the fields of its own kind and its offsets, named as those of a
 * Collider. Children need the formats of their kinds.
 */
export const compoundFormat: ShapeFormat<ShapeSpec> = {
  kind: SHAPE_COMPOUND,
  name: 'compound',
  fields: ['children'],
  describe({ shape }, formats) {
    const children = requireShape(shape).given as readonly Required<CompoundChild>[];
    return {
      children: children.map((child) => {
        const offsets = Object.fromEntries(OFFSETS.map((offset) => [offset, child[offset]]));
        return { ...describeShape(child, formats), ...offsets };
      }),
    };
  },
  make({ children }, formats) {
    if (!Array.isArray(children)) refuse('invalid-shape', 'children', 'a list of shapes', children);
    const made = (children as readonly Partial<CompoundChild>[]).map((child, i) => {
      const { offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw, ...shape } = child ?? {};
      const spec = makeShape<ShapeSpec>(shape, formats, `children[${i}]`);
      return { ...spec, offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw } as CompoundChild;
    });
    return compound(made);
  },
};

import { createGjkCache, gjkDistance, gjkLargest, runGjk, writeSeparatingAxis } from './gjk.ts';
import { askSupport, type SupportedShape, type SupportShape } from './support.ts';

// GJK compares squared distances. When the shapes are d apart and rounding is r, triangles that would turn the axis by
// less than about √(r/d) bring them no nearer in numbers, and a plane turned that far cuts off the vertices at the
// other end of a large shape: harmless to the distance, but such a plane separates nothing. Stretching space along the
// axis, x + (k − 1)(m·x)m, makes the gap k times as large and leaves everything else; the axis n' found there belongs
// to the plane with the normal n' + (k − 1)(m·n')m before stretching.

/** The stretched gap, relative to the largest coordinate. */
const STRETCHED_GAP = 1 / 64;

let shapeA: SupportShape | undefined;
let shapeB: SupportShape | undefined;
/** The axis along which space is stretched, and k − 1. */
const stretch = new Float64Array(4);
const MORE = 3;
/** The direction along which a stretched shape is asked. */
const asked = new Float64Array(3);

/** Writes how far a vector leads along the axis, times k − 1. */
function writeTurn(vector: Float64Array, at: number): void {
  turn[0] = stretch[MORE] * (stretch[0] * vector[at] + stretch[1] * vector[at + 1] + stretch[2] * vector[at + 2]);
}
const turn = new Float64Array(1);

function askStretched(shape: SupportShape, out: Float64Array, o: number, direction: Float64Array): number {
  writeTurn(direction, 0);
  for (let axis = 0; axis < 3; axis++) asked[axis] = direction[axis] + turn[0] * stretch[axis];
  const feature = askSupport(shape, out, o, asked);
  writeTurn(out, o);
  for (let axis = 0; axis < 3; axis++) out[o + axis] += turn[0] * stretch[axis];
  return feature;
}

const stretchedA: SupportedShape = {
  writeSupport: (out, outOffset, direction) => askStretched(shapeA!, out, outOffset, direction),
};
const stretchedB: SupportedShape = {
  writeSupport: (out, outOffset, direction) => askStretched(shapeB!, out, outOffset, direction),
};

const cache = createGjkCache();

/**
 * Replaces a unit axis (3) that GJK found across a gap, in its last run, by one that is precise enough to separate the
 * shapes, even where the gap is far smaller than they are. Leaves the axis alone when it finds none. The simplex of the
 * last run is lost.
 */
export function sharpenAxis(axis: Float64Array, a: SupportShape, b: SupportShape): void {
  for (let i = 0; i < 3; i++) stretch[i] = axis[i];
  stretch[MORE] = Math.max(0, (STRETCHED_GAP * gjkLargest()) / gjkDistance() - 1);
  shapeA = a;
  shapeB = b;
  cache.count = 0;
  runGjk(stretchedA, stretchedB, cache);
  shapeA = undefined;
  shapeB = undefined;
  if (!(gjkDistance() > 0)) return;
  writeSeparatingAxis(axis, 0);
  writeTurn(axis, 0);
  let square = 0;
  for (let i = 0; i < 3; i++) {
    axis[i] += turn[0] * stretch[i];
    square += axis[i] * axis[i];
  }
  const scale = 1 / Math.sqrt(square);
  for (let i = 0; i < 3; i++) axis[i] *= scale;
}

import { writeVector } from '../vector.ts';
import { createGjkCache, gjkLargest, runGjkSupport, writeSeparatingAxis } from './gjk.ts';
import type { Support } from './support.ts';

// GJK compares squared distances. When the shapes are d apart and rounding is r, triangles that would turn the axis by
// less than about √(r/d) bring them no nearer in numbers, and a plane turned that far cuts off what lies at the other
// end of a large shape: harmless to the distance, but such a plane separates nothing. Stretching space along the axis,
// x + (k − 1)(m·x)m, makes the gap k times as large and leaves everything else; the axis n' found there belongs to the
// plane with the normal n' + (k − 1)(m·n')m before stretching.

/** The stretched gap, relative to the largest coordinate. */
const STRETCHED_GAP = 1 / 64;

let shapeA: Support | undefined;
let shapeB: Support | undefined;
/** The axis along which space is stretched, and k − 1. */
let mx = 0;
let my = 0;
let mz = 0;
let more = 0;

function stretched(shape: Support, out: Float64Array, o: number, dx: number, dy: number, dz: number): number {
  const turn = more * (mx * dx + my * dy + mz * dz);
  const feature = shape(out, o, dx + turn * mx, dy + turn * my, dz + turn * mz);
  const lift = more * (mx * out[o] + my * out[o + 1] + mz * out[o + 2]);
  out[o] += lift * mx;
  out[o + 1] += lift * my;
  out[o + 2] += lift * mz;
  return feature;
}

const stretchedA: Support = (out, outOffset, dx, dy, dz) => stretched(shapeA!, out, outOffset, dx, dy, dz);
const stretchedB: Support = (out, outOffset, dx, dy, dz) => stretched(shapeB!, out, outOffset, dx, dy, dz);

const cache = createGjkCache();

/**
 * Replaces a unit axis (3) that GJK found across a gap of `distance`, in its last run, by one that is precise enough to
 * separate the shapes, even where the gap is far smaller than they are. Leaves the axis alone when it finds none. The
 * simplex of the last run is lost.
 */
export function sharpenAxis(axis: Float64Array, a: Support, b: Support, distance: number): void {
  mx = axis[0];
  my = axis[1];
  mz = axis[2];
  more = Math.max(0, (STRETCHED_GAP * gjkLargest()) / distance - 1);
  shapeA = a;
  shapeB = b;
  cache.count = 0;
  const gap = runGjkSupport(stretchedA, stretchedB, cache);
  shapeA = undefined;
  shapeB = undefined;
  if (!(gap > 0)) return;
  writeSeparatingAxis(axis, 0);
  const turn = more * (mx * axis[0] + my * axis[1] + mz * axis[2]);
  const x = axis[0] + turn * mx;
  const y = axis[1] + turn * my;
  const z = axis[2] + turn * mz;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  writeVector(axis, 0, x * scale, y * scale, z * scale);
}

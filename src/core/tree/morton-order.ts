import { BOX_STRIDE } from './topology.ts';

const BITS_PER_AXIS = 10;
const CELLS_PER_AXIS = 1 << BITS_PER_AXIS;

/**
 * Returns the numbers of the boxes (min, max; 6 numbers each) in the order in which their centres lie along a Morton
 * curve over the box of all centres; equal codes keep their order.
 */
export function sortByMortonCode(boxes: Float64Array): Uint32Array {
  const count = boxes.length / BOX_STRIDE;
  const codes = new Uint32Array(count);
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < count; i++) {
      const centre = boxes[i * BOX_STRIDE + axis] * 0.5 + boxes[i * BOX_STRIDE + 3 + axis] * 0.5;
      if (centre < low) low = centre;
      if (centre > high) high = centre;
    }
    if (!(high > low)) continue;
    const scale = CELLS_PER_AXIS / (high - low);
    for (let i = 0; i < count; i++) {
      const centre = boxes[i * BOX_STRIDE + axis] * 0.5 + boxes[i * BOX_STRIDE + 3 + axis] * 0.5;
      const cell = Math.min(Math.floor((centre - low) * scale), CELLS_PER_AXIS - 1);
      codes[i] = codes[i] | (spreadBits(cell) << axis);
    }
  }
  return radixOrder(codes);
}

/** Puts two zero bits between each of the ten bits of `cell`. */
function spreadBits(cell: number): number {
  let bits = cell & 0x3ff;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  bits = (bits | (bits << 2)) & 0x09249249;
  return bits;
}

const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;

/** Returns the places of `codes` in ascending order of code: three stable counting passes of ten bits. */
function radixOrder(codes: Uint32Array): Uint32Array {
  let from = new Uint32Array(codes.length);
  let to = new Uint32Array(codes.length);
  for (let i = 0; i < codes.length; i++) from[i] = i;
  const starts = new Uint32Array(DIGITS + 1);
  for (let shift = 0; shift < 3 * BITS_PER_AXIS; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < codes.length; i++) starts[((codes[i] >>> shift) & (DIGITS - 1)) + 1]++;
    for (let digit = 0; digit < DIGITS; digit++) starts[digit + 1] += starts[digit];
    for (let i = 0; i < from.length; i++) {
      const digit = (codes[from[i]] >>> shift) & (DIGITS - 1);
      to[starts[digit]++] = from[i];
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

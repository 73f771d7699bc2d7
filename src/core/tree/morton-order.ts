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
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order.sort((a, b) => codes[a] - codes[b] || a - b);
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

import { detail, type LineList, lineStride, pen, reserveLines } from './line-list.ts';

/** Width and height of a digit, and the distance from one digit to the next, in pixels. */
const WIDTH = 4;
const HEIGHT = 7;
const ADVANCE = 6.5;
const MOST_DIGITS = 16;

/** Strokes x0, y0, x1, y1 of the seven segments of a digit: top, then clockwise, the middle last. */
const SEGMENTS = new Float64Array([
  0, 0, 1, 0, 1, 0, 1, 0.5, 1, 0.5, 1, 1, 0, 1, 1, 1, 0, 0.5, 0, 1, 0, 0, 0, 0.5, 0, 0.5, 1, 0.5,
]);
/** Which segments a digit has, lowest bit first. */
const DIGITS = [
  0b0111111, 0b0000110, 0b1011011, 0b1001111, 0b1100110, 0b1101101, 0b1111101, 0b0000111, 0b1111111, 0b1101111,
];

const digits = new Uint8Array(MOST_DIGITS);

/**
 * Appends a whole number ≥ 0 in strokes of constant size on the screen, centred at `centre[at]`; in space it stands
 * upright across the z axis.
 */
export function drawNumber(lines: LineList, value: number, centre: Float64Array, at: number): void {
  let count = 0;
  let rest = Math.floor(value);
  do {
    const tens = Math.floor(rest / 10);
    digits[count++] = rest - 10 * tens;
    rest = tens;
  } while (rest > 0 && count < MOST_DIGITS);
  reserveLines(lines, 7 * count);
  const { floats, words, axes } = lines;
  const stride = lineStride(axes);
  const colour = pen[0];
  const pixel = detail[0];
  const height = HEIGHT * pixel * detail[1];
  const top = centre[at + 1] - 0.5 * height;
  let left = centre[at] - 0.5 * ((count - 1) * ADVANCE + WIDTH) * pixel;
  let to = lines.count * stride;
  while (count > 0) {
    const mask = DIGITS[digits[--count]];
    for (let segment = 0; segment < 7; segment++) {
      if ((mask & (1 << segment)) === 0) continue;
      floats[to] = left + WIDTH * pixel * SEGMENTS[4 * segment];
      floats[to + 1] = top + height * SEGMENTS[4 * segment + 1];
      floats[to + axes] = left + WIDTH * pixel * SEGMENTS[4 * segment + 2];
      floats[to + axes + 1] = top + height * SEGMENTS[4 * segment + 3];
      for (let axis = 2; axis < axes; axis++) floats[to + axis] = floats[to + axes + axis] = centre[at + axis];
      words[to + stride - 1] = colour;
      to += stride;
    }
    left += ADVANCE * pixel;
  }
  lines.count = to / stride;
}

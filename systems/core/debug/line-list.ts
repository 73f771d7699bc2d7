/**
 * Lines as a renderer takes them: one block of memory, seen as f32 and as words. Only the first `count` lines are
 * valid. A line is both its ends as f32, coordinate by coordinate, then its colour, which is a word.
 */
export interface LineList {
  count: number;
  /** How many coordinates a point has: 2 in the plane, 3 in space. */
  readonly axes: number;
  floats: Float32Array;
  /** A view of the memory of `floats`. A colour is red, green, blue and opacity in the order of its bytes. */
  words: Uint32Array;
}

/**
 * The colour that lines are drawn in. It is in an array because V8 would put many colours on the heap: they are too
 * large for a small integer.
 */
export const pen = new Uint32Array(1);

/**
 * How fine to draw: world units of a pixel, and 1 where y points down on the screen, −1 where it points up. In an
 * array, because fractions given to functions may be put on the heap. Written by `updateDebugLines`.
 */
export const detail = new Float64Array([1, 1]);

/** The path being traced: points, coordinate by coordinate. Boxes and short lines are written to it directly. */
export const path = { points: new Float64Array(256) };

/** Returns how many numbers describe a line between two points of so many coordinates; the last is its colour. */
export function lineStride(axes: number): number {
  return 2 * axes + 1;
}

export function createLineList(axes: number, capacity: number): LineList {
  const floats = new Float32Array(capacity * lineStride(axes));
  return { count: 0, axes, floats, words: new Uint32Array(floats.buffer) };
}

/** Makes room for `more` lines after those there are; allocates only when the list is too short. */
export function reserveLines(lines: LineList, more: number): void {
  const stride = lineStride(lines.axes);
  const needed = (lines.count + more) * stride;
  if (needed <= lines.floats.length) return;
  const floats = new Float32Array(Math.max(needed, 2 * lines.floats.length));
  floats.set(lines.floats.subarray(0, lines.count * stride));
  lines.floats = floats;
  lines.words = new Uint32Array(floats.buffer);
}

/** Appends the lines between successive points; a closed path also returns to its first point. */
export function addPath(lines: LineList, points: Float64Array, count: number, closed: boolean): void {
  if (count < 2) return;
  reserveLines(lines, count);
  const { floats, words, axes } = lines;
  const colour = pen[0];
  const end = axes * (count - 1);
  let to = lines.count * lineStride(axes);
  for (let i = 0; i < end; i += axes) {
    for (let k = 0; k < 2 * axes; k++) floats[to++] = points[i + k];
    words[to++] = colour;
  }
  if (closed) {
    for (let k = 0; k < axes; k++) floats[to++] = points[end + k];
    for (let k = 0; k < axes; k++) floats[to++] = points[k];
    words[to++] = colour;
  }
  lines.count = to / lineStride(axes);
}

/** Turns 0xRRGGBB and an opacity from 0 to 1 into a line's colour. */
export function packColour(rgb: number, alpha = 1): number {
  const opacity = Math.round(255 * Math.min(1, Math.max(0, alpha)));
  return (((rgb >>> 16) & 0xff) | (rgb & 0xff00) | ((rgb & 0xff) << 16) | (opacity << 24)) >>> 0;
}

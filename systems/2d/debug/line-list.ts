/** Numbers of a line in `floats` and `words`: x0, y0, x1, y1 as f32, then its colour, which is a word. */
export const LINE_STRIDE = 5;
/** Where in a line its colour is. */
export const LINE_COLOUR = 4;
export const LINE_BYTES = LINE_STRIDE * 4;

/**
 * Lines as a renderer takes them: one block of memory, seen as f32 and as words. Only the first `count` lines are
 * meant.
 */
export interface LineList {
  count: number;
  floats: Float32Array;
  /** The same memory as `floats`. A colour is red, green, blue and opacity in the order of its bytes. */
  words: Uint32Array;
}

/**
 * The colour that lines are drawn in. In an array: many colours are too large for a number that travels without the
 * heap.
 */
export const pen = new Uint32Array(1);

export function createLineList(capacity: number): LineList {
  const floats = new Float32Array(capacity * LINE_STRIDE);
  return { count: 0, floats, words: new Uint32Array(floats.buffer) };
}

/** Makes room for `more` lines after those there are; allocates only when the list is too short. */
export function reserveLines(lines: LineList, more: number): void {
  const needed = (lines.count + more) * LINE_STRIDE;
  if (needed <= lines.floats.length) return;
  const floats = new Float32Array(Math.max(needed, 2 * lines.floats.length));
  floats.set(lines.floats.subarray(0, lines.count * LINE_STRIDE));
  lines.floats = floats;
  lines.words = new Uint32Array(floats.buffer);
}

/** Appends the lines between successive points x, y; a closed path also returns to its first point. */
export function addPath(lines: LineList, points: Float64Array, count: number, closed: boolean): void {
  if (count < 2) return;
  reserveLines(lines, count);
  const { floats, words } = lines;
  const colour = pen[0];
  const end = 2 * count - 2;
  let to = lines.count * LINE_STRIDE;
  for (let i = 0; i < end; i += 2) {
    floats[to] = points[i];
    floats[to + 1] = points[i + 1];
    floats[to + 2] = points[i + 2];
    floats[to + 3] = points[i + 3];
    words[to + LINE_COLOUR] = colour;
    to += LINE_STRIDE;
  }
  if (closed) {
    floats[to] = points[end];
    floats[to + 1] = points[end + 1];
    floats[to + 2] = points[0];
    floats[to + 3] = points[1];
    words[to + LINE_COLOUR] = colour;
    to += LINE_STRIDE;
  }
  lines.count = to / LINE_STRIDE;
}

/** Turns 0xRRGGBB and an opacity from 0 to 1 into a line's colour. */
export function packColour(rgb: number, alpha = 1): number {
  const opacity = Math.round(255 * Math.min(1, Math.max(0, alpha)));
  return (((rgb >>> 16) & 0xff) | (rgb & 0xff00) | ((rgb & 0xff) << 16) | (opacity << 24)) >>> 0;
}

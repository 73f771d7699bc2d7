/** How many numbers a line in `floats` and `words` has: x0, y0, x1, y1 as f32, then its colour, which is a word. */
export const LINE_STRIDE = 5;
/** The index of the colour among the numbers of a line. */
export const LINE_COLOUR = 4;
export const LINE_BYTES = LINE_STRIDE * 4;

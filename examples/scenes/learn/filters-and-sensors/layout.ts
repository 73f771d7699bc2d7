/** Pixels. */
const MARGIN = 12;
/** What the panels of the gallery take at the top: the settings on the right, the numbers on the left. */
const SETTINGS = { narrow: 50, wide: 118 };
const NUMBERS = { width: 132, height: 200 };
const GRID = { width: 440, height: 264 };
const WORDS = 84;

/** Where everything goes: beside each other where the screen is wide, else below each other. */
export function layOut(width: number, height: number) {
  return width > height ? wide(width, height) : narrow(width, height);
}

function wide(width: number, height: number) {
  const left = Math.min(GRID.width, width / 2 - MARGIN);
  const size = Math.max(1, Math.min(height - SETTINGS.wide - MARGIN, width - left - 3 * MARGIN));
  const right = left + 2 * MARGIN;
  const square = { x: right + (width - right - MARGIN - size) / 2, y: height - MARGIN - size, size };
  const below = height - NUMBERS.height;
  const gridHeight = Math.max(1, Math.min(GRID.height, below - WORDS - 2 * MARGIN));
  const y = NUMBERS.height + (below - gridHeight - WORDS - MARGIN) / 2;
  const grid = { x: MARGIN, y, width: left, height: gridHeight };
  return { square, grid, words: { x: MARGIN, y: y + gridHeight + MARGIN, width: left } };
}

function narrow(width: number, height: number) {
  const words = { x: MARGIN, y: height - WORDS, width: width - 2 * MARGIN };
  const top = SETTINGS.narrow;
  const size = Math.max(1, Math.min(width - NUMBERS.width - 2 * MARGIN, (words.y - top) * 0.6));
  const gridHeight = Math.max(1, Math.min(GRID.height, words.y - top - size - 2 * MARGIN));
  const grid = { x: MARGIN, y: words.y - MARGIN - gridHeight, width: words.width, height: gridHeight };
  return { square: { x: width - MARGIN - size, y: top, size }, grid, words };
}

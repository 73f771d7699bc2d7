/** Pixels. */
const MARGIN = 12;
/** What the panels of the gallery take at the top: on wide screens the settings, on narrow ones the numbers at the left. */
const SETTINGS = 118;
const NUMBERS = { width: 132, height: 190 };
const GRID = { width: 440, height: 210 };
const WORDS = 86;

/** Where everything goes: beside each other where the screen is wide, else below each other. */
export function layOut(width: number, height: number) {
  return width > height ? wide(width, height) : narrow(width, height);
}

function wide(width: number, height: number) {
  const left = Math.min(GRID.width, width / 2 - MARGIN);
  const size = Math.max(1, Math.min(height - SETTINGS - MARGIN, width - left - 3 * MARGIN));
  const right = left + 2 * MARGIN;
  const square = { x: right + (width - right - MARGIN - size) / 2, y: height - MARGIN - size, size };
  const grid = { x: MARGIN, y: height - MARGIN - WORDS - GRID.height - MARGIN, width: left, height: GRID.height };
  return { square, grid, words: { x: MARGIN, y: height - MARGIN - WORDS, width: left } };
}

function narrow(width: number, height: number) {
  const words = { x: MARGIN, y: height - WORDS, width: width - 2 * MARGIN };
  const gridHeight = Math.min(GRID.height, height * 0.28);
  const grid = { x: MARGIN, y: words.y - MARGIN - gridHeight, width: words.width, height: gridHeight };
  const top = 50;
  const size = Math.max(1, Math.min(width - NUMBERS.width - 2 * MARGIN, grid.y - top - MARGIN));
  return { square: { x: width - MARGIN - size, y: top, size }, grid, words };
}

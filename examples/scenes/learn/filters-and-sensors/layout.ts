/** Pixels. */
const MARGIN = 12;
const GRID = { width: 440, wide: 264, narrow: 204 };
const WORDS = { wide: 84, narrow: 118 };

/** Returns where everything is drawn: side by side on a wide screen, one below the other on a narrow one. */
export function layOut(width: number, height: number) {
  return width > height ? wide(width, height) : narrow(width, height);
}

function wide(width: number, height: number) {
  const left = Math.min(GRID.width, 0.55 * width);
  const size = Math.max(1, Math.min(height - 2 * MARGIN, width - left - 3 * MARGIN));
  const right = left + 2 * MARGIN;
  const square = { x: right + (width - right - MARGIN - size) / 2, y: (height - size) / 2, size };
  const gridHeight = Math.max(1, Math.min(GRID.wide, height - WORDS.wide - 3 * MARGIN));
  const y = (height - gridHeight - WORDS.wide - MARGIN) / 2;
  const grid = { x: MARGIN, y, width: left, height: gridHeight };
  return { square, grid, words: { x: MARGIN, y: y + gridHeight + MARGIN, width: left } };
}

function narrow(width: number, height: number) {
  const words = { x: MARGIN, y: height - WORDS.narrow, width: width - 2 * MARGIN };
  const gridHeight = Math.min(GRID.narrow, height / 3);
  const grid = { x: MARGIN, y: words.y - MARGIN - gridHeight, width: words.width, height: gridHeight };
  const size = Math.max(1, Math.min(words.width, grid.y - 2 * MARGIN));
  return { square: { x: (width - size) / 2, y: MARGIN, size }, grid, words };
}

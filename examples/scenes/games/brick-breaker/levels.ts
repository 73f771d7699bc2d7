/** Ten bricks a row: how many hits each takes, X for steel, a dot for none. Rows are parted by blanks. */
const DRAWN = [
  '.......... .22222222. 1111111111 1111111111',
  '..11..11.. .12211221. .12333321. ..122221.. ...1221... ....11....',
  '2.1.11.1.2 2.1.11.1.2 2.1.33.1.2 2.1.11.1.2 .......... .X......X.',
  '.333..333. 3111..1113 1111111111 .22.XX.22. 1111111111 .......... 2.X....X.2',
].map((level) => level.split(' '));

/**
 * The number of the last level: the game is won when it is cleared. Levels with odd numbers are drawn by hand, the
 * others are generated from the seed.
 */
export const LAST_LEVEL = 8;

const COLUMNS = 10;

/** Returns the rows of a level, from 1. */
export function levelOf(number: number, roll: () => number): readonly string[] {
  return number % 2 === 1 ? DRAWN[(number - 1) / 2] : generateLevel(number, roll);
}

/** Returns rows whose right half mirrors the left. Later levels have more rows and harder bricks. */
function generateLevel(number: number, roll: () => number): readonly string[] {
  const rows: string[] = [];
  const count = 4 + Math.floor(number / 2);
  for (let row = 0; row < count; row++) {
    let half = '';
    for (let column = 0; column < COLUMNS / 2; column++)
      half += generateBrick(number, rows.at(-1)?.[column], half.at(-1), roll);
    rows.push(half + [...half].reverse().join(''));
  }
  return rows;
}

/** Steel stands alone, and never in the middle, so that every brick can be reached. */
function generateBrick(
  number: number,
  above: string | undefined,
  left: string | undefined,
  roll: () => number,
): string {
  const chance = roll();
  const isAlone = above !== 'X' && left !== undefined && left !== 'X' && left !== '.';
  if (chance < 0.06 && isAlone) return 'X';
  if (chance < 0.28) return '.';
  const hard = 0.08 * number;
  return roll() < hard ? (roll() < hard ? '3' : '2') : '1';
}

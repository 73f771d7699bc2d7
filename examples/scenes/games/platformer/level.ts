/**
 * The level, from left to right in pieces that all stand on its bottom line. A character is a cell:
 *
 * `#` solid, `/` and `\` slopes, `-` one-way, `^` spikes, `o` a coin, `S` the start, `G` the goal, `E` somebody who
 * walks to and fro, `C` a flag to begin from again, `M` and `V` the middles of platforms that move along and up.
 */
const PIECES = [
  `
...........o....
................
.S.......---....
################
################`,
  `
.......o..o.......
..................
......./##\\.......
....../####\\......
##################
##################`,
  `
.....o....o......
.................
.................
..C...M..........
####..........###
####..........###
####..........###`,
  `
.....o...o....
..............
.....##.##....
...####.####..
.######^######
##############
##############`,
  `
..............o.o.o...
......................
..............########
..............########
...........V..########
..............########
..C...........########
######################
######################`,
  `
..o.........
............
\\...........
#\\..o.......
##\\.........
###\\..E.....
####\\.......
############
############`,
  `
......o...o.......
..................
..................
....----..----....
..................
#####^^^^^^^^#####
##################`,
  `
.....................
..C..o....o....o.....
.......E.....E.....G.
#####################
#####################`,
];

export const TILE = { '#': 1, '/': 2, '\\': 3, '-': 4 } as const;
export const TILE_SHAPES = { 1: 'full', 2: 'slope-right', 3: 'slope-left', 4: 'one-way' } as const;

/** Something that is no tile; x and y are the middle of its cell. */
export interface Thing {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
}

export interface Level {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
  readonly things: readonly Thing[];
}

export function readLevel(): Level {
  const pieces = PIECES.map((piece) => piece.trim().split('\n'));
  const rows = Math.max(...pieces.map((lines) => lines.length)) + 4;
  const columns = pieces.reduce((sum, lines) => sum + lines[0].length, 0);
  const cells = new Uint8Array(columns * rows);
  const things: Thing[] = [];
  let left = 0;
  for (const lines of pieces) {
    const top = rows - lines.length;
    lines.forEach((line, i) => {
      for (let k = 0; k < line.length; k++) {
        const kind = line[k];
        const tile = TILE[kind as keyof typeof TILE];
        if (tile !== undefined) cells[(top + i) * columns + left + k] = tile;
        else if (kind !== '.') things.push({ kind, x: left + k + 0.5, y: top + i + 0.5 });
      }
    });
    left += lines[0].length;
  }
  return { columns, rows, cells, things };
}

import { Graphics } from 'pixi.js';
import { palette } from '../../../shell/palette.ts';
import type { Level, Thing } from './level.ts';

/** How far the ground goes on below the level, for screens that are high. */
const BELOW = 30;

/** How thick the ground's upper side is drawn. */
const TURF = 0.14;

/** The tiles as they are drawn in the map's collision editor, with turf where one can stand. */
export function drawTiles(level: Level): Graphics {
  const { columns, rows, cells, pictures } = level;
  const { faint, ink, kinds } = palette();
  const picture = new Graphics();
  for (let cell = 0; cell < cells.length; cell++) {
    const tile = pictures.get(cells[cell]);
    if (tile === undefined || tile.isOneWay) continue;
    const x = cell % columns;
    const y = (cell - x) / columns;
    // A little larger, so that no background shines through between neighbours.
    picture.poly(tile.points.map((value, i) => (i % 2 === 0 ? x + grown(value) : y + grown(value))));
  }
  picture.rect(0, rows - 0.01, columns, BELOW).fill(faint);
  for (let cell = 0; cell < cells.length; cell++) {
    const tile = pictures.get(cells[cell]);
    const x = cell % columns;
    const y = (cell - x) / columns;
    if (tile !== undefined && !tile.isOneWay) addTurf(picture, level, tile.points, x, y);
  }
  picture.fill(kinds[3]);
  for (let cell = 0; cell < cells.length; cell++) {
    if (pictures.get(cells[cell])?.isOneWay !== true) continue;
    const x = cell % columns;
    picture.rect(x, (cell - x) / columns, 1, 0.2);
  }
  return picture.fill(ink);
}

function grown(value: number): number {
  return value + (value === 0 ? -0.01 : value === 1 ? 0.01 : 0);
}

/** Adds a strip below each side of a tile that faces up, unless a tile lies on it. */
function addTurf(
  picture: Graphics,
  { cells, columns, pictures }: Level,
  points: readonly number[],
  x: number,
  y: number,
): void {
  const above = y > 0 ? pictures.get(cells[(y - 1) * columns + x]) : undefined;
  const isCovered = above !== undefined && !above.isOneWay;
  for (let i = 0; i < points.length; i += 2) {
    const k = (i + 2) % points.length;
    const [ax, ay, bx, by] = [points[i], points[i + 1], points[k], points[k + 1]];
    // Along the outline, which runs clockwise on the screen, what faces up leads to the right.
    if (bx <= ax || (isCovered && ay === 0 && by === 0)) continue;
    picture.poly([x + ax, y + ay, x + bx, y + by, x + bx, y + by + TURF, x + ax, y + ay + TURF]);
  }
}

export function drawSpikes({ x, y }: Thing): Graphics {
  const picture = new Graphics();
  for (let i = -1; i <= 1; i++) {
    const middle = x + i * 0.3;
    picture.poly([middle - 0.14, y + 0.25, middle, y - 0.25, middle + 0.14, y + 0.25]);
  }
  return picture.fill(palette().contact);
}

export function drawFlag({ kind, x, y }: Thing): Graphics {
  const { ink, kinds } = palette();
  const height = kind === 'goal' ? 2.6 : 1.4;
  const top = y + 1 - height;
  const picture = new Graphics().rect(x - 0.05, top, 0.1, height).fill(ink);
  return picture
    .poly([x + 0.05, top, x + 0.9, top + 0.3, x + 0.05, top + 0.6])
    .fill(kind === 'goal' ? kinds[3] : kinds[0]);
}

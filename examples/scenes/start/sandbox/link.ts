import { type Item, SHAPE_NAMES } from './things.ts';

/*
 * The world as text for an address. Numbers are two letters of 6 bits each. A body is a letter for its shape, then x, y
 * and its rotation; a chain is a dash, how many points it has, and these.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._';
const BASE = LETTERS.length;
const STEPS = BASE * BASE;
const CHAIN = '-';
/** Coordinates lie between these. */
const LEAST = -16;
const MOST = 16;
const TURN = 2 * Math.PI;

/** The most that is read of an address. */
export const MOST_ITEMS = 300;
export const MOST_POINTS = 400;

export function writeItems(items: readonly Item[]): string {
  return items
    .map((item) => {
      if ('points' in item) return `${CHAIN}${letters(item.points.length / 2)}${item.points.map(place).join('')}`;
      const turns = item.rotation / TURN - Math.floor(item.rotation / TURN);
      return `${LETTERS[SHAPE_NAMES.indexOf(item.shape)]}${place(item.x)}${place(item.y)}${letters(Math.round(turns * STEPS) % STEPS)}`;
    })
    .join('');
}

/** Reads as much of a link as makes sense: a mistyped address gives the things before the mistake. */
export function readItems(text: string): Item[] {
  const items: Item[] = [];
  let at = 0;
  const number = () => {
    const value = LETTERS.indexOf(text[at] ?? ' ') * BASE + LETTERS.indexOf(text[at + 1] ?? ' ');
    const isNumber = LETTERS.includes(text[at] ?? ' ') && LETTERS.includes(text[at + 1] ?? ' ');
    at += 2;
    return isNumber ? value : NaN;
  };
  const coordinate = () => LEAST + (number() / STEPS) * (MOST - LEAST);
  while (at < text.length && items.length < MOST_ITEMS) {
    const kind = text[at++];
    if (kind === CHAIN) {
      const count = number();
      if (!(count >= 2 && count <= MOST_POINTS)) break;
      const points = Array.from({ length: 2 * count }, coordinate);
      if (points.some(Number.isNaN)) break;
      items.push({ points });
    } else {
      const shape = SHAPE_NAMES[LETTERS.indexOf(kind)];
      const [x, y, rotation] = [coordinate(), coordinate(), (number() / STEPS) * TURN];
      if (shape === undefined || Number.isNaN(x + y + rotation)) break;
      items.push({ shape, x, y, rotation });
    }
  }
  return items;
}

function place(value: number): string {
  const share = (value - LEAST) / (MOST - LEAST);
  return letters(Math.max(0, Math.min(STEPS - 1, Math.round(share * STEPS))));
}

function letters(value: number): string {
  return `${LETTERS[Math.floor(value / BASE)]}${LETTERS[value % BASE]}`;
}

import { box, chain, compound, type ShapeSpec, tiles } from '../../entry/2d.ts';

export type Part = readonly [shape: ShapeSpec, x: number, y: number];

export interface Floor {
  readonly parts: readonly Part[];
  readonly isSeamless?: boolean;
}

const one = (shape: ShapeSpec): Floor => ({ parts: [[shape, 0, 0]] });

/** Floors from x = 0 to 4 whose top is y = 1, made of several pieces. */
export const FLOORS: Readonly<Record<string, Floor>> = {
  tiles: one(tiles({ columns: 4, rows: 1, size: 1, cells: [1, 1, 1, 1], yUp: true })),
  'a smooth compound': one(
    compound(
      [0, 1, 2, 3].map((i) => ({ ...box(0.5, 0.5), offsetX: i + 0.5, offsetY: 0.5 })),
      { smooth: true },
    ),
  ),
  'a chain': one(chain([0, 1, 1, 1, 2, 1, 3, 1, 4, 1])),
  'seamless boxes': { parts: [0, 1, 2, 3].map((i): Part => [box(0.5, 0.5), i + 0.5, 0.5]), isSeamless: true },
  'seamless compounds': {
    parts: [0, 2].map((x): Part => {
      const halves = [0.5, 1.5].map((offsetX) => ({ ...box(0.5, 0.5), offsetX, offsetY: 0.5 }));
      return [compound(halves), x, 0];
    }),
    isSeamless: true,
  },
  'seamless chains': {
    parts: [
      [chain([0, 0, 1, 0, 2, 0]), 0, 1],
      [chain([-2, 0, -1, 0, 0, 0]), 4, 1],
    ],
    isSeamless: true,
  },
};

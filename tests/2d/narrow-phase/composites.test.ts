import { describe, expect, it } from 'vitest';
import {
  box,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  polygon,
  type ShapeSpec,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame } from '../../support/game-2d.ts';

type Placed = readonly [shape: ShapeSpec, x: number, y: number];
type Point = readonly [x: number, y: number, separation: number];
/** The children of A and B, the normal from A to B, and each point from left to right. */
type Row = readonly [childA: number, childB: number, normal: readonly [number, number], ...points: Point[]];

/** A box at the right and a ball at the left, both with their lowest points at y = 2.5. */
const FEET: Placed = [
  compound([
    { ...box(0.5, 0.5), offsetX: 2, offsetY: 3 },
    { ...circle(0.5), offsetX: -2, offsetY: 3 },
  ]),
  0,
  0,
];
const HALF = Math.SQRT1_2;
const DOWN = [0, -1] as const;
const BOX_DOWN = [DOWN, [1.5, 2.55, -0.1], [2.5, 2.55, -0.1]] as const;
const BALL_DOWN = [DOWN, [-2, 2.55, -0.1]] as const;
const BLOCK = [0, 1].map((i) => ({ ...box(0.5, 0.5), offsetX: i + 0.5, offsetY: 0.5 }));

const CASES: readonly (readonly [name: string, a: Placed, b: Placed, rows: readonly Row[], margin?: number])[] = [
  [
    'a compound on a child of another one',
    FEET,
    [
      compound([
        { ...circle(1), offsetX: 9 },
        { ...box(3, 0.5), offsetY: 2.1 },
      ]),
      0,
      0,
    ],
    [
      [0, 1, ...BOX_DOWN],
      [1, 1, ...BALL_DOWN],
    ],
  ],
  [
    'a compound on two segments of a chain',
    FEET,
    [chain([-4, 2.6, 0, 2.6, 4, 2.6]), 0, 0],
    [
      [0, 1, ...BOX_DOWN],
      [1, 0, ...BALL_DOWN],
    ],
  ],
  [
    'a compound on two tiles of a map',
    FEET,
    [tiles({ columns: 4, rows: 1, size: 2, cells: [1, 1, 1, 1] }), -5, 0.6],
    [
      [0, 3, ...BOX_DOWN],
      [1, 1, ...BALL_DOWN],
    ],
  ],
  [
    'a compound on a segment',
    FEET,
    [segment(-4, 2.6, 4, 2.6), 0, 0],
    [
      [0, 0, ...BOX_DOWN],
      [1, 0, ...BALL_DOWN],
    ],
  ],
  [
    'a compound on two boxes of a smooth one',
    FEET,
    [
      compound(
        [
          { ...box(2, 1), offsetX: -2 },
          { ...box(2, 1), offsetX: 2 },
        ],
        { smooth: true },
      ),
      0,
      1.6,
    ],
    [
      [0, 1, ...BOX_DOWN],
      [1, 0, ...BALL_DOWN],
    ],
  ],
  [
    'a compound within the margin of a chain',
    FEET,
    [chain([-4, 2.4, 0, 2.4, 4, 2.4]), 0, 0],
    [
      [0, 1, DOWN, [1.5, 2.45, 0.1], [2.5, 2.45, 0.1]],
      [1, 0, DOWN, [-2, 2.45, 0.1]],
    ],
    0.2,
  ],
  [
    'a compound within the margin of another one',
    FEET,
    [
      compound([
        { ...circle(1), offsetX: 9 },
        { ...box(3, 0.5), offsetY: 1.9 },
      ]),
      0,
      0,
    ],
    [
      [0, 1, DOWN, [1.5, 2.45, 0.1], [2.5, 2.45, 0.1]],
      [1, 1, DOWN, [-2, 2.45, 0.1]],
    ],
    0.2,
  ],
  [
    'smooth compounds, one over the seam of the other',
    [compound(BLOCK, { smooth: true }), 0, 0.9],
    [compound(BLOCK, { smooth: true }), 0.5, 0],
    [
      [0, 0, DOWN, [0.5, 0.95, -0.1], [1, 0.95, -0.1]],
      [1, 0, DOWN, [1, 0.95, -0.1], [1.5, 0.95, -0.1]],
      [1, 1, DOWN, [1.5, 0.95, -0.1], [2, 0.95, -0.1]],
    ],
  ],
  [
    'a smooth compound on a larger one, which is the ground',
    [compound(BLOCK, { smooth: true }), 0.75, 0.9],
    [
      compound(
        [0, 1, 2, 3].map((i) => ({ ...box(0.5, 0.5), offsetX: i + 0.5, offsetY: 0.5 })),
        { smooth: true },
      ),
      0,
      0,
    ],
    [
      [0, 0, DOWN, [0.75, 0.95, -0.1], [1, 0.95, -0.1]],
      [0, 1, DOWN, [1, 0.95, -0.1], [1.75, 0.95, -0.1]],
      [1, 1, DOWN, [1.75, 0.95, -0.1], [2, 0.95, -0.1]],
      [1, 2, DOWN, [2, 0.95, -0.1], [2.75, 0.95, -0.1]],
    ],
  ],
  [
    'a concave solid with two feet on tiles',
    [concave([0, 0, 1, 0, 1, 1, 2, 1, 2, 0, 3, 0, 3, 2, 0, 2]), 0.5, 0.9],
    [tiles({ columns: 4, rows: 1, size: 1, cells: [1, 1, 1, 1] }), 0, 0],
    [
      [0, 0, DOWN, [0.5, 0.95, -0.1], [1, 0.95, -0.1]],
      [0, 1, DOWN, [1, 0.95, -0.1], [1.5, 0.95, -0.1]],
      [1, 2, DOWN, [2.5, 0.95, -0.1], [3, 0.95, -0.1]],
      [1, 3, DOWN, [3, 0.95, -0.1], [3.5, 0.95, -0.1]],
    ],
  ],
  [
    'a rounded concave solid with two feet on two boxes of a compound',
    [concave([0, 0, 1, 0, 1, 1, 2, 1, 2, 0, 3, 0, 3, 2, 0, 2], { radius: 0.1 }), 0.5, 1],
    [
      compound([
        { ...box(1, 0.5), offsetX: 1, offsetY: 0.5 },
        { ...box(1, 0.5), offsetX: 3, offsetY: 0.5 },
      ]),
      0,
      0,
    ],
    [
      [0, 0, DOWN, [0.5, 0.95, -0.1], [1.5, 0.95, -0.1]],
      [1, 1, DOWN, [2.5, 0.95, -0.1], [3.5, 0.95, -0.1]],
    ],
  ],
  [
    'a triangle with its tip between two segments of a compound',
    [polygon([-1, 1, 1, 1, 0, 0]), 0, -0.1],
    [compound([segment(-2, 0, 0, 0), segment(0, 0, 2, 0)]), 0, 0],
    [
      [0, 0, [-HALF, -HALF], [-0.025, -0.025, -0.1 * HALF]],
      [0, 1, [HALF, -HALF], [0.025, -0.025, -0.1 * HALF]],
    ],
  ],
  [
    'chains that cross',
    [chain([0, -1, 0, 0, 0, 1]), 0, 0],
    [chain([-2, 0.9, 2, 0.9]), 0, 0],
    [[1, 0, [0, 1], [0, 0.95, -0.1]]],
  ],
  ['compounds whose bounds alone meet', FEET, [compound([{ ...circle(1), offsetY: 3 }, circle(0.5)]), 0, 0], []],
];

function rowsOf(a: Placed, b: Placed, margin: number, { at, angle, scale }: Frame): Row[] {
  const game = createGame({ margin: scale * margin });
  const { Transform } = game.collision;
  for (const [shape, x, y] of [a, b]) {
    const eid = game.spawn(...at(x, y), shape);
    Transform.rotation[eid] = angle;
    Transform.scale[eid] = scale;
  }
  collisionSystem(game.world);
  return Array.from(game.collision.contacts(), (contact) => {
    const points = Array.from(
      { length: contact.pointCount },
      (_, i): Point => [contact.pointX(i), contact.pointY(i), contact.pointSeparation(i)],
    );
    return [contact.childA, contact.childB, [contact.normalX, contact.normalY], ...points];
  });
}

/** Rounded and in an order of their own. */
function told(rows: readonly Row[]): string[] {
  const round = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
  return rows
    .map(([childA, childB, normal, ...points]) => {
      const sorted = points.map((point) => point.map(round).join(' ')).sort();
      return `${childA}-${childB} (${normal.map(round).join(' ')}): ${sorted.join(', ')}`;
    })
    .sort();
}

describe.each([AT_ORIGIN, ELSEWHERE])('shapes of several pieces, $name', (frame) => {
  const seen = (rows: readonly Row[]): Row[] =>
    rows.map(([childA, childB, normal, ...points]) => {
      const moved = points.map(([x, y, separation]): Point => [...frame.at(x, y), frame.scale * separation]);
      return [childA, childB, frame.turned(...normal), ...moved];
    });

  for (const [name, a, b, rows, margin = 0] of CASES) {
    const swapped = rows.map(([childA, childB, [x, y], ...points]): Row => [childB, childA, [0 - x, 0 - y], ...points]);

    it(name, () => {
      expect(told(rowsOf(a, b, margin, frame))).toEqual(told(seen(rows)));
      expect(told(rowsOf(b, a, margin, frame))).toEqual(told(seen(swapped)));
    });
  }
});

import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  ellipse,
  polygon,
  type ShapeSpec,
  sector,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame } from '../../support/game-2d.ts';

type Placed = readonly [shape: ShapeSpec, x: number, y: number, rotation?: number];

/** A contact as numbers: the normal from A to B, then x, y and separation of each point, from left to right. */
type Expected = readonly [normal: readonly [number, number], ...points: (readonly [number, number, number])[]];

const HALF = Math.SQRT1_2;
const TRIANGLE = polygon([
  [-1, 0],
  [1, 0],
  [0, 1],
]);
const SQUARE = polygon([
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]);

type Point = readonly [x: number, y: number, separation: number];

/** Points above each other are at the same x but for rounding. */
const fromLeftToRight = (p: Point, q: Point): number => (Math.abs(p[0] - q[0]) > 1e-9 ? p[0] - q[0] : p[1] - q[1]);

function contactsOf(a: Placed, b: Placed, margin = 0, { at, angle, scale }: Frame = AT_ORIGIN): Expected[] {
  const game = createGame({ margin: scale * margin });
  const { Transform } = game.collision;
  for (const [shape, x, y, rotation = 0] of [a, b]) {
    const eid = game.spawn(...at(x, y), shape);
    Transform.rotation[eid] = rotation + angle;
    Transform.scale[eid] = scale;
  }
  collisionSystem(game.world);
  const found: Expected[] = [];
  for (const contact of game.collision.contacts()) {
    const points = Array.from(
      { length: contact.pointCount },
      (_, i) => [contact.pointX(i), contact.pointY(i), contact.pointSeparation(i)] as const,
    );
    found.push([[contact.normalX, contact.normalY], ...points.sort(fromLeftToRight)]);
  }
  return found;
}

/** Rounded to six digits, so that a zero is a zero. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1e6) / 1e6 + 0;
  return (value as readonly unknown[]).map(rounded);
}

/** Contacts without their order. */
const asSet = (contacts: readonly Expected[]): Set<string> =>
  new Set(contacts.map((contact) => JSON.stringify(rounded(contact))));

/** What the contacts of a case are in a frame. */
function seenIn({ at, turned, scale }: Frame, contacts: readonly Expected[]): Expected[] {
  return contacts.map(([normal, ...points]) => {
    const moved = points.map(([x, y, separation]) => [...at(x, y), scale * separation] as const);
    return [turned(...normal), ...moved.sort(fromLeftToRight)];
  });
}

/** Each pair with its contacts, worked out on paper. The swapped pair has the opposite normals. */
const CASES: readonly (readonly [
  name: string,
  a: Placed,
  b: Placed,
  contacts: readonly Expected[],
  margin?: number,
])[] = [
  [
    'circles that overlap by 0.5',
    [circle(1), 0, 0],
    [circle(1), 1.5, 0],
    [
      [
        [1, 0],
        [0.75, 0, -0.5],
      ],
    ],
  ],
  [
    'circles that touch',
    [circle(1), 0, 0],
    [circle(2), 0, 3],
    [
      [
        [0, 1],
        [0, 1, 0],
      ],
    ],
  ],
  ['circles that are apart', [circle(1), 0, 0], [circle(1), 2.1, 0], []],
  [
    'circles within the margin',
    [circle(1), 0, 0],
    [circle(1), 2.1, 0],
    [
      [
        [1, 0],
        [1.05, 0, 0.1],
      ],
    ],
    0.2,
  ],
  [
    'a circle beside a side of a box',
    [circle(1), 2.5, 0.3],
    [box(2, 1), 0, 0],
    [
      [
        [-1, 0],
        [1.75, 0.3, -0.5],
      ],
    ],
  ],
  [
    'a circle at a corner of a box',
    [circle(1), 2.54, 1.72],
    [box(2, 1), 0, 0],
    [
      [
        [-0.6, -0.8],
        [1.97, 0.96, -0.1],
      ],
    ],
  ],
  [
    'a circle whose middle is in a box',
    [circle(1), 1.5, 0],
    [box(2, 1.9), 0, 0],
    [
      [
        [-1, 0],
        [1.25, 0, -1.5],
      ],
    ],
  ],
  [
    'a circle beside a turned box',
    [circle(1), 0, 2.5],
    [box(2, 1), 0, 0, Math.PI / 2],
    [
      [
        [0, -1],
        [0, 1.75, -0.5],
      ],
    ],
  ],
  [
    'a circle beside a capsule',
    [circle(1), 1.25, 0.5],
    [capsule(1, 0.5), 0, 0],
    [
      [
        [-1, 0],
        [0.375, 0.5, -0.25],
      ],
    ],
  ],
  [
    'a circle above a capsule',
    [circle(1), 0, 2.25],
    [capsule(1, 0.5), 0, 0],
    [
      [
        [0, -1],
        [0, 1.375, -0.25],
      ],
    ],
  ],
  [
    'a circle above the slope of a triangle',
    [circle(1), 1, 1],
    [TRIANGLE, 0, 0],
    [
      [
        [-HALF, -HALF],
        [0.396446609, 0.396446609, HALF - 1],
      ],
    ],
  ],
  ['a circle beside the slope of a triangle', [circle(0.5), 0.9, 0.9], [TRIANGLE, 0, 0], []],
  [
    'a circle below a triangle',
    [circle(1), 0.3, -0.75],
    [TRIANGLE, 0, 0],
    [
      [
        [0, 1],
        [0.3, 0.125, -0.25],
      ],
    ],
  ],
  [
    'a circle at the tip of a triangle',
    [circle(1), 0, 1.5],
    [TRIANGLE, 0, 0],
    [
      [
        [0, -1],
        [0, 0.75, -0.5],
      ],
    ],
  ],
  [
    'a circle on a segment',
    [circle(1), 2, 0.5],
    [segment(0, 0, 4, 0), 0, 0],
    [
      [
        [0, -1],
        [2, -0.25, -0.5],
      ],
    ],
  ],
  [
    'a circle at the end of a segment',
    [circle(1), 4.5, 0],
    [segment(0, 0, 4, 0), 0, 0],
    [
      [
        [-1, 0],
        [3.75, 0, -0.5],
      ],
    ],
  ],
  [
    'boxes side by side',
    [box(1, 1), 0, 0],
    [box(1, 1), 1.5, 0.5],
    [
      [
        [1, 0],
        [0.75, -0.5, -0.5],
        [0.75, 1, -0.5],
      ],
    ],
  ],
  [
    'boxes, one on its corner',
    [box(1, 1), 0, 0],
    [box(1, 1), 0, 2.25, Math.PI / 4],
    [
      [
        [0, 1],
        [0, 0.917893219, 0.25 + 1 - Math.SQRT2],
      ],
    ],
  ],
  [
    'a box above a capsule that stands',
    [box(1, 1), 0, 2.25],
    [capsule(1, 0.5), 0, 0],
    [
      [
        [0, -1],
        [0, 1.375, -0.25],
      ],
    ],
  ],
  [
    'a box beside a capsule that stands',
    [box(1, 1), 1.25, 0],
    [capsule(1, 0.5), 0, 0],
    [
      [
        [-1, 0],
        [0.375, -1, -0.25],
        [0.375, 1, -0.25],
      ],
    ],
  ],
  [
    'capsules that cross',
    [capsule(2, 0.5), 0, 0],
    [capsule(2, 0.5), 0.75, 0, Math.PI / 2],
    [
      [
        [1, 0],
        [-0.625, 0, -2.25],
      ],
    ],
  ],
  [
    'capsules side by side',
    [capsule(1, 0.5), 0, 0],
    [capsule(1, 0.5), 0.75, 1],
    [
      [
        [1, 0],
        [0.375, 0, -0.25],
        [0.375, 1, -0.25],
      ],
    ],
  ],
  [
    'a box on a polygon',
    [box(0.5, 0.5), 0, 1.25],
    [SQUARE, 0, 0],
    [
      [
        [0, -1],
        [-0.5, 0.875, -0.25],
        [0.5, 0.875, -0.25],
      ],
    ],
  ],
  [
    'a capsule that lies on a polygon',
    [capsule(0.5, 0.5), 0, 1.25, Math.PI / 2],
    [SQUARE, 0, 0],
    [
      [
        [0, -1],
        [-0.5, 0.875, -0.25],
        [0.5, 0.875, -0.25],
      ],
    ],
  ],
  [
    'polygons, one deep in the other',
    [SQUARE, 0, 0],
    [TRIANGLE, 0, 0.5],
    [
      [
        [0, 1],
        [-1, 0.75, -0.5],
        [1, 0.75, -0.5],
      ],
    ],
  ],
  [
    'a box on a segment',
    [box(0.5, 0.5), 1, 0.25],
    [segment(0, 0, 4, 0), 0, 0],
    [
      [
        [0, -1],
        [0.5, -0.125, -0.25],
        [1.5, -0.125, -0.25],
      ],
    ],
  ],
  [
    'a box over the flat joint of a chain',
    [box(0.5, 0.5), 2, 0.45],
    [chain([0, 0, 2, 0, 4, 0]), 0, 0],
    [
      [
        [0, -1],
        [1.5, -0.025, -0.05],
      ],
      [
        [0, -1],
        [2.5, -0.025, -0.05],
      ],
    ],
  ],
  [
    'a circle over the flat joint of a chain',
    [circle(0.5), 2, 0.45],
    [chain([0, 0, 2, 0, 4, 0]), 0, 0],
    [
      [
        [0, -1],
        [2, -0.025, -0.05],
      ],
    ],
  ],
  [
    'a circle in the corner of a chain',
    [circle(0.5), 1.55, 0.45],
    [chain([0, 0, 2, 0, 2, 3]), 0, 0],
    [
      [
        [0, -1],
        [1.55, -0.025, -0.05],
      ],
      [
        [1, 0],
        [2.025, 0.45, -0.05],
      ],
    ],
  ],
  [
    'a circle on the wrong side of a one-sided chain',
    [circle(0.5), 2, -0.4],
    [chain([4, 0, 0, 0], { oneSided: true }), 0, 0],
    [],
  ],
  [
    'a circle on the right side of a one-sided chain',
    [circle(0.5), 2, 0.4],
    [chain([4, 0, 0, 0], { oneSided: true }), 0, 0],
    [
      [
        [0, -1],
        [2, -0.05, -0.1],
      ],
    ],
  ],
  [
    'a circle on the line between two tiles',
    [circle(0.5), 1, 1.4],
    [tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1] }), 0, 0],
    [
      [
        [0, -1],
        [1, 0.95, -0.1],
      ],
      [
        [0, -1],
        [1, 0.95, -0.1],
      ],
    ],
  ],
  [
    'a circle beside the last tile',
    [circle(0.5), 2.4, 0.5],
    [tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1] }), 0, 0],
    [
      [
        [-1, 0],
        [1.95, 0.5, -0.1],
      ],
    ],
  ],
  [
    'a circle between the children of a compound',
    [circle(0.5), 0, 0],
    [
      compound([
        { ...box(1, 1), offsetX: 1.4 },
        { ...circle(1), offsetX: -1.4 },
      ]),
      0,
      0,
    ],
    [
      [
        [1, 0],
        [0.45, 0, -0.1],
      ],
      [
        [-1, 0],
        [-0.45, 0, -0.1],
      ],
    ],
  ],
  [
    'a circle at the end of an ellipse',
    [circle(1), 2.75, 0],
    [ellipse(2, 1), 0, 0],
    [
      [
        [-1, 0],
        [1.875, 0, -0.25],
      ],
    ],
  ],
  [
    'a box on top of an ellipse',
    [box(1, 1), 0, 1.75],
    [ellipse(2, 1), 0, 0],
    [
      [
        [0, -1],
        [0, 0.875, -0.25],
      ],
    ],
  ],
  [
    'a circle on the arc of a sector',
    [circle(1), 2.75, 0],
    [sector(2, Math.PI / 4), 0, 0],
    [
      [
        [-1, 0],
        [1.875, 0, -0.25],
      ],
    ],
  ],
  [
    'a box at the middle of the arc of a sector',
    [box(1, 1), 2.75, 0.3],
    [sector(2, Math.PI / 4), 0, 0],
    [
      [
        [-1, 0],
        [1.875, 0, -0.25],
      ],
    ],
  ],
  [
    'a box at the end of the arc of a sector',
    [box(1, 1), 2.75 * HALF, 2.75 * HALF, Math.PI / 4],
    [sector(2, Math.PI / 4), 0, 0],
    [
      [
        [-HALF, -HALF],
        [1.875 * HALF, 1.875 * HALF, -0.25],
      ],
    ],
  ],
  [
    'a circle at the apex of a sector',
    [circle(1), -0.75, 0],
    [sector(2, Math.PI / 4), 0, 0],
    [
      [
        [1, 0],
        [0.125, 0, -0.25],
      ],
    ],
  ],
  [
    'a circle in the notch of a concave solid',
    [circle(0.5), 0, 0.9],
    [concave([-2, -1, 2, -1, 2, 2, 0.5, 2, 0, 0.5, -0.5, 2, -2, 2]), 0, 0],
    [
      [
        [-0.948683298, -0.316227766],
        [-0.297170825, 0.800943058, -0.373508894],
      ],
      [
        [0.948683298, -0.316227766],
        [0.297170825, 0.800943058, -0.373508894],
      ],
    ],
  ],
  [
    'a circle in a valley of a chain',
    [circle(0.5), 0, 0.5],
    [chain([-2, 2, 0, 0, 2, 2]), 0, 0],
    [
      [
        [-HALF, -HALF],
        [-0.125 - 0.25 * HALF, 0.375 - 0.25 * HALF, 0.5 * HALF - 0.5],
      ],
      [
        [HALF, -HALF],
        [0.125 + 0.25 * HALF, 0.375 - 0.25 * HALF, 0.5 * HALF - 0.5],
      ],
    ],
  ],
  [
    'a circle on a ridge of a chain',
    [circle(0.5), 0, 0.4],
    [chain([-2, -2, 0, 0, 2, -2]), 0, 0],
    [
      [
        [0, -1],
        [0, -0.05, -0.1],
      ],
    ],
  ],
  [
    'a circle below a chain',
    [circle(0.5), 1, -0.4],
    [chain([0, 0, 2, 0, 4, 0]), 0, 0],
    [
      [
        [0, 1],
        [1, 0.05, -0.1],
      ],
    ],
  ],
  [
    'a box in the corner of a chain',
    [box(0.5, 0.5), 1.55, 0.45],
    [chain([0, 0, 2, 0, 2, 3]), 0, 0],
    [
      [
        [0, -1],
        [1.05, -0.025, -0.05],
        [2, -0.025, -0.05],
      ],
      [
        [1, 0],
        [2.025, 0, -0.05],
        [2.025, 0.95, -0.05],
      ],
    ],
  ],
  [
    'a box on two tiles',
    [box(0.5, 0.5), 1, 1.45],
    [tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1] }), 0, 0],
    [
      [
        [0, -1],
        [0.5, 0.975, -0.05],
        [1, 0.975, -0.05],
      ],
      [
        [0, -1],
        [1, 0.975, -0.05],
        [1.5, 0.975, -0.05],
      ],
    ],
  ],
  [
    'a circle at the outer corner of a tile',
    [circle(0.5), 2.3, 1.4],
    [tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1] }), 0, 0],
    [
      [
        [-0.6, -0.8],
        [2, 1, 0],
      ],
    ],
  ],
  [
    'a circle in the inner corner of tiles',
    [circle(0.5), 1.45, 1.45],
    [tiles({ columns: 2, rows: 2, size: 1, cells: [1, 1, 1, 0] }), 0, 0],
    [
      [
        [0, -1],
        [1.45, 0.975, -0.05],
      ],
      [
        [-1, 0],
        [0.975, 1.45, -0.05],
      ],
    ],
  ],
  [
    'a circle on a one-way tile',
    [circle(0.5), 0.5, 1.4],
    [tiles({ columns: 1, rows: 1, size: 1, cells: [1], shapes: { 1: 'one-way' }, yUp: true }), 0, 0],
    [
      [
        [0, -1],
        [0.5, 0.95, -0.1],
      ],
    ],
  ],
  [
    'a circle below the top of a one-way tile',
    [circle(0.5), 0.5, 0.6],
    [tiles({ columns: 1, rows: 1, size: 1, cells: [1], shapes: { 1: 'one-way' }, yUp: true }), 0, 0],
    [],
  ],
  [
    'a circle on a slope of tiles',
    [circle(0.25), 0.5 - 0.2 * HALF, 0.5 + 0.2 * HALF],
    [tiles({ columns: 1, rows: 1, size: 1, cells: [1], shapes: { 1: [0, 0, 1, 0, 1, 1] } }), 0, 0],
    [
      [
        [HALF, -HALF],
        [0.5 + 0.025 * HALF, 0.5 - 0.025 * HALF, -0.05],
      ],
    ],
  ],
  [
    'a circle over the seam of a smooth compound',
    [circle(0.5), 1, 1.4],
    [
      compound(
        [
          { ...box(0.5, 0.5), offsetX: 0.5, offsetY: 0.5 },
          { ...box(0.5, 0.5), offsetX: 1.5, offsetY: 0.5 },
        ],
        { smooth: true },
      ),
      0,
      0,
    ],
    [
      [
        [0, -1],
        [1, 0.95, -0.1],
      ],
      [
        [0, -1],
        [1, 0.95, -0.1],
      ],
    ],
  ],
  [
    'ellipses, end to end',
    [ellipse(2, 1), 0, 0],
    [ellipse(1, 2), 2.75, 0],
    [
      [
        [1, 0],
        [1.875, 0, -0.25],
      ],
    ],
  ],
  [
    'a capsule beside the end of an ellipse',
    [capsule(1, 0.5), 2.25, 0],
    [ellipse(2, 1), 0, 0],
    [
      [
        [-1, 0],
        [1.875, 0, -0.25],
      ],
    ],
  ],
  [
    'the tip of a triangle in an ellipse',
    [TRIANGLE, 0, -1.75],
    [ellipse(2, 1), 0, 0],
    [
      [
        [0, 1],
        [0, -0.875, -0.25],
      ],
    ],
  ],
  [
    'a segment in an ellipse',
    [segment(-3, 0, 3, 0), 0, 0.75],
    [ellipse(2, 1), 0, 0],
    [
      [
        [0, -1],
        [0, 0.875, -0.25],
      ],
    ],
  ],
  [
    'a box on the corner of a sector',
    [box(1, 1), Math.SQRT2, Math.SQRT2 + 0.75],
    [sector(2, Math.PI / 4), 0, 0],
    [
      [
        [0, -1],
        [Math.SQRT2, Math.SQRT2 - 0.125, -0.25],
      ],
    ],
  ],
  [
    'a circle on the side of a sector',
    [circle(0.25), 0.8 * HALF, 1.2 * HALF],
    [sector(2, Math.PI / 4), 0, 0],
    [
      [
        [HALF, -HALF],
        [1.025 * HALF, 0.975 * HALF, -0.05],
      ],
    ],
  ],
  [
    'a box within the margin of a polygon',
    [box(1, 1), 0, 0],
    [SQUARE, 2.1, 0.5],
    [
      [
        [1, 0],
        [1.05, -0.5, 0.1],
        [1.05, 1, 0.1],
      ],
    ],
    0.2,
  ],
  [
    'capsules within the margin',
    [capsule(1, 0.5), 0, 0],
    [capsule(1, 0.5), 1.1, 0],
    [
      [
        [1, 0],
        [0.55, -1, 0.1],
        [0.55, 1, 0.1],
      ],
    ],
    0.2,
  ],
];

describe('contacts of pairs', () => {
  for (const [name, a, b, contacts, margin] of CASES) {
    const swapped = contacts.map(([[x, y], ...points]): Expected => [[0 - x, 0 - y], ...points]);

    it(name, () => {
      expect(rounded(contactsOf(a, b, margin))).toEqual(rounded(contacts));
      expect(asSet(contactsOf(b, a, margin))).toEqual(asSet(swapped));
    });

    it(`${name}, ${ELSEWHERE.name}`, () => {
      expect(asSet(contactsOf(a, b, margin, ELSEWHERE))).toEqual(asSet(seenIn(ELSEWHERE, contacts)));
      expect(asSet(contactsOf(b, a, margin, ELSEWHERE))).toEqual(asSet(seenIn(ELSEWHERE, swapped)));
    });
  }
});

// Of two sides that are equally near to the middle of a circle the one counts that comes first on the way round.
it.each([
  ['right', 0.75, 0.75, [-1, 0]],
  ['top', -0.75, 0.75, [0, -1]],
  ['bottom', -0.75, -0.75, [0, 1]],
  ['bottom', 0.75, -0.75, [0, 1]],
  ['bottom', 0, 0, [0, 1], 1],
] as const)('a circle leaves a box by its %s from (%d, %d)', (_side, x, y, [normalX, normalY], half = 1) => {
  const [[normal, [, , separation]]] = contactsOf([circle(0.25), x, y], [box(half, half), 0, 0]);
  expect(normal).toEqual([normalX, normalY]);
  expect(separation).toBe(Math.abs(x) - half - 0.25);
});

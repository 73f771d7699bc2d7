import { addComponent, set } from 'bitecs';
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
  oneWay,
  polygon,
  type ShapeSpec,
  seamless,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame } from '../../support/game-2d.ts';

type Placed = readonly [shape: ShapeSpec, x: number, y: number];
/** The child of the surface, the normal from the body to it, and x, y and separation of each point, by x, then y. */
type Expected = readonly [child: number, normal: readonly [number, number], ...points: (readonly number[])[]];

interface Surface {
  readonly parts: readonly Placed[];
  readonly feature?: 'seamless' | 'oneWay';
  /** The number of the last child, of one whose children are counted from the other end. */
  readonly last?: number;
  /** Whether there are seamless colliders in the world, of which this is none. */
  readonly isBesideSeamless?: boolean;
}

const HALF = Math.SQRT1_2;
/** In place of a child: how a solid is cut into pieces, and which of two segments tells of their joint. */
const ANY = -1;
const bodies = {
  box: box(0.5, 0.5),
  circle: circle(0.5),
  capsule: capsule(0.5, 0.3),
  ellipse: ellipse(0.8, 0.4),
  triangle: polygon([-0.5, -0.5, 0.5, -0.5, 0, 0.5]),
  wedge: polygon([-0.5, 0.5, 0.5, 0.5, 0, -0.5]),
  plank: box(1.5, 0.25),
  pole: box(0.25, 1.5),
  bar: segment(-1, 0, 1, 0),
  'rounded box': polygon([-0.4, -0.4, 0.4, -0.4, 0.4, 0.4, -0.4, 0.4], { radius: 0.1 }),
};

/** Runs a tick, and returns the contacts of a body with a surface. `child` is the part where a surface has several. */
function contactsOf(
  body: Placed,
  { parts, feature, last, isBesideSeamless }: Surface,
  { at, angle, scale }: Frame,
): Expected[] {
  const game = createGame();
  const { Transform } = game.collision;
  const place = ([shape, x, y]: Placed): number => {
    const eid = game.spawn(...at(x, y), shape);
    Transform.rotation[eid] = angle;
    Transform.scale[eid] = scale;
    return eid;
  };
  const moving = place(body);
  const eids = parts.map(place);
  if (isBesideSeamless) addComponent(game.world, place([chain([50, 50, 60, 50]), 0, 0]), seamless(game.world));
  if (feature === 'seamless') for (const eid of eids) addComponent(game.world, eid, seamless(game.world));
  if (feature === 'oneWay') {
    const up = { normalX: 0, normalY: 1 };
    for (const eid of eids) addComponent(game.world, eid, set(oneWay(game.world), up));
  }
  collisionSystem(game.world);
  const found: Expected[] = [];
  for (const contact of game.collision.contacts()) {
    if (contact.a !== moving) continue;
    const points = Array.from({ length: contact.pointCount }, (_, i) => [
      ...[contact.pointX(i), contact.pointY(i), contact.pointSeparation(i)],
    ]);
    const child = parts.length > 1 ? eids.indexOf(contact.b) : contact.childB;
    found.push([last === undefined ? child : last - child, [contact.normalX, contact.normalY], ...points]);
  }
  return found.map(inOrder).sort(([childA], [childB]) => childA - childB);
}

function inOrder([child, normal, ...points]: Expected): Expected {
  return [child, normal, ...points.sort((p, q) => (Math.abs(p[0] - q[0]) > 1e-6 ? p[0] - q[0] : p[1] - q[1]))];
}

/** What contacts are in a frame, to seven digits. */
function expectedIn({ at, turned, scale }: Frame, contacts: readonly Expected[]): unknown {
  const near = (value: number): unknown => expect.closeTo(value, 6);
  return contacts
    .map(([child, normal, ...points]): Expected => {
      const moved = points.map(([x, y, separation]) => [...at(x, y), scale * separation]);
      return inOrder([child, turned(...normal), ...moved]);
    })
    .map(([child, normal, ...points]) => [
      child === ANY ? expect.any(Number) : child,
      normal.map(near),
      ...points.map((point) => point.map(near)),
    ]);
}

function check(
  surfaces: Readonly<Record<string, Surface>>,
  cases: Readonly<Record<string, readonly [keyof typeof bodies, number, number, readonly Expected[]]>>,
): void {
  describe.each(Object.entries(surfaces))('%s', (_name, surface) => {
    describe.each([AT_ORIGIN, ELSEWHERE])('$name', (frame) => {
      it.each(Object.entries(cases))('meets a %s', (_case, [body, x, y, contacts]) => {
        expect(contactsOf([bodies[body], x, y], surface, frame)).toEqual(expectedIn(frame, contacts));
      });
    });
  });
}

const one = (shape: ShapeSpec): Surface => ({ parts: [[shape, 0, 0]] });

/** A line of segments: as a chain, as one that runs the other way, and as chains of one segment each. */
function lines(name: string, points: readonly number[]): Record<string, Surface> {
  const places = Array.from({ length: points.length / 2 }, (_, i) => points.slice(2 * i, 2 * i + 2));
  const parts = places.slice(1).map((end, i): Placed => [chain([...places[i], ...end]), 0, 0]);
  return {
    [name]: one(chain(points)),
    [`${name} that runs the other way`]: { ...one(chain([...places].reverse().flat())), last: parts.length - 1 },
    [`${name} of seamless chains`]: { parts, feature: 'seamless' },
    [`${name} in a world with seamless chains`]: { ...one(chain(points)), isBesideSeamless: true },
  };
}

const DOWN = [0, -1] as const;
const BACK = [-1, 0] as const;

describe('three squares side by side', () => {
  const square = box(0.5, 0.5);
  check(
    {
      tiles: one(tiles({ columns: 3, rows: 1, size: 1, cells: [1, 1, 1] })),
      'a smooth compound': one(
        compound(
          [0, 1, 2].map((i) => ({ ...square, offsetX: i + 0.5, offsetY: 0.5 })),
          { smooth: true },
        ),
      ),
      'seamless boxes': { parts: [0, 1, 2].map((i) => [square, i + 0.5, 0.5]), feature: 'seamless' },
    },
    {
      'box over a seam': [
        ...(['box', 1.1, 1.1] as const),
        [
          [0, DOWN, [0.6, 0.8, -0.4], [1, 0.8, -0.4]],
          [1, DOWN, [1, 0.8, -0.4], [1.6, 0.8, -0.4]],
        ],
      ],
      'box that is deep in them, but nearest to the top': [
        ...(['box', 1.2, 0.7] as const),
        [
          [0, DOWN, [0.7, 0.6, -0.8], [1, 0.6, -0.8]],
          [1, DOWN, [1, 0.6, -0.8], [1.7, 0.6, -0.8]],
        ],
      ],
      'box that is deep in them, but nearest to the bottom': [
        ...(['box', 1.2, 0.3] as const),
        [
          [0, [0, 1], [0.7, 0.4, -0.8], [1, 0.4, -0.8]],
          [1, [0, 1], [1, 0.4, -0.8], [1.7, 0.4, -0.8]],
        ],
      ],
      'box at the end': ['box', 3.2, 0.4, [[2, BACK, [2.85, 0, -0.3], [2.85, 0.9, -0.3]]]],
      'box at the corner, nearer to the end': ['box', 3.2, 1.1, [[2, BACK, [2.85, 0.6, -0.3], [2.85, 1, -0.3]]]],
      'circle over a seam': ['circle', 1.1, 1.1, [[1, DOWN, [1.1, 0.8, -0.4]]]],
      'circle that is deep in them': ['circle', 1.2, 0.7, [[1, DOWN, [1.2, 0.6, -0.8]]]],
      'circle at the end': ['circle', 3.2, 0.4, [[2, BACK, [2.85, 0.4, -0.3]]]],
      // The corner (3, 1) is (0.2, 0.1) off the middle.
      'circle at the corner': [
        ...(['circle', 3.2, 1.1] as const),
        [
          [
            2,
            [-2 / Math.sqrt(5), -1 / Math.sqrt(5)],
            [3.1 - 0.5 / Math.sqrt(5), 1.05 - 0.25 / Math.sqrt(5), Math.sqrt(0.05) - 0.5],
          ],
        ],
      ],
      // At x = 1 the ellipse reaches down by 0.4 √(1 − (0.1 / 0.8)²).
      'ellipse over a seam': [
        ...(['ellipse', 1.1, 1.1] as const),
        [
          [0, DOWN, [1, 1.05 - 0.2 * Math.sqrt(1 - 0.125 ** 2), 0.1 - 0.4 * Math.sqrt(1 - 0.125 ** 2)]],
          [1, DOWN, [1.1, 0.85, -0.3]],
        ],
      ],
      'ellipse at the end': ['ellipse', 3.2, 0.4, [[2, BACK, [2.7, 0.4, -0.6]]]],
    },
  );
});

describe('maps of tiles', () => {
  const squares = Array.from({ length: 16 }, (_, i) => ({
    ...box(0.5, 0.5),
    offsetX: (i % 4) + 0.5,
    offsetY: Math.floor(i / 4) + 0.5,
  }));
  // Out to the left; to the right and up by half a turn of the block, and down by its diagonal.
  const left: Readonly<Record<string, readonly [keyof typeof bodies, number, number, readonly Expected[]]>> = {
    'box that is deep in it': [
      ...(['box', 1.2, 2.1] as const),
      [
        [4, [1, 0], [0.85, 1.6, -1.7], [0.85, 2, -1.7]],
        [8, [1, 0], [0.85, 2, -1.7], [0.85, 2.6, -1.7]],
      ],
    ],
    'circle that is deep in it': ['circle', 1.2, 2.1, [[9, [1, 0], [0.85, 2.1, -1.7]]]],
    'circle that is in its first column': ['circle', 0.3, 2.2, [[8, [1, 0], [0.4, 2.2, -0.8]]]],
  };
  const views = [
    ['to the left', false, false],
    ['to the right', true, false],
    ['down', false, true],
    ['up', true, true],
  ] as const;
  for (const [way, isOpposite, isAcross] of views) {
    const seen = (x: number, y: number, size: number): readonly [number, number] => {
      const [u, v] = isAcross ? [y, x] : [x, y];
      return isOpposite ? [size - u, size - v] : [u, v];
    };
    const cases = Object.entries(left).map(([name, [body, x, y, contacts]]) => {
      const turnedContacts = contacts.map(([child, [nx, ny], ...points]): Expected => {
        const [column, row] = seen(child % 4, Math.floor(child / 4), 3);
        return [4 * row + column, seen(nx, ny, 0), ...points.map(([px, py, gap]) => [...seen(px, py, 4), gap])];
      });
      turnedContacts.sort(([childA], [childB]) => childA - childB);
      return [`${name}, nearest to the way ${way}`, [body, ...seen(x, y, 4), turnedContacts]] as const;
    });
    check(
      { 'a block of four by four': one(tiles({ columns: 4, rows: 4, size: 1, cells: new Array(16).fill(1) })) },
      Object.fromEntries(cases),
    );
    // Of a compound, a circle that no open edge is near to is led out of its box alone.
    check(
      { 'a block of sixteen boxes': one(compound(squares, { smooth: true })) },
      Object.fromEntries(cases.filter(([name]) => !name.includes('circle that is deep'))),
    );
  }
  check(
    { 'an angle': one(tiles({ columns: 2, rows: 2, size: 1, cells: [1, 1, 1, 0] })) },
    {
      'box in the corner': [
        ...(['box', 1.3, 1.2] as const),
        [
          [1, DOWN, [1, 0.85, -0.3], [1.8, 0.85, -0.3]],
          [2, BACK, [0.9, 1, -0.2], [0.9, 1.7, -0.2]],
        ],
      ],
      'ellipse in the corner': [
        ...(['ellipse', 1.3, 1.2] as const),
        [
          [1, DOWN, [1.3, 0.9, -0.2]],
          [2, BACK, [0.75, 1.2, -0.5]],
        ],
      ],
    },
  );
  check(
    {
      'a slope': one(
        tiles({ columns: 2, rows: 1, size: 1, cells: [1, 2], shapes: { 1: 'full', 2: [0, 0, 1, 0, 0, 1] } }),
      ),
    },
    {
      'box with a corner in it': ['box', 1.7, 0.7, [[1, [-HALF, -HALF], [1.35, 0.35, -0.6 * HALF]]]],
      circle: [
        ...(['circle', 1.7, 0.7] as const),
        [[1, [-HALF, -HALF], [1.6 - 0.25 * HALF, 0.6 - 0.25 * HALF, 0.4 * HALF - 0.5]]],
      ],
    },
  );
});

describe('the top of a thick wall of tiles', () => {
  // The right end of the block is in the second column, whose top is open. The way up out of there, 1.2, is longer than
  // the one to the left out of the first column, 1.1, which leads out of the second one, too.
  const wall = tiles({ columns: 2, rows: 2, size: 1, cells: [1, 1, 1, 1] });
  it.each([AT_ORIGIN, ELSEWHERE])('pushes a block in it out to its side alone, $name', (frame) => {
    const contacts = contactsOf([box(1.1, 1.3), 0, 2.1], { parts: [[wall, 0, 0]] }, frame);
    const [x, y] = frame.turned(1, 0);
    expect(contacts.length).toBeGreaterThan(0);
    for (const [, normal] of contacts) expect(normal).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
  });
});

describe('the foot of a column of two tiles', () => {
  const column = tiles({ columns: 1, rows: 2, size: 1, cells: [1, 1] });
  it.each([AT_ORIGIN, ELSEWHERE])('pushes a plank below it down, where that is the shortest way, $name', (frame) => {
    const contacts = contactsOf([box(1.6, 0.7), -0.3, 0.1], { parts: [[column, 0, 0]] }, frame);
    const [x, y] = frame.turned(0, 1);
    const depth = expect.closeTo(-0.8 * frame.scale, 9);
    expect(contacts.map(([child, normal]) => [child, ...normal])).toEqual([
      [0, expect.closeTo(x, 9), expect.closeTo(y, 9)],
    ]);
    for (const [, , [, , separation]] of contacts) expect(separation).toEqual(depth);
  });
});

describe('tiles that cover a side in part', () => {
  check(
    {
      'a full one beside a lower half': one(
        tiles({ columns: 2, rows: 1, size: 1, cells: [1, 2], shapes: { 1: 'full', 2: 'half-bottom' }, yUp: true }),
      ),
    },
    {
      'box in the step': [
        ...(['box', 1.4, 0.9] as const),
        [
          [0, BACK, [0.95, 0.5, -0.1], [0.95, 1, -0.1]],
          [1, DOWN, [1, 0.45, -0.1], [1.9, 0.45, -0.1]],
        ],
      ],
      'circle in the step': [
        ...(['circle', 1.45, 0.95] as const),
        [
          [0, BACK, [0.975, 0.95, -0.05]],
          [1, DOWN, [1.45, 0.475, -0.05]],
        ],
      ],
      'box over the step': [...(['box', 1.2, 1.4] as const), [[0, DOWN, [0.7, 0.95, -0.1], [1, 0.95, -0.1]]]],
    },
  );
});

describe('concave solids', () => {
  // From the middle (1.1, −0.15) the nearest way out is through the inner corner (1, 0).
  const toCorner = Math.hypot(0.1, 0.15);
  check(
    { 'a trough': one(concave([-2, -1, 2, -1, 2, 2, 1, 2, 1, 0, -1, 0, -1, 2, -2, 2])) },
    {
      'circle deep in an arm': ['circle', -1.4, 1, [[ANY, BACK, [-1.45, 1, -0.9]]]],
      'box deep in an arm': ['box', -1.4, 1.2, [[ANY, BACK, [-1.45, 0.7, -0.9], [-1.45, 1.7, -0.9]]]],
      'box deep in the floor': ['box', 0.1, -0.3, [[ANY, DOWN, [-0.4, -0.4, -0.8], [0.6, -0.4, -0.8]]]],
      'circle deep in the floor from below': ['circle', 0.1, -0.8, [[ANY, [0, 1], [0.1, -0.65, -0.7]]]],
      'circle deep behind the inner corner': [
        ...(['circle', 1.1, -0.15] as const),
        [
          [
            ANY,
            [0.1 / toCorner, -0.15 / toCorner],
            [1.05 + 0.025 / toCorner, -0.075 - 0.0375 / toCorner, -toCorner - 0.5],
          ],
        ],
      ],
      'circle in the corner of floor and arm': [
        ...(['circle', 0.6, 0.4] as const),
        [
          [ANY, DOWN, [0.6, -0.05, -0.1]],
          [ANY, [1, 0], [1.05, 0.4, -0.1]],
        ],
      ],
    },
  );
});

describe('chains', () => {
  check(lines('a level line', [0, 0, 2, 0, 4, 0]), {
    'box deep in a joint': [
      ...(['box', 2.1, 0.2] as const),
      [
        [0, DOWN, [1.6, -0.15, -0.3]],
        [1, DOWN, [2.6, -0.15, -0.3]],
      ],
    ],
    'triangle deep in a joint': [
      ...(['triangle', 2.1, 0.2] as const),
      [
        [0, DOWN, [1.6, -0.15, -0.3]],
        [1, DOWN, [2.6, -0.15, -0.3]],
      ],
    ],
    'circle deep beside a joint': ['circle', 2.1, 0.2, [[1, DOWN, [2.1, -0.15, -0.3]]]],
    'capsule whose core crosses it': ['capsule', 2.1, 0.2, [[1, DOWN, [2.1, -0.3, -0.6]]]],
    'box at its end': ['box', 4.2, 0.1, [[1, BACK, [3.85, 0, -0.3]]]],
    'wedge from below': ['wedge', 1, -0.3, [[0, [0, 1], [0.5, 0.1, -0.2], [1.5, 0.1, -0.2]]]],
    'wedge on its tip': ['wedge', 1, 0.3, [[0, DOWN, [1, -0.1, -0.2]]]],
    'box from below': ['box', 1, -0.3, [[0, [0, 1], [0.5, 0.1, -0.2], [1.5, 0.1, -0.2]]]],
  });
  // The end of the support is the joint, where the second segment turns back.
  check(
    { 'a line that folds back': one(chain([0, 0, 2, 0, 1.75, 0])) },
    {
      box: [
        ...(['box', 1.9, 0.4] as const),
        [
          [0, DOWN, [1.4, -0.05, -0.1], [2, -0.05, -0.1]],
          [1, DOWN, [1.75, -0.05, -0.1]],
        ],
      ],
    },
  );
  check(lines('a ridge', [-2, -2, 0, 0, 2, -2]), {
    // Of the two segments at the joint, the first of the chain has the contact.
    'box on the joint': ['box', 0.1, 0.3, [[ANY, DOWN, [0, -0.1, -0.2]]]],
    'box on a slope': ['box', 0.6, -0.2, [[1, [-HALF, -HALF], [0.25, -0.55, -0.6 * HALF]]]],
    // The joint is (−0.1, −0.3) off the middle.
    'circle on the joint': [
      ...(['circle', 0.1, 0.3] as const),
      [
        [
          ANY,
          [-1 / Math.sqrt(10), -3 / Math.sqrt(10)],
          [0.05 - 0.25 / Math.sqrt(10), 0.15 - 0.75 / Math.sqrt(10), Math.sqrt(0.1) - 0.5],
        ],
      ],
    ],
    'circle on a slope': [
      ...(['circle', 0.6, -0.2] as const),
      [[1, [-HALF, -HALF], [0.5 - 0.25 * HALF, -0.3 - 0.25 * HALF, 0.4 * HALF - 0.5]]],
    ],
    'capsule on a slope, its core across': [
      ...(['capsule', 0.6, -0.2] as const),
      [[1, [-HALF, -HALF], [0.625 - 0.15 * HALF, -0.675 - 0.15 * HALF, -0.1 * HALF - 0.3]]],
    ],
  });
  check(lines('a valley', [-2, 2, 0, 0, 2, 2]), {
    box: [
      ...(['box', 0.1, 0.6] as const),
      [
        [0, [-HALF, -HALF], [-0.325, 0.175, -0.3 * HALF]],
        [1, [HALF, -HALF], [0.475, 0.225, -0.5 * HALF]],
      ],
    ],
    circle: [
      ...(['circle', 0.1, 0.6] as const),
      [
        [0, [-HALF, -HALF], [-0.075 - 0.25 * HALF, 0.425 - 0.25 * HALF, 0.7 * HALF - 0.5]],
        [1, [HALF, -HALF], [0.225 + 0.25 * HALF, 0.475 - 0.25 * HALF, 0.5 * HALF - 0.5]],
      ],
    ],
  });
  check(lines('an angle', [0, 0, 2, 0, 2, 3]), {
    box: [
      ...(['box', 1.7, 0.3] as const),
      [
        [0, DOWN, [1.2, -0.1, -0.2], [2, -0.1, -0.2]],
        [1, [1, 0], [2.1, 0, -0.2], [2.1, 0.8, -0.2]],
      ],
    ],
    circle: [
      ...(['circle', 1.7, 0.3] as const),
      [
        [0, DOWN, [1.7, -0.1, -0.2]],
        [1, [1, 0], [2.1, 0.3, -0.2]],
      ],
    ],
    ellipse: [
      ...(['ellipse', 1.7, 0.3] as const),
      [
        [0, DOWN, [1.7, -0.05, -0.1]],
        [1, [1, 0], [2.25, 0.3, -0.5]],
      ],
    ],
  });
  // The slopes fall by 3 for each 1 to the side: their normals are (±3, 1) / √10.
  const [STEEP_X, STEEP_Y] = [3 / Math.sqrt(10), 1 / Math.sqrt(10)];
  check(lines('a peak', [-1, -3, 0, 0, 1, -3]), {
    'box on it': ['box', 0.1, 0.3, [[ANY, DOWN, [0, -0.1, -0.2]]]],
    'plank on it': ['plank', 0.2, 0.1, [[ANY, DOWN, [0, -0.075, -0.15]]]],
    'bar that it pierces': ['bar', 0.1, -0.2, [[1, DOWN, [0, -0.1, -0.2]]]],
    'box at its slope': ['box', 0.6, -0.6, [[1, [-STEEP_X, -STEEP_Y], [0.22, -1.06, -0.8 * STEEP_Y]]]],
    'pole at its slope': ['pole', 0.3, 0.4, [[1, [-STEEP_X, -STEEP_Y], [0.1925, -1.0525, -0.95 * STEEP_Y]]]],
    'circle under it': [
      ...(['circle', 0, -0.6] as const),
      [-1, 1].map((side): Expected => {
        const gap = 0.6 * STEEP_Y;
        const off = (gap + 0.5) / 2;
        const at = [side * off * STEEP_X, -0.6 + off * STEEP_Y];
        return [side < 0 ? 0 : 1, [side * STEEP_X, STEEP_Y], [...at, gap - 0.5]];
      }),
    ],
    // Where the edge of the shape is over the joint, it is (3 s, s) off that, with a separation of −√10 s.
    ...Object.fromEntries(
      (
        [
          ['box', 1 / 6],
          ['triangle', 1 / 35],
        ] as const
      ).map(([body, s]) => [
        `${body} under it`,
        [
          ...([body, 0, -0.3] as const),
          [-1, 1].map((side): Expected => {
            const points = [
              [side * 0.395, -0.835, -0.7 * STEEP_Y],
              [side * 1.5 * s, s / 2, -s / STEEP_Y],
            ];
            return [side < 0 ? 0 : 1, [side * STEEP_X, STEEP_Y], ...points];
          }),
        ] as const,
      ]),
    ),
  });
  check(lines('a step', [-3, 0, 0, 0, 0, 1, 3, 1]), {
    'box over its edge': ['box', 0.2, 1.3, [[2, DOWN, [0, 0.9, -0.2], [0.7, 0.9, -0.2]]]],
    'rounded box over its edge': ['rounded box', 0.2, 1.3, [[2, DOWN, [0, 0.9, -0.2], [0.6, 0.9, -0.2]]]],
    'plank over its edge': ['plank', 0.2, 1.1, [[2, DOWN, [0, 0.925, -0.15], [1.7, 0.925, -0.15]]]],
    'circle at its edge': [
      ...(['circle', -0.2, 1.2] as const),
      [[ANY, [HALF, -HALF], [-0.1 + 0.25 * HALF, 1.1 - 0.25 * HALF, 0.4 * HALF - 0.5]]],
    ],
    'box at its wall': ['box', -0.4, 0.9, [[1, [1, 0], [0.05, 0.4, -0.1], [0.05, 1, -0.1]]]],
    'box in its foot': [
      ...(['box', -0.4, 0.45] as const),
      [
        [0, DOWN, [-0.9, -0.025, -0.05], [0, -0.025, -0.05]],
        [1, [1, 0], [0.05, 0, -0.1], [0.05, 0.95, -0.1]],
      ],
    ],
    'pole in its foot': [
      ...(['pole', -0.1, 1.4] as const),
      [
        [0, DOWN, [-0.35, -0.05, -0.1], [0, -0.05, -0.1]],
        [1, [1, 0], [0.075, 0, -0.15], [0.075, 1, -0.15]],
      ],
    ],
    'wedge in its foot': [
      ...(['wedge', -0.2, 0.4] as const),
      [
        [0, DOWN, [-0.2, -0.05, -0.1]],
        [1, [1, 0], [0.15, 0.9, -0.3]],
      ],
    ],
    'box behind its wall': [
      ...(['box', 0.3, 0.6] as const),
      [
        [1, BACK, [-0.1, 0.1, -0.2], [-0.1, 1, -0.2]],
        [2, [0, 1], [0, 1.05, -0.1], [0.8, 1.05, -0.1]],
      ],
    ],
    'circle behind its wall': [
      ...(['circle', 0.3, 0.6] as const),
      [
        [1, BACK, [-0.1, 0.6, -0.2]],
        [2, [0, 1], [0.3, 1.05, -0.1]],
      ],
    ],
  });
  check(lines('a ledge', [-4, 0, 0, 0, 0, -3]), {
    'pole that goes through it far from its edge': [
      'pole',
      -1.2,
      0.1,
      [[0, DOWN, [-1.45, -0.7, -1.4], [-0.95, -0.7, -1.4]]],
    ],
    // The wall behind the edge is not reached, and the way past the edge is the shorter one.
    'pole that goes through it near its edge': ['pole', -0.35, 0.1, [[0, BACK, [-0.3, 0, -0.6]]]],
    'capsule that goes through it near its edge': ['capsule', -0.2, 0.1, [[0, BACK, [-0.25, 0, -0.5]]]],
    'capsule that goes through it farther from its edge': ['capsule', -0.5, 0.2, [[0, DOWN, [-0.5, -0.3, -0.6]]]],
    'pole outside of its wall': ['pole', 0.1, 0.2, [[1, BACK, [-0.075, -1.3, -0.15], [-0.075, 0, -0.15]]]],
    'box outside of its wall': ['box', 0.3, -1, [[1, BACK, [-0.1, -1.5, -0.2], [-0.1, -0.5, -0.2]]]],
    'bar across its wall, from inside': ['bar', -0.5, -0.4, [[1, [1, 0], [0.25, -0.4, -0.5]]]],
    'bar across its wall, from outside': ['bar', 0.4, -0.2, [[1, DOWN, [0, -0.1, -0.2]]]],
    'wedge on it': ['wedge', -0.6, 0.1, [[0, DOWN, [-0.6, -0.2, -0.4]]]],
    'wedge at its edge': [
      'wedge',
      0.1,
      -0.2,
      [[ANY, [-2 / Math.sqrt(5), -1 / Math.sqrt(5)], [-0.1, -0.05, -0.5 / Math.sqrt(5)]]],
    ],
    'plank over its edge': ['plank', 0.3, 0.1, [[0, DOWN, [-1.2, -0.075, -0.15], [0, -0.075, -0.15]]]],
    'rounded box over its edge': ['rounded box', 0.2, 0.3, [[0, DOWN, [-0.2, -0.1, -0.2], [0, -0.1, -0.2]]]],
    'box in its corner from inside': [
      ...(['box', -0.3, -0.2] as const),
      [
        [0, [0, 1], [-0.8, 0.15, -0.3], [0, 0.15, -0.3]],
        [1, [1, 0], [0.1, -0.7, -0.2], [0.1, 0, -0.2]],
      ],
    ],
    'circle in its corner from inside': [
      ...(['circle', -0.3, -0.2] as const),
      [
        [0, [0, 1], [-0.3, 0.15, -0.3]],
        [1, [1, 0], [0.1, -0.2, -0.2]],
      ],
    ],
    'box that is inside of it': ['box', -0.7, -0.6, []],
  });
  check(lines('a saw', [0, 0, 1, 1, 1, 0, 2, 1, 2, 0]), {
    'plank on two teeth': [
      ...(['plank', 1.3, 0.9] as const),
      [
        [ANY, DOWN, [1, 0.825, -0.35]],
        [ANY, DOWN, [2, 0.825, -0.35]],
      ],
    ],
    'box on a tooth': ['box', 0.4, 0.9, [[0, [HALF, -HALF], [0.775, 0.525, -0.5 * HALF]]]],
  });
  check(lines('a bump', [-3, 0, -1, 0, 0, 1, 1, 0, 3, 0]), {
    'box on its top': ['box', 0.1, 1.3, [[ANY, DOWN, [0, 0.9, -0.2]]]],
    'plank on its top': ['plank', 0.1, 1.1, [[ANY, DOWN, [0, 0.925, -0.15]]]],
    'box at its foot': [
      ...(['box', 1.2, 0.45] as const),
      [
        [2, [-HALF, -HALF], [0.7875, 0.0375, -0.35 * HALF], [0.975, -0.025, -0.1 * HALF]],
        [3, DOWN, [1, -0.025, -0.05], [1.7, -0.025, -0.05]],
      ],
    ],
    'circle at its foot': [
      ...(['circle', 1.1, 0.4] as const),
      [
        [2, [-HALF, -HALF], [0.975 - 0.25 * HALF, 0.275 - 0.25 * HALF, 0.5 * HALF - 0.5]],
        [3, DOWN, [1.1, -0.05, -0.1]],
      ],
    ],
    'box under it': [
      ...(['box', 0, 0.4] as const),
      [
        [1, [-HALF, HALF], [-0.4, 0.8, -0.4 * HALF]],
        [2, [HALF, HALF], [0.4, 0.8, -0.4 * HALF]],
      ],
    ],
    'box below it': ['box', 0, -0.6, []],
  });
  check(lines('a line that comes back along itself', [0, 0, 4, 0, 1, 0]), {
    'box on it': ['box', 2, 0.3, [[ANY, DOWN, [1.5, -0.1, -0.2], [2.5, -0.1, -0.2]]]],
    'circle on it': ['circle', 2, 0.3, [[ANY, DOWN, [2, -0.1, -0.2]]]],
    'box at its end': ['box', 4.2, 0.1, [[ANY, BACK, [3.85, 0, -0.3]]]],
    'circle at its end': [
      ...(['circle', 4.3, 0.1] as const),
      [[ANY, [-STEEP_X, -STEEP_Y], [4.15 - 0.25 * STEEP_X, 0.05 - 0.25 * STEEP_Y, 0.1 / STEEP_Y - 0.5]]],
    ],
  });
  check(lines('a post', [0, 0, 0, 3]), {
    'box on its top': ['box', 0.2, 3.3, [[0, DOWN, [0, 2.9, -0.2]]]],
    'bar on its top': ['bar', 0.2, 2.9, [[0, DOWN, [0, 2.95, -0.1]]]],
    'plank on its top': ['plank', 0.3, 2.9, [[0, DOWN, [0, 2.825, -0.35]]]],
    'circle on its top': [
      ...(['circle', 0.2, 3.2] as const),
      [[0, [-HALF, -HALF], [0.1 - 0.25 * HALF, 3.1 - 0.25 * HALF, 0.4 * HALF - 0.5]]],
    ],
    'box at its side': ['box', 0.3, 1, [[0, BACK, [-0.1, 0.5, -0.2], [-0.1, 1.5, -0.2]]]],
    'capsule at its side': ['capsule', 0.1, 3.3, [[0, BACK, [-0.1, 2.8, -0.2], [-0.1, 3, -0.2]]]],
  });
  check(
    { 'a square that is solid from outside': one(chain([0, 0, 4, 0, 4, 4, 0, 4], { closed: true, oneSided: true })) },
    {
      'box whose middle is inside': ['box', 3.8, 2, []],
      'box from outside': ['box', 4.3, 2, [[1, BACK, [3.9, 1.5, -0.2], [3.9, 2.5, -0.2]]]],
      'circle whose middle is inside': ['circle', 3.9, 3.7, []],
      'circle from outside': ['circle', 4.3, 2, [[1, BACK, [3.9, 2, -0.2]]]],
    },
  );
});

describe('seamless chains', () => {
  const parts: Placed[] = [
    [chain([-3, 0, 0, 0]), 0, 0],
    [chain([0, 0, 3, 0]), 0, 0],
    [chain([0, 0, 0, 2]), 0, 0],
  ];
  check(
    { 'a line of two': { parts: parts.slice(0, 2), feature: 'seamless' } },
    {
      'box over the joint': [
        ...(['box', 0.1, 0.45] as const),
        [
          [0, DOWN, [-0.4, -0.025, -0.05]],
          [1, DOWN, [0.6, -0.025, -0.05]],
        ],
      ],
      'circle over the joint': ['circle', 0, 0.45, [[0, DOWN, [0, -0.025, -0.05]]]],
    },
  );
  check(
    { 'a floor with a wall': { parts, feature: 'seamless' } },
    {
      'circle in the corner': [
        ...(['circle', 0.45, 0.45] as const),
        [
          [1, DOWN, [0.45, -0.025, -0.05]],
          [2, BACK, [-0.025, 0.45, -0.05]],
        ],
      ],
    },
  );
});

describe('a long line of short seamless chains', () => {
  it('is met by a flat arc below its middle alone', () => {
    const game = createGame();
    // 200 segments of a tenth; the arc reaches below the line for 14 to each side.
    for (let i = -100; i < 100; i++) {
      const eid = game.spawn(0, 0, chain([i / 10, 0, (i + 1) / 10, 0]));
      addComponent(game.world, eid, seamless(game.world));
      addComponent(game.world, eid, game.collision.Static);
    }
    game.spawn(0.03, 999.9, circle(1000));
    collisionSystem(game.world);
    const contacts = Array.from(game.collision.contacts(), ({ normalX, normalY, penetration }) => {
      return [normalX, Math.abs(normalY), penetration];
    });
    expect(contacts).toEqual([[expect.closeTo(0, 9), expect.closeTo(1, 9), expect.closeTo(0.1, 9)]]);
  });
});

describe('joints of three segments', () => {
  // Along the x axis to both sides, and up along the y axis; the loop's other two segments are far away.
  const ends = [
    [-2, 0],
    [2, 0],
    [0, 3],
  ];
  const surfaces = {
    'a line that comes back to itself': one(chain([-2, 0, 0, 0, 2, 0, 2, 3, 0, 3, 0, 0])),
    'seamless chains that begin there': {
      parts: ends.map(([x, y]): Placed => [chain([0, 0, x, y]), 0, 0]),
      feature: 'seamless',
    },
    'seamless chains that end there': {
      parts: ends.map(([x, y]): Placed => [chain([x, y, 0, 0]), 0, 0]),
      feature: 'seamless',
    },
  } as const;
  check(surfaces, {
    'box below it': [
      ...(['box', 0.1, -0.3] as const),
      [
        [ANY, [0, 1], [-0.4, 0.1, -0.2]],
        [ANY, [0, 1], [0.6, 0.1, -0.2]],
      ],
    ],
    'box in its right corner': [
      ...(['box', 0.4, 0.45] as const),
      [
        [ANY, DOWN, [0, -0.025, -0.05], [0.9, -0.025, -0.05]],
        [ANY, BACK, [-0.05, 0, -0.1], [-0.05, 0.95, -0.1]],
      ],
    ],
  });
  const wall = chain([0, 0, 0, 3]);
  check(
    {
      ...surfaces,
      'a wall that stands on the middle of a floor': {
        parts: [
          [chain([-2, 0, 2, 0]), 0, 0],
          [wall, 0, 0],
        ],
        feature: 'seamless',
      },
    },
    {
      'circle in its left corner': [
        ...(['circle', -0.45, 0.4] as const),
        [
          [ANY, DOWN, [-0.45, -0.05, -0.1]],
          [ANY, [1, 0], [0.025, 0.4, -0.05]],
        ],
      ],
      'circle in its right corner': [
        ...(['circle', 0.45, 0.4] as const),
        [
          [ANY, DOWN, [0.45, -0.05, -0.1]],
          [ANY, BACK, [-0.025, 0.4, -0.05]],
        ],
      ],
      'circle below it': ['circle', 0.1, -0.4, [[ANY, [0, 1], [0.1, 0.05, -0.1]]]],
      'circle below it whose middle is at the line': ['circle', 0.1, -0.05, [[ANY, [0, 1], [0.1, 0.225, -0.45]]]],
      'triangle below it': ['triangle', 0.1, -0.45, [[ANY, [0, 1], [0.1, 0.025, -0.05]]]],
    },
  );
});

describe('one-way colliders', () => {
  check(
    { 'a platform that is solid from above': { parts: [[box(2, 0.5), 0, 0]], feature: 'oneWay' } },
    {
      'box that has sunk in a little': ['box', 0, 0.95, [[0, DOWN, [-0.5, 0.475, -0.05], [0.5, 0.475, -0.05]]]],
      'circle that has sunk in a little': ['circle', 0, 0.95, [[0, DOWN, [0, 0.475, -0.05]]]],
      'box from below': ['box', 0, -0.9, []],
      'circle from below': ['circle', 0, -0.9, []],
      'box from its side': ['box', 2.3, 0.1, []],
      'ellipse above': ['ellipse', 0, 0.95, []],
    },
  );
});

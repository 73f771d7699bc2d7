import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castShape,
  chain,
  circle,
  closestPoint,
  collisionSystem,
  compound,
  concave,
  ellipse,
  overlapShape,
  polygon,
  queryPoint,
  type ShapeSpec,
  sector,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame, type Game } from '../../support/game-2d.ts';

type Point = readonly [x: number, y: number];

/** What questions about a shape at the origin answer, worked out on paper. */
interface Answers {
  /** A ray from a point along a vector: the fraction and the normal of its hit. */
  readonly ray: readonly [from: Point, along: Point, fraction: number, normal: Point];
  /** A circle of radius 0.5 from a point along a vector: the fraction and the normal of its hit. */
  readonly ball: readonly [from: Point, along: Point, fraction: number, normal: Point];
  /** Rays that pass by. */
  readonly misses: readonly (readonly [from: Point, along: Point])[];
  /** A point outside, the point of the shape nearest to it, and the distance. */
  readonly nearest: readonly [point: Point, nearest: Point, distance: number];
  /** A point on or in the shape. */
  readonly inside: Point;
}

const DIAGONAL: Point = [Math.SQRT1_2, Math.SQRT1_2];
/** The normal of an ellipse of 3 by 1 at (2.4, 0.6). */
const FLANK: Point = [4 / Math.sqrt(97), 9 / Math.sqrt(97)];
const SQUARES = tiles({ columns: 2, rows: 1, size: 2, cells: [1, 1] });

const KINDS: Readonly<Record<string, readonly [ShapeSpec, Answers]>> = {
  circle: [
    circle(2),
    {
      ray: [[-6, 0], [8, 0], 0.5, [-1, 0]],
      ball: [[0, 6], [0, -7], 0.5, [0, 1]],
      misses: [
        [
          [-6, 2.1],
          [20, 0],
        ],
        [
          [-6, 1],
          [6, 4],
        ],
      ],
      nearest: [[3, 4], [1.2, 1.6], 3],
      inside: [1, 1],
    },
  ],
  box: [
    box(2, 1),
    {
      ray: [[-6, 0.5], [8, 0], 0.5, [-1, 0]],
      ball: [[0, 4.5], [0, -6], 0.5, [0, 1]],
      misses: [
        [
          [-6, 1.1],
          [20, 0],
        ],
        [
          [0, 4],
          [4, -4],
        ],
        [
          [-6, 0.5],
          [20, 20],
        ],
        [
          [4, -4],
          [-8, 2],
        ],
      ],
      nearest: [[5, 5], [2, 1], 5],
      inside: [1.9, -0.9],
    },
  ],
  capsule: [
    capsule(1, 1),
    {
      ray: [[0, 6], [0, -8], 0.5, [0, 1]],
      ball: [[-4.5, 0.5], [6, 0], 0.5, [-1, 0]],
      misses: [
        [
          [-6, 2.1],
          [20, 0],
        ],
        [
          [-4, 1],
          [4, 2],
        ],
        [
          [4, -1],
          [-4, -2],
        ],
        [
          [-4, 4],
          [8, 0],
        ],
      ],
      nearest: [[3, 5], [0.6, 1.8], 4],
      inside: [0.9, 0.9],
    },
  ],
  polygon: [
    polygon([0, 0, 4, 0, 0, 4]),
    {
      ray: [[4, 4], [-4, -4], 0.5, DIAGONAL],
      ball: [[1, -2.5], [0, 4], 0.5, [0, -1]],
      misses: [
        [
          [4, 0.1],
          [0, 9],
        ],
        [
          [-1, 4],
          [4, 4],
        ],
      ],
      nearest: [[4, 4], [2, 2], Math.sqrt(8)],
      inside: [1, 1],
    },
  ],
  segment: [
    segment(-2, 0, 2, 0),
    {
      ray: [[1, 2], [0, -4], 0.5, [0, 1]],
      ball: [[1, -2.5], [0, 4], 0.5, [0, -1]],
      misses: [
        [
          [2.1, 2],
          [0, -4],
        ],
        [
          [-4, 1],
          [4, -4],
        ],
        [
          [-2, 1],
          [4, 0],
        ],
      ],
      nearest: [[5, 4], [2, 0], 5],
      inside: [1, 0],
    },
  ],
  chain: [
    chain([-2, 0, 0, 0, 2, 2]),
    {
      ray: [[-1, 2], [0, -4], 0.5, [0, 1]],
      ball: [[-1.5, 2.5], [0, -4], 0.5, [0, 1]],
      misses: [
        [
          [3, 0],
          [0, 9],
        ],
        [
          [-3, 1],
          [9, 9],
        ],
      ],
      nearest: [[2, 0], [1, 1], Math.SQRT2],
      inside: [1, 1],
    },
  ],
  compound: [
    compound([
      { ...box(1, 1), offsetX: -2 },
      { ...circle(1), offsetX: 2 },
    ]),
    {
      ray: [[6, 0], [-6, 0], 0.5, [1, 0]],
      ball: [[-2, 4.5], [0, -6], 0.5, [0, 1]],
      misses: [
        [
          [0, 6],
          [0, -9],
        ],
        [
          [0, 4],
          [0.3, -8],
        ],
      ],
      nearest: [[0.5, 2], [1.4, 0.8], 1.5],
      inside: [-1.1, 0.9],
    },
  ],
  tiles: [
    SQUARES,
    {
      ray: [[-4, 1], [8, 0], 0.5, [-1, 0]],
      ball: [[2, 5.5], [0, -6], 0.5, [0, 1]],
      misses: [
        [
          [-4, 2.1],
          [20, 0],
        ],
        [
          [-1.1, 1],
          [2, 2],
        ],
      ],
      nearest: [[7, 6], [4, 2], 5],
      inside: [2, 1],
    },
  ],
  ellipse: [
    ellipse(3, 1),
    {
      ray: [[2.4 + 2 * FLANK[0], 0.6 + 2 * FLANK[1]], [-4 * FLANK[0], -4 * FLANK[1]], 0.5, FLANK],
      ball: [[0, 4.5], [0, -6], 0.5, [0, 1]],
      misses: [
        [
          [-6, 1.01],
          [20, 0],
        ],
        [
          [-4, 0.5],
          [4, 1],
        ],
      ],
      nearest: [[2.4 + 3 * FLANK[0], 0.6 + 3 * FLANK[1]], [2.4, 0.6], 3],
      inside: [2.9, 0],
    },
  ],
  sector: [
    sector(2, Math.PI / 4),
    {
      ray: [[6, 0], [-8, 0], 0.5, [1, 0]],
      ball: [[-4.5, 0], [8, 0], 0.5, [-1, 0]],
      misses: [
        [
          [-1, -9],
          [0, 20],
        ],
        [
          [2.1, 1],
          [-2, 2],
        ],
      ],
      nearest: [[3, 4], [Math.SQRT2, Math.SQRT2], Math.hypot(3 - Math.SQRT2, 4 - Math.SQRT2)],
      inside: [1, 0.9],
    },
  ],
  'concave solid': [
    concave([-2, -1, 2, -1, 2, 2, 1, 2, 1, 0, -1, 0, -1, 2, -2, 2]),
    {
      ray: [[0, 4], [0, -8], 0.5, [0, 1]],
      ball: [[0, 4.5], [0, -8], 0.5, [0, 1]],
      misses: [
        [
          [-6, 2.1],
          [20, 0],
        ],
        [
          [-3, 1.5],
          [4, 4],
        ],
      ],
      nearest: [[0.5, 1], [1, 1], 0.5],
      inside: [1.5, 1.9],
    },
  ],
};

const near = (value: number): unknown => expect.closeTo(value, 7);
const point = ([x, y]: Point): { x: number; y: number } => ({ x, y });

describe.each(Object.entries(KINDS))('%s', (name, [shape, answers]) => {
  interface Placed {
    readonly game: Game;
    readonly eid: number;
    /** What takes points and ways of the shape there. */
    at(p: Point): Point;
    along(v: Point): Point;
  }

  function placed(frame: Frame): Placed {
    const game = createGame();
    const eid = game.spawn(...frame.at(0, 0), shape);
    game.collision.Transform.rotation[eid] = frame.angle;
    game.collision.Transform.scale[eid] = frame.scale;
    collisionSystem(game.world);
    const along = (v: Point): Point => {
      const [x, y] = frame.turned(...v);
      return [frame.scale * x, frame.scale * y];
    };
    return { game, eid, at: (p) => frame.at(...p), along };
  }

  describe.each([AT_ORIGIN, ELSEWHERE])('$name', (frame) => {
    const { scale } = frame;

    it('is met by a ray', () => {
      const { game, eid, at, along } = placed(frame);
      const [from, way, fraction, normal] = answers.ray;
      const [normalX, normalY] = frame.turned(...normal);
      expect(castRay(game.world, point(at(from)), point(along(way)))).toMatchObject({
        ...{ entity: eid, fraction: near(fraction), normalX: near(normalX), normalY: near(normalY) },
      });
      for (const [start, by] of answers.misses) {
        expect(castRay(game.world, point(at(start)), point(along(by)))).toBeUndefined();
      }
      const [x, y] = way;
      expect(castRay(game.world, point(at(from)), point(along([0 - x, 0 - y])))).toBeUndefined();
      expect(castRay(game.world, point(at(from)), point(along(way)), { maxFraction: fraction - 1e-6 })).toBeUndefined();
    });

    it('is met at once by a ray from inside', () => {
      const { game, eid, at, along } = placed(frame);
      // Turned lines go through their points but for rounding.
      if (frame === ELSEWHERE && /segment|chain/.test(name)) return;
      const start = { entity: eid, fraction: 0, normalX: 0, normalY: 0 };
      for (const way of [
        [1, 0.3],
        [-1, 0.3],
        [-0.3, -1],
      ] as const) {
        expect(castRay(game.world, point(at(answers.inside)), point(along(way)))).toMatchObject(start);
      }
    });

    it('is met by a moving circle', () => {
      const { game, eid, at, along } = placed(frame);
      const [from, way, fraction, normal] = answers.ball;
      const [normalX, normalY] = frame.turned(...normal);
      const hit = castShape(game.world, circle(0.5 * scale), point(at(from)), point(along(way)));
      expect(hit).toMatchObject({
        entity: eid,
        fraction: near(fraction),
        normalX: near(normalX),
        normalY: near(normalY),
      });
      const [x, y] = way;
      const away = point(along([0 - x, 0 - y]));
      expect(castShape(game.world, circle(0.5 * scale), point(at(from)), away)).toBeUndefined();
    });

    it('says its nearest point', () => {
      const { game, eid, at } = placed(frame);
      const [from, nearest, distance] = answers.nearest;
      const [x, y] = at(nearest);
      const found = closestPoint(game.world, point(at(from)));
      expect(found).toMatchObject({ entity: eid, x: near(x), y: near(y), distance: near(scale * distance) });
      const within = closestPoint(game.world, point(at(answers.inside)));
      // Turned lines go through their points but for rounding.
      expect(within?.distance).toBeLessThan(1e-14);
    });

    it('has points and shapes in it', () => {
      const { game, eid, at } = placed(frame);
      const out: number[] = [];
      overlapShape(game.world, circle(1e-9), point(at(answers.inside)), out);
      expect(out).toEqual([eid]);
      if (frame === AT_ORIGIN) expect(queryPoint(game.world, point(answers.inside), out)).toBe(1);
      expect(queryPoint(game.world, point(at(answers.nearest[0])), out)).toBe(0);
      const [outside, , distance] = answers.nearest;
      expect(overlapShape(game.world, circle(scale * distance + 1e-6), point(at(outside)), out)).toBe(1);
      expect(overlapShape(game.world, circle(scale * distance - 1e-6), point(at(outside)), out)).toBe(0);
    });
  });
});

it.each<readonly [string, ShapeSpec, halfX: number, halfY: number]>([
  ['a circle', circle(1.5), 1.5, 1.5],
  ['a box', box(2, 1), 2, 1],
  ['a rounded box', box(1.5, 0.5, { radius: 0.5 }), 2, 1],
  ['a capsule', capsule(1, 0.75), 0.75, 1.75],
  ['a rounded triangle', polygon([-1, -1, 1, -1, 0, 1], { radius: 0.5 }), 1.5, 1.5],
  ['an ellipse', ellipse(2, 1), 2, 1],
])('%s is met by rays from all four sides', (_, shape, halfX, halfY) => {
  const { world, spawn } = createGame();
  spawn(0, 0, shape);
  collisionSystem(world);
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    // The lower corners of the triangle are at y = −1.
    const off = x !== 0 && shape.shape !== 0 && shape.kind === polygon([0, 0, 1, 0, 0, 1]).kind ? -1 : 0;
    const hit = castRay(world, { x: 6 * x, y: 6 * y + off }, { x: -12 * x, y: -12 * y });
    const distance = 6 - (x === 0 ? halfY : halfX);
    expect(hit).toMatchObject({ fraction: near(distance / 12), normalX: near(x), normalY: near(y) });
    expect(castRay(world, { x: 6 * x, y: 6 * y + off }, { x: 12 * x, y: 12 * y })).toBeUndefined();
  }
});

import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  castRay,
  castShape,
  circle,
  closestPoint,
  collisionSystem,
  ellipse,
  polygon,
  type ShapeSpec,
  sector,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { AT_ORIGIN, ELSEWHERE } from '../../support/frames-2d.ts';
import { createGame } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** A shape as the reference has it: half axes of an ellipse or corners, and the radius around. */
interface Shape {
  rx: number;
  ry: number;
  corners: readonly (readonly [number, number])[];
  radius: number;
}

interface Place {
  x: number;
  y: number;
  rotation: number;
}

/** How far a placed shape reaches along the direction of an angle, from its own position. */
function reach({ rx, ry, corners, radius }: Shape, rotation: number, angle: number): number {
  const u = Math.cos(angle - rotation);
  const v = Math.sin(angle - rotation);
  if (corners.length === 0) return Math.hypot(rx * u, ry * v) + radius;
  return Math.max(...corners.map(([x, y]) => x * u + y * v)) + radius;
}

/** The gap between two along a direction, of which B lies at (x, y) from A. */
function gapAlong(a: Shape, turnA: number, b: Shape, turnB: number, x: number, y: number, angle: number): number {
  const away = x * Math.cos(angle) + y * Math.sin(angle);
  return away - reach(a, turnA, angle) - reach(b, turnB, angle + Math.PI);
}

/** The largest gap over all directions: a scan, and a golden section about each direction that is best nearby. */
function separation(a: Shape, turnA: number, b: Shape, turnB: number, x: number, y: number): number {
  const STEPS = 720;
  const step = (2 * Math.PI) / STEPS;
  const gap = (angle: number): number => gapAlong(a, turnA, b, turnB, x, y, angle);
  const scan = Array.from({ length: STEPS }, (_, i) => gap(i * step));
  let best = -Infinity;
  for (let i = 0; i < STEPS; i++) {
    if (scan[i] < scan[(i + 1) % STEPS] || scan[i] < scan[(i + STEPS - 1) % STEPS]) continue;
    let low = (i - 1) * step;
    let high = (i + 1) * step;
    for (let k = 0; k < 80; k++) {
      const left = low + 0.382 * (high - low);
      const right = high - 0.382 * (high - low);
      if (gap(left) > gap(right)) high = right;
      else low = left;
    }
    best = Math.max(best, gap((low + high) / 2));
  }
  return best;
}

const SQUARE = [
  [1, 0.6],
  [-1, 0.6],
  [-1, -0.6],
  [1, -0.6],
] as const;
const NO_CORNERS: readonly (readonly [number, number])[] = [];

/** Ellipses of all proportions, rounded or not, and in some rounds corners, a bare point among them. */
function randomShape(rng: Rng, size: number, isCurved: boolean): Shape {
  const radius = rng.next() < 0.4 ? rng.range(0.01, 0.5) * size : 0;
  if (!isCurved && rng.next() < 0.5) {
    const count = rng.integer(3, 9);
    const corners =
      rng.next() < 0.3
        ? SQUARE.map(([x, y]) => [x * size, y * size] as const)
        : Array.from({ length: count }, (_, i) => {
            const angle = ((i + rng.range(0.1, 0.9)) * 2 * Math.PI) / count;
            return [size * Math.cos(angle), 0.7 * size * Math.sin(angle)] as const;
          });
    return { rx: 0, ry: 0, corners, radius };
  }
  const long = size * rng.range(0.3, 1);
  const proportion = [rng.range(0.1, 1), 1, 1 - 1e-9, 10 ** rng.range(-5, -1)][rng.integer(0, 3)];
  const isTall = rng.next() < 0.5;
  const [rx, ry] = isTall ? [long * proportion, long] : [long, long * proportion];
  return { rx, ry, corners: NO_CORNERS, radius };
}

function specOf({ rx, ry, corners, radius }: Shape): ShapeSpec {
  return corners.length > 0 ? polygon(corners.flat(), { radius }) : ellipse(rx, ry, { radius });
}

/**
 * Relative to the sizes. What a needle reaches is lost in the rounding of the reference, the more the thinner it is.
 */
const SLACK = 1e-12;

describe('curved shapes', () => {
  it.each([1e-3, 1, 1e4])('are cast to where they first touch, size %s', (size) => {
    const rng = createRng(31);
    const hits = new HitRate();
    for (let round = 0; round < effort(2000, 200); round++) {
      const isTarget = rng.next() < 0.5;
      const a = randomShape(rng, size, isTarget);
      const b = randomShape(rng, size, !isTarget);
      const from: Place = { x: rng.range(-3, 3) * size, y: rng.range(-3, 3) * size, rotation: rng.range(-3, 3) };
      const turnB = round % 4 === 0 ? from.rotation : rng.range(-3, 3);
      const wayX = -from.x * rng.range(0.3, 2) + rng.range(-2, 2) * size;
      const wayY = -from.y * rng.range(0.3, 2) + rng.range(-2, 2) * size;
      const game = createGame();
      const target = addEntity(game.world);
      addComponent(game.world, target, set(game.collision.Transform, { rotation: turnB }));
      addComponent(game.world, target, set(game.collision.Collider, specOf(b)));
      collisionSystem(game.world);
      const hit = castShape(game.world, specOf(a), from, { x: wayX, y: wayY });
      const label = `size ${size}, round ${round}`;
      const gapAt = (t: number): number =>
        separation(a, from.rotation, b, turnB, -from.x - t * wayX, -from.y - t * wayY) / size;
      if (hit === undefined || hit.fraction > 0) hits.count(hit !== undefined);
      const end = hit === undefined ? 1 : hit.fraction;
      for (let i = 0; i <= 8; i++) {
        if (end > 0) expect(gapAt((end * i) / 8), label).toBeGreaterThan(-SLACK);
      }
      if (hit === undefined) continue;
      expect(Math.abs(gapAt(end)) < SLACK || (end === 0 && gapAt(0) < 0), label).toBe(true);
      if (end === 0) continue;
      // Both lie behind the plane through the point, which is where they touch.
      const angle = Math.atan2(hit.normalY, hit.normalX);
      const x = from.x + end * wayX - hit.x;
      const y = from.y + end * wayY - hit.y;
      const behindA = x * hit.normalX + y * hit.normalY - reach(a, from.rotation, angle + Math.PI);
      const behindB = hit.x * hit.normalX + hit.y * hit.normalY - reach(b, turnB, angle);
      expect(Math.abs(behindA) / size, label).toBeLessThan(SLACK);
      expect(Math.abs(behindB) / size, label).toBeLessThan(SLACK);
      expect(closestPoint(game.world, hit)!.distance / size, label).toBeLessThan(1e-9);
      expect(hit.normalX * wayX + hit.normalY * wayY, label).toBeLessThan(0);
    }
    hits.expectBalanced();
  });

  it('are met by rays of any length, from far away, and not by rays that lead away', () => {
    const game = createGame();
    const eid = addEntity(game.world);
    addComponent(game.world, eid, set(game.collision.Transform, {}));
    addComponent(game.world, eid, set(game.collision.Collider, ellipse(2, 1, { radius: 0.5 })));
    collisionSystem(game.world);
    expect(castRay(game.world, { x: -10, y: 0 }, { x: 20, y: 0 })!.fraction).toBe(7.5 / 20);
    expect(castRay(game.world, { x: -10, y: 0 }, { x: 1e-3, y: 0 })!.fraction).toBeCloseTo(7500, 9);
    expect(castRay(game.world, { x: -10, y: 0 }, { x: 1e-3, y: 0 }, { maxFraction: 7499 })).toBeUndefined();
    expect(castRay(game.world, { x: -10, y: 0 }, { x: -20, y: 0 })).toBeUndefined();
    expect(castRay(game.world, { x: 0, y: 10 }, { x: 0, y: -1e9 })!.fraction).toBeCloseTo(8.5e-9, 22);
    expect(castRay(game.world, { x: 1, y: 0 }, { x: 5, y: 5 })!.fraction).toBe(0);
    // Along a tangent, on it and a hair beside.
    expect(castRay(game.world, { x: -5, y: 1.5 }, { x: 10, y: 0 })!.fraction).toBeCloseTo(0.5, 6);
    expect(castRay(game.world, { x: -5, y: 1.5 + 1e-12 }, { x: 10, y: 0 })).toBeUndefined();
  });

  // Of an ellipse of 2 by 1: (1.6, 0.6) lies on it, with the normal (2, 3) / √13, and (4, 1) / √5 with (1, 1) / √2.
  const FLANK = [2 / Math.sqrt(13), 3 / Math.sqrt(13)] as const;
  const HALF = Math.SQRT1_2;
  const [AXIS_X, AXIS_Y] = [4 / Math.sqrt(5), 1 / Math.sqrt(5)];
  const long = ellipse(2, 1);
  const SQUARE_SPEC = polygon([-1, -1, 1, -1, 1, 1, -1, 1]);
  type Point = readonly [x: number, y: number];
  const CASES: readonly (readonly [
    name: string,
    mover: ShapeSpec,
    from: Point,
    turn: number,
    way: Point,
    target: ShapeSpec,
    hit: readonly [fraction: number, at: Point, normal: Point],
  ])[] = [
    ['a circle at the end', circle(0.5), [9, 0], 0, [-10, 0], long, [0.65, [2, 0], [1, 0]]],
    ['a circle at the top', circle(0.5), [0, -9], 0, [0, 10], long, [0.75, [0, -1], [0, -1]]],
    [
      ...(['a circle at the flank', circle(0.5), [1.6 + 5.5 * FLANK[0], 0.6 + 5.5 * FLANK[1]], 0] as const),
      ...([[-10 * FLANK[0], -10 * FLANK[1]], long, [0.5, [1.6, 0.6], FLANK]] as const),
    ],
    [
      ...([
        'a circle at the flank, straight down',
        circle(0.5),
        [1.6 + 0.5 * FLANK[0], 0.6 + 0.5 * FLANK[1] + 3],
        0,
      ] as const),
      ...([[0, -4], long, [0.75, [1.6, 0.6], FLANK]] as const),
    ],
    [
      ...([
        'the side of a square at the flank',
        SQUARE_SPEC,
        [AXIS_X + 4 * HALF, AXIS_Y + 4 * HALF],
        Math.PI / 4,
      ] as const),
      ...([[-6 * HALF, -6 * HALF], long, [0.5, [AXIS_X, AXIS_Y], [HALF, HALF]]] as const),
    ],
    [
      // Along its side, so that it touches by a place of the side that is not its middle.
      ...(['the side of a square at the flank, aslant', SQUARE_SPEC] as const),
      ...([[AXIS_X + HALF - 0.3 * HALF, AXIS_Y + HALF + 0.3 * HALF + 2], Math.PI / 4, [0, -4], long] as const),
      [0.5, [AXIS_X, AXIS_Y], [HALF, HALF]],
    ],
    [
      'the corner of a square at the end',
      SQUARE_SPEC,
      [9, 0],
      Math.PI / 4,
      [-10, 0],
      long,
      [0.7 - Math.SQRT2 / 10, [2, 0], [1, 0]],
    ],
    ['the corner of a square at the flank', SQUARE_SPEC, [2.6, 6.6], 0, [0, -10], long, [0.5, [1.6, 0.6], FLANK]],
    ['an ellipse at the end', ellipse(1, 3), [9, 0], 0, [-10, 0], long, [0.6, [2, 0], [1, 0]]],
    ['an ellipse at the flank', long, [3.2, 5.2], 0, [0, -8], long, [0.5, [1.6, 0.6], FLANK]],
    ['a rounded ellipse at the end', ellipse(1, 3, { radius: 0.5 }), [9, 0], 0, [-10, 0], long, [0.55, [2, 0], [1, 0]]],
    // The same, the other way round: the shape that is cast is curved.
    ['an ellipse at the side of a square', long, [-9, 0.25], 0, [10, 0], SQUARE_SPEC, [0.6, [-1, 0.25], [-1, 0]]],
    ['an ellipse at the side of a square, aslant', long, [-5, -2], 0, [4, 4], SQUARE_SPEC, [0.5, [-1, 0], [-1, 0]]],
    ['an ellipse at the lower part of a side', long, [-7, -0.75], 0, [8, 0], SQUARE_SPEC, [0.5, [-1, -0.75], [-1, 0]]],
    ['an ellipse at the corner of a square', long, [2.6, 5.6], 0, [0, -8], SQUARE_SPEC, [0.5, [1, 1], FLANK]],
    ['an ellipse at a circle', long, [-9, 0], 0, [10, 0], circle(1), [0.6, [-1, 0], [-1, 0]]],
    [
      'an ellipse at a rounded square',
      long,
      [-9, 0.25],
      0,
      [10, 0],
      polygon([-1, -1, 1, -1, 1, 1, -1, 1], { radius: 0.5 }),
      [0.55, [-1.5, 0.25], [-1, 0]],
    ],
    [
      'the arc of a sector at a square',
      sector(2, Math.PI / 4),
      [-9, 0.5],
      0,
      [10, 0],
      SQUARE_SPEC,
      [0.6, [-1, 0.5], [-1, 0]],
    ],
  ];
  const elsewhere = (x: number, y: number) => {
    const [alongX, alongY] = ELSEWHERE.turned(x, y);
    return [10 + alongX, alongY - 20] as const;
  };
  const TURNED = { ...ELSEWHERE, name: 'turned', at: elsewhere };
  describe.each([AT_ORIGIN, TURNED])('$name', ({ at, turned, angle }) => {
    it.each(CASES)(
      'meet where they touch first: %s',
      (_, mover, from, turn, way, target, [fraction, place, normal]) => {
        const { world, collision, spawn } = createGame();
        const eid = spawn(...at(0, 0), target);
        collision.Transform.rotation[eid] = angle;
        collisionSystem(world);
        const [x, y] = at(...from);
        const [wayX, wayY] = turned(...way);
        const pose = { x, y, rotation: turn + angle };
        const hit = castShape(world, mover, pose, { x: wayX, y: wayY })!;
        const near = (value: number): unknown => expect.closeTo(value, 7);
        expect([hit.fraction, hit.x, hit.y]).toEqual([expect.closeTo(fraction, 12), ...at(...place).map(near)]);
        expect([hit.normalX, hit.normalY]).toEqual(turned(...normal).map(near));
      },
    );

    // The shape that is cast, where it starts; the normal of the shortest way out, and the point of the target there.
    const STARTS: readonly (readonly [string, ShapeSpec, Point, ShapeSpec, normal: Point, place: Point])[] = [
      ['a circle at the end of an ellipse', circle(1), [2.5, 0], long, [1, 0], [2, 0]],
      ['a circle at the top of an ellipse', circle(1), [0, 1.75], long, [0, 1], [0, 1]],
      ['a square at the end of an ellipse', SQUARE_SPEC, [-2.75, 0.25], long, [-1, 0], [-2, 0]],
      ['an ellipse in the side of a square', long, [0.25, 1.5], SQUARE_SPEC, [0, 1], [0.25, 1]],
      ['an ellipse in a circle', long, [0, -1.5], circle(1), [0, -1], [0, -1]],
      ['a rounded ellipse in a square', ellipse(1, 1, { radius: 0.5 }), [2.25, 0.5], SQUARE_SPEC, [1, 0], [1, 0.5]],
    ];
    it.each(STARTS)('start in what they overlap: %s', (_, mover, from, target, [nx, ny], place) => {
      const { world, collision, spawn } = createGame();
      const eid = spawn(...at(0, 0), target);
      collision.Transform.rotation[eid] = angle;
      collisionSystem(world);
      const [x, y] = at(...from);
      const cast = (sign: number, initialOverlap: 'hit' | 'ignore' | 'ignore-separating') => {
        const [wayX, wayY] = turned(9 * sign * nx, 9 * sign * ny);
        return castShape(world, mover, { x, y, rotation: angle }, { x: wayX, y: wayY }, { initialOverlap });
      };
      for (const sign of [1, -1]) {
        const hit = cast(sign, 'hit')!;
        const near = (value: number): unknown => expect.closeTo(value, 7);
        expect([hit.fraction, hit.x, hit.y]).toEqual([0, ...at(...place).map(near)]);
        expect([hit.normalX, hit.normalY]).toEqual(turned(nx, ny).map(near));
        expect(cast(sign, 'ignore')).toBeUndefined();
        expect(cast(sign, 'ignore-separating')?.fraction).toBe(sign > 0 ? undefined : 0);
      }
    });
  });
});

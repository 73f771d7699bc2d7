import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  capsule,
  circle,
  collisionSystem,
  box as flatBox,
  oneWay,
  polygon,
  type ShapeSpec,
} from '../../../entry/2d.ts';
import {
  measureSide,
  SIDE_GAP,
  SIDE_LENGTH,
  SIDE_POINT,
  turnDirection,
} from '../../../src/2d/narrow-phase/came-from-side.ts';
import { findLowest, LOWEST, support } from '../../../src/2d/narrow-phase/lowest-point.ts';
import { createPlacedPiece, type PlacedPiece } from '../../../src/2d/shapes/placed-piece.ts';
import { isOnSide, SLACK, SLACK_OF_NEW } from '../../../src/core/one-way-side.ts';
import { createGame } from '../../support/game-2d.ts';

/** An upright box from (x0, y0) to (x1, y1), rounded by a radius. */
function boxPiece(x0: number, y0: number, x1: number, y1: number, radius = 0): PlacedPiece {
  const piece = createPlacedPiece(4);
  piece.vertices.set([x0, y0, x1, y0, x1, y1, x0, y1]);
  piece.normals.set([0, -1, 1, 0, 0, 1, -1, 0]);
  piece.count = 4;
  piece.radius = radius;
  return piece;
}

describe('the lowest point of a piece', () => {
  it('is the corner that is least along a direction', () => {
    const piece = boxPiece(1, 2, 5, 4);
    const along = (x: number, y: number): number[] => {
      findLowest(piece, new Float64Array([x, y]));
      return [support[0], support[1], support[LOWEST]];
    };
    expect(along(0.6, 0.8)).toEqual([1, 2, 0.6 + 1.6]);
    expect(along(-0.6, -0.8)).toEqual([5, 4, -3 - 3.2]);
    expect(along(0.6, -0.8)).toEqual([1, 4, 0.6 - 3.2]);
    // Of two corners as low, the first.
    expect(along(1, 0)).toEqual([1, 2, 1]);
  });
});

describe('a direction', () => {
  it('is turned, and has length 1 whatever length it was given', () => {
    const quarter = new Float64Array([9, 0, 1]);
    for (const size of [1e-200, 1, 1e200]) {
      const out = new Float64Array([3 * size, 4 * size]);
      turnDirection(out, quarter, 1);
      expect([out[0], out[1]]).toEqual([expect.closeTo(-0.8, 14), expect.closeTo(0.6, 14)]);
    }
    const none = new Float64Array(2);
    turnDirection(none, quarter, 1);
    expect(Array.from(none)).toEqual([0, 0]);
  });
});

describe('the side of a one-way piece', () => {
  /** A platform from x = −2 to 2 whose top is y = 1, which is solid from above. */
  const platform = boxPiece(-2, 0, 2, 1);
  const up = new Float64Array([0, 1]);

  function measured(...pieces: PlacedPiece[]): { gap: number; point: number[]; found: Float64Array } {
    const found = new Float64Array(SIDE_LENGTH);
    measureSide(found, platform, up, pieces, pieces.length);
    return { gap: found[SIDE_GAP], point: Array.from(found.subarray(SIDE_POINT, SIDE_POINT + 2)), found };
  }

  it('is measured along it, from the piece to the nearest point of a shape', () => {
    expect(measured(boxPiece(-0.5, 1.25, 0.5, 2)).gap).toBe(0.25);
    expect(measured(boxPiece(-0.5, 0.75, 0.5, 2)).gap).toBe(-0.25);
    expect(measured(boxPiece(-0.5, 1.5, 0.5, 2, 0.25)).gap).toBe(0.25);
    expect(measured(boxPiece(-0.5, 3, 0.5, 4), boxPiece(0, 1.5, 0.5, 2)).gap).toBe(0.5);
  });

  it('is that of a shape that is deeper than a part of its own extent only where it is new', () => {
    const { found } = measured(boxPiece(-0.5, 0.9, 0.5, 1.9));
    expect([isOnSide(found, 2, SLACK), isOnSide(found, 2, SLACK_OF_NEW)]).toEqual([false, true]);
    const deep = measured(boxPiece(-0.5, 0.7, 0.5, 1.7)).found;
    expect(isOnSide(deep, 2, SLACK_OF_NEW)).toBe(false);
    const slight = measured(boxPiece(-0.5, 0.9995, 0.5, 1.9995)).found;
    expect(isOnSide(slight, 2, SLACK)).toBe(true);
    expect(isOnSide(measured(boxPiece(-0.5, 1, 0.5, 2)).found, 2, SLACK)).toBe(true);
  });

  it('faces the middle of all pieces of a shape where it is round', () => {
    const ball = createPlacedPiece(1);
    ball.count = 1;
    ball.radius = 1;
    const found = new Float64Array(SIDE_LENGTH);
    // Their middles are (5, 7) and (7, 9), and that of both is (6, 8).
    const pieces = [boxPiece(4, 6, 6, 8), boxPiece(6, 8, 8, 10)];
    measureSide(found, ball, up, pieces, 2);
    const seen = [...found].map((value) => expect.closeTo(value, 12));
    expect([0.6, 0.8, 7.2 - 1, 12.8 - 7.2, 4, 6]).toEqual(seen);
    // Below the ball, where its surface faces away from the side, that of the side alone is left.
    measureSide(found, ball, up, [boxPiece(-9, -3, -7, -2)], 1);
    expect([...found]).toEqual([0, 1, -4, 1, -9, -3]);
    // Of a stretch of a capsule, each end faces by itself.
    const stick = createPlacedPiece(2);
    stick.count = 2;
    stick.radius = 1;
    stick.vertices.set([-5, 0, 0, 0]);
    stick.normals.set([0, -1, 0, 1]);
    measureSide(found, stick, up, pieces, 2);
    expect([0.6, 0.8, 6.2]).toEqual([...found.subarray(0, 3)].map((value) => expect.closeTo(value, 12)));
  });
});

describe('a one-way collider', () => {
  const QUARTER = Math.PI / 2;
  /** Whether a ball that has sunk in a little from above has a contact with a platform whose top is at y = 1. */
  function holds(shape: ShapeSpec, normal: readonly [number, number], rotation = 0, x = 0, y = 0): boolean {
    const { world, collision, spawn } = createGame();
    const platform = spawn(x, y, shape);
    const OneWay = oneWay(world);
    addComponent(world, platform, set(OneWay, { normalX: normal[0], normalY: normal[1] }));
    addComponent(world, platform, set(collision.Transform, { rotation }));
    spawn(0, 1.49, circle(0.5));
    collisionSystem(world);
    return [...collision.contacts()].length > 0;
  }

  const UP = [0, 1] as const;
  const DOWN = [0, -1] as const;
  const RIGHT = [1, 0] as const;
  const round = circle(1);
  // How far the direction is turned in all until it points up, and by what.
  type Turned = ShapeSpec & { readonly offsetX?: number; readonly offsetY?: number; readonly offsetRotation?: number };
  type Case = readonly [
    name: string,
    shape: Turned,
    normal: readonly [number, number],
    rotation?: number,
    x?: number,
    y?: number,
  ];
  const cases: readonly Case[] = [
    ['a box', flatBox(2, 1), UP],
    ['a box that is turned by its transform', flatBox(1, 2), RIGHT, QUARTER],
    ['a box that is turned by its offset', { ...flatBox(1, 2), offsetRotation: QUARTER }, RIGHT],
    ['a box that is turned by both', { ...flatBox(2, 1), offsetRotation: QUARTER }, DOWN, QUARTER],
    ['a capsule', capsule(0.5, 0.5), UP],
    ['a polygon', polygon([-1, -1, 1, -1, 1, 1, -1, 1]), UP],
    ['a circle', round, UP],
    ['a circle that is turned by its transform', round, RIGHT, QUARTER],
    ['a circle that is turned by its offset', { ...round, offsetRotation: QUARTER }, RIGHT],
    ['a circle that is turned by both', { ...round, offsetRotation: QUARTER }, DOWN, QUARTER],
    ['a circle that is set off and turned', { ...round, offsetX: 3 }, RIGHT, QUARTER, 0, -3],
    ['a circle that is set off sideways and turned', { ...round, offsetY: 3 }, RIGHT, QUARTER, 3, 0],
  ];
  it.each(cases.map(([name, ...rest]) => [name, rest] as const))(
    'holds from the side that its direction says: %s',
    (_, [shape, [x, y], ...pose]) => {
      expect(holds(shape, [x, y], ...pose)).toBe(true);
      expect(holds(shape, [0 - x, 0 - y], ...pose)).toBe(false);
      // A length of its own means nothing.
      expect(holds(shape, [1e-200 * x, 1e-200 * y], ...pose)).toBe(true);
    },
  );
});

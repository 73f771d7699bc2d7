import { describe, expect, it } from 'vitest';
import { CEILING, FLOOR, type Move, WALL } from '../../../src/core/movement/move.ts';
import { slide } from '../../../src/core/movement/slide.ts';
import { facing, moveAmong, type Wall } from '../../support/wall-space.ts';

const FLOOR_AT_0 = facing(90, 0, 0);
const WALL_AT_2 = facing(180, 2, 0);

/** Where the mover is, and each hit as `slot kind fraction`. */
function told({ position, hits, hitCount }: Move): { at: [number, number]; hits: [number, number, number][] } {
  return {
    at: [position[0], position[1]],
    hits: hits.slice(0, hitCount).map(({ slot, surface, fraction }) => [slot, surface, fraction]),
  };
}

function slid(walls: readonly Wall[], at: [number, number], by: [number, number], up: [number, number] = [0, 0]) {
  const move = moveAmong(walls, at, by, { up });
  slide(move);
  return move;
}

const near = (value: number): unknown => expect.closeTo(value, 6);

describe('slide, without up and down', () => {
  it('goes on along what it meets', () => {
    // The skin is reached after 0.9 of 1.8 down; the other half of the way leads along the floor.
    const move = slid([FLOOR_AT_0], [0, 1], [3, -1.8]);
    expect(told(move)).toEqual({ at: [near(3), near(0.1)], hits: [[0, 0, near(0.5)]] });
  });

  it('ends in a corner, and tells both walls once', () => {
    const move = slid([FLOOR_AT_0, WALL_AT_2], [0, 1], [5, -5]);
    expect(told(move)).toEqual({
      at: [near(1.9), near(0.1)],
      hits: [
        [0, 0, near(0.18)],
        [1, 0, near(0.38)],
      ],
    });
  });

  it('does not go into an acute corner that leaves no way', () => {
    // A wedge with its tip at the origin, opening to the right by 60°.
    const wedge = [facing(60, 0, 0), facing(-60, 0, 0)];
    const move = slid(wedge, [3, 0], [-3, 0.1]);
    expect(move.position[0]).toBeGreaterThanOrEqual(0.2 - 1e-6);
    expect(move.position[0]).toBeLessThan(0.3);
    expect(move.hitCount).toBe(2);
  });

  it('does not move along a wall that it runs into squarely', () => {
    const move = slid([WALL_AT_2], [0, 0], [5, 0]);
    expect(told(move)).toEqual({ at: [near(1.9), 0], hits: [[0, 0, near(0.38)]] });
  });
});

describe('slide, with up and down', () => {
  const stand = (walls: readonly Wall[], at: [number, number], by: [number, number], ground: number): Move => {
    const move = moveAmong(walls, at, by);
    move.grounded = true;
    move.ground.slot = ground;
    move.ground.normal.set([...walls[ground].normal, 0]);
    slide(move);
    return move;
  };

  it('says what kind of surface it met', () => {
    expect(told(slid([FLOOR_AT_0], [0, 1], [0, -2], [0, 1])).hits).toEqual([[0, FLOOR, near(0.45)]]);
    expect(told(slid([WALL_AT_2], [0, 1], [4, 0], [0, 1])).hits).toEqual([[0, WALL, near(0.475)]]);
    expect(told(slid([facing(-90, 0, 2)], [0, 1], [0, 2], [0, 1])).hits).toEqual([[0, CEILING, near(0.45)]]);
  });

  it('lands on a floor, and then walks: the rest of the fall does not lead down a slope', () => {
    const slope = facing(120, 0, 0);
    const move = slid([slope], [0, 1], [0, -3], [0, 1]);
    expect(move.grounded).toBe(true);
    expect(move.position[0]).toBeCloseTo(0, 6);
    // 0.1 from the slope: 0.1 / cos 30° above it.
    expect(move.position[1]).toBeCloseTo(0.1 / Math.cos(Math.PI / 6), 6);
  });

  it('goes as far along a slope as on flat ground', () => {
    const angle = Math.PI / 6;
    const height = 0.1 / Math.cos(angle);
    const up = stand([facing(120, 0, 0)], [0, height], [2, 0], 0);
    expect(up.position[0]).toBeCloseTo(2 * Math.cos(angle), 6);
    expect(up.position[1] - height).toBeCloseTo(2 * Math.sin(angle), 6);
    const down = stand([facing(120, 0, 0)], [0, height], [-2, -1], 0);
    expect(down.position[0]).toBeCloseTo(-2 * Math.cos(angle), 6);
    expect(down.position[1] - height).toBeCloseTo(-2 * Math.sin(angle), 6);
  });

  it('ends its way forward at a slope too steep to stand on', () => {
    // From (0, 0.1) along the floor to a slope of 60° through (2, 0): 0.1 away from both, it stands.
    const steep = facing(150, 2, 0);
    const move = stand([FLOOR_AT_0, steep], [0, 0.1], [9, 0], 0);
    expect(move.position[1]).toBeCloseTo(0.1, 5);
    expect(told(move).hits.map(([slot, kind]) => [slot, kind])).toEqual([[1, WALL]]);
    const { normal } = steep;
    expect(normal[0] * (move.position[0] - 2) + normal[1] * move.position[1]).toBeCloseTo(0.1, 5);
  });

  it('falls along a steep slope', () => {
    const steep = facing(150, 2, 0);
    const move = slid([steep], [1.8, 2], [0, -3], [0, 1]);
    expect(move.position[1]).toBeLessThan(0);
    const { normal } = steep;
    expect(normal[0] * (move.position[0] - 2) + normal[1] * move.position[1]).toBeCloseTo(0.1, 5);
  });

  /** A stair 0.3 high that begins at x = 1, and the floor before it. */
  const STAIR = [facing(90, 0, 0, { to: 1 }), facing(180, 1, 0, { to: 0.3 }), facing(90, 1, 0.3, { from: 0 })];

  it('steps up in its way, and is not stopped by what it has stepped on', () => {
    const move = moveAmong(STAIR, [0, 0.1], [3, 0], { stepHeight: 0.4 });
    move.grounded = true;
    move.ground.normal.set([0, 1, 0]);
    slide(move);
    expect(told(move)).toEqual({ at: [near(3), near(0.4)], hits: [] });
    expect(move.left).toBeCloseTo(0, 9);
  });

  it('steps up from the ground alone, and as high as it may', () => {
    const stopped = { at: [near(0.9), near(0.1)], hits: [[1, WALL, near(0.3)]] };
    for (const [grounded, stepHeight] of [
      [false, 0.4],
      [true, 0.2],
      [true, 0],
    ] as const) {
      const move = moveAmong(STAIR, [0, 0.1], [3, 0], { stepHeight });
      move.grounded = grounded;
      move.ground.normal.set([0, 1, 0]);
      slide(move);
      expect(told(move)).toEqual(stopped);
    }
  });
});

it('slide carries nothing up a steep slope that flies into it', () => {
  // The slope of 60° through (2, 0) is met at some x below 2.6, at no more than the height of the start.
  const move = slid([facing(150, 2, 0)], [1, 1], [3, -0.5], [0, 1]);
  expect(move.hitCount).toBe(1);
  expect(move.position[1]).toBeLessThan(1);
  expect(move.position[0]).toBeGreaterThan(2.2);
});

it('slide forgets the surfaces that it has left behind', () => {
  // Down onto a floor that ends at x = 1, along it, and then down along a wall through (3, 0) that leans over.
  const move = slid([facing(90, 0, 0, { to: 1 }), facing(225, 3, 0)], [0, 0.2], [4, -0.8]);
  expect(move.hitCount).toBe(2);
  // It meets the wall at (3 − 0.1 − 0.1 √2, 0.1), with (1.241, −0.248) of its way left, of which 1.053 lead along the
  // wall.
  expect(move.position[0]).toBeCloseTo(3.503, 3);
  expect(move.position[1]).toBeCloseTo(-0.645, 3);
});

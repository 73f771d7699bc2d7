import { describe, expect, it } from 'vitest';
import { HeldSides } from '../../../src/core/movement/held-sides.ts';
import { ALL_PIECES, createSweepHit } from '../../../src/core/movement/move-space.ts';

const vector = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

/** Up and right of pieces 0 and 7 of collider 3, along z of all of collider 5, and left of piece 9 of collider 3. */
function sides(holdsNeighbours: boolean): HeldSides {
  const held = new HeldSides(holdsNeighbours);
  held.add(3, 0, vector(0, 1, 0));
  held.add(3, 7, vector(1, 0, 0));
  held.add(5, ALL_PIECES, vector(0, 0, 1));
  held.add(3, 9, vector(-1, 0, 0));
  return held;
}

describe('held sides', () => {
  it('are found by their pieces', () => {
    const held = sides(false);
    expect([held.count, held.slotAt(2), held.slotAt(3)]).toEqual([4, 5, 3]);
    expect([0, 7, 9, 8].map((child) => held.find(3, child))).toEqual([0, 1, 3, -1]);
    expect([0, 7, 9, 8].map((child) => held.findMet(3, child, vector(0, -1, 0)))).toEqual([0, 1, 3, -1]);
    expect([held.find(4, 0), held.findMet(4, 0, vector(0, 0, -1))]).toEqual([-1, -1]);
  });

  it('of a whole collider are those of each piece that has none of its own', () => {
    const held = sides(false);
    expect(held.find(5, 4)).toBe(2);
    held.add(5, 4, vector(0, 1, 0));
    expect([held.find(5, 4), held.find(5, 6)]).toEqual([4, 2]);
  });

  it('of a whole collider, or of neighbours, are met from the other side alone', () => {
    const met = (z: number): number => sides(false).findMet(5, 4, vector(Math.sqrt(1 - z * z), 0, z));
    expect([met(-1), met(-0.2), met(-0.05), met(1)]).toEqual([2, 2, -1, -1]);
    expect(sides(false).findMet(3, 8, vector(0, -1, 0))).toBe(-1);
    expect(sides(true).findMet(3, 8, vector(0, -1, 0))).toBe(0);
    const hit = { ...createSweepHit(), slot: 5, normal: vector(0, 0, -1) };
    expect([sides(false).opposes(hit), sides(false).opposes({ ...hit, slot: 3 })]).toEqual([true, false]);
  });

  it('of a whole collider are crossed by what leads against them', () => {
    const held = sides(false);
    expect([-1, 0, 1].map((z) => held.isCrossed(2, vector(0, 0, z)))).toEqual([true, false, false]);
    expect(held.isCrossed(0, vector(0, -1, 0))).toBe(false);
    expect(sides(true).isCrossed(0, vector(0, -1, 0))).toBe(true);
  });

  it('can be forgotten but for the first', () => {
    const held = sides(false);
    held.keepFirst(2);
    expect([held.count, held.find(3, 7), held.find(3, 9), held.find(5, 4)]).toEqual([2, 1, -1, -1]);
  });
});

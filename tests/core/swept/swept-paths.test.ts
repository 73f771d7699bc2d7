import { describe, expect, it } from 'vitest';
import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { SHAPE_BOX, SHAPE_CIRCLE } from '../../../src/2d/shapes/shape-kind.ts';
import { motionLayout, writePath } from '../../../src/2d/swept/swept-paths.ts';
import { FLAG_PLACED, FLAG_STATIC } from '../../../src/core/collider-slots.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import { endPaths } from '../../../src/core/swept/swept-memory.ts';
import {
  createSweptPaths,
  holdTurned,
  isTurning,
  noteEnds,
  type SweptPaths,
  stretchBox,
  writeEndBox,
  writePaths,
  writeWayOfPath,
} from '../../../src/core/swept/swept-paths.ts';

/** Three boxes at slots 0 to 2 of the plane, whose entities have the indices 2 to 0, and the paths of their ticks. */
function makePaths() {
  const set = {
    slots: { end: 3, index: Uint32Array.of(2, 1, 0), flags: new Uint16Array(3) },
    transform: { x: new Float64Array(3), y: new Float64Array(3), rotation: new Float64Array(3) },
    shape: { offsetX: new Float64Array(3), offsetY: new Float64Array(3) },
    kinds: new Uint8Array(3).fill(SHAPE_BOX),
    bounds: new Float64Array(12),
  };
  const paths = createSweptPaths(motionLayout);
  const moving: IndexList = { items: Uint32Array.of(0, 1, 2), count: 3 };
  const colliders = set as unknown as ColliderSet;
  return {
    set,
    colliders,
    paths,
    place(slot: number, x: number, y: number, rotation = 0) {
      const index = set.slots.index[slot];
      set.transform.x[index] = x;
      set.transform.y[index] = y;
      set.transform.rotation[index] = rotation;
    },
    tick() {
      writePaths(paths, colliders, moving, writePath);
      noteEnds(paths, colliders, moving);
    },
    motion: (slot: number) => Array.from(paths.motions.subarray(6 * slot, 6 * slot + 6)),
  };
}

describe('the path of a collider', () => {
  it('is none in its first tick, and then leads from the end of the one before', () => {
    const { paths, place, tick, motion } = makePaths();
    place(1, 2, 3, 0.5);
    tick();
    expect(motion(1)).toEqual([2, 3, 0, 2, 3, 0]);
    endPaths(paths);
    place(1, 5, 7, 0.75);
    tick();
    expect(motion(1)).toEqual([2, 3, -0.25, 5, 7, 0]);
    endPaths(paths);
    tick();
    expect(motion(1)).toEqual([5, 7, 0, 5, 7, 0]);
  });

  it('begins where the last tick that was tracked has ended, whatever was computed since', () => {
    const { paths, place, tick, motion } = makePaths();
    place(0, 1, 1);
    tick();
    endPaths(paths);
    place(0, 2, 2);
    tick();
    place(0, 4, 4);
    tick();
    expect(motion(0)).toEqual([1, 1, 0, 4, 4, 0]);
  });

  it('is none for what has been set down elsewhere, once', () => {
    const { set, paths, place, tick, motion } = makePaths();
    tick();
    endPaths(paths);
    place(2, 9, 9, 1);
    set.slots.flags[2] = FLAG_PLACED;
    tick();
    expect(motion(2)).toEqual([9, 9, 0, 9, 9, 0]);
    expect(set.slots.flags[2]).toBe(0);
    endPaths(paths);
    place(2, 10, 9, 1);
    tick();
    expect(motion(2)).toEqual([9, 9, 0, 10, 9, 0]);
  });

  it('is none after a tick in which the collider was static', () => {
    const { set, paths, place, tick, motion } = makePaths();
    tick();
    endPaths(paths);
    set.slots.flags[0] = FLAG_STATIC;
    place(0, 3, 0);
    tick();
    endPaths(paths);
    set.slots.flags[0] = 0;
    place(0, 6, 0);
    tick();
    expect(motion(0)).toEqual([6, 0, 0, 6, 0, 0]);
  });

  it('does not turn for a circle about its entity, and does for one beside it', () => {
    const { set, colliders, paths, place, tick, motion } = makePaths();
    set.kinds.fill(SHAPE_CIRCLE);
    set.shape.offsetX[set.slots.index[1]] = 1;
    set.shape.offsetY[set.slots.index[2]] = 1;
    tick();
    endPaths(paths);
    for (const slot of [0, 1, 2]) place(slot, 0, 0, 0.5);
    tick();
    expect([0, 1, 2].map((slot) => motion(slot)[2])).toEqual([0, -0.5, -0.5]);
    expect([0, 1, 2].map((slot) => isTurning(paths, colliders, slot))).toEqual([false, true, true]);
    set.slots.flags[1] = FLAG_STATIC;
    expect(isTurning(paths, colliders, 1)).toBe(false);
  });

  it('turns the shorter way for an angle brought back within −π … π alone', () => {
    const turned = (from: number, to: number): number => {
      const { paths, place, tick, motion } = makePaths();
      place(0, 0, 0, from);
      tick();
      endPaths(paths);
      place(0, 0, 0, to);
      tick();
      return motion(0)[2];
    };
    expect(turned(3, -3)).toBeCloseTo(-(2 * Math.PI - 6), 14);
    expect(turned(-3, 3)).toBeCloseTo(2 * Math.PI - 6, 14);
    expect(turned(3.2, -3)).toBe(6.2);
    expect(turned(3, -3.2)).toBe(6.2);
    expect(turned(-1, 2)).toBe(-3);
    expect(turned(Math.PI, 0)).toBe(Math.PI);
    // Half a turn either way is still within.
    expect(turned(1, -Math.PI)).toBeCloseTo(1 - Math.PI, 14);
    expect(turned(-Math.PI, 1)).toBeCloseTo(Math.PI - 1, 14);
    expect(turned(1, -Math.PI - 1e-9)).toBeCloseTo(Math.PI + 1, 8);
  });
});

/** Boxes of one path from (2, 3) to (5, 7) whose bounds at the end are given, turning by 0.25 if it does. */
function onePath(bounds: readonly number[], turn: number): { paths: SweptPaths; colliders: ColliderSet } {
  const { set, colliders, paths, place, tick } = makePaths();
  place(1, 2, 3, 0);
  tick();
  endPaths(paths);
  place(1, 5, 7, turn);
  tick();
  set.bounds.set(bounds, 4);
  return { paths, colliders };
}

describe('the boxes of a path', () => {
  it('are the bounds at the end where it does not turn', () => {
    const { paths, colliders } = onePath([4, 6, 7, 8], 0);
    const out = new Float64Array(6).fill(9);
    writeEndBox(out, 1, paths, colliders, 1);
    expect(Array.from(out)).toEqual([9, 4, 6, 7, 8, 9]);
    writeWayOfPath(out, 2, paths, colliders, 1);
    expect(Array.from(out)).toEqual([9, 4, 3, 4, 8, 9]);
    colliders.slots.flags[1] = FLAG_STATIC;
    writeWayOfPath(out, 2, paths, colliders, 1);
    expect(Array.from(out)).toEqual([9, 4, 0, 0, 8, 9]);
  });

  it.each([
    // The corner that is farthest from (5, 7) is (8, 3), 5 away: it goes no farther than 1.25 as it turns by 0.25.
    [0.25, [2.75, 2, 9.25, 9.25]],
    [-0.25, [2.75, 2, 9.25, 9.25]],
    [2, [0, 2, 10, 12]],
  ])('hold the collider in all directions that it has while it turns by %f', (turn, sides) => {
    const { paths, colliders } = onePath([4, 3, 8, 8], turn);
    const out = new Float64Array(4);
    writeEndBox(out, 0, paths, colliders, 1);
    expect(Array.from(out)).toEqual(sides.map((side) => expect.closeTo(side, 10)));
    for (let i = 0; i < 2; i++) expect(out[i]).toBeLessThan(sides[i]);
    for (let i = 2; i < 4; i++) expect(out[i]).toBeGreaterThan(sides[i]);
    for (let part = 0; part <= 1; part += 1 / 64) {
      const [cosine, sine] = [Math.cos(part * turn), Math.sin(part * turn)];
      for (const x of [-1, 3]) {
        for (const y of [-4, 1]) {
          const turned = [5 + cosine * x + sine * y, 7 - sine * x + cosine * y];
          for (let axis = 0; axis < 2; axis++) {
            expect(turned[axis]).toBeGreaterThanOrEqual(out[axis]);
            expect(turned[axis]).toBeLessThanOrEqual(out[2 + axis]);
          }
        }
      }
    }
  });

  it('hold what is turned by any angle about the place of a collider', () => {
    const { paths } = onePath([4, 3, 8, 8], 0.25);
    const box = Float64Array.of(2, 6, 6, 11);
    holdTurned(box, paths, 1);
    expect(Array.from(box)).toEqual([0, 2, 10, 12]);
  });

  it('hold what has come along a way where they are stretched against it', () => {
    const box = Float64Array.of(0, 0, 1, 1);
    stretchBox(box, Float64Array.of(9, 3, -2), 1, 2);
    expect(Array.from(box)).toEqual([-3, 0, 1, 3]);
    stretchBox(box, Float64Array.of(0, 0), 0, 2);
    expect(Array.from(box)).toEqual([-3, 0, 1, 3]);
  });
});

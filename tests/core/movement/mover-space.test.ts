import { describe, expect, it } from 'vitest';
import { circle, collisionSystem, box as flatBox, compound as flatCompound } from '../../../entry/2d.ts';
import { box as solidBox, compound as solidCompound, sphere } from '../../../entry/3d.ts';
import { planeMover } from '../../../src/2d/movement/move-space-2d.ts';
import { placeShape as placeInPlane } from '../../../src/2d/queries/query-shape.ts';
import { spaceMover } from '../../../src/3d/movement/space-mover.ts';
import { placeShape as placeInSpace } from '../../../src/3d/queries/query-shape.ts';
import { ALL_PIECES, createSweepHit, type SweepStart } from '../../../src/core/movement/move-space.ts';
import { MoverSpace } from '../../../src/core/movement/mover-space.ts';
import type { SlotFilter } from '../../../src/core/query-filter.ts';
import { plane } from '../../../systems/2d/dimension.ts';
import { space } from '../../../systems/3d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { createGame } from '../../support/game-2d.ts';
import { planeKit, spaceKit } from '../../support/game-kits.ts';

type Numbers = readonly number[];
type Wall = readonly [x: number, y: number, halfX: number, halfY: number];

const ALL: SlotFilter = {
  ...{ categoryBits: 0xffffffff, maskBits: 0xffffffff, hiddenFlags: 0, ignore: NaN, sorted: true, isPicky: false },
  accepts: () => true,
};

/** A mover whose game refuses some colliders, by their slots. */
class TestMover extends MoverSpace<never, never> {
  refused: readonly number[] = [];

  constructor(routines: object, holdsNeighbours: boolean) {
    super(routines as never, holdsNeighbours);
  }

  protected override accepts(slot: number): boolean {
    return !this.refused.includes(slot);
  }

  askAgain(): void {
    this.forgetRefused();
  }
}

interface Wishes {
  readonly holdsNeighbours?: boolean;
  readonly aroundPart?: number;
  /** Walls that are the second child of a compound, whose first is far away: these are left to casts. */
  readonly children?: Numbers;
}

/** In space all stands at this z, and walls reach 4 to both sides of it. */
const Z = 5;

const KITS = [
  {
    name: 'the plane',
    kit: planeKit,
    z: 0,
    routines: planeMover,
    placeBall: (mover: TestMover) => placeInPlane(mover.shape as never, circle(1), { x: 0, y: 0 }),
    box: ([, , x, y]: Wall) => flatBox(x, y),
    child: ([, , x, y]: Wall) => flatCompound([{ ...circle(1), offsetX: 99 }, flatBox(x, y)]),
    scope: (world: object) => scopeOf(world, plane),
  },
  {
    name: 'space',
    kit: spaceKit,
    z: Z,
    routines: spaceMover,
    placeBall: (mover: TestMover) => placeInSpace(mover.shape as never, sphere(1), { x: 0, y: 0, z: Z }),
    box: ([, , x, y]: Wall) => solidBox(x, y, 4),
    child: ([, , x, y]: Wall) => solidCompound([{ ...sphere(1), offsetX: 99 }, solidBox(x, y, 4)]),
    scope: (world: object) => scopeOf(world, space),
  },
];

/** A slab whose sides are at x = 5 and 7. */
const SLAB: Wall = [6, 0, 1, 5];
/** The top of the floor is at y = 0. */
const FLOOR: Wall = [0, -1, 2, 1];

describe.each(KITS)('what a mover sees in $name', ({ kit, z, routines, placeBall, box, child, scope }) => {
  /** A ball of radius 1 among walls, whose slots are their places in the list. */
  function among(walls: readonly Wall[], { holdsNeighbours = false, aroundPart = 0, children = [] }: Wishes = {}) {
    const { world, collision, spawn } = createGame({}, kit);
    walls.forEach((wall, slot) => {
      const eid = spawn(wall[0], wall[1], (children.includes(slot) ? child(wall) : box(wall)) as never);
      if (z !== 0) (collision.Transform as unknown as Record<'z', number[]>).z[eid] = z;
    });
    collisionSystem(world);
    const mover = new TestMover(routines, holdsNeighbours);
    mover.aroundPart = aroundPart;
    placeBall(mover);
    mover.begin(scope(world) as never, ALL);
    return mover;
  }

  const at = (x: number, y: number): Float64Array => Float64Array.of(x, y, z);
  const by = (x: number, y: number): Float64Array => Float64Array.of(x, y, 0);
  const scalar = (value: number): Float64Array => Float64Array.of(value);
  const near = (value: number): unknown => expect.closeTo(value, 9);
  const vector = (x: number, y: number, last = 0): unknown[] => [near(x), near(y), near(last)];

  function swept(mover: TestMover, from: Float64Array, motion: Float64Array, clearance = 0, start: SweepStart = 'hit') {
    if (!mover.sweep(from, motion, scalar(clearance), start)) return undefined;
    const { slot, fraction, point, normal } = mover.hit;
    return { slot, fraction, point: [...point], normal: [...normal] };
  }

  /** The contacts of the ball at a place. */
  function touched(mover: TestMover, x: number, y: number, clearance = 0) {
    mover.touch(at(x, y), scalar(clearance));
    const { contacts } = mover;
    return Array.from({ length: contacts.count }, (_, row) => ({
      slot: contacts.slots[row],
      separation: contacts.separations[row],
      normal: [...contacts.normals.slice(3 * row, 3 * row + 3)],
    }));
  }

  const touch = (slot: number, separation: number, x: number, y: number): unknown => ({
    ...{ slot, separation: near(separation), normal: vector(x, y) },
  });

  it.each([
    ['short', 10],
    ['longer than its surroundings', 20],
  ])('it meets the nearest wall on a way that is %s', (_, length) => {
    const behind: Wall = [9, 0, 1, 5];
    const hit = { fraction: near(4 / length), point: vector(5, 0, z), normal: vector(-1, 0) };
    expect(swept(among([SLAB, behind]), at(0, 0), by(length, 0))).toEqual({ slot: 0, ...hit });
    expect(swept(among([behind, SLAB]), at(0, 0), by(length, 0))).toEqual({ slot: 1, ...hit });
    for (const children of [[0], [1], [0, 1]]) {
      expect(swept(among([behind, SLAB], { children }), at(0, 0), by(length, 0))).toEqual({ slot: 1, ...hit });
    }
    expect(swept(among([SLAB]), at(0, 0), by(0, length))).toBeUndefined();
    expect(swept(among([SLAB]), at(0, 0), by(-length, 0))).toBeUndefined();
  });

  it('it keeps clear of what it sweeps at, and has its own size again afterwards', () => {
    const mover = among([SLAB]);
    expect(swept(mover, at(0, 0), by(10, 0), 0.5)).toMatchObject({ fraction: near(0.35), point: vector(5, 0, z) });
    expect(swept(mover, at(0, 0), by(10, 0))).toMatchObject({ fraction: near(0.4) });
    mover.sweep(at(0, 0), by(1, 0), scalar(0.5), 'hit');
    const reach = scalar(0);
    mover.writeReachBelow(reach, by(0.6, 0.8));
    // From the place of the last sweep, which the reach is counted from.
    expect(reach[0]).toBeCloseTo(1, 9);
  });

  it('what it overlaps at the start counts as it is told', () => {
    const mover = among([SLAB, [12, 0, 1, 5]]);
    expect(swept(mover, at(4.5, 0), by(10, 0), 0, 'hit')).toMatchObject({ slot: 0, fraction: 0 });
    expect(swept(mover, at(4.5, 0), by(10, 0), 0, 'ignore')).toMatchObject({ slot: 1, fraction: near(0.55) });
    expect(swept(mover, at(4.5, 0), by(10, 0), 0, 'ignore-separating')).toMatchObject({ slot: 0, fraction: 0 });
    expect(swept(mover, at(4.5, 0), by(-10, 0), 0, 'ignore-separating')).toBeUndefined();
    expect(swept(mover, at(4.5, 0), by(-10, 0), 0, 'hit')).toMatchObject({ slot: 0, fraction: 0 });
  });

  it.each([10, 20])('it passes through what is hidden or refused, on a way of %d', (length) => {
    const mover = among([SLAB, [9, 0, 1, 5]]);
    mover.hide(0);
    expect(swept(mover, at(0, 0), by(length, 0))).toMatchObject({ slot: 1, fraction: near(7 / length) });
    expect(touched(mover, 5, 0)).toEqual([]);
    mover.hide(-1);
    mover.refused = [0];
    expect(swept(mover, at(0, 0), by(length, 0))).toMatchObject({ slot: 1 });
    expect(touched(mover, 4.5, 0)).toEqual([]);
    // What was refused once is not asked about again before the next move.
    mover.refused = [];
    expect(swept(mover, at(0, 0), by(length, 0))).toMatchObject({ slot: 1 });
    mover.askAgain();
    expect(swept(mover, at(0, 0), by(length, 0))).toMatchObject({ slot: 0 });
  });

  it('it touches what it overlaps, or would if it were larger', () => {
    const mover = among([SLAB, FLOOR]);
    expect(touched(mover, 4.5, 0)).toEqual([touch(0, -0.5, -1, 0)]);
    expect(touched(mover, 4.5, 0, 0.25)).toEqual([touch(0, -0.75, -1, 0)]);
    expect(touched(mover, 1, 0.75)).toEqual([touch(1, -0.25, 0, 1)]);
    expect(touched(mover, 1, 1.125)).toEqual([]);
    expect(touched(mover, 1, 1.125, 0.25)).toEqual([touch(1, -0.125, 0, 1)]);
  });

  it('what comes after a refused contact keeps its own numbers', () => {
    const mover = among([SLAB, [4.5, -2, 1, 1.25]]);
    mover.refused = [0];
    expect(touched(mover, 4.5, 0)).toEqual([touch(1, -0.25, 0, 1)]);
    const { points, children, pointCounts } = mover.contacts;
    expect([...points.slice(0, 3)]).toEqual(vector(4.5, -0.875, z));
    expect([children[0], pointCounts[0]]).toEqual([0, 1]);
  });

  it('an entry is where a collider has come into it, and there is none of one that it was in before', () => {
    const mover = among([SLAB]);
    // The slab has moved by (−4, 0): in its frame the ball comes from (0.5, 0) to (4.5, 0).
    expect(mover.findEntry(0, at(4.5, 0), by(-4, 0))).toBe(true);
    expect(mover.hit).toMatchObject({ slot: 0, fraction: near(3.5 / 4) });
    expect([...mover.hit.normal]).toEqual(vector(-1, 0));
    expect(mover.findEntry(0, at(4.5, 0), by(-0.25, 0))).toBe(false);
    expect(mover.findEntry(0, at(4.5, 0), by(4, 0))).toBe(true);
    expect([...mover.hit.normal]).toEqual(vector(1, 0));
    expect(mover.findEntry(0, at(0, 0), by(-4, 0))).toBe(false);
    mover.refused = [0];
    expect(mover.findEntry(0, at(4.5, 0), by(-4, 0))).toBe(false);
  });

  it('it comes out on the side that it is held on, and on the nearest one when it is released', () => {
    const mover = among([SLAB, FLOOR]);
    expect(touched(mover, 6.5, 0)).toEqual([touch(0, -1.5, 1, 0)]);
    mover.holdOnSide(1, 0, by(0, 1));
    mover.holdOnSide(0, 0, by(-1, 0));
    expect(mover.sideCount).toBe(2);
    expect(touched(mover, 6.5, 0)).toEqual([touch(0, -2.5, -1, 0)]);
    expect([by(1, 0), by(-1, 0), by(0, 1)].map((way) => mover.leadsAcross(way))).toEqual([true, false, false]);
    mover.releaseSides(1);
    expect(mover.sideCount).toBe(1);
    expect(touched(mover, 6.5, 0)).toEqual([touch(0, -1.5, 1, 0)]);
    expect(mover.leadsAcross(by(1, 0))).toBe(false);
  });

  it('a side of one piece is not that of others, unless it is held before all of them', () => {
    const hit = (slot: number, x: number, y: number) => {
      const met = createSweepHit();
      met.slot = slot;
      met.normal.set([x, y, 0]);
      return met;
    };
    const other = 7;
    for (const [holdsNeighbours, piece, holds] of [
      [false, other, false],
      [true, other, true],
      [false, ALL_PIECES, true],
    ] as const) {
      const mover = among([SLAB, FLOOR], { holdsNeighbours });
      mover.holdOnSide(0, piece, by(-1, 0));
      expect(touched(mover, 6.5, 0)).toEqual([holds ? touch(0, -2.5, -1, 0) : touch(0, -1.5, 1, 0)]);
      expect(mover.leadsAcross(by(1, 0))).toBe(holds);
      expect(mover.leadsAcross(by(-1, 0))).toBe(false);
      expect([hit(0, 1, 0), hit(0, -1, 0), hit(0, 0, 1), hit(1, 1, 0)].map((met) => mover.opposesHeld(met))).toEqual([
        ...[holds, false, false, false],
      ]);
      // Where it touches nothing, nothing is across.
      expect(touched(mover, 0, 9)).toEqual([]);
      expect(mover.leadsAcross(by(1, 0))).toBe(false);
      // What is on its side already is left as it is.
      expect(touched(mover, 4.5, 0)).toEqual([touch(0, -0.5, -1, 0)]);
    }
  });

  it.each([
    ['all of it', ALL_PIECES],
    ['a piece', 0],
  ])('what has passed it whole is as deep as it is far behind: %s', (_, piece) => {
    const mover = among([SLAB, FLOOR]);
    mover.holdOnSide(0, ALL_PIECES, by(-1, 0));
    mover.keepBefore(0, piece);
    expect(touched(mover, 10, 0)).toEqual([touch(0, -6, -1, 0)]);
    expect(touched(mover, 10, 0, 0.25)).toEqual([touch(0, -6.25, -1, 0)]);
    expect(mover.leadsAcross(by(1, 0))).toBe(true);
    // Beside the slab, where it would not come to it; before the slab; and in it.
    expect(touched(mover, 10, 9)).toEqual([]);
    expect(touched(mover, 3, 3)).toEqual([]);
    expect(touched(mover, 4.5, 0)).toEqual([touch(0, -0.5, -1, 0)]);
    mover.hide(0);
    expect(touched(mover, 10, 0)).toEqual([]);
  });

  it('says how far behind a side it is, and how wide', () => {
    const mover = among([FLOOR, SLAB]);
    mover.holdOnSide(0, 0, by(0, 1));
    mover.holdOnSide(1, 0, by(-1, 0));
    const behind = scalar(0);
    const width = scalar(0);
    mover.writeBehind(behind, width, 1, 0, at(10, 0));
    expect([behind[0], width[0]]).toEqual([near(6), near(2)]);
    mover.writeBehind(behind, width, 1, 0, at(3, 0));
    expect([behind[0], width[0]]).toEqual([near(-1), near(2)]);
    mover.writeBehind(behind, width, 0, 0, at(0, -2));
    expect(behind[0]).toBeCloseTo(3, 9);
  });

  it('the surface under a place is looked for a little way along a direction', () => {
    const mover = among([FLOOR]);
    const normal = by(9, 9);
    const look = (x: number, y: number, along: number): boolean =>
      mover.findSurface(normal, at(x, y), by(0, 1), by(along, 0), Float64Array.of(0.5, 0.25));
    expect(look(0, 0, 1)).toBe(true);
    expect([...normal]).toEqual(vector(0, 1));
    expect([look(1.9, 0, -1), look(1.9, 0, 1), look(-1.9, 0, -1)]).toEqual([true, false, false]);
    expect([look(0, 0.4, 1), look(0, 0.6, 1)]).toEqual([true, false]);
  });

  it('lists what is around it', () => {
    const walls: readonly Wall[] = [SLAB, [-6, 0, 1, 5], [60, 0, 1, 1]];
    const listed = (aroundPart: number, x: number): number[] => {
      const list = among(walls, { aroundPart }).listAround(at(x, 0));
      return [...list.items.slice(0, list.count)];
    };
    expect(listed(0, 0)).toEqual([]);
    expect(listed(3, 0)).toEqual([0, 1]);
    expect(listed(0, 4.5)).toEqual([0]);
  });
});

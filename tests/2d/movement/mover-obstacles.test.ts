import { expect, it } from 'vitest';
import {
  box,
  capsule,
  circle,
  collisionSystem,
  compound,
  ellipse,
  polygon,
  type ShapeSpec,
  segment,
} from '../../../entry/2d.ts';
import { planeMover } from '../../../src/2d/movement/move-space-2d.ts';
import { MoverObstacles } from '../../../src/2d/movement/mover-obstacles.ts';
import { placeShape } from '../../../src/2d/queries/query-shape.ts';
import { MoverCast } from '../../../src/core/movement/mover-cast.ts';
import { createRefusedPieces } from '../../../src/core/movement/refused-pieces.ts';
import { createQueryHit } from '../../../src/core/queries/query-scope.ts';
import { plane } from '../../../systems/2d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { createGame } from '../../support/game-2d.ts';

type Target = readonly [shape: ShapeSpec, x: number, y?: number];

/** Obstacles of a mover at the origin; slots are the places of the targets in the list. */
function near(mover: ShapeSpec, targets: readonly Target[]) {
  const { world, spawn } = createGame();
  for (const [shape, x, y = 0] of targets) spawn(x, y, shape);
  collisionSystem(world);
  const { set } = scopeOf(world, plane);
  const cast = new MoverCast(planeMover, createRefusedPieces());
  cast.set = set;
  placeShape(cast.mover, mover, { x: 0, y: 0 });
  const obstacles = new MoverObstacles();
  obstacles.begin(set, cast.mover);
  obstacles.renew(targets.length);
  const all = { items: Uint32Array.from(targets, (_, i) => i), count: targets.length };
  const left = (): number[] => [...obstacles.left.items.slice(0, obstacles.left.count)];
  const first = createQueryHit();
  return {
    cast,
    sweep(x: number, y: number, clearance = 0) {
      const motion = Float64Array.of(x, y, 0);
      obstacles.sweep(first, set, { met: all, places: all }, cast, motion, Float64Array.of(clearance));
      return { slot: first.slot, fraction: first.slot < 0 ? undefined : first.fraction, left: left() };
    },
    touch(clearance: number) {
      obstacles.touch(set, { met: all, places: all }, Float64Array.of(clearance));
      return left();
    },
  };
}

const TRIANGLE = polygon([-1, -1, 1, -1, 1, 1]);
const PAIR = compound([circle(1), { ...circle(1), offsetY: 9 }]);

it.each<readonly [string, ShapeSpec]>([
  ['a circle', circle(1)],
  ['a box', box(1, 1)],
  ['a rounded box', box(0.5, 0.5, { radius: 0.5 })],
  ['a capsule', capsule(1, 1)],
  ['a triangle', polygon([-1, -2, 1, 0, -1, 2])],
  ['a square on its corner', polygon([0, -1, 1, 0, 0, 1, -1, 0])],
  ['a segment', segment(-1, -2, -1, 2)],
])('%s is met without a cast, by whatever has one piece and no curve', (_, target) => {
  for (const mover of [circle(1), box(1, 1), capsule(1, 1), TRIANGLE]) {
    expect(near(mover, [[target, 4]]).sweep(4, 0)).toEqual({ slot: 0, fraction: expect.closeTo(0.5, 9), left: [] });
    expect(near(mover, [[target, 4]]).sweep(0, 4)).toEqual({ slot: -1, fraction: undefined, left: [] });
    expect(near(mover, [[target, 4]]).sweep(1.9, 0)).toEqual({ slot: -1, fraction: undefined, left: [] });
    expect(near(mover, [[target, 4]]).sweep(4, 0, 0.4)).toMatchObject({ fraction: expect.closeTo(0.4, 9) });
  }
});

it('curves, shapes of several pieces, and what the mover is in are left to casts', () => {
  const targets: Target[] = [
    [circle(1), 4],
    [ellipse(1, 2), 4],
    [PAIR, 4],
    [box(1, 1), 1.5],
  ];
  expect(near(circle(1), targets).sweep(4, 0)).toEqual({ slot: 0, fraction: expect.closeTo(0.5, 9), left: [1, 2, 3] });
  for (const mover of [ellipse(1, 2), PAIR]) {
    expect(near(mover, targets).sweep(4, 0)).toEqual({ slot: -1, fraction: undefined, left: [0, 1, 2, 3] });
  }
});

it('motions that have no squares are left to casts', () => {
  for (const length of [0, 1e-150, 1e150]) {
    expect(near(circle(1), [[circle(1), 4]]).sweep(length, 0)).toMatchObject({ slot: -1, left: [0] });
  }
  expect(near(circle(1), [[circle(1), 4]]).sweep(3, -3)).toMatchObject({ left: [] });
});

it('what is hidden is not met, and the nearer of two is', () => {
  const targets: Target[] = [
    [box(1, 9), 6],
    [box(1, 9), 4],
  ];
  const { cast, sweep } = near(circle(1), targets);
  expect(sweep(8, 0)).toMatchObject({ slot: 1, fraction: expect.closeTo(0.25, 9) });
  cast.hidden = 1;
  expect(sweep(8, 0)).toMatchObject({ slot: 0, fraction: expect.closeTo(0.5, 9) });
});

it('only what may be touched is left to ask for contacts', () => {
  const targets: Target[] = [
    [box(1, 1), 2.25],
    [box(1, 1), 1.75],
    [box(1, 1), -2.25, 0],
    [ellipse(1, 2), 9],
  ];
  expect(near(circle(1), targets).touch(0)).toEqual([1, 3]);
  expect(near(circle(1), targets).touch(0.5)).toEqual([0, 1, 2, 3]);
});

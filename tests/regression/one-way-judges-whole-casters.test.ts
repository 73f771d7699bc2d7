import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  castCollider,
  chain,
  collisionSystem,
  compound,
  moveAndSlide,
  oneWay,
  polygon,
  type ShapeSpec,
  tiles,
} from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { GAMES } from '../support/game-2d.ts';

/**
 * Whether a collider that is cast came from the solid side of a one-way one was asked of its first piece alone. A map
 * of tiles whose first cell is empty has none: that was an error of JavaScript's.
 */
const LINES: Record<string, ShapeSpec> = {
  'the plane': chain([
    [0, 5],
    [0.5, 5],
    [0.5, -3],
  ]),
  space: space.mesh([0, 5, 0, 0.5, 5, 0, 0, 5, 0.5, 0, 5, 0, 0.5, -3, 0, 0, 5, 0.5], [0, 1, 2, 3, 4, 5]) as never,
};

describe.each(GAMES)('one-way colliders judge all of what is cast, in $name', (kit) => {
  it.each([
    { from: 0, isStopped: false, what: 'reaches through the platform' },
    { from: 4, isStopped: true, what: 'is above the platform' },
  ])('a surface that $what', ({ from, isStopped }) => {
    const { world, spawn } = kit.createGame();
    const platform = spawn(0, 0, kit.slab(3, 0.2));
    addComponent(world, platform, set(kit.oneWay(world), { normalX: 0, normalY: 1 }));
    const surface = spawn(0, from, LINES[kit.name]);
    collisionSystem(world);
    const way = kit.at(0, -4);
    expect(kit.castCollider(world, surface, way)?.entity).toBe(isStopped ? platform : undefined);
    const { y } = kit.moveAndSlide(world, surface, way);
    if (isStopped) expect(y).toBeGreaterThan(3);
    else expect(y).toBeCloseTo(from - 4, 12);
  });
});

describe.each(GAMES)('what comes from within a one-way collider passes, in $name', (kit) => {
  it.each(['round', 'triangle', 'slab', 'surfaceOf', 'a compound of one'] as const)('%s', (what) => {
    const { world, spawn } = kit.createGame();
    const platform = spawn(0, 0, kit.slab(3, 0.2));
    addComponent(world, platform, set(kit.oneWay(world), { normalX: 0, normalY: 1 }));
    const one =
      kit.name === 'space'
        ? space.compound([space.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])])
        : compound([
            polygon([
              [0, 0],
              [1, 0],
              [0, 1],
            ]),
          ]);
    const shape = what === 'a compound of one' ? (one as ShapeSpec) : kit[what](0.3, 0.4);
    const body = spawn(0, -0.1, shape);
    collisionSystem(world);
    expect(kit.castCollider(world, body, kit.at(0, 4))).toBeUndefined();
    expect(kit.moveAndSlide(world, body, kit.at(0, 4)).y).toBeCloseTo(3.9, 12);
  });
});

it('a map of tiles whose first cell is empty is stopped from above, and passes from below', () => {
  const [kit] = GAMES;
  const { world, spawn } = kit.createGame();
  const platform = spawn(0, 0, kit.slab(3, 0.2));
  addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1 }));
  const map = tiles({ columns: 2, rows: 1, size: 1, cells: [0, 1] });
  const [above, within] = [spawn(-1, 1, map), spawn(-1, -0.5, map)];
  collisionSystem(world);
  expect(castCollider(world, above, { x: 0, y: -4 }, { ignore: within })?.entity).toBe(platform);
  expect(castCollider(world, within, { x: 0, y: 4 }, { ignore: above })).toBeUndefined();
  expect(moveAndSlide(world, within, { x: 0, y: 4 }, { ignore: above }).y).toBeCloseTo(3.5, 12);
});

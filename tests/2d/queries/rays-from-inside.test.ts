import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  castRay,
  castRayAll,
  castRayExit,
  castShape,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  oneWay,
  type ShapeSpec,
  seamless,
  tiles,
} from '../../../entry/2d.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

const EAST = { x: 1, y: 0 };
const IGNORE = { initialOverlap: 'ignore' } as const;

function worldOf(...shapes: [x: number, y: number, shape: ShapeSpec][]) {
  const game = createGame();
  const entities = shapes.map(([x, y, shape]) => game.spawn(x, y, shape));
  collisionSystem(game.world);
  return { ...game, entities };
}

/** Two arms at x from −3 to −2 and from 2 to 3, joined below y = −1. */
const CUP = concave([-3, -2, 3, -2, 3, 2, 2, 2, 2, -1, -2, -1, -2, 2, -3, 2]);
const ROW = [0, 2, 4].map((offsetX) => ({ ...box(1, 1), offsetX }));

describe('castRay that ignores what it starts in', () => {
  it('meets what is beyond, and from the edge on as from within', () => {
    const { world, entities } = worldOf([0, 0, circle(2)], [1, 0, box(1, 1)], [10, 0, box(1, 1)]);
    for (const x of [0, 0.5, 1.9]) {
      expect(castRay(world, { x, y: 0 }, EAST)).toMatchObject({ fraction: 0, normalX: 0 });
      expect(castRay(world, { x, y: 0 }, EAST, IGNORE)).toMatchObject({ entity: entities[2], x: 9, normalX: -1 });
    }
    // On the side of the second box, and in the circle.
    expect(castRay(world, { x: 2, y: 0 }, EAST, IGNORE)).toMatchObject({ entity: entities[2], fraction: 7 });
    // Within the circle alone.
    expect(castRay(world, { x: -1, y: 0 }, EAST, IGNORE)).toMatchObject({ entity: entities[1], fraction: 1 });
    expect(castRay(world, { x: 0, y: 0 }, { x: 0, y: 1 }, IGNORE)).toBeUndefined();
    const hits: CastHit[] = [];
    expect(castRayAll(world, { x: -1, y: 0 }, EAST, hits, IGNORE)).toBe(2);
    expect(hits.map(({ fraction }) => fraction)).toEqual([1, 10]);
  });

  it('is stopped by no edge between pieces, and by the far arm of what it started in', () => {
    const shapes = [
      compound(ROW),
      compound(ROW, { smooth: true }),
      tiles({ columns: 3, rows: 1, size: 2, cells: [1, 1, 1] }),
    ];
    for (const [i, shape] of shapes.entries()) {
      const { world } = worldOf(i < 2 ? [0, 0, shape] : [-1, -1, shape]);
      for (const from of [
        { x: 0.2, y: 0 },
        { x: 1, y: 0.5 },
        { x: 4.9, y: 1 },
      ]) {
        expect(castRay(world, from, EAST, IGNORE)).toBeUndefined();
        expect(castRay(world, from, { x: -3, y: 0.1 }, IGNORE)).toBeUndefined();
      }
    }
    const { world } = worldOf([0, 0, CUP]);
    expect(castRay(world, { x: -2.5, y: 1 }, EAST, IGNORE)).toMatchObject({ fraction: 4.5, x: 2, normalX: -1 });
    expect(castRay(world, { x: -2.5, y: -1.5 }, EAST, IGNORE)).toBeUndefined();
    const island = tiles({ columns: 4, rows: 1, size: 1, cells: [1, 0, 0, 1] });
    expect(castRay(worldOf([0, 0, island]).world, { x: 0.5, y: 0.5 }, EAST, IGNORE)).toMatchObject({ child: 3, x: 3 });
  });

  it('leaves the segments that it starts on, and meets the others', () => {
    const zigzag = chain([0, 0, 4, 0, 4, 4, 8, 4, 8, 0]);
    const { world } = worldOf([0, 0, zigzag]);
    expect(castRay(world, { x: 1, y: 0 }, { x: 0, y: 1 }, IGNORE)).toBeUndefined();
    expect(castRay(world, { x: 4, y: 2 }, EAST, IGNORE)).toMatchObject({ child: 3, fraction: 4 });
    // Along the first segment, which ends where the second begins.
    expect(castRay(world, { x: 1, y: 0 }, EAST, IGNORE)).toMatchObject({ child: 3, x: 8 });
  });

  it('sees seamless colliders side by side as one', () => {
    const game = createGame();
    const Seamless = seamless(game.world);
    for (const x of [0, 2, 4, 9]) addComponent(game.world, game.spawn(x, 0, box(1, 1)), Seamless);
    collisionSystem(game.world);
    expect(castRay(game.world, { x: 0.3, y: 0.2 }, EAST, IGNORE)).toMatchObject({
      x: expect.closeTo(8, 12),
      normalX: -1,
    });
  });

  it('takes no other way to start, and leaves the next cast as it was', () => {
    const { world } = worldOf([0, 0, circle(2)], [5, 0, circle(1)]);
    expect(refusal(() => castRay(world, { x: 0, y: 0 }, EAST, { initialOverlap: 'ignore-separating' as never }))).toBe(
      'out-of-range: initialOverlap must be one of hit, ignore, got "ignore-separating"',
    );
    expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 9, y: 0 }, IGNORE)).toMatchObject({ x: 4 });
    expect(castRay(world, { x: 0, y: 0 }, EAST)).toMatchObject({ fraction: 0 });
    castRay(world, { x: 0, y: 0 }, EAST, IGNORE);
    expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 9, y: 0 })).toMatchObject({ fraction: 0 });
  });
});

describe('castRayExit', () => {
  it('is where a ray leaves what it starts in or enters, with the normal that points out', () => {
    const { world, entities } = worldOf([0, 0, circle(2)], [10, 0, box(1, 3)]);
    const out = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
    expect(castRayExit(world, { x: -1, y: 0 }, EAST, {}, out)).toBe(out);
    expect(out).toEqual({ entity: entities[0], child: 0, fraction: 3, x: 2, y: 0, normalX: 1, normalY: 0 });
    expect(castRayExit(world, { x: -9, y: 0 }, { x: 2, y: 0 })).toMatchObject({ entity: entities[0], fraction: 5.5 });
    expect(castRayExit(world, { x: 5, y: 0 }, { x: 2, y: 1 })).toMatchObject({ x: 11, y: 3, entity: entities[1] });
    expect(castRayExit(world, { x: 5, y: 0 }, EAST, { maxFraction: 5.5 })).toBeUndefined();
    expect(castRayExit(world, { x: 5, y: 5 }, EAST)).toBeUndefined();
  });

  it('is that of all that hangs together, whatever it is made of and in whatever order', () => {
    const row: [number, number, ShapeSpec][] = [0, 4, 2, 6, 8].map((x) => [x, 0, box(1, 1)]);
    const { world, entities } = worldOf(...row, [9.5, 0, circle(1)], [12, 0, box(1, 1)]);
    expect(castRayExit(world, { x: -5, y: 0.25 }, EAST)!.x).toBeCloseTo(9.5 + Math.sqrt(1 - 0.25 ** 2), 12);
    expect(castRayExit(world, { x: -5, y: 0.25 }, EAST, { predicate: (eid) => eid === entities[1] })!.x).toBe(5);
    const map = tiles({ columns: 300, rows: 3, size: 0.1, cells: Array.from({ length: 900 }, () => 1) });
    const { world: flat } = worldOf([0, 0, map]);
    expect(castRayExit(flat, { x: 0.05, y: 0.1 }, EAST)!.x).toBeCloseTo(30, 10);
    // All but along the seam between two rows, which it crosses from cell to cell at 1e-9.
    const exit = castRayExit(flat, { x: 0.05, y: 0.1 - 1e-8 }, { x: 1, y: 1e-9 })!;
    expect([exit.x, exit.normalX]).toEqual([expect.closeTo(30, 10), 1]);
  });

  it('has a normal of the outline where it leaves through a corner of pieces', () => {
    const floor = tiles({ columns: 4, rows: 2, size: 1, cells: [1, 1, 1, 1, 1, 1, 1, 1] });
    for (const shape of [
      floor,
      compound(
        [0.5, 1.5, 2.5].map((x) => ({ ...box(0.5, 1), offsetX: x, offsetY: 1 })),
        { smooth: true },
      ),
    ]) {
      const { world } = worldOf([0, 0, shape]);
      for (const direction of [
        { x: 1, y: 1 },
        { x: -1, y: 1 },
        { x: 0, y: 1 },
      ]) {
        const exit = castRayExit(world, { x: 2 - direction.x, y: 1 }, direction)!;
        expect([exit.fraction, exit.normalX, exit.normalY]).toEqual([expect.closeTo(1, 12), 0, 1]);
      }
    }
  });

  it('leaves a line where it meets it, and passes one-way colliders that let it through', () => {
    const { world } = worldOf([0, 0, chain([3, -5, 3, 5, 9, 5])]);
    expect(castRayExit(world, { x: 0, y: 0 }, EAST)).toMatchObject({ fraction: 3, normalX: 1 });
    const game = createGame();
    const OneWay = oneWay(game.world);
    const wall = game.spawn(0, 0, box(1, 1));
    const gate = game.spawn(1.5, 0, box(1, 1));
    game.spawn(9, 0, box(1, 1));
    addComponent(game.world, gate, OneWay);
    OneWay.normalX[gate] = 1;
    collisionSystem(game.world);
    expect(castRayExit(game.world, { x: -3, y: 0 }, EAST)).toMatchObject({ entity: wall, x: 1 });
    expect(castRayExit(game.world, { x: 6, y: 0 }, { x: -1, y: 0 })).toMatchObject({ entity: wall, x: -1 });
  });

  it('says what it cannot use', () => {
    const { world } = worldOf([0, 0, circle(2)]);
    expect(refusal(() => castRayExit(world, 1 as never, EAST))).toContain('from in castRayExit(world, from, direction');
    expect(refusal(() => castRayExit(world, EAST, { x: 0, y: 0 }))).toContain('direction must be of a length above 0');
    expect(refusal(() => castRayExit(world, EAST, EAST, { layer: 1 } as never))).toContain('got "layer"');
    expect(refusal(() => castRayExit(world, EAST, EAST, IGNORE as never))).toContain('got "initialOverlap"');
  });
});

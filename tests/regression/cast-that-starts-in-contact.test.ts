import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  capsule,
  castShape,
  castShapeAll,
  chain,
  circle,
  compound,
  polygon,
  type ShapeSpec,
  segment,
} from '../../entry/2d.ts';
import { createGame, refusal } from '../support/game-2d.ts';

function cast(
  target: ShapeSpec,
  mover: ShapeSpec,
  [x, y]: readonly [x: number, y: number],
  [dx, dy]: readonly [x: number, y: number],
  initialOverlap: 'hit' | 'ignore' | 'ignore-separating' = 'hit',
) {
  const { world, spawn } = createGame();
  spawn(0, 0, target);
  return castShape(world, mover, { x, y }, { x: dx, y: dy }, { initialOverlap });
}

// The point lay midway between the cores, here at x = −3, and the normal was zero.
describe('a shape that overlaps or touches at the start', () => {
  it.each<[string, ShapeSpec, ShapeSpec, [number, number], Partial<CastHit>]>([
    ['circles that touch', circle(1), circle(5), [-6, 0], { x: -1, y: 0, normalX: -1, normalY: 0 }],
    ['circles that overlap', circle(1), circle(5), [-5.5, 0], { x: -1, y: 0, normalX: -1, normalY: 0 }],
    ['concentric circles', circle(1), circle(5), [0, 0], { x: 1, y: 0, normalX: 1, normalY: 0 }],
    ['boxes that touch', box(2, 1), box(0.5, 0.5), [0.25, 1.5], { y: 1, normalX: 0, normalY: 1 }],
    ['a rounded box', { ...box(2, 1), radius: 0.5 }, circle(0.5), [2.75, 0], { x: 2.5, y: 0, normalX: 1, normalY: 0 }],
    ['a capsule', capsule(1, 0.5), circle(1), [1.25, 0.5], { x: 0.5, y: 0.5, normalX: 1, normalY: 0 }],
    ['a polygon', polygon([0, 0, 4, 0, 0, 4]), circle(1), [1, -0.75], { x: 1, y: 0, normalX: 0, normalY: -1 }],
    ['a segment', segment(-2, 0, 2, 0), circle(1), [1, 0.5], { x: 1, y: 0, normalX: 0, normalY: 1 }],
    ['a chain', chain([-4, 0, 0, 0, 4, 0]), circle(1), [2, 0.5], { child: 1, x: 2, y: 0, normalX: 0, normalY: 1 }],
    [
      'a compound',
      compound([circle(1), { ...circle(1), offsetX: 5 }]),
      circle(1),
      [5, 1.5],
      { child: 1, x: 5, y: 1, normalX: 0, normalY: 1 },
    ],
  ])('%s: the point is on the collider, the normal the shortest way out', (_, target, mover, place, expected) => {
    for (const translation of [
      [3, 4],
      [-3, -4],
      [0, 0],
    ] as const) {
      expect(cast(target, mover, place, translation)).toMatchObject({ fraction: 0, ...expected });
      expect(cast(target, mover, place, translation, 'hit')).toMatchObject({ fraction: 0, ...expected });
      expect(cast(target, mover, place, translation, 'ignore')).toBe(undefined);
    }
  });

  it('is ignored when it moves out or along, and not when it moves in', () => {
    const crate = box(2, 1);
    const stopped = { fraction: 0, normalX: 0, normalY: 1 };
    for (const y of [1.5, 1.25]) {
      for (const [dx, dy] of [
        [0, 3],
        [5, 0],
        [-5, 1],
      ] as const) {
        expect(cast(crate, box(0.5, 0.5), [0, y], [dx, dy], 'ignore-separating')).toBe(undefined);
        expect(cast(crate, box(0.5, 0.5), [0, y], [dx, dy])).toMatchObject(stopped);
      }
      for (const dx of [0, 5, -5]) {
        expect(cast(crate, box(0.5, 0.5), [0, y], [dx, -1e-3], 'ignore-separating')).toMatchObject(stopped);
      }
    }
  });

  it('comes out of the very middle whichever way', () => {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0.6, -0.8],
      [-1e-3, -1],
    ] as const) {
      expect(cast(circle(2), circle(1), [0, 0], [dx, dy], 'ignore-separating')).toBe(undefined);
      expect(cast(box(2, 2), box(1, 1), [0, 0], [dx, dy], 'ignore-separating')).toBe(undefined);
    }
  });

  it('still meets what else there is, the next segment of the same chain too', () => {
    const { world, spawn } = createGame();
    const floor = spawn(0, 0, chain([-4, 0, 4, 0, 4, 4]));
    const crate = spawn(3, 3, box(0.5, 0.5));
    const hits: CastHit[] = [];
    for (const initialOverlap of ['ignore', 'ignore-separating'] as const) {
      const options = { initialOverlap };
      expect(castShape(world, circle(1), { x: 0, y: 0.75 }, { x: 6, y: 0 }, options)).toMatchObject({
        entity: floor,
        child: 1,
        fraction: 0.5,
        normalX: -1,
      });
      expect(castShapeAll(world, circle(1), { x: 0, y: 0.75 }, { x: 6, y: 2.5 }, hits, options)).toBe(2);
      expect(hits.map((hit) => hit.entity).sort()).toEqual([floor, crate]);
    }
  });

  it('refuses an option it does not know', () => {
    expect(refusal(() => cast(circle(1), circle(1), [0, 0], [1, 0], 'stop' as 'hit'))).toBe(
      'out-of-range: initialOverlap must be one of hit, ignore, ignore-separating, got "stop"',
    );
  });
});

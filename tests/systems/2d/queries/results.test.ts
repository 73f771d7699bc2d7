import { describe, expect, it } from 'vitest';
import {
  type CastHit,
  castRay,
  castRayAll,
  circle,
  closestPoint,
  collideShape,
  type MoveHit,
  moveAndSlide,
  type ShapeContact,
} from '../../../../entry/2d.ts';
import { circleRow } from '../../../support/circle-row-2d.ts';
import { refusal } from '../../../support/game-2d.ts';

describe('what a query fills', () => {
  it('one hit fills the out that is given and returns it; without out each result is new', () => {
    const { world, eids } = circleRow(2);
    const out = { entity: -1, child: -1, fraction: -1, x: 0, y: 0, normalX: 0, normalY: 0 };
    expect(castRay(world, { x: 0, y: 0 }, { x: 2, y: 0 }, {}, out)).toBe(out);
    expect(out).toEqual({ entity: eids[0], child: 0, fraction: 4.5, x: 9, y: 0, normalX: -1, normalY: 0 });
    expect(castRay(world, { x: 0, y: 5 }, { x: 2, y: 0 }, {}, out)).toBe(undefined);
    expect(castRay(world, { x: 0, y: 0 }, { x: 2, y: 0 })).not.toBe(castRay(world, { x: 0, y: 0 }, { x: 2, y: 0 }));
    const near = { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
    expect(closestPoint(world, { x: 10, y: 4 }, {}, near)).toBe(near);
    expect(near).toEqual({ entity: eids[0], child: 0, distance: 3, x: 10, y: 1, normalX: 0, normalY: 1 });
  });

  it('a list of hits that was longer is cut, one that was shorter grows, and its objects are used again', () => {
    const { world } = circleRow(4);
    const hits: CastHit[] = [];
    castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits);
    const kept = hits[0];
    expect(castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits, { maxFraction: 25 })).toBe(2);
    expect([hits.length, hits[0] === kept]).toEqual([2, true]);
    expect(castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits)).toBe(4);
  });

  it('a list of one query may be given to another, and an error of the game stays its own', () => {
    const { world, eids } = circleRow(2);
    const hits: CastHit[] = [];
    castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits);
    expect(collideShape(world, circle(1), { x: 10, y: 0.5 }, hits as unknown as ShapeContact[])).toBe(1);
    expect(hits[0]).toMatchObject({ entity: eids[0], penetration: 1.5, points: [{ separation: -1.5 }, {}] });
    expect(castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits)).toBe(2);
    const out: CastHit[] = [];
    castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, out);
    for (const bad of [Object.freeze([]), [Object.freeze({ ...out[0] })], [3]]) {
      expect(refusal(() => castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, bad as CastHit[]))).toContain(
        'one that can be written to',
      );
    }
    const own = {
      set entity(_: number) {
        throw new RangeError('mine');
      },
    };
    expect(() => castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 }, {}, own as CastHit)).toThrow('mine');
  });

  it('calls depth penetration and the signed gap separation, and nothing else', () => {
    const { world } = circleRow(2);
    const contacts: ShapeContact[] = [];
    collideShape(world, circle(1), { x: 10, y: 2.25 }, contacts, { margin: 1 });
    expect(contacts[0]).toMatchObject({ separation: 0.25, penetration: 0, points: [{ separation: 0.25 }, {}] });
    const told: MoveHit[] = [];
    const accept = (hit: Readonly<MoveHit>): boolean => told.push({ ...hit }) > 0;
    const moved = moveAndSlide(world, { shape: circle(1), x: 10, y: 0.5 }, { x: 0, y: 1 }, { accept });
    expect(told[0].penetration).toBeCloseTo(1.5, 12);
    for (const result of [contacts[0], contacts[0].points[0], moved, told[0]]) {
      expect(Object.keys(result)).not.toContain('depth');
      expect(Object.keys(result)).not.toContain('overlap');
    }
  });
});

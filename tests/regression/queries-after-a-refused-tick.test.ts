import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  boxHierarchy,
  type CastHit,
  castRay,
  castRayAll,
  castShape,
  circle,
  closestPoint,
  collisionSystem,
  overlapShape,
  queryAabb,
  queryPoint,
  refreshCollision,
  sphereHierarchy,
} from '../../entry/2d.ts';
import { validateColliderSlots } from '../../src/core/collider-slots.ts';
import { createGame, listen, refusal, take } from '../support/game-2d.ts';

/** Who is at (x, y), in the answer of every kind of query. */
function whoIsAt(world: object, x: number, y: number): number[][] {
  const out: number[] = [];
  const hits: CastHit[] = [];
  const asked = (fill: () => unknown): number[] => {
    fill();
    return [...out];
  };
  const one = (hit: { entity: number } | undefined): number[] => (hit === undefined ? [] : [hit.entity]);
  return [
    asked(() => queryPoint(world, { x, y }, out)),
    asked(() => queryAabb(world, { x, y }, { x, y }, out)),
    asked(() => overlapShape(world, circle(0.1), { x, y }, out)),
    one(castRay(world, { x, y: y + 3 }, { x: 0, y: -1 }, { maxFraction: 3 })),
    one(castShape(world, circle(0.1), { x, y: y + 3 }, { x: 0, y: -3 })),
    one(closestPoint(world, { x, y }, { maxDistance: 0.1 })),
    castRayAll(world, { x, y: y + 3 }, { x: 0, y: -1 }, hits, { maxFraction: 3 }) > 0
      ? hits.map((hit) => hit.entity)
      : [],
  ];
}

const everywhere = (entity: number): number[][] => new Array(7).fill([entity]);
const nowhere: number[][] = new Array(7).fill([]);

describe.each([boxHierarchy, sphereHierarchy])('after a tick refused for one of 30 circles, with %o', (hierarchy) => {
  for (const [mobility, isStatic] of [
    ['moving', false],
    ['static', true],
  ] as const) {
    it(`queries find the others where they are now, the ${mobility} one that is refused nowhere`, () => {
      const { world, collision, spawn } = createGame({ hierarchy });
      const { Transform, Static } = collision;
      const eids = Array.from({ length: 30 }, (_, i) => spawn(4 * i));
      const place = (i: number, x: number, y: number): void => {
        addComponent(world, eids[i], set(Transform, { x, y }));
      };
      if (isStatic) for (const eid of eids) addComponent(world, eid, Static);
      const visitor = spawn(4 * 25 + 1);
      const log = listen(collision, true);
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${eids[25]} ${visitor}`]);

      place(0, -500, 0);
      place(29, 0, 700);
      Transform.x[eids[20]] = NaN;
      if (isStatic) collision.touch(eids[20]);
      for (let i = 0; i < 3; i++) {
        // The second one by itself is refused as well; a refresh says so like a tick.
        expect(refusal(() => (i === 1 ? refreshCollision : collisionSystem)(world))).toContain(
          `Transform.x of entity ${eids[20]}`,
        );
        validateColliderSlots(collision.state.set.slots);
        expect(whoIsAt(world, -500, 0)).toEqual(everywhere(eids[0]));
        expect(whoIsAt(world, 0, 0)).toEqual(nowhere);
        expect(whoIsAt(world, 0, 700)).toEqual(everywhere(eids[29]));
        expect(whoIsAt(world, 4 * 29, 0)).toEqual(nowhere);
        expect(whoIsAt(world, 4 * 20, 0)).toEqual(nowhere);
        for (const k of [1, 19, 21, 28]) expect(whoIsAt(world, 4 * k, 0)).toEqual(everywhere(eids[k]));
        expect(take(log)).toEqual([]);
        expect([...collision.contacts()].map((contact) => contact.b)).toEqual([visitor]);
      }
      // Added, and moved on, while ticks are refused.
      const late = spawn(0, -50);
      place(0, 0, 0);
      expect(refusal(() => collisionSystem(world))).toContain(`entity ${eids[20]}`);
      expect(whoIsAt(world, 0, -50)).toEqual(everywhere(late));
      expect(whoIsAt(world, 0, 0)).toEqual(everywhere(eids[0]));
      expect(whoIsAt(world, -500, 0)).toEqual(nowhere);

      place(20, 300, 0);
      Transform.x[late] = 301;
      collisionSystem(world);
      expect(whoIsAt(world, 299.5, 0)).toEqual(everywhere(eids[20]));
      expect(take(log)).toEqual([`stay ${eids[25]} ${visitor}`]);
      Transform.y[late] = 0;
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${eids[20]} ${late}`, `stay ${eids[25]} ${visitor}`]);
    });
  }
});

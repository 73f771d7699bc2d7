import { addComponent, addEntity, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  circle,
  closestPoint,
  collisionSystem,
  createSnapshot,
  overlapShape,
  queryAabb,
  queryPoint,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  saveCollision,
  savedEntities,
} from '../../../../entry/2d.ts';
import { circleRow, entitiesAlongX } from '../../../support/circle-row-2d.ts';
import { createGame, listen, refusal, take } from '../../../support/game-2d.ts';

describe('what queries see', () => {
  it('an empty world answers every query with nothing', () => {
    const { world } = createGame();
    for (let i = 0; i < 2; i++) {
      expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })).toBe(undefined);
      expect(castRayAny(world, { x: 0, y: 0 }, { x: 1, y: 0 })).toBe(false);
      expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 })).toBe(undefined);
      expect(closestPoint(world, { x: 0, y: 0 })).toBe(undefined);
      const out = [1, 2, 3];
      expect([queryPoint(world, { x: 0, y: 0 }, out), out]).toEqual([0, []]);
      const hits: CastHit[] = [{} as CastHit];
      expect([castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits), hits]).toEqual([0, []]);
      expect(queryAabb(world, { x: -1e9, y: -1e9 }, { x: 1e9, y: 1e9 }, [])).toBe(0);
      collisionSystem(world);
    }
  });

  it('entities are seen as soon as they are added, before the first tick too, and no longer once removed or disabled', () => {
    const { world, collision, spawn, eids } = circleRow(3);
    expect(entitiesAlongX(world)).toEqual(eids);
    collisionSystem(world);
    expect(entitiesAlongX(world)).toEqual(eids);
    const late = spawn(5);
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
    removeEntity(world, eids[0]);
    expect(entitiesAlongX(world)).toEqual([late, eids[1], eids[2]]);
    removeComponent(world, late, collision.Collider);
    expect(entitiesAlongX(world)).toEqual([eids[1], eids[2]]);
    addComponent(world, eids[1], collision.Disabled);
    expect(entitiesAlongX(world)).toEqual([eids[2]]);
    removeComponent(world, eids[1], collision.Disabled);
    expect(entitiesAlongX(world)).toEqual([eids[1], eids[2]]);
    addComponent(world, late, set(collision.Collider, circle(2)));
    expect(entitiesAlongX(world)).toEqual([late, eids[1], eids[2]]);
    collisionSystem(world);
    expect(entitiesAlongX(world)).toEqual([late, eids[1], eids[2]]);
  });

  it('an id recycled since the last tick is seen once, in its new place', () => {
    const { world, spawn, eids } = circleRow(2);
    collisionSystem(world);
    removeEntity(world, eids[0]);
    expect(spawn(50)).toBe(eids[0]);
    expect(entitiesAlongX(world)).toEqual([eids[1], eids[0]]);
    const out: number[] = [];
    queryAabb(world, { x: 0, y: -1 }, { x: 100, y: 1 }, out);
    expect(out).toEqual([eids[0], eids[1]]);
  });

  it('an entity added since the last tick is seen as set() last left it', () => {
    const { world, collision, spawn } = createGame();
    collisionSystem(world);
    const eid = spawn(5);
    expect(entitiesAlongX(world)).toEqual([eid]);
    addComponent(world, eid, set(collision.Transform, { y: 10 }));
    expect(entitiesAlongX(world)).toEqual([]);
    addComponent(world, eid, set(collision.Collider, circle(11)));
    expect(entitiesAlongX(world)).toEqual([eid]);
  });

  it('an entity added since is read once, when it has a shape: changes of others do not read it again', () => {
    const { world, collision, spawn, eids } = circleRow(1);
    const { Transform, Collider } = collision;
    collisionSystem(world);
    const bystander = spawn(-50);
    const come = (): number => spawn(-60);
    const changes = [
      come,
      () => removeEntity(world, bystander),
      () => addComponent(world, eids[0], set(Transform, { y: 0 })),
      () => addComponent(world, come(), collision.Static),
    ];
    const late = addEntity(world);
    addComponent(world, late, set(Transform, { x: 5 }));
    addComponent(world, late, Collider);
    for (let i = 0; i < 2; i++) expect(entitiesAlongX(world)).toEqual(eids);
    Collider.kind[late] = 1;
    Collider.radius[late] = 1;
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
    Transform.y[late] = 50;
    for (const change of changes) {
      expect(entitiesAlongX(world)).toEqual([late, ...eids]);
      change();
    }
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
    const snapshot = createSnapshot({ stores: { Transform, Collider }, entities: savedEntities });
    saveCollision(world, snapshot);
    refreshCollider(world, late);
    expect(entitiesAlongX(world)).toEqual(eids);
    Transform.y[late] = 0;
    come();
    expect(entitiesAlongX(world)).toEqual(eids);
    restoreCollision(world, snapshot);
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
    come();
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
    expect(Transform.y[late]).toBe(50);
    collision.touch(late);
    expect(entitiesAlongX(world)).toEqual(eids);
    addComponent(world, late, set(Transform, { y: 0 }));
    saveCollision(world, snapshot);
    restoreCollision(world, snapshot);
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
    collisionSystem(world);
    expect(entitiesAlongX(world)).toEqual([late, ...eids]);
  });

  it('direct writes, to statics too, are seen after refreshCollision, which leaves contacts and events alone', () => {
    const { world, collision, eids } = circleRow(3);
    addComponent(world, eids[2], collision.Static);
    const log = listen(collision);
    collisionSystem(world);
    collision.Transform.y[eids[0]] = 50;
    collision.Collider.radius[eids[1]] = 2;
    collision.Transform.x[eids[2]] = 21;
    expect(entitiesAlongX(world)).toEqual(eids);
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })?.fraction).toBe(9);
    expect(refreshCollision(world)).toBe(world);
    expect(entitiesAlongX(world)).toEqual([eids[1], eids[2]]);
    expect(castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })?.fraction).toBe(18);
    expect(take(log)).toEqual([]);
    expect([...collision.contacts()].length).toBe(0);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${eids[1]} ${eids[2]}`]);
    expect(entitiesAlongX(world)).toEqual([eids[1], eids[2]]);
  });

  it('a collider whose kind was written to 0, or to one without a shape, is left out, and the tick refuses the latter', () => {
    const { world, collision, eids } = circleRow(3);
    collisionSystem(world);
    const { Collider } = collision;
    Collider.kind[eids[0]] = 0;
    Collider.kind[eids[1]] = 6;
    expect(entitiesAlongX(world)).toEqual([eids[2]]);
    expect(castShape(world, circle(0.5), { x: 0, y: 0 }, { x: 100, y: 0 })?.entity).toBe(eids[2]);
    expect(closestPoint(world, { x: 10, y: 0 })?.entity).toBe(eids[2]);
    const out: number[] = [];
    expect([
      queryPoint(world, { x: 10, y: 0 }, out),
      queryPoint(world, { x: 20, y: 0 }, out),
      queryPoint(world, { x: 30, y: 0 }, out),
    ]).toEqual([0, 0, 1]);
    expect(overlapShape(world, box(100, 1), { x: 0, y: 0 }, out)).toBe(1);
    expect(refusal(() => collisionSystem(world))).toBe(
      `unknown-shape: Collider.shape of entity ${eids[1]} must be the handle of a chain, but handle 0 is no registered shape`,
    );
  });
});

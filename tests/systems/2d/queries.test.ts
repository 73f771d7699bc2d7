import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CastHit,
  type ClosestHit,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  castShapeAll,
  chain,
  circle,
  closestEntities,
  closestPoint,
  collideShape,
  collisionSystem,
  compound,
  createRayHits,
  createSnapshot,
  overlapSector,
  overlapShape,
  polygon,
  queryAabb,
  queryPoint,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  type ShapeContact,
  saveCollision,
  savedEntities,
  sphereHierarchy,
  tiles,
} from '../../../entry/2d.ts';
import { createGame, listen, refusal, take } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

const Coin = {};

/** Circles of radius 1 along the x axis, 10 apart, the first at 10. */
function row(count: number) {
  const game = createGame();
  const eids = Array.from({ length: count }, (_, i) => game.spawn(10 * (i + 1)));
  return { ...game, eids };
}

function along(world: object, options = {}): number[] {
  const hits: CastHit[] = [];
  castRayAll(world, 0, 0, 1, 0, hits, options);
  return hits.map((hit) => hit.entity);
}

describe('sorted: false', () => {
  it('finds the same, however many, in another order; sorted comes by ascending entity index', () => {
    const rng = createRng(41);
    const { world, collision } = createGame();
    for (let i = 0; i < 2000; i++) {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x: rng.range(0, 100), y: rng.range(0, 100) }));
      addComponent(world, eid, set(collision.Collider, circle(rng.range(0.1, 1))));
      if (i % 3 === 0) addComponent(world, eid, collision.Static);
      if (i % 5 === 0) removeEntity(world, rng.integer(1, eid));
    }
    collisionSystem(world);
    let others = 0;
    let most = 0;
    for (let i = 0; i < 60; i++) {
      const [x, y, size] = [rng.range(0, 100), rng.range(0, 100), i];
      const sorted: number[] = [];
      const found: number[] = [];
      const options = { sorted: false, sensors: i % 2 === 0 };
      queryAabb(world, x - size, y - size, x + size, y + size, sorted);
      expect(queryAabb(world, x - size, y - size, x + size, y + size, found, options)).toBe(sorted.length);
      expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
      if (found.some((eid, at) => eid !== sorted[at])) others++;
      most = Math.max(most, found.length);
      expect(found.sort((a, b) => a - b)).toEqual(sorted);
    }
    expect(others).toBeGreaterThan(40);
    expect(most).toBeGreaterThan(1000);
    // @ts-expect-error: casts give one order, the nearest first.
    expect(() => castRay(world, 0, 0, 1, 0, { sorted: false })).toThrow('each key of query options');
    // @ts-expect-error: a number is no answer.
    expect(() => queryPoint(world, 0, 0, [], { sorted: 1 })).toThrow('sorted must be a boolean');
  });
});

describe('what queries see', () => {
  it('nothing in an empty world', () => {
    const { world } = createGame();
    for (let i = 0; i < 2; i++) {
      expect(castRay(world, 0, 0, 1, 0)).toBe(undefined);
      expect(castRayAny(world, 0, 0, 1, 0)).toBe(false);
      expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 })).toBe(undefined);
      expect(closestPoint(world, 0, 0)).toBe(undefined);
      const out = [1, 2, 3];
      expect([queryPoint(world, 0, 0, out), out]).toEqual([0, []]);
      const hits: CastHit[] = [{} as CastHit];
      expect([castRayAll(world, 0, 0, 1, 0, hits), hits]).toEqual([0, []]);
      expect(queryAabb(world, -1e9, -1e9, 1e9, 1e9, [])).toBe(0);
      collisionSystem(world);
    }
  });

  it('everything before the first tick, entities added since the last one, and nothing that is removed', () => {
    const { world, collision, spawn, eids } = row(3);
    expect(along(world)).toEqual(eids);
    collisionSystem(world);
    expect(along(world)).toEqual(eids);
    const late = spawn(5);
    expect(along(world)).toEqual([late, ...eids]);
    removeEntity(world, eids[0]);
    expect(along(world)).toEqual([late, eids[1], eids[2]]);
    removeComponent(world, late, collision.Collider);
    expect(along(world)).toEqual([eids[1], eids[2]]);
    addComponent(world, eids[1], collision.Disabled);
    expect(along(world)).toEqual([eids[2]]);
    removeComponent(world, eids[1], collision.Disabled);
    expect(along(world)).toEqual([eids[1], eids[2]]);
    addComponent(world, late, set(collision.Collider, circle(2)));
    expect(along(world)).toEqual([late, eids[1], eids[2]]);
    collisionSystem(world);
    expect(along(world)).toEqual([late, eids[1], eids[2]]);
  });

  it('an id recycled since the last tick is seen once, in its new place', () => {
    const { world, spawn, eids } = row(2);
    collisionSystem(world);
    removeEntity(world, eids[0]);
    expect(spawn(50)).toBe(eids[0]);
    expect(along(world)).toEqual([eids[1], eids[0]]);
    const out: number[] = [];
    queryAabb(world, 0, -1, 100, 1, out);
    expect(out).toEqual([eids[0], eids[1]]);
  });

  it('what was added since is seen as set() last left it', () => {
    const { world, collision, spawn } = createGame();
    collisionSystem(world);
    const eid = spawn(5);
    expect(along(world)).toEqual([eid]);
    addComponent(world, eid, set(collision.Transform, { y: 10 }));
    expect(along(world)).toEqual([]);
    addComponent(world, eid, set(collision.Collider, circle(11)));
    expect(along(world)).toEqual([eid]);
  });

  it('what was added since is seen as soon as it has a shape, and whoever comes or goes moves nobody', () => {
    const { world, collision, spawn, eids } = row(1);
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
    for (let i = 0; i < 2; i++) expect(along(world)).toEqual(eids);
    Collider.kind[late] = 1;
    Collider.radius[late] = 1;
    expect(along(world)).toEqual([late, ...eids]);
    Transform.y[late] = 50;
    for (const change of changes) {
      expect(along(world)).toEqual([late, ...eids]);
      change();
    }
    expect(along(world)).toEqual([late, ...eids]);
    const snapshot = createSnapshot({ stores: { Transform, Collider }, entities: savedEntities });
    saveCollision(world, snapshot);
    refreshCollider(world, late);
    expect(along(world)).toEqual(eids);
    Transform.y[late] = 0;
    come();
    expect(along(world)).toEqual(eids);
    restoreCollision(world, snapshot);
    expect(along(world)).toEqual([late, ...eids]);
    come();
    expect(along(world)).toEqual([late, ...eids]);
    expect(Transform.y[late]).toBe(50);
    collision.touch(late);
    expect(along(world)).toEqual(eids);
    addComponent(world, late, set(Transform, { y: 0 }));
    saveCollision(world, snapshot);
    restoreCollision(world, snapshot);
    expect(along(world)).toEqual([late, ...eids]);
    collisionSystem(world);
    expect(along(world)).toEqual([late, ...eids]);
  });

  it('direct writes are seen after refreshCollision, which leaves contacts and events alone; statics too, untouched', () => {
    const { world, collision, eids } = row(3);
    addComponent(world, eids[2], collision.Static);
    const log = listen(collision);
    collisionSystem(world);
    collision.Transform.y[eids[0]] = 50;
    collision.Collider.radius[eids[1]] = 2;
    collision.Transform.x[eids[2]] = 21;
    expect(along(world)).toEqual(eids);
    expect(castRay(world, 0, 0, 1, 0)?.fraction).toBe(9);
    expect(refreshCollision(world)).toBe(world);
    expect(along(world)).toEqual([eids[1], eids[2]]);
    expect(castRay(world, 0, 0, 1, 0)?.fraction).toBe(18);
    expect(take(log)).toEqual([]);
    expect([...collision.contacts()].length).toBe(0);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${eids[1]} ${eids[2]}`]);
    expect(along(world)).toEqual([eids[1], eids[2]]);
  });

  it('a kind written to 0 since the tick is not seen; one that names no shape is left out until the tick reports it', () => {
    const { world, collision, eids } = row(3);
    collisionSystem(world);
    const { Collider } = collision;
    Collider.kind[eids[0]] = 0;
    Collider.kind[eids[1]] = 6;
    expect(along(world)).toEqual([eids[2]]);
    expect(castShape(world, circle(0.5), { x: 0, y: 0 }, { x: 100, y: 0 })?.entity).toBe(eids[2]);
    expect(closestPoint(world, 10, 0)?.entity).toBe(eids[2]);
    const out: number[] = [];
    expect([queryPoint(world, 10, 0, out), queryPoint(world, 20, 0, out), queryPoint(world, 30, 0, out)]).toEqual([
      0, 0, 1,
    ]);
    expect(overlapShape(world, box(100, 1), { x: 0, y: 0 }, out)).toBe(1);
    expect(refusal(() => collisionSystem(world))).toBe(
      `unknown-shape: Collider.shape of entity ${eids[1]} must be the handle of a chain, but handle 0 is no registered shape`,
    );
  });
});

describe('options', () => {
  it('sensors are seen when asked for', () => {
    const { world, collision, eids } = row(3);
    addComponent(world, eids[1], collision.Sensor);
    expect(along(world)).toEqual([eids[0], eids[2]]);
    expect(along(world, { sensors: true })).toEqual(eids);
    expect([queryPoint(world, 20, 0, []), queryPoint(world, 20, 0, [], { sensors: true })]).toEqual([0, 1]);
    expect(closestPoint(world, 20, 0)?.entity).toBe(eids[0]);
    expect(closestPoint(world, 20, 0, { sensors: true })?.entity).toBe(eids[1]);
  });

  it('masks work in both directions, and groups play no part', () => {
    const { world, collision, eids } = row(4);
    const { Collider } = collision;
    Collider.categoryBits.set([1, 2, 4, 0x80000000], eids[0]);
    Collider.maskBits.set([0xffffffff, 1, 2, 0x80000000], eids[0]);
    Collider.groupIndex.fill(-1, eids[0], eids[3] + 1);
    collisionSystem(world);
    expect(along(world)).toEqual(eids);
    expect(along(world, { maskBits: 6 })).toEqual([eids[1], eids[2]]);
    expect(along(world, { maskBits: 0x80000000 })).toEqual([eids[3]]);
    expect(along(world, { maskBits: 0 })).toEqual([]);
    expect(along(world, { categoryBits: 1 })).toEqual([eids[0], eids[1]]);
    expect(along(world, { categoryBits: 0x80000000 })).toEqual([eids[0], eids[3]]);
    expect(along(world, { categoryBits: 2, maskBits: 4 })).toEqual([eids[2]]);
  });

  it('ignore, with and predicate', () => {
    const { world, eids } = row(4);
    addComponent(world, eids[1], Coin);
    addComponent(world, eids[3], Coin);
    expect(along(world, { ignore: eids[0] })).toEqual(eids.slice(1));
    expect(along(world, { with: [Coin] })).toEqual([eids[1], eids[3]]);
    expect(along(world, { with: [Coin], ignore: eids[1] })).toEqual([eids[3]]);
    expect(along(world, { with: [] })).toEqual(eids);
    const asked: number[] = [];
    const predicate = (entity: number): boolean => {
      asked.push(entity);
      return entity !== eids[1];
    };
    expect(along(world, { with: [Coin], predicate })).toEqual([eids[3]]);
    expect(asked.sort()).toEqual([eids[1], eids[3]]);
    expect(castRayAny(world, 0, 0, 1, 0, { predicate: () => false })).toBe(false);
    expect(castRay(world, 0, 0, 1, 0, { predicate: (e) => e === eids[2] })?.fraction).toBe(29);
    expect(closestPoint(world, 0, 0, { predicate: (e) => e === eids[2] })?.distance).toBe(29);
    const out: number[] = [];
    queryAabb(world, 0, -1, 25, 1, out, { predicate: (e) => e !== eids[0] });
    expect(out).toEqual([eids[1]]);
    overlapShape(world, box(25, 1), { x: 0, y: 0 }, out, { ignore: eids[1] });
    expect(out).toEqual([eids[0]]);
  });

  it('a predicate may run every kind of query, three deep, on chains and compounds too, and change nothing', () => {
    const { world, spawn } = row(6);
    spawn(25, 0, chain([-30, -2, 0, -1.5, 30, -2]));
    spawn(35, 4, compound([{ ...box(1, 1), offsetX: -2 }, circle(1), { ...circle(0.5), offsetX: 3 }]));
    const ask = (options: object, from = 0): unknown[] => {
      const hits: CastHit[] = [];
      const shapeHits: CastHit[] = [];
      const contacts: ShapeContact[] = [];
      const nearest: ClosestHit[] = [];
      const rays = createRayHits(2);
      const lists: number[][] = [[], [], [], []];
      castRayAll(world, from, 0.5, 1, 0.02, hits, options);
      castShapeAll(world, box(0.5, 3), { x: from, y: 0, rotation: 0.3 }, { x: 60, y: 0 }, shapeHits, options);
      queryPoint(world, from + 33, 4, lists[0], options);
      queryAabb(world, from + 5, -3, from + 36, 4, lists[1], options);
      overlapShape(world, circle(7), { x: from + 34, y: 1 }, lists[2], options);
      overlapSector(world, { x: from, y: 0, radius: 45, halfAngle: 1 }, lists[3], { ...options, lineOfSight: true });
      collideShape(world, box(9, 2), { x: from + 32, y: 1 }, contacts, options);
      closestEntities(world, from + 33, 2, 3, nearest, options);
      castRays(world, [from, 0.5, 1, 0.02, from, 9, 1, -0.2], rays, options);
      return [
        contacts,
        nearest,
        rays,

        castRay(world, from, 0, 1, -0.03, options),
        castRayAny(world, from, -9, 1, 0, options),
        castShape(world, circle(1), { x: from, y: 4 }, { x: 100, y: 0 }, options),
        closestPoint(world, from + 33, 2, options),
        hits,
        shapeHits,
        lists,
      ];
    };
    const plain = ask({});
    let asked = 0;
    const inner = (): boolean => {
      asked++;
      return true;
    };
    const middle = (): boolean => {
      ask({ predicate: inner }, 12);
      return true;
    };
    expect(ask({ predicate: middle })).toEqual(plain);
    expect(asked).toBeGreaterThan(500);
  });

  it('a predicate may add colliders and ask again: the query goes on, and later ones see them', () => {
    const { world, spawn, eids } = row(60);
    const hits: CastHit[] = [];
    const found: number[] = [];
    let added = 0;
    const predicate = (): boolean => {
      for (let i = 0; i < 40 && added < 200; i++) spawn(500, -5 - added++);
      expect(queryAabb(world, 499, -300, 501, -5, found)).toBe(0);
      return true;
    };
    expect(castRayAll(world, 0, 0, 1, 0, hits, { predicate })).toBe(60);
    expect(hits.map((hit) => hit.entity)).toEqual(eids);
    expect(queryAabb(world, 499, -300, 501, -5, [])).toBe(200);
    collisionSystem(world);
    expect(queryAabb(world, 499, -300, 501, -5, [])).toBe(200);
  });

  it('a predicate can run no tick, no refresh and no restore', () => {
    const { world, eids } = row(1);
    const other = createGame();
    const snapshot = createSnapshot(world);
    collisionSystem(world);
    saveCollision(world, snapshot);
    const attempts = [
      () => collisionSystem(world),
      () => refreshCollision(world),
      () => refreshCollider(world, eids[0]),
      () => restoreCollision(world, snapshot),
    ];
    for (const attempt of attempts) {
      expect(refusal(() => castRay(world, 0, 0, 1, 0, { predicate: () => attempt() !== null }))).toMatch(
        /^invalid-state: .* inside a .*predicate/,
      );
      // The query that was broken off is over, and another world is nobody's concern.
      attempt();
      expect(castRay(world, 0, 0, 1, 0, { predicate: () => collisionSystem(other.world) !== null })?.fraction).toBe(9);
    }
  });

  it('a predicate that throws stops the query, and the next one is whole', () => {
    const { world, eids } = row(3);
    const fail = (): never => {
      throw new RangeError('no');
    };
    for (let i = 0; i < 3; i++) {
      expect(() => castRay(world, 0, 0, 1, 0, { predicate: fail })).toThrow('no');
      expect(() => castRayAll(world, 0, 0, 1, 0, [], { predicate: fail })).toThrow('no');
      expect(() => closestPoint(world, 0, 0, { predicate: fail })).toThrow('no');
      expect(() => queryPoint(world, 10, 0, [], { predicate: fail })).toThrow('no');
      expect(() => queryAabb(world, 0, 0, 99, 1, [], { predicate: fail })).toThrow('no');
      expect(along(world)).toEqual(eids);
      expect(castRay(world, 0, 0, 1, 0)?.entity).toBe(eids[0]);
    }
  });
});

describe('known answers', () => {
  it('out is filled and returned; without it the result is new', () => {
    const { world, eids } = row(2);
    const out = { entity: -1, child: -1, fraction: -1, x: 0, y: 0, normalX: 0, normalY: 0 };
    expect(castRay(world, 0, 0, 2, 0, {}, out)).toBe(out);
    expect(out).toEqual({ entity: eids[0], child: 0, fraction: 4.5, x: 9, y: 0, normalX: -1, normalY: 0 });
    expect(castRay(world, 0, 5, 2, 0, {}, out)).toBe(undefined);
    expect(castRay(world, 0, 0, 2, 0)).not.toBe(castRay(world, 0, 0, 2, 0));
    const near = { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
    expect(closestPoint(world, 10, 4, {}, near)).toBe(near);
    expect(near).toEqual({ entity: eids[0], child: 0, distance: 3, x: 10, y: 1, normalX: 0, normalY: 1 });
  });

  it('a list of hits that was longer is cut, one that was shorter grows, and its objects are used again', () => {
    const { world } = row(4);
    const hits: CastHit[] = [];
    castRayAll(world, 0, 0, 1, 0, hits);
    const kept = hits[0];
    expect(castRayAll(world, 0, 0, 1, 0, hits, { maxFraction: 25 })).toBe(2);
    expect([hits.length, hits[0] === kept]).toEqual([2, true]);
    expect(castRayAll(world, 0, 0, 1, 0, hits)).toBe(4);
  });

  it('a list of one query may be given to another, and an error of the game stays its own', () => {
    const { world, eids } = row(2);
    const hits: CastHit[] = [];
    castRayAll(world, 0, 0, 1, 0, hits);
    expect(collideShape(world, circle(1), { x: 10, y: 0.5 }, hits as unknown as ShapeContact[])).toBe(1);
    expect(hits[0]).toMatchObject({ entity: eids[0], depth: 1.5, points: [{ depth: 1.5 }, {}] });
    expect(castRayAll(world, 0, 0, 1, 0, hits)).toBe(2);
    const out: CastHit[] = [];
    castRayAll(world, 0, 0, 1, 0, out);
    for (const bad of [Object.freeze([]), [Object.freeze({ ...out[0] })], [3]]) {
      expect(refusal(() => castRayAll(world, 0, 0, 1, 0, bad as CastHit[]))).toContain('one that can be written to');
    }
    const own = {
      set entity(_: number) {
        throw new RangeError('mine');
      },
    };
    expect(() => castRay(world, 0, 0, 1, 0, {}, own as CastHit)).toThrow('mine');
  });

  it('a limit includes its end: touching counts', () => {
    const { world, eids } = row(1);
    expect(castRay(world, 0, 0, 1, 0, { maxFraction: 9 })?.entity).toBe(eids[0]);
    expect(castRay(world, 0, 0, 1, 0, { maxFraction: 8.999999999 })).toBe(undefined);
    expect(castRay(world, 0, 0, 1, 0, { maxFraction: 0 })).toBe(undefined);
    expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 8, y: 0 })?.fraction).toBeCloseTo(1, 12);
    expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 7.99999, y: 0 })).toBe(undefined);
    expect(
      castShape(world, circle(1), { x: 0, y: 0 }, { x: 1, y: 0 }, { maxFraction: Infinity })?.fraction,
    ).toBeCloseTo(8, 12);
    expect(closestPoint(world, 0, 0, { maxDistance: 9 })?.distance).toBe(9);
    expect(closestPoint(world, 0, 0, { maxDistance: 8.999999999 })).toBe(undefined);
    expect(queryPoint(world, 9, 0, [])).toBe(1);
    expect(queryAabb(world, 0, 0, 9, 0, [])).toBe(1);
    expect(queryAabb(world, 0, 0, 8.999999, 0, [])).toBe(0);
    expect(overlapShape(world, circle(1), { x: 8, y: 0 }, [])).toBe(1);
    expect(overlapShape(world, circle(1), { x: 7.99999, y: 0 }, [])).toBe(0);
  });

  it('rays from inside and from the surface: fraction 0 and no normal, whichever way', () => {
    const { world, spawn } = createGame();
    const eids = [spawn(0, 0, box(2, 1)), spawn(0, 0, polygon([-3, -3, 3, -3, 0, 3]))];
    for (const [x, y, dx, dy] of [
      [0, 0, 1, 0],
      [2, 0.5, 1, 0],
      [0, 0, 0, 0],
    ] as const) {
      const hits: CastHit[] = [];
      castRayAll(world, x, y, dx, dy, hits);
      expect(hits[0]).toEqual({ entity: eids[0], child: 0, fraction: 0, x, y, normalX: 0, normalY: 0 });
    }
    const touched = { fraction: 0, x: 2, y: 0, normalX: 1, normalY: 0 };
    expect(castShape(world, circle(0.5), { x: 2.5, y: 0 }, { x: 5, y: 0 })).toMatchObject(touched);
    expect(closestPoint(world, 1.5, 0.5)).toMatchObject({ entity: eids[0], distance: 0, x: 1.5, y: 0.5, normalX: 0 });
  });

  it('a zero direction is a point query; a cast shape that does not move is an overlap', () => {
    const { world, eids } = row(1);
    expect(castRay(world, 10, 0.5, 0, 0)).toMatchObject({ entity: eids[0], fraction: 0 });
    expect(castRay(world, 0, 0, 0, 0)).toBe(undefined);
    expect(castShape(world, box(3, 3), { x: 7, y: 0 }, { x: 0, y: 0 })).toMatchObject({ entity: eids[0], fraction: 0 });
    expect(castShape(world, box(3, 3), { x: 5, y: 0 }, { x: 0, y: 0 })).toBe(undefined);
    expect(castShape(world, box(3, 3), { x: 5, y: 0 }, { x: 0, y: 0 }, { maxFraction: Infinity })).toBe(undefined);
  });

  it.each([
    ['a box', box(1, 2)],
    ['a polygon', polygon([-1, -2, 1, -2, 1, 2, -1, 2])],
    ['a compound', compound([{ ...circle(1), offsetX: 9 }, box(1, 2)])],
    ['a chain', chain([-1, 2, -1, -2])],
    ['tiles', tiles({ columns: 2, rows: 4, size: 1, cells: [1, 0, 1, 1, 1, 0, 1, 0] })],
  ])('a shape meets %s whether the translation is long or short beyond having a square', (name, target) => {
    const { world, spawn } = createGame();
    spawn(name === 'tiles' ? 9 : 10, name === 'tiles' ? -2 : 0, target);
    for (const shape of [circle(0.5), box(0.5, 0.5)]) {
      for (const length of [1e-200, 1e-160, 1, 1e160, 1e300]) {
        const options = { maxFraction: Infinity };
        const way = { x: length, y: -0.01 * length };
        const hit = castShape(world, shape, { x: 0, y: 0 }, way, options);
        expect(hit).toMatchObject({ x: 9, normalX: -1 });
        expect(hit!.fraction * length).toBeCloseTo(8.5, 9);
        // Into it from its surface, and out of it.
        const starts = { initialOverlap: 'ignore-separating' } as const;
        if (length >= 1) expect(castShape(world, shape, { x: 8.5, y: 0.1 }, { x: length, y: 0 }, starts)).toBeDefined();
        expect(castShape(world, shape, { x: 8.5, y: 0.1 }, { x: -length, y: 0 }, starts)).toBeUndefined();
      }
    }
  });

  it('rays along edges: of a box, of a segment of a chain, of both at once', () => {
    const { world, spawn } = createGame();
    const crate = spawn(0, 0, box(1, 1));
    const ground = spawn(10, 0, chain([-2, 1, 0, 1, 5, 1]));
    const hits: CastHit[] = [];
    castRayAll(world, -5, 1, 1, 0, hits);
    expect(hits.map((h) => [h.entity, h.child, h.fraction, h.normalX])).toEqual([
      [crate, 0, 4, -1],
      [ground, 0, 13, -1],
    ]);
    castRayAll(world, 50, 1, -1, 0, hits);
    expect(hits.map((h) => [h.entity, h.child, h.fraction])).toEqual([
      [ground, 1, 35],
      [crate, 0, 49],
    ]);
    expect(castRay(world, -5, 1.0000001, 1, 0)).toBe(undefined);
  });

  it('ties go to the lower entity index, then the lower child, in whatever order they were added', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      for (const hierarchy of [boxHierarchy, sphereHierarchy]) {
        const { world, collision } = createGame({ hierarchy });
        const eids = order.map(() => addEntity(world));
        for (const i of order) {
          if (i === 1) addComponent(world, eids[i], collision.Static);
          addComponent(world, eids[i], set(collision.Transform, { x: i === 3 ? -10 : 10 }));
          addComponent(world, eids[i], set(collision.Collider, i === 2 ? box(1, 1) : circle(1)));
        }
        for (let k = 0; k < 2; k++) {
          expect(castRay(world, 0, 0, 1, 0)?.entity).toBe(eids[0]);
          expect(castRay(world, 0, 0, 1, 0, { ignore: eids[0] })?.entity).toBe(eids[1]);
          expect(castShape(world, circle(1), { x: 0, y: 0 }, { x: 20, y: 0 })?.entity).toBe(eids[0]);
          expect(closestPoint(world, 0, 0)?.entity).toBe(eids[0]);
          expect(closestPoint(world, 0, 0, { predicate: (e) => e >= eids[2] })?.entity).toBe(eids[2]);
          const hits: CastHit[] = [];
          castRayAll(world, 0, 0, 1, 0, hits);
          expect(hits.map((hit) => hit.entity)).toEqual(eids.slice(0, 3));
          collisionSystem(world);
        }
      }
    }
    const { world, spawn } = createGame();
    spawn(0, 0, compound([{ ...circle(1), offsetX: 9 }, circle(1), circle(1)]));
    expect(castRay(world, -5, 0, 1, 0)?.child).toBe(1);
    expect(closestPoint(world, 0, 0)?.child).toBe(1);
    expect(castShape(world, box(1, 1), { x: -5, y: 0 }, { x: 20, y: 0 })?.child).toBe(1);
  });

  it('children are named: the segment of a chain and the child of a compound, turned and scaled', () => {
    const { world, collision, spawn } = createGame();
    const coast = spawn(100, 50, chain([0, 0, 10, 0, 20, 5, 30, 5]));
    collision.Transform.rotation[coast] = Math.PI / 2;
    collision.Transform.scale[coast] = 2;
    const ship = spawn(0, 0, compound([{ ...box(1, 1), offsetX: -3 }, circle(0.5), { ...circle(1), offsetX: 4 }]));
    expect(castRay(world, 80, 100, 1, 0)).toMatchObject({ entity: coast, child: 2 });
    expect(castRay(world, 110, 60, -1, 0)).toMatchObject({ entity: coast, child: 0, normalX: 1 });
    expect(closestPoint(world, 4, 5)).toMatchObject({ entity: ship, child: 2, distance: 4 });
    expect(castShape(world, circle(0.1), { x: -3, y: 9 }, { x: 0, y: -20 })).toMatchObject({ entity: ship, child: 0 });
  });
});

describe('long rays over long chains', () => {
  it('60,000 segments: every crossing is found, from a million away, from near, and along the chain (seed 31)', () => {
    const rng = createRng(31);
    const count = 60_000;
    const heights = Float64Array.from({ length: count + 1 }, () => rng.range(-1, 1));
    const points = new Float64Array(2 * count + 2);
    for (let i = 0; i <= count; i++) points.set([i, heights[i]], 2 * i);
    const { world, collision, spawn } = createGame();
    const coast = spawn(-30_000, 0, chain(points));
    addComponent(world, coast, collision.Static);
    collisionSystem(world);
    for (let k = 0; k < 2000; k++) {
      const x = rng.range(0, count);
      const far = 10 ** rng.range(1, 6);
      const slant = rng.range(-1, 1);
      const aimed = heights[Math.floor(x)] + (x % 1) * (heights[Math.floor(x) + 1] - heights[Math.floor(x)]);
      const worldX = x - 30_000;
      const hit = castRay(world, worldX + slant * 0.1 * far, aimed + far, -slant * 0.1 * far, -far);
      expect(hit?.entity, `seed 31, ray ${k}`).toBe(coast);
      // Nothing of the chain lies above the point aimed at, as steep as the ray is, but its nearest neighbours.
      expect(Math.abs(hit!.fraction - 1) * far, `seed 31, ray ${k}`).toBeLessThan(2.3);
      expect(Math.abs(hit!.child - x), `seed 31, ray ${k}`).toBeLessThan(2.3);
    }
    // Through every joint from straight above: no ray may slip between two segments.
    for (let i = 1; i < count; i += 7) {
      const hit = castRay(world, i - 30_000, 5, 0, -1);
      expect(Math.abs(hit!.y - heights[i]), `joint ${i}`).toBeLessThan(1e-11);
    }
    const level = castRay(world, -1e6, 0, 1, 0);
    const first = heights.findIndex((height, i) => i > 0 && height > 0 !== heights[0] > 0);
    expect(level?.child).toBe(first - 1);
    const back = castRay(world, 1e6, 0, -1, 0);
    expect(back!.child).toBeGreaterThan(count - 50);
    expect(castRay(world, -1e6, 1.0001, 1, 0)).toBe(undefined);
  });
});

describe('numbers that cannot be used', () => {
  it('are named, with the value', () => {
    const { world } = row(1);
    const text = (work: () => unknown): string => refusal(work);
    expect(text(() => castRay(world, NaN, 0, 1, 0))).toBe('invalid-number: query x must be a finite number, got NaN');
    expect(text(() => castRay(world, 0, Infinity, 1, 0))).toContain('query y must be a finite number, got Infinity');
    expect(text(() => castRayAny(world, 0, 0, Infinity, 0))).toContain('query direction x must be a finite number');
    expect(text(() => castRayAll(world, 0, 0, 0, NaN, []))).toContain('query direction y must be a finite number');
    expect(text(() => castRay(world, 0, 0, 1, 0, { maxFraction: -1 }))).toContain(
      'maxFraction must be at least 0, got -1',
    );
    expect(text(() => castRay(world, 0, 0, 1, 0, { maxFraction: NaN }))).toContain('maxFraction must be at least 0');
    expect(text(() => castShape(world, circle(1), { x: 0, y: 0, rotation: NaN }, { x: 1, y: 0 }))).toContain(
      'query rotation must be a finite',
    );
    expect(text(() => castShapeAll(world, circle(1), { x: 0, y: 0 }, { x: 1, y: NaN }, []))).toContain(
      'query direction y must be',
    );
    expect(text(() => closestPoint(world, 0, NaN))).toContain('query y must be a finite number, got NaN');
    expect(text(() => closestPoint(world, 0, 0, { maxDistance: -0.5 }))).toContain(
      'maxDistance must be at least 0, got -0.5',
    );
    expect(text(() => queryPoint(world, NaN, 0, []))).toContain('query x must be a finite number');
    expect(text(() => queryAabb(world, 1, 0, -1, 0, []))).toBe(
      'invalid-number: a query box needs min ≤ max on both axes, got x 1 to -1, y 0 to 0',
    );
    expect(text(() => queryAabb(world, NaN, 0, 1, 0, []))).toContain('got x NaN to 1');
    expect(text(() => overlapShape(world, { ...circle(1), radius: NaN }, { x: 0, y: 0 }, []))).toContain(
      'query shape radius must be finite and at least 0, got NaN',
    );
    expect(text(() => overlapShape(world, { ...box(1, 1), halfWidth: -1 }, { x: 0, y: 0 }, []))).toContain(
      'query shape halfWidth must be finite and at least 0, got -1',
    );
    expect(text(() => overlapShape(world, { ...circle(1), kind: 6 }, { x: 0, y: 0 }, []))).toContain(
      'shape must be the .shape of what a shape maker returned, got 0',
    );
    expect(text(() => overlapShape(world, { ...circle(1), kind: 0 }, { x: 0, y: 0 }, []))).toContain(
      'shape maker returned, got 0',
    );
    expect(castRay(world, 0, 0, 1, 0)?.fraction).toBe(9);
  });

  it('bounds may be infinite: everything is in them', () => {
    const { world } = row(5);
    expect(queryAabb(world, -Infinity, -Infinity, Infinity, Infinity, [])).toBe(5);
    expect(queryAabb(world, 25, -Infinity, Infinity, Infinity, [])).toBe(3);
  });

  it('a world without collision, and one that was disposed', () => {
    const message = 'invalid-state: this world has no collision';
    const bare = createWorld();
    const { world, collision } = row(1);
    collision.dispose();
    for (const nowhere of [bare, world, {}]) {
      expect(refusal(() => castRay(nowhere, 0, 0, 1, 0))).toContain(message);
      expect(refusal(() => closestPoint(nowhere, 0, 0))).toContain(message);
      expect(refusal(() => queryPoint(nowhere, 0, 0, []))).toContain(message);
      expect(refusal(() => refreshCollision(nowhere))).toContain(message);
    }
  });
});

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  capsule,
  castCollider,
  castRay,
  castRayAll,
  castRayAny,
  castRayExit,
  castRays,
  castShape,
  castShapeAll,
  closestEntities,
  closestPoint,
  closestPoints,
  collideShape,
  collisionSystem,
  compound,
  cone,
  createCollision,
  createRayHits,
  cylinder,
  hashCollision,
  hull,
  overlapCone,
  overlapShape,
  type Quaternion,
  type QueryOptions,
  queryAabb,
  queryFrustum,
  queryPoint,
  type ShapeContact,
  sphere,
} from '../../../../entry/3d.ts';
import { refusal } from '../../../support/game-2d.ts';
import { pointsOnSphere, randomQuaternion } from '../../../support/random-space.ts';
import { createRng } from '../../../support/rng.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };
const ALONG = { x: 1, y: 0, z: 0 };

/** A row of balls of radius 1 at 10, 20, … along x. */
function ballRow(count: number) {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const eids = Array.from({ length: count }, (_, i) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: 10 * (i + 1) }));
    addComponent(world, eid, set(Collider, sphere(1)));
    return eid;
  });
  collisionSystem(world);
  return { world, collision, eids };
}

/** The entities that each query finds which sees the whole row: all of them have to agree. */
function seen(world: object, options: QueryOptions): number[] {
  const ray: CastHit[] = [];
  castRayAll(world, ORIGIN, ALONG, ray, options);
  const cast: CastHit[] = [];
  castShapeAll(world, box(0.5, 0.5, 0.5), ORIGIN, { x: 100, y: 0, z: 0 }, cast, options);
  const contacts: ShapeContact[] = [];
  collideShape(world, box(100, 0.5, 0.5), ORIGIN, contacts, options);
  const near: { entity: number }[] = [];
  closestEntities(world, ORIGIN, 99, near as Parameters<typeof closestEntities>[3], options);
  const lists = [ray, cast, contacts, near].map((list) => list.map(({ entity }) => entity));
  for (const ask of [
    (out: number[]) => overlapShape(world, box(100, 1, 1), ORIGIN, out, options),
    (out: number[]) => queryAabb(world, { x: 0, y: -1, z: -1 }, { x: 100, y: 1, z: 1 }, out, options),
    (out: number[]) => overlapCone(world, { ...ORIGIN, axis: ALONG, radius: 100, halfAngle: 0.1 }, out, options),
    (out: number[]) =>
      queryFrustum(
        world,
        [1, 0, 0, 0, -1, 0, 0, -100, 0, 1, 0, -1, 0, -1, 0, -1, 0, 0, 1, -1, 0, 0, -1, -1],
        out,
        options,
      ),
  ]) {
    const out: number[] = [];
    expect(ask(out)).toBe(out.length);
    lists.push(out);
  }
  for (const list of lists) expect(list).toEqual(lists[0]);
  return lists[0];
}

describe('options of queries in space', () => {
  it('sensors are seen only when asked for', () => {
    const { world, collision, eids } = ballRow(3);
    addComponent(world, eids[1], collision.Sensor);
    expect(seen(world, {})).toEqual([eids[0], eids[2]]);
    expect(seen(world, { sensors: true })).toEqual(eids);
    const at = { x: 20, y: 0, z: 0 };
    expect([queryPoint(world, at, []), queryPoint(world, at, [], { sensors: true })]).toEqual([0, 1]);
    expect(closestPoint(world, at, { sensors: true })?.entity).toBe(eids[1]);
    expect(closestPoint(world, at)?.entity).toBe(eids[0]);
  });

  it('masks work in both directions, and lists and predicates leave entities out', () => {
    const { world, collision, eids } = ballRow(4);
    const Coin = {};
    const { Collider } = collision;
    Collider.categoryBits.set([1, 2, 4, 0x80000000], eids[0]);
    Collider.maskBits.set([0xffffffff, 1, 2, 0x80000000], eids[0]);
    collisionSystem(world);
    for (const eid of [eids[1], eids[3]]) addComponent(world, eid, Coin);
    expect(seen(world, { maskBits: 6 })).toEqual([eids[1], eids[2]]);
    expect(seen(world, { maskBits: 0 })).toEqual([]);
    expect(seen(world, { categoryBits: 0x80000000 })).toEqual([eids[0], eids[3]]);
    expect(seen(world, { categoryBits: 2, maskBits: 4 })).toEqual([eids[2]]);
    expect(seen(world, { ignore: [eids[0], eids[2]] })).toEqual([eids[1], eids[3]]);
    expect(seen(world, { with: [Coin], ignore: eids[1] })).toEqual([eids[3]]);
    expect(seen(world, { without: [Coin], predicate: (eid) => eid !== eids[0] })).toEqual([eids[2]]);
    expect(castRayAny(world, ORIGIN, ALONG, { predicate: () => false })).toBe(false);
    expect(castRay(world, ORIGIN, ALONG, { predicate: (eid) => eid === eids[2] })?.fraction).toBe(29);
    expect(castRayExit(world, ORIGIN, ALONG, { ignore: eids[0] })?.x).toBe(21);
    const hits = createRayHits(1);
    castRays(world, [0, 0, 0, 1, 0, 0], hits, { ignore: eids[0] });
    expect([hits.entity[0], hits.fraction[0]]).toEqual([eids[1], 19]);
  });

  it('a collider that is cast meets what its filter lets it meet', () => {
    const { world, collision, eids } = ballRow(4);
    collision.Collider.maskBits[eids[0]] = 4;
    collision.Collider.categoryBits.set([1, 2, 4, 4], eids[0]);
    collisionSystem(world);
    const way = { x: 100, y: 0, z: 0 };
    expect(castCollider(world, eids[0], way)?.entity).toBe(eids[2]);
    expect(castCollider(world, eids[0], way, { ignore: eids[2] })?.entity).toBe(eids[3]);
    expect(castCollider(world, eids[0], way, { maxFraction: 0.1 })).toBeUndefined();
    expect(castCollider(world, eids[3], way)).toBeUndefined();
  });

  it('a ray and a shape that start inside: hit, ignore, ignore-separating', () => {
    const { world, eids } = ballRow(2);
    const from = { x: 10.5, y: 0, z: 0 };
    expect(castRay(world, from, ALONG)).toMatchObject({ entity: eids[0], fraction: 0, normalX: 0, normalY: 0 });
    expect(castRay(world, from, ALONG, { initialOverlap: 'ignore' })).toMatchObject({ entity: eids[1], fraction: 8.5 });
    const cast = (x: number, initialOverlap: 'hit' | 'ignore' | 'ignore-separating') =>
      castShape(world, sphere(0.5), from, { x, y: 0, z: 0 }, { initialOverlap });
    expect(cast(20, 'hit')).toMatchObject({ entity: eids[0], fraction: 0, normalX: 1 });
    expect(cast(20, 'ignore')).toMatchObject({ entity: eids[1], fraction: 0.4 });
    expect(cast(20, 'ignore-separating')).toMatchObject({ entity: eids[1], fraction: 0.4 });
    expect(cast(-20, 'ignore-separating')).toMatchObject({ entity: eids[0], fraction: 0 });
    expect(cast(-20, 'ignore')).toBeUndefined();
  });

  it('all hits of a cast are those of a cast at each, by fraction; unsorted entities are the same ones', () => {
    const random = createRng(77);
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const shapes = [
      sphere(0.5),
      box(0.3, 0.4, 0.5, { radius: 0.05 }),
      capsule(0.3, 0.5),
      cylinder(0.4, 0.3),
      cone(0.5, 0.4),
      hull(pointsOnSphere(random, 20, 0.6)),
      compound([sphere(0.4), { ...box(0.2, 0.2, 0.6), offsetX: 0.4 }]),
    ];
    const eids = Array.from({ length: 140 }, (_, i) => {
      const eid = addEntity(world);
      const [qx, qy, qz, qw] = randomQuaternion(random, 0);
      const [x, y, z] = [0, 1, 2].map(() => random.range(-4, 4));
      addComponent(world, eid, set(Transform, { x, y, z, qx, qy, qz, qw }));
      addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
      return eid;
    });
    collisionSystem(world);
    let total = 0;
    for (const shape of shapes) {
      const [x, y, z] = [0, 1, 2].map(() => random.range(-4, 4));
      const pose = { x: 3 * x, y, z };
      const way = { x: -6 * x, y: 0.3, z: -0.2 };
      const all: CastHit[] = [];
      total += castShapeAll(world, shape, pose, way, all);
      const each = eids
        .map((eid) => castShape(world, shape, pose, way, { predicate: (other) => other === eid }))
        .filter((hit) => hit !== undefined)
        .sort((a, b) => a.fraction - b.fraction || a.entity - b.entity);
      expect(all).toEqual(each);
      expect(castShape(world, shape, pose, way)).toEqual(all[0]);
      const sorted: number[] = [];
      const loose: number[] = [];
      overlapShape(world, box(3, 3, 3), pose, sorted);
      overlapShape(world, box(3, 3, 3), pose, loose, { sorted: false });
      expect(sorted).toEqual([...loose].sort((a, b) => a - b));
      const backwards: number[] = [];
      overlapShape(world, box(3, 3, 3), pose, backwards, { order: (a, b) => b - a });
      expect(backwards).toEqual([...sorted].reverse());
    }
    expect(total).toBeGreaterThan(20);
  });
});

describe('what queries in space fill', () => {
  it('fill the out that is given, cut and grow lists, and use their objects again', () => {
    const { world, eids } = ballRow(4);
    const out = { entity: -1, child: -1, fraction: -1, x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0 };
    expect(castRay(world, ORIGIN, { x: 2, y: 0, z: 0 }, {}, out)).toBe(out);
    expect(out).toEqual({
      ...{ entity: eids[0], child: 0, fraction: 4.5, x: 9, y: 0, z: 0 },
      ...{ normalX: -1, normalY: 0, normalZ: 0 },
    });
    expect(castShape(world, sphere(1), ORIGIN, { x: 16, y: 0, z: 0 }, {}, out)).toBe(out);
    expect(out.fraction).toBe(0.5);
    expect(castCollider(world, eids[1], { x: 16, y: 0, z: 0 }, {}, out)).toBe(out);
    expect(out).toMatchObject({ entity: eids[2], fraction: 0.5 });
    const pair = closestPoints(world, eids[0], eids[1])!;
    expect(closestPoints(world, eids[1], eids[3], pair)).toBe(pair);
    expect(pair).toMatchObject({ separation: 18, xA: 21, xB: 39, normalX: 1 });
    const hits: CastHit[] = [];
    castRayAll(world, ORIGIN, ALONG, hits);
    const kept = hits[0];
    expect(castRayAll(world, ORIGIN, ALONG, hits, { maxFraction: 25 })).toBe(2);
    expect([hits.length, hits[0] === kept]).toEqual([2, true]);
    expect(castShapeAll(world, sphere(1), ORIGIN, { x: 100, y: 0, z: 0 }, hits)).toBe(4);
    expect(hits[0]).toBe(kept);
    const contacts: ShapeContact[] = [];
    collideShape(world, box(100, 1, 1), ORIGIN, contacts);
    const first = contacts[0];
    const point = first.points[0];
    expect(collideShape(world, sphere(1), { x: 10, y: 1, z: 0 }, contacts)).toBe(1);
    expect([contacts[0] === first, contacts[0].points[0] === point, contacts.length]).toEqual([true, true, 1]);
    expect(contacts[0]).toMatchObject({ entity: eids[0], separation: -1, penetration: 1, normalY: 1, pointCount: 1 });
    for (const bad of [Object.freeze([]), [Object.freeze({ ...hits[0] })], [3]]) {
      expect(refusal(() => castRayAll(world, ORIGIN, ALONG, bad as CastHit[]))).toContain('can be written to');
    }
  });
});

describe('what queries in space refuse', () => {
  const { world, eids } = ballRow(2);
  const [known] = eids;
  const nan = { x: 0, y: 0, z: NaN };
  const nowhere = { x: 0, y: 0, z: 0 };
  const cone30 = { ...ORIGIN, axis: ALONG, radius: 1, halfAngle: 0.5 };
  const cases: readonly (readonly [string, () => unknown])[] = [
    ['invalid-number: from.z must be a finite number, got NaN', () => castRay(world, nan, ALONG)],
    ['invalid-number: direction must be of a length above 0', () => castRay(world, ORIGIN, nowhere)],
    ['direction.z must be a finite number', () => castRayAny(world, ORIGIN, { x: 1, y: 0, z: Infinity })],
    ['maxFraction must be at least 0, got -1', () => castRayAll(world, ORIGIN, ALONG, [], { maxFraction: -1 })],
    ['from.z must be a finite number', () => castRayExit(world, nan, ALONG)],
    [
      'out-of-range: initialOverlap must be one of hit, ignore, got "ignore-separating"',
      () => castRay(world, ORIGIN, ALONG, { initialOverlap: 'ignore-separating' as 'ignore' }),
    ],
    ['initialOverlap', () => castShape(world, sphere(1), ORIGIN, ALONG, { initialOverlap: 'x' as 'hit' })],
    ['invalid-number: query z must be a finite number, got NaN', () => castShape(world, sphere(1), nan, ALONG)],
    [
      'invalid-number: query rotation must be a quaternion of a length above 0, got "(0, 0, 0, 0)"',
      () => overlapShape(world, sphere(1), { ...ORIGIN, rotation: { x: 0, y: 0, z: 0, w: 0 } }, []),
    ],
    ...([null, 5, { x: 0, y: 0, z: 0, w: 10n }, { x: 0, y: 0, z: Symbol('z'), w: 1 }] as unknown[]).map(
      (rotation) =>
        [
          'invalid-number: query rotation must be a quaternion of a length above 0, got',
          () => overlapShape(world, sphere(1), { ...ORIGIN, rotation: rotation as Quaternion }, []),
        ] as const,
    ),
    ['translation.z must be', () => castShapeAll(world, sphere(1), ORIGIN, nan, [])],
    ['translation.z must be', () => castCollider(world, known, nan)],
    ['invalid-state', () => castCollider(world, addEntity(world), ALONG)],
    ['out-of-range', () => castCollider(world, 1.5, ALONG)],
    ['out-of-range', () => closestPoints(world, known, 1.5)],
    ['query shape radius', () => collideShape(world, { ...sphere(1), radius: -1 }, ORIGIN, [])],
    ['margin', () => collideShape(world, sphere(1), ORIGIN, [], { margin: -1 })],
    ['invalid-shape', () => overlapShape(world, {} as ReturnType<typeof sphere>, ORIGIN, [])],
    ['invalid-number: point.z must be', () => closestPoint(world, nan)],
    ['maxDistance must be at least 0', () => closestPoint(world, ORIGIN, { maxDistance: -0.5 })],
    ['point.z', () => closestEntities(world, nan, 3, [])],
    ['invalid-number: point.z', () => queryPoint(world, nan, [])],
    ['min ≤ max', () => queryAabb(world, { x: 0, y: 0, z: 1 }, ORIGIN, [])],
    ['min ≤ max', () => queryAabb(world, nan, ORIGIN, [])],
    ['halfAngle', () => overlapCone(world, { ...cone30, halfAngle: NaN }, [])],
    ['frustum', () => queryFrustum(world, [1, 2, 3], [])],
    ['6', () => castRays(world, [0, 0, 0, 1, 0], createRayHits(1))],
    ['got "mask"', () => castRay(world, ORIGIN, ALONG, { mask: 1 } as object)],
    ['sorted', () => queryAabb(world, ORIGIN, ALONG, [], { sorted: 1 as unknown as boolean })],
    ['out', () => queryPoint(world, ORIGIN, undefined as unknown as number[])],
    ['invalid-state', () => castRay(createWorld(), ORIGIN, ALONG)],
    ['from', () => castRay(world, undefined as unknown as typeof ORIGIN, ALONG)],
  ];
  const before = hashCollision(world);

  it.each(cases)('%s', (words, ask) => {
    expect(refusal(ask)).toContain(words);
    expect(hashCollision(world)).toBe(before);
    expect(castRay(world, ORIGIN, ALONG)?.fraction).toBe(9);
  });
});

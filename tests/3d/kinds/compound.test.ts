import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CompoundChild,
  capsule,
  castCollider,
  castRay,
  castShape,
  closestPoint,
  closestPoints,
  collideShape,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  hull,
  mesh,
  overlapCone,
  overlapShape,
  queryPoint,
  type ShapeContact,
  type ShapeSpec,
  sphere,
  sphereHierarchy,
} from '../../../entry/3d.ts';
import { effort } from '../../support/effort.ts';
import { refusal } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { pointsOnSphere, randomQuaternion } from '../../support/random-space.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const MARGIN = 0.05;
/** Cases this near to touching may be told either way. */
const DOUBT = 1e-9;

function someShape(random: Rng): ShapeSpec {
  const size = () => random.range(0.2, 0.5);
  const radius = random.next() < 0.3 ? 0.05 : 0;
  switch (random.integer(0, 5)) {
    case 0:
      return sphere(size());
    case 1:
      return capsule(size() / 2, size());
    case 2:
      return box(size(), size(), size(), { radius });
    case 3:
      return cylinder(size(), size(), { radius });
    case 4:
      return cone(size(), size(), { radius });
    default:
      return hull(pointsOnSphere(random, random.integer(6, 14), 0.5), { radius });
  }
}

function someChild(random: Rng, reach: number): CompoundChild {
  const [offsetQx, offsetQy, offsetQz, offsetQw] = randomQuaternion(random, random.integer(0, 2));
  const offset = () => random.range(-reach, reach);
  const [offsetX, offsetY, offsetZ] = [offset(), offset(), offset()];
  return { ...someShape(random), offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw };
}

type World = ReturnType<typeof createTwo>;

/**
 * A world of compounds, and one in which each child is a collider of its own with the same offset. `owners` says of
 * which compound a collider of the second world is a child, and which; a collider of one piece is its own child 0.
 */
function createTwo(seed: number) {
  const random = createRng(seed);
  const hierarchy = seed % 2 === 0 ? boxHierarchy : sphereHierarchy;
  const whole = createWorld();
  const apart = createWorld();
  const ofWhole = createCollision(whole, { hierarchy, margin: MARGIN });
  const ofApart = createCollision(apart, { hierarchy, margin: MARGIN });
  const owners = new Map<number, readonly [entity: number, child: number]>();
  const entities: number[] = [];
  const parts = new Map<number, number[]>();
  const bigs = [compound(Array.from({ length: 150 }, () => someChild(random, 3)))];

  function spawn(shape: ShapeSpec, children: readonly CompoundChild[], spread: number): void {
    const scale = random.next() < 0.5 ? random.range(0.5, 1.5) : 1;
    const radius = children.length > 1 && random.next() < 0.3 ? 0.1 : shape.radius;
    const [qx, qy, qz, qw] = randomQuaternion(random, random.integer(0, 1));
    const place = () => random.range(-spread, spread);
    const transform = { x: place(), y: place(), z: place(), qx, qy, qz, qw, scale };
    const isSensor = random.next() < 0.1;
    const entity = addEntity(whole);
    entities.push(entity);
    addComponent(whole, entity, set(ofWhole.Collider, { ...shape, radius }));
    addComponent(whole, entity, set(ofWhole.Transform, transform));
    if (isSensor) addComponent(whole, entity, ofWhole.Sensor);
    const own = children.map((child, i) => {
      const part = addEntity(apart);
      const around = child.radius + (children.length > 1 && radius > 0 ? 0.1 : 0);
      addComponent(apart, part, set(ofApart.Collider, { ...child, radius: around, groupIndex: -entities.length }));
      addComponent(apart, part, set(ofApart.Transform, transform));
      if (isSensor) addComponent(apart, part, ofApart.Sensor);
      owners.set(part, [entity, i]);
      return part;
    });
    parts.set(entity, own);
  }

  for (let i = 0; i < 40; i++) {
    if (i === 0) {
      const big = bigs[0].shape as { given?: CompoundChild[] };
      spawn(bigs[0], big.given!, 1);
    } else if (random.next() < 0.5) {
      const children = Array.from({ length: random.integer(1, 6) }, () => someChild(random, 0.8));
      spawn(compound(children), children, 4);
    } else {
      const shape = i === 1 ? halfSpace() : someShape(random);
      spawn(shape, [shape], 4);
    }
  }
  collisionSystem(whole);
  collisionSystem(apart);
  return { random, whole, apart, ofWhole, ofApart, owners, entities, parts };
}

/** A contact as text that both worlds write alike, and its numbers. */
interface Told {
  readonly key: string;
  readonly touching: boolean;
  readonly separation: number;
  readonly numbers: readonly number[];
}

function told({ whole: _, ofWhole, ofApart, owners }: World): [Told[], Told[]] {
  const lists: [Told[], Told[]] = [[], []];
  for (const [i, collision] of [ofWhole, ofApart].entries()) {
    for (const contact of collision.contacts()) {
      const a = i === 0 ? ([contact.a, contact.childA] as const) : owners.get(contact.a)!;
      const b = i === 0 ? ([contact.b, contact.childB] as const) : owners.get(contact.b)!;
      const numbers = [contact.normalX, contact.normalY, contact.normalZ];
      let separation = contact.pointCount === 0 ? -1 : Infinity;
      for (let k = 0; k < contact.pointCount; k++) {
        numbers.push(contact.pointX(k), contact.pointY(k), contact.pointZ(k), contact.pointSeparation(k));
        separation = Math.min(separation, contact.pointSeparation(k));
      }
      lists[i].push({ key: `${a}|${b}`, touching: contact.touching, separation, numbers });
    }
  }
  return lists;
}

const seeds = Array.from({ length: effort(60, 5) }, (_, i) => i + 1);

describe.each(seeds)('compounds beside colliders of their own for each child, seed %i', (seed) => {
  const world = createTwo(seed);
  const { random, whole, apart, owners, entities, parts } = world;
  const point = () => ({ x: random.range(-4, 4), y: random.range(-4, 4), z: random.range(-4, 4) });
  const direction = () => ({ x: random.range(-4, 4), y: random.range(-4, 4), z: random.range(-4, 4) });
  const ownerOf = (part: number) => owners.get(part)!;

  it('make the same contacts', () => {
    const [ofCompounds, ofParts] = told(world);
    const expected = new Map(ofParts.map((contact) => [contact.key, contact]));
    expect(ofCompounds.length).toBeGreaterThan(30);
    for (const { key, touching, separation, numbers } of ofCompounds) {
      const other = expected.get(key)!;
      if (separation < MARGIN - DOUBT) expect(other, key).toBeDefined();
      if (other === undefined) continue;
      expected.delete(key);
      if (Math.abs(separation) > DOUBT) expect(touching).toBe(other.touching);
      expect(Math.abs(separation - other.separation), key).toBeLessThan(1e-9);
      // Which of several equal axes is chosen is up to rounding; the pairs that chose the same are equal in all.
      const isSameAxis = [0, 1, 2].every((axis) => Math.abs(numbers[axis] - other.numbers[axis]) < 1e-9);
      if (!isSameAxis || numbers.length !== other.numbers.length) continue;
      for (let i = 0; i < numbers.length; i++) expect(Math.abs(numbers[i] - other.numbers[i]), key).toBeLessThan(1e-6);
    }
    for (const { key, separation } of expected.values()) expect(separation, key).toBeGreaterThan(MARGIN - DOUBT);
  });

  it('come in the order of children', () => {
    const keys: number[][] = [];
    for (const { a, b, childA, childB } of world.ofWhole.contacts()) keys.push([a, b, childA, childB]);
    const sorted = keys.slice().sort((s, t) => s[0] - t[0] || s[1] - t[1] || s[2] - t[2] || s[3] - t[3]);
    expect(keys).toEqual(sorted);
    expect(keys.some(([, , childA, childB]) => childA > 0 && childB > 0)).toBe(true);
  });

  it('answer rays, casts and nearest points with the child', () => {
    const rate = new HitRate();
    for (let i = 0; i < 150; i++) {
      const from = point();
      const way = direction();
      const ray = [castRay(whole, from, way, { maxFraction: 1 }), castRay(apart, from, way, { maxFraction: 1 })];
      rate.count(ray[0] !== undefined);
      same(ray[0], ray[1], ['fraction', 'x', 'y', 'z', 'normalX', 'normalY', 'normalZ']);
      const shape = someShape(random);
      const cast = [castShape(whole, shape, from, way), castShape(apart, shape, from, way)];
      same(cast[0], cast[1], cast[0]?.fraction === 0 ? ['fraction'] : ['fraction', 'x', 'y', 'z']);
      const near = [closestPoint(whole, from)!, closestPoint(apart, from)!];
      same(near[0], near[1], ['distance', 'x', 'y', 'z']);
    }
    expect(rate.hits).toBeGreaterThan(30);
    expect(rate.hits).toBeLessThan(150);
  });

  function same<T extends { entity: number; child: number }>(a: T | undefined, b: T | undefined, fields: string[]) {
    if (a === undefined || b === undefined) {
      expect(a).toBe(b);
      return;
    }
    const numbers = [a, b] as unknown as Record<string, number>[];
    for (const field of fields) expect(Math.abs(numbers[0][field] - numbers[1][field]), field).toBeLessThan(1e-7);
    // Of several that are met at the start, the answer is the first; else two are never equally far.
    if (numbers[0][fields[0]] > 0) expect([a.entity, a.child]).toEqual(ownerOf(b.entity));
    else expect(a.entity).toBe(Math.min(a.entity, ownerOf(b.entity)[0]));
  }

  it('overlap what their children do', () => {
    const rate = new HitRate();
    const found: number[] = [];
    const parts: number[] = [];
    const contacts: ShapeContact[] = [];
    const partContacts: ShapeContact[] = [];
    for (let i = 0; i < 100; i++) {
      const at = point();
      const shape = someShape(random);
      queryPoint(whole, at, found);
      queryPoint(apart, at, parts);
      expect(found).toEqual(entitiesOf(parts));
      overlapShape(whole, shape, at, found);
      overlapShape(apart, shape, at, parts);
      rate.count(parts.length > 0);
      expect(found).toEqual(entitiesOf(parts));
      const cone = { ...at, axis: direction(), radius: 2, halfAngle: random.range(0, 1.5) };
      overlapCone(whole, cone, found);
      overlapCone(apart, cone, parts);
      expect(found).toEqual(entitiesOf(parts));
      collideShape(whole, shape, at, contacts);
      collideShape(apart, shape, at, partContacts);
      const key = (entity: number, child: number, separation: number) => `${entity} ${child} ${separation.toFixed(7)}`;
      expect(contacts.map(({ entity, child, separation }) => key(entity, child, separation)).sort()).toEqual(
        partContacts.map(({ entity, separation }) => key(...ownerOf(entity), separation)).sort(),
      );
    }
    expect(rate.hits).toBeGreaterThan(20);
  });

  const entitiesOf = (found: readonly number[]) =>
    [...new Set(found.map((part) => ownerOf(part)[0]))].sort((a, b) => a - b);

  it('are as far from each other as their nearest children, and are cast as all of them', () => {
    for (let i = 0; i < 60; i++) {
      const a = entities[random.integer(0, entities.length - 1)];
      const b = entities[random.integer(0, entities.length - 1)];
      if (a === b) continue;
      const pair = closestPoints(whole, a, b);
      let least = Infinity;
      for (const partA of parts.get(a)!) {
        for (const partB of parts.get(b)!) {
          least = Math.min(least, closestPoints(apart, partA, partB)?.separation ?? Infinity);
        }
      }
      expect(Math.abs(pair!.separation - least)).toBeLessThan(1e-9);
    }
    const movers = entities.filter((entity) => parts.get(entity)!.length > 1).slice(1);
    for (let i = 0; i < 30; i++) {
      const mover = movers[random.integer(0, movers.length - 1)];
      const way = direction();
      const hit = castCollider(whole, mover, way);
      const hits = parts.get(mover)!.map((part) => castCollider(apart, part, way)?.fraction ?? Infinity);
      expect(hit?.fraction ?? Infinity).toBeCloseTo(Math.min(...hits), 7);
    }
  });
});

describe.each([false, true])('compounds on a mesh, the mesh first: %s', (isMeshFirst) => {
  it('make the contacts of their children, by triangle and child in order', () => {
    const random = createRng(5);
    const size = 12;
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i <= size; i++) for (let k = 0; k <= size; k++) positions.push(i, random.range(0, 0.4), k);
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < size; k++) {
        const at = i * (size + 1) + k;
        indices.push(at, at + 1, at + size + 1, at + 1, at + size + 2, at + size + 1);
      }
    }
    const ground = mesh(positions, indices);
    const worlds = [0, 1].map(() => {
      const world = createWorld();
      const collision = createCollision(world, { margin: MARGIN });
      const spawn = (shape: ShapeSpec, at: object): number => {
        const entity = addEntity(world);
        addComponent(world, entity, set(collision.Transform, at));
        addComponent(world, entity, set(collision.Collider, shape));
        return entity;
      };
      return { world, collision, spawn };
    });
    if (isMeshFirst) for (const { spawn } of worlds) spawn(ground, {});
    const owners = new Map<number, string>();
    for (let i = 0; i < 12; i++) {
      const children = Array.from({ length: random.integer(2, 5) }, () => someChild(random, 0.8));
      const [qx, qy, qz, qw] = randomQuaternion(random, 0);
      const place = { x: random.range(1, 11), y: 0.4, z: random.range(1, 11), qx, qy, qz, qw };
      const entity = worlds[0].spawn(compound(children), place);
      for (const [child, part] of children.entries()) {
        owners.set(worlds[1].spawn({ ...part, groupIndex: -1 } as ShapeSpec, place), `${entity}/${child}`);
      }
    }
    const grounds = worlds.map(({ spawn }) => (isMeshFirst ? 1 : spawn(ground, {})));
    const least = worlds.map(({ world, collision }, of) => {
      collisionSystem(world);
      const told = new Map<string, number>();
      const keys: number[][] = [];
      for (const { a, b, childA, childB, separation } of collision.contacts()) {
        keys.push([a, b, childA, childB]);
        if (a !== grounds[of] && b !== grounds[of]) continue;
        const [body, child] = isMeshFirst ? [b, childB] : [a, childA];
        const key = of === 0 ? `${body}/${child}` : owners.get(body)!;
        told.set(key, Math.min(told.get(key) ?? Infinity, separation));
      }
      expect(keys).toEqual(keys.slice().sort((s, t) => s[0] - t[0] || s[1] - t[1] || s[2] - t[2] || s[3] - t[3]));
      return told;
    });
    expect(least[0].size).toBeGreaterThan(10);
    expect([...least[0].keys()].sort()).toEqual([...least[1].keys()].sort());
    // Which triangles of a patch tell of a contact is up to rounding, how deep it is is not.
    for (const [key, separation] of least[0]) expect(separation).toBeCloseTo(least[1].get(key)!, 6);
  });
});

describe('a compound of a table top and a leg', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const top: CompoundChild = { ...box(2, 0.1, 1), offsetY: 1 };
  const leg: CompoundChild = { ...cylinder(0.1, 0.5), offsetX: 1.5, offsetY: 0.4 };
  const table = addEntity(world);
  addComponent(world, table, set(Collider, compound([top, leg])));
  // A quarter turn about y, twice as large.
  addComponent(world, table, set(Transform, { x: 10, qy: 1, qw: 1, scale: 2 }));
  const ball = addEntity(world);
  addComponent(world, ball, set(Collider, sphere(1)));
  addComponent(world, ball, set(Transform, { x: 11.1, y: 0.5, z: -3 }));

  it('names the child that is touched', () => {
    collisionSystem(world);
    const [contact] = collision.contacts();
    // The leg of radius 0.2 stands at x 10, z −3.
    expect([contact.childA, contact.childB]).toEqual([1, 0]);
    expect(contact.pointSeparation(0)).toBeCloseTo(1.1 - 0.2 - 1, 12);
    expect([contact.normalX, contact.normalY, contact.normalZ].map((n) => Math.round(1e9 * n) / 1e9)).toEqual([
      1, 0, 0,
    ]);
    const hit = castRay(world, { x: 10, y: 5, z: 2 }, { x: 0, y: -1, z: 0 })!;
    expect([hit.entity, hit.child, hit.fraction, hit.y, hit.normalY]).toEqual([table, 0, 2.8, 2.2, 1]);
  });

  it('is let go of with its entity', () => {
    removeEntity(world, table);
    collisionSystem(world);
    expect([...collision.contacts()]).toEqual([]);
  });

  it('refuses what cannot be a child by its place', () => {
    expect(refusal(() => compound([]))).toBe('invalid-shape: compound: needs at least 1 child, got 0');
    expect(refusal(() => compound(sphere(1) as never))).toContain(
      'the children of a compound must be a list of shapes',
    );
    expect(refusal(() => compound([top, compound([leg])]))).toBe(
      'invalid-shape: compound child 1 must be a sphere, capsule, box, cylinder, cone or hull, got "compound"',
    );
    expect(refusal(() => compound([halfSpace()]))).toContain('cylinder, cone or hull, got "half-space"');
    expect(refusal(() => compound([{ ...top, offsetZ: Number.NaN }]))).toContain(
      'invalid-number: compound child 0 offsetZ must be',
    );
    expect(refusal(() => compound([{ ...top, offsetQw: 0 }]))).toContain(
      'compound child 0 rotation must be a quaternion',
    );
    expect(refusal(() => compound([{ ...top, halfY: 0 }]))).toContain('compound child 0 halfY must be');
    expect(refusal(() => compound([{ ...top, offset: 1 } as never]))).toContain('compound child 0');
  });
});

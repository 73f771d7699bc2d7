import { addComponent, addEntity, createEntityIndex, createWorld, removeEntity, set, withVersioning } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CastHit,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  circle,
  closestPoint,
  collisionSystem,
  createCollision,
  type HierarchyKind,
  overlapShape,
  queryAabb,
  queryPoint,
  refreshCollision,
  sphereHierarchy,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { pointShape, shapeAt, slowCast, slowDistance, slowSeparation } from '../../support/query-reference-2d.ts';
import { ALL_KINDS, randomShape, specOf } from '../../support/random-shapes-2d.ts';
import { type Body, buildWorld, placeBodies, randomRecipe } from '../../support/random-worlds-2d.ts';
import {
  distanceToSurface,
  movedBy,
  type ReferencePiece,
  type ReferenceShape,
  separationOf,
} from '../../support/reference-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

interface Scene {
  world: object;
  size: number;
  originX: number;
  originY: number;
  /** What queries see, by entity; places are about the origin. */
  seen: { entity: number; shape: ReferenceShape; body: Body }[];
  tolerance: number;
}

const HIERARCHIES = [boxHierarchy, sphereHierarchy];

/** A random world in one of the states a query may find it in: after a tick, after a refresh, or before either. */
function makeScene(rng: Rng, size: number, hierarchy: HierarchyKind, sensors: boolean): Scene {
  const recipe = randomRecipe(rng, size);
  const built = buildWorld(recipe, { hierarchy });
  const places = placeBodies(recipe);
  const how = rng.integer(0, 3);
  if (how === 1) collisionSystem(built.world);
  if (how === 2) refreshCollision(built.world);
  const seen = [];
  for (const [i, body] of recipe.bodies.entries()) {
    if (body.isDisabled || (body.isSensor && !sensors)) continue;
    seen.push({ entity: built.entities[i], shape: places[i], body });
  }
  const far = Math.abs(recipe.originX) + Math.abs(recipe.originY);
  const { originX, originY } = recipe;
  return { world: built.world, size, originX, originY, seen, tolerance: 1e-9 * size + 1e-14 * far };
}

/** The part of the scenes that is tried. */
const SHARE = effort(1, 1 / 3);

function forEachScene(seed: number, rounds: number, visit: (scene: Scene, rng: Rng, label: string) => void): void {
  const rng = createRng(seed);
  for (let round = 0; round < rounds * SHARE; round++) {
    for (const size of [1e-3, 1, 1e4]) {
      const hierarchy = HIERARCHIES[round % 2];
      visit(
        makeScene(rng, size, hierarchy, true),
        rng,
        `seed ${seed}, round ${round}, size ${size}, hierarchy ${hierarchy.name}`,
      );
    }
  }
}

/**
 * Compares hits with the slow ones; returns how many colliders were told apart for certain and how many of them were
 * hit.
 */
function compareHits(
  scene: Scene,
  mover: ReferenceShape,
  dx: number,
  dy: number,
  limit: number,
  hits: CastHit[],
  label: string,
): { told: number; hit: number; inside: number } {
  const found = new Map(hits.map((hit) => [hit.entity, hit]));
  expect(found.size, label).toBe(hits.length);
  const way = Math.hypot(dx, dy);
  const count = { told: 0, hit: 0, inside: 0 };
  for (const { entity, shape, body } of scene.seen) {
    const expected = slowCast(mover, shape, dx, dy, limit, scene.tolerance);
    if (Number.isNaN(expected)) continue;
    count.told++;
    const hit = found.get(entity);
    const who = `${label}, entity ${entity} (${body.shape.kind}), expected at ${expected}, found at ${hit?.fraction}`;
    expect(hit !== undefined, who).toBe(expected !== Infinity);
    if (hit === undefined) continue;
    count.hit++;
    if (expected === 0) {
      count.inside++;
      expect(hit.fraction, who).toBe(0);
      if (mover.reach === 0) expect([hit.normalX, hit.normalY], who).toEqual([0, 0]);
      else expectWayOut(scene, mover, shape.pieces[hit.child], hit, who);
      continue;
    }
    expect(Math.abs(hit.normalX ** 2 + hit.normalY ** 2 - 1), who).toBeLessThan(1e-9);
    const slope = -(hit.normalX * dx + hit.normalY * dy) / way;
    expect(slope, who).toBeGreaterThan(-1e-6);
    expect(Math.abs(hit.fraction - expected) * way * Math.max(slope, 1e-3), who).toBeLessThan(20 * scene.tolerance);
    // The point is on the collider, and on the mover where it is by then.
    const x = hit.x - scene.originX;
    const y = hit.y - scene.originY;
    expect(Math.abs(slowDistance(shape, x, y)), who).toBeLessThan((20 * scene.tolerance) / Math.max(slope, 1e-3));
    const left = slowDistance(mover, x - hit.fraction * dx, y - hit.fraction * dy);
    expect(Math.abs(left), who).toBeLessThan((20 * scene.tolerance) / Math.max(slope, 1e-3));
  }
  return count;
}

/**
 * What overlaps at the start: moved out along the normal by the depth, some piece of the mover just touches at the
 * point.
 */
function expectWayOut(scene: Scene, mover: ReferenceShape, target: ReferencePiece, hit: CastHit, who: string): void {
  const { normalX, normalY } = hit;
  const [x, y] = [hit.x - scene.originX, hit.y - scene.originY];
  expect(Math.abs(normalX ** 2 + normalY ** 2 - 1), who).toBeLessThan(1e-9);
  expect(Math.abs(distanceToSurface(target, x, y)), who).toBeLessThan(20 * scene.tolerance);
  const fits = mover.pieces.some((piece) => {
    const depth = -separationOf(piece, target);
    if (depth < -scene.tolerance) return false;
    const out = movedBy(piece, depth * normalX, depth * normalY);
    return (
      Math.abs(separationOf(out, target)) < 20 * scene.tolerance &&
      Math.abs(distanceToSurface(out, x, y)) < 20 * scene.tolerance
    );
  });
  expect(fits, who).toBe(true);
}

/**
 * The fraction at which a mover is met when pieces that overlap it at the start are not seen; NaN where rounding
 * decides.
 */
function castPastOverlaps(
  mover: ReferenceShape,
  target: ReferenceShape,
  dx: number,
  dy: number,
  onlySeparating: boolean,
  tolerance: number,
): number {
  let first = Infinity;
  for (const p of mover.pieces) {
    for (const q of target.pieces) {
      let fraction = slowCast({ ...mover, pieces: [p] }, { ...target, pieces: [q] }, dx, dy, 1, tolerance);
      if (fraction === 0 && onlySeparating) {
        const before = separationOf(p, q);
        const rate = (separationOf(movedBy(p, 1e-6 * dx, 1e-6 * dy), q) - before) / (1e-6 * Math.hypot(dx, dy));
        if (Math.abs(rate) < 1e-3) fraction = NaN;
        else if (rate > 0) fraction = Infinity;
      } else if (fraction === 0) fraction = Infinity;
      if (Number.isNaN(fraction)) return NaN;
      first = Math.min(first, fraction);
    }
  }
  return first;
}

function expectSorted(hits: CastHit[], label: string): void {
  for (let i = 1; i < hits.length; i++) {
    const [a, b] = [hits[i - 1], hits[i]];
    expect(a.fraction < b.fraction || (a.fraction === b.fraction && a.entity < b.entity), label).toBe(true);
  }
}

/** A direction of the given length past some collider or right at it. */
function aim(scene: Scene, rng: Rng, x: number, y: number, length: number): [number, number] {
  const { shape } = scene.seen[rng.integer(0, scene.seen.length - 1)];
  const toX = scene.originX + shape.x + rng.range(-0.3, 0.3) * scene.size - x;
  const toY = scene.originY + shape.y + rng.range(-0.3, 0.3) * scene.size - y;
  const way = Math.hypot(toX, toY);
  return [(toX / way) * length, (toY / way) * length];
}

/** A place at a collider, in the world. */
function near(scene: Scene, rng: Rng, spread: number): [number, number] {
  const { shape } = scene.seen[rng.integer(0, scene.seen.length - 1)];
  const x = scene.originX + shape.x + rng.range(-spread, spread) * scene.size;
  return [x, scene.originY + shape.y + rng.range(-spread, spread) * scene.size];
}

describe('casts against brute force over all colliders', () => {
  it('rays: limited and not, from inside and outside, of any length', () => {
    const total = { told: 0, hit: 0, inside: 0 };
    const hits: CastHit[] = [];
    forEachScene(101, 60, (scene, rng, label) => {
      for (let k = 0; k < 4; k++) {
        const { size, originX, originY } = scene;
        const x = originX + rng.range(-1.8, 1.8) * size;
        const y = originY + rng.range(-1.8, 1.8) * size;
        const length = size * 10 ** rng.range(-2, 2);
        const [dx, dy] = aim(scene, rng, x, y, length);
        const maxFraction = rng.next() < 0.3 ? (rng.range(0.2, 2) * size) / length : Infinity;
        const options = { maxFraction, sensors: true };
        castRayAll(scene.world, { x, y }, { x: dx, y: dy }, hits, options);
        expectSorted(hits, label);
        const mover = pointShape(x - originX, y - originY);
        const count = compareHits(scene, mover, dx, dy, maxFraction, hits, `${label}, ray ${k}`);
        total.told += count.told;
        total.hit += count.hit;
        total.inside += count.inside;
        expect(castRay(scene.world, { x, y }, { x: dx, y: dy }, options), label).toEqual(hits[0]);
        expect(castRayAny(scene.world, { x, y }, { x: dx, y: dy }, options), label).toBe(hits.length > 0);
      }
    });
    expect(total.hit / total.told, JSON.stringify(total)).toBeGreaterThan(0.15);
    expect(total.hit / total.told).toBeLessThan(0.7);
    expect(total.inside).toBeGreaterThan(100 * SHARE);
    expect(total.told).toBeGreaterThan(5000 * SHARE);
  });

  it('shapes past what they overlap at the start, all of it or what they come out of', () => {
    const hits: CastHit[] = [];
    const total = { told: 0, hit: 0, freed: 0, stopped: 0 };
    forEachScene(107, 25, (scene, rng, label) => {
      const { size, originX, originY } = scene;
      const { shape } = scene.seen[rng.integer(0, scene.seen.length - 1)];
      const x = originX + shape.x + rng.range(-0.6, 0.6) * size;
      const y = originY + shape.y + rng.range(-0.6, 0.6) * size;
      const rotation = rng.range(-4, 4);
      const [dx, dy] = [size * rng.range(-4, 4), size * rng.range(-4, 4)];
      const description = randomShape(rng, ALL_KINDS[rng.integer(0, ALL_KINDS.length - 1)], size * rng.range(0.1, 0.6));
      const mover = shapeAt(description, x - originX, y - originY, rotation);
      const spec = specOf(description);
      for (const initialOverlap of ['ignore', 'ignore-separating'] as const) {
        const options = { sensors: true, initialOverlap };
        castShapeAll(scene.world, spec, { x, y, rotation }, { x: dx, y: dy }, hits, options);
        expectSorted(hits, label);
        expect(castShape(scene.world, spec, { x, y, rotation }, { x: dx, y: dy }, options), label).toEqual(hits[0]);
        for (const { entity, shape: target, body } of scene.seen) {
          const { tolerance } = scene;
          const expected = castPastOverlaps(mover, target, dx, dy, initialOverlap !== 'ignore', tolerance);
          if (Number.isNaN(expected)) continue;
          const fraction = hits.find((hit) => hit.entity === entity)?.fraction ?? Infinity;
          const who = `${label}, ${initialOverlap}, ${description.kind} at ${body.shape.kind}, ${fraction} for ${expected}`;
          total.told++;
          if (expected < Infinity) total.hit++;
          if (expected === 0) total.stopped++;
          if (expected !== 0 && slowSeparation(mover, target) < -tolerance) total.freed++;
          const isInLine = body.shape.kind === 'chain' && slowSeparation(mover, target) <= tolerance;
          // From within a line, the ends of segments that others go on at are not met.
          if (isInLine && fraction !== 0 && expected !== 0)
            expect(fraction, who).toBeGreaterThanOrEqual(expected - 1e-5);
          else if (expected === 0 || expected === Infinity) expect(fraction, who).toBe(expected);
          else expect(Math.abs(fraction - expected), who).toBeLessThan(1e-5);
        }
      }
    });
    expect(total.hit / total.told, JSON.stringify(total)).toBeGreaterThan(0.1);
    expect(total.freed, JSON.stringify(total)).toBeGreaterThan(100 * SHARE);
    expect(total.stopped, JSON.stringify(total)).toBeGreaterThan(30 * SHARE);
  });

  it('shapes of every kind', () => {
    const total = { told: 0, hit: 0, inside: 0 };
    const hits: CastHit[] = [];
    forEachScene(103, 40, (scene, rng, label) => {
      for (let k = 0; k < 2; k++) {
        const { size, originX, originY } = scene;
        const x = originX + rng.range(-2.5, 2.5) * size;
        const y = originY + rng.range(-2.5, 2.5) * size;
        const rotation = rng.range(-4, 4);
        const length = size * 10 ** rng.range(0, 1);
        const [dx, dy] = aim(scene, rng, x, y, length);
        const kind = ALL_KINDS[rng.integer(0, ALL_KINDS.length - 1)];
        const shape = randomShape(rng, kind, size * rng.range(0.1, 0.6));
        const spec = specOf(shape);
        const options = { sensors: true };
        castShapeAll(scene.world, spec, { x, y, rotation }, { x: dx, y: dy }, hits, options);
        expectSorted(hits, label);
        const mover = shapeAt(shape, x - originX, y - originY, rotation);
        const count = compareHits(scene, mover, dx, dy, 1, hits, `${label}, ${kind} ${k}`);
        total.told += count.told;
        total.hit += count.hit;
        total.inside += count.inside;
        expect(castShape(scene.world, spec, { x, y, rotation }, { x: dx, y: dy }, options), label).toEqual(hits[0]);
      }
    });
    expect(total.hit / total.told, JSON.stringify(total)).toBeGreaterThan(0.2);
    expect(total.hit / total.told).toBeLessThan(0.7);
    expect(total.inside).toBeGreaterThan(50 * SHARE);
    expect(total.told).toBeGreaterThan(1500 * SHARE);
  });
});

describe('other queries against brute force over all colliders', () => {
  it('closestPoint, with and without a limit', () => {
    let found = 0;
    let inside = 0;
    let asked = 0;
    forEachScene(107, 60, (scene, rng, label) => {
      for (let k = 0; k < 5; k++) {
        const { size, originX, originY } = scene;
        const x = originX + rng.range(-2.5, 2.5) * size;
        const y = originY + rng.range(-2.5, 2.5) * size;
        const maxDistance = rng.next() < 0.5 ? rng.range(0, 0.6) * size : Infinity;
        const distances = scene.seen.map(({ shape }) => Math.max(0, slowDistance(shape, x - originX, y - originY)));
        const least = Math.min(...distances);
        if (Math.abs(least - maxDistance) < scene.tolerance) continue;
        asked++;
        const hit = closestPoint(scene.world, { x, y }, { maxDistance, sensors: true });
        const who = `${label}, point ${k}, expected ${least}, found ${hit?.distance}`;
        expect(hit !== undefined, who).toBe(least <= maxDistance);
        if (hit === undefined) continue;
        found++;
        expect(Math.abs(hit.distance - least), who).toBeLessThan(scene.tolerance);
        const own = scene.seen.findIndex(({ entity }) => entity === hit.entity);
        expect(Math.abs(distances[own] - least), who).toBeLessThan(scene.tolerance);
        if (hit.distance === 0) {
          inside++;
          expect([hit.x, hit.y, hit.normalX, hit.normalY], who).toEqual([x, y, 0, 0]);
          const first = distances.findIndex((distance) => distance < -scene.tolerance);
          if (first >= 0) expect(own, who).toBeLessThanOrEqual(first);
          continue;
        }
        const surface = slowDistance(scene.seen[own].shape, hit.x - originX, hit.y - originY);
        expect(Math.abs(surface), who).toBeLessThan(10 * scene.tolerance);
        expect(Math.abs(hit.x + hit.normalX * hit.distance - x), who).toBeLessThan(scene.tolerance);
        expect(Math.abs(hit.y + hit.normalY * hit.distance - y), who).toBeLessThan(scene.tolerance);
      }
    });
    expect(found / asked, `${found} of ${asked}`).toBeGreaterThan(0.5);
    expect(found / asked).toBeLessThan(0.95);
    expect(inside).toBeGreaterThan(60 * SHARE);
  });

  it('queryPoint and overlapShape', () => {
    const counts = { point: 0, points: 0, shape: 0, shapes: 0 };
    const out: number[] = [];
    forEachScene(109, 60, (scene, rng, label) => {
      for (let k = 0; k < 5; k++) {
        const { size, originX, originY } = scene;
        const [x, y] = near(scene, rng, 0.3);
        queryPoint(scene.world, { x, y }, out, { sensors: true });
        expect(out, label).toEqual([...out].sort((a, b) => a - b));
        for (const { entity, shape } of scene.seen) {
          const distance = slowDistance(shape, x - originX, y - originY);
          if (Math.abs(distance) < scene.tolerance) continue;
          counts.points++;
          if (distance < 0) counts.point++;
          expect(out.includes(entity), `${label}, entity ${entity}, ${distance} from the point`).toBe(distance < 0);
        }
        const kind = ALL_KINDS[rng.integer(0, ALL_KINDS.length - 1)];
        const asked = randomShape(rng, kind, size * rng.range(0.1, 2));
        const rotation = rng.range(-4, 4);
        overlapShape(scene.world, specOf(asked), { x, y, rotation }, out, { sensors: true });
        expect(out, label).toEqual([...out].sort((a, b) => a - b));
        const placed = shapeAt(asked, x - originX, y - originY, rotation);
        for (const { entity, shape, body } of scene.seen) {
          const separation = slowSeparation(placed, shape);
          if (Math.abs(separation) < scene.tolerance) continue;
          counts.shapes++;
          if (separation < 0) counts.shape++;
          const who = `${label}, ${kind} and entity ${entity} (${body.shape.kind}), ${separation} apart`;
          expect(out.includes(entity), who).toBe(separation < 0);
        }
      }
    });
    expect(counts.point / counts.points, JSON.stringify(counts)).toBeGreaterThan(0.04);
    expect(counts.shape / counts.shapes).toBeGreaterThan(0.2);
    expect(counts.shape / counts.shapes).toBeLessThan(0.7);
  });

  it('queryAabb: the bounds of every shape of one piece, and at least all that overlap of the others', () => {
    let hits = 0;
    let asked = 0;
    const out: number[] = [];
    forEachScene(113, 60, (scene, rng, label) => {
      for (let k = 0; k < 5; k++) {
        const { size, originX, originY } = scene;
        const x = rng.range(-1.5, 1) * size;
        const y = rng.range(-1.5, 1) * size;
        const box = [x, y, x + rng.range(0, 2) * size, y + rng.range(0, 2) * size] as const;
        queryAabb(
          scene.world,
          { x: originX + box[0], y: originY + box[1] },
          { x: originX + box[2], y: originY + box[3] },
          out,
          {
            sensors: true,
          },
        );
        for (const { entity, shape, body } of scene.seen) {
          const [minX, minY, maxX, maxY] = boundsOf(shape);
          const gap = Math.max(minX - box[2], box[0] - maxX, minY - box[3], box[1] - maxY);
          if (Math.abs(gap) < scene.tolerance) continue;
          const isComposite = body.shape.kind === 'chain' || body.shape.kind === 'compound';
          if (isComposite && gap > 0) continue;
          asked++;
          if (gap < 0) hits++;
          expect(out.includes(entity), `${label}, entity ${entity} (${body.shape.kind}), gap ${gap}`).toBe(gap < 0);
        }
      }
    });
    expect(hits / asked, `${hits} of ${asked}`).toBeGreaterThan(0.3);
    expect(hits / asked).toBeLessThan(0.7);
  });
});

describe('queryAabb where all shapes are inline', () => {
  it.each([false, true])('sees who may be seen now, in order, ids versioned: %s', (versioned) => {
    const seed = 211;
    const rng = createRng(seed);
    const world = versioned ? createWorld(createEntityIndex(withVersioning(8))) : createWorld();
    const { Transform, Collider, Sensor } = createCollision(world, { capacity: 64 });
    const live = new Set<number>();
    const sensors = new Set<number>();
    const kinds = new Map<number, number>();
    const indexOf = (eid: number): number => eid & 0xff_ff_ff;
    const pick = <T>(from: readonly T[]): T => from[rng.integer(0, from.length - 1)];
    const [shapes, masks] = [
      [circle(1), box(1, 1)],
      [0, 1, 2, 3, 0xffff_ffff],
    ];
    const spawn = (): void => {
      // With versions: an id that has been recycled.
      if (versioned) removeEntity(world, addEntity(world));
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x: rng.range(-20, 20), y: rng.range(-20, 20) }));
      const bits = { categoryBits: pick(masks), maskBits: pick(masks) };
      addComponent(world, eid, set(Collider, { ...pick(shapes), ...bits }));
      if (rng.next() < 0.2) {
        addComponent(world, eid, Sensor);
        sensors.add(eid);
      }
      live.add(eid);
      kinds.set(eid, Collider.kind[indexOf(eid)]);
    };
    for (let i = 0; i < 400; i++) spawn();
    let hits = 0;
    let asked = 0;
    const out: number[] = [];
    for (let round = 0; round < 60; round++) {
      for (const eid of live) Collider.kind[indexOf(eid)] = kinds.get(eid)!;
      collisionSystem(world);
      // Gone, pooled and masked after the tick: queries ask of what is now. bitECS removes no more of versioned ids.
      for (const eid of Array.from({ length: versioned ? 0 : 20 }, () => pick([...live]))) {
        if (!live.has(eid)) continue;
        removeEntity(world, eid);
        live.delete(eid);
        sensors.delete(eid);
      }
      for (const eid of live) if (rng.next() < 0.05) Collider.kind[indexOf(eid)] = 0;
      for (const eid of live) if (rng.next() < 0.05) Collider.maskBits[indexOf(eid)] = pick(masks);
      while (live.size < 400) spawn();
      const [x, y, width, height] = [rng.range(-25, 5), rng.range(-25, 5), rng.range(1, 40), rng.range(1, 40)];
      const options = { categoryBits: pick(masks), maskBits: pick(masks), sensors: rng.next() < 0.5 };
      const expected = [...live].filter((eid) => {
        const at = indexOf(eid);
        const dx = Math.max(Transform.x[at] - 1 - x - width, x - Transform.x[at] - 1);
        const dy = Math.max(Transform.y[at] - 1 - y - height, y - Transform.y[at] - 1);
        const meets = dx <= 0 && dy <= 0;
        const isSeen =
          Collider.kind[at] !== 0 &&
          (Collider.categoryBits[at] & options.maskBits) !== 0 &&
          (Collider.maskBits[at] & options.categoryBits) !== 0 &&
          (options.sensors || !sensors.has(eid));
        if (meets) asked++;
        return meets && isSeen;
      });
      hits += expected.length;
      expected.sort((a, b) => indexOf(a) - indexOf(b));
      const label = `seed ${seed}, round ${round}`;
      queryAabb(world, { x, y }, { x: x + width, y: y + height }, out, options);
      expect(out, label).toEqual(expected);
      queryAabb(world, { x, y }, { x: x + width, y: y + height }, out, { ...options, sorted: false });
      expect(
        out.sort((a, b) => indexOf(a) - indexOf(b)),
        label,
      ).toEqual(expected);
      queryAabb(world, { x, y }, { x: x + width, y: y + height }, out, {
        ...options,
        order: (a, b) => indexOf(b) - indexOf(a),
      });
      expect(out, label).toEqual(expected.reverse());
    }
    expect(hits / asked, `${hits} of ${asked}`).toBeGreaterThan(0.2);
    expect(hits / asked).toBeLessThan(0.7);
  });
});

function boundsOf(shape: ReferenceShape): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { xs, ys, radius } of shape.pieces) {
    bounds[0] = Math.min(bounds[0], Math.min(...xs) - radius);
    bounds[1] = Math.min(bounds[1], Math.min(...ys) - radius);
    bounds[2] = Math.max(bounds[2], Math.max(...xs) + radius);
    bounds[3] = Math.max(bounds[3], Math.max(...ys) + radius);
  }
  return bounds;
}

import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CastHit,
  type Collision,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  circle,
  closestPoint,
  collisionSystem,
  createCollision,
  overlapShape,
  queryAabb,
  queryPoint,
  refreshCollision,
} from '../../../entry/2d.ts';
import { ALL_KINDS, randomPlacement, randomShape, specOf } from '../../support/random-shapes-2d.ts';
import { distanceToSurface, placeShape, type ReferenceShape } from '../../support/reference-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const SIZES = [1e-3, 1, 1e4];
const BODIES = 40;
const QUERIES = 150;

interface Scene {
  world: object;
  collision: Collision;
  bodies: { eid: number; shape: ReferenceShape }[];
}

function makeScene(rng: Rng, size: number, hierarchy: 'box' | 'sphere'): Scene {
  const world = createWorld();
  const collision = createCollision(world, { hierarchy });
  const bodies = [];
  for (let i = 0; i < BODIES; i++) {
    const shape = randomShape(rng, ALL_KINDS[i % ALL_KINDS.length]!, size);
    const at = randomPlacement(rng, 4 * size, size);
    const eid = addEntity(world);
    const { x, y, rotation, scale, offsetX, offsetY, offsetRotation } = at;
    addComponent(world, eid, set(collision.Transform, { x, y, rotation, scale }));
    addComponent(world, eid, set(collision.Collider, { ...specOf(shape), offsetX, offsetY, offsetRotation }));
    if (i % 3 === 0) addComponent(world, eid, collision.Static);
    bodies.push({ eid, shape: placeShape(shape, at) });
  }
  collisionSystem(world);
  return { world, collision, bodies };
}

/** Distance from a point to a body's surface, negative inside a convex piece. */
function distanceTo(shape: ReferenceShape, x: number, y: number): number {
  return Math.min(...shape.pieces.map((piece) => distanceToSurface(piece, x, y)));
}

/**
 * Walks along a ray by the distance to the nearest surface until it is met: no formula of the routine under test. Also tells how near
 * a miss came.
 */
function walk(shapes: readonly ReferenceShape[], x: number, y: number, dx: number, dy: number, size: number) {
  const length = Math.hypot(dx, dy);
  let t = 0;
  let nearest = Infinity;
  for (let step = 0; step < 3000 && t * length < 40 * size; step++) {
    const distance = Math.min(...shapes.map((shape) => distanceTo(shape, x + t * dx, y + t * dy)));
    nearest = Math.min(nearest, distance);
    if (distance <= 1e-11 * size) return { fraction: t, nearest };
    t += distance / length;
  }
  return { fraction: Infinity, nearest };
}

describe.each(['box', 'sphere'] as const)('queries over a %s hierarchy', (hierarchy) => {
  it.each(SIZES)('castRay finds what a walk along the distance finds (size %d)', (size) => {
    const rng = createRng(11);
    let hits = 0;
    let compared = 0;
    for (let scene = 0; scene < 3; scene++) {
      const { world, bodies } = makeScene(rng, size, hierarchy);
      for (let i = 0; i < QUERIES; i++) {
        const x = rng.range(-7, 7) * size;
        const y = rng.range(-7, 7) * size;
        const dx = rng.range(-2, 2);
        const dy = rng.range(-2, 2);
        const hit = castRay(world, x, y, dx, dy);
        expect(castRayAny(world, x, y, dx, dy)).toBe(hit !== undefined);
        const truth = walk(
          bodies.map((body) => body.shape),
          x,
          y,
          dx,
          dy,
          size,
        );
        // A graze within rounding may go either way.
        if (truth.fraction === Infinity ? truth.nearest < 1e-7 * size : hit === undefined) {
          if (hit !== undefined || truth.fraction !== Infinity) {
            expect(truth.nearest, `seed 11, scene ${scene}, ray ${i}`).toBeLessThan(1e-7 * size);
          }
          continue;
        }
        compared++;
        if (hit === undefined) {
          expect(truth.fraction).toBe(Infinity);
          continue;
        }
        hits++;
        const body = bodies.find((candidate) => candidate.eid === hit.entity)!;
        if (hit.fraction > 0)
          expect(
            Math.abs(distanceTo(body.shape, hit.x, hit.y)),
            `seed 11, scene ${scene}, ray ${i}, ${JSON.stringify(hit)} ${JSON.stringify(body.shape)}`,
          ).toBeLessThan(1e-9 * size);
        const away = Math.abs(hit.fraction - truth.fraction) * Math.hypot(dx, dy);
        // Where the ray all but grazes, the walk stops early by more than its step: the point must still be on the way.
        expect(away, `seed 11, scene ${scene}, ray ${i}`).toBeLessThan(2e-4 * size);
        if (hit.fraction > 0) expect(Math.hypot(hit.normalX, hit.normalY)).toBeCloseTo(1, 12);
        else expect([hit.normalX, hit.normalY]).toEqual([0, 0]);
      }
    }
    expect(compared).toBeGreaterThan(400);
    expect(hits / compared).toBeGreaterThan(0.3);
    expect(hits / compared).toBeLessThan(0.95);
  });

  it.each(SIZES)('castRayAll lists every collider in order, castRay its first (size %d)', (size) => {
    const rng = createRng(12);
    const { world } = makeScene(rng, size, hierarchy);
    let several = 0;
    for (let i = 0; i < QUERIES; i++) {
      const x = rng.range(-7, 7) * size;
      const y = rng.range(-7, 7) * size;
      const dx = rng.range(-2, 2) * size;
      const dy = rng.range(-2, 2) * size;
      const all: CastHit[] = [];
      const count = castRayAll(world, x, y, dx, dy, all, { maxFraction: 6 });
      expect(all.length).toBe(count);
      if (count > 1) several++;
      for (let k = 1; k < count; k++) expect(all[k]!.fraction).toBeGreaterThanOrEqual(all[k - 1]!.fraction);
      expect(new Set(all.map((hit) => hit.entity)).size).toBe(count);
      expect(castRay(world, x, y, dx, dy, { maxFraction: 6 })).toEqual(all[0]);
    }
    expect(several).toBeGreaterThan(QUERIES / 4);
  });

  it.each(SIZES)('closestPoint, queryPoint and queryAabb agree with all colliders (size %d)', (size) => {
    const rng = createRng(13);
    let inside = 0;
    for (let scene = 0; scene < 3; scene++) {
      const { world, bodies } = makeScene(rng, size, hierarchy);
      for (let i = 0; i < QUERIES; i++) {
        const x = rng.range(-6, 6) * size;
        const y = rng.range(-6, 6) * size;
        const truth = Math.min(...bodies.map((body) => distanceTo(body.shape, x, y)));
        const found = closestPoint(world, x, y)!;
        expect(Math.abs(found.distance - Math.max(0, truth)), `seed 13, ${scene}/${i}`).toBeLessThan(1e-9 * size);
        if (found.distance > 0) {
          expect(Math.abs(Math.hypot(found.x - x, found.y - y) - found.distance)).toBeLessThan(1e-9 * size);
          expect(closestPoint(world, x, y, { maxDistance: found.distance * 0.999 })).toBe(undefined);
        }
        const holding = bodies.filter((body) => distanceTo(body.shape, x, y) <= 0).map((body) => body.eid);
        if (Math.abs(truth) > 1e-9 * size) {
          const out: number[] = [];
          expect(queryPoint(world, x, y, out)).toBe(holding.length);
          expect(out).toEqual(holding);
          if (holding.length > 0) inside++;
        }
      }
    }
    expect(inside).toBeGreaterThan(40);
  });

  it('castShape stops where the shapes touch, and overlapShape says so', () => {
    const rng = createRng(14);
    const { world, bodies } = makeScene(rng, 1, hierarchy);
    let hits = 0;
    for (let i = 0; i < QUERIES; i++) {
      const radius = rng.range(0.05, 0.6);
      const x = rng.range(-8, 8);
      const y = rng.range(-8, 8);
      const dx = rng.range(-6, 6);
      const dy = rng.range(-6, 6);
      const hit = castShape(world, circle(radius), x, y, 0, dx, dy);
      const gap = (t: number) =>
        Math.min(...bodies.map((body) => distanceTo(body.shape, x + t * dx, y + t * dy))) - radius;
      const out: number[] = [];
      if (Math.abs(gap(0)) > 1e-9) expect(overlapShape(world, circle(radius), x, y, 0, out) > 0).toBe(gap(0) < 0);
      const end = hit === undefined ? 1 : hit.fraction;
      for (let k = 0; k < 40; k++)
        expect(gap((end * k) / 40), `seed 14, cast ${i}`).toBeGreaterThan(hit?.fraction === 0 ? -9 : -1e-9);
      if (hit === undefined) continue;
      hits++;
      if (hit.fraction > 0) expect(Math.abs(gap(hit.fraction)), `seed 14, cast ${i}`).toBeLessThan(1e-8);
    }
    expect(hits / QUERIES).toBeGreaterThan(0.3);
  });
});

describe('what a query sees', () => {
  it('sees colliders of this frame, not removed ones, and moved ones after refreshCollision', () => {
    const world = createWorld();
    const collision = createCollision(world);
    const spawn = (x: number): number => {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x }));
      addComponent(world, eid, set(collision.Collider, circle(1)));
      return eid;
    };
    expect(castRay(world, -5, 0, 1, 0)).toBe(undefined);
    const a = spawn(0);
    expect(castRay(world, -5, 0, 1, 0)).toMatchObject({ entity: a, fraction: 4, x: -1, normalX: -1 });
    collisionSystem(world);
    const b = spawn(-3);
    expect(castRay(world, -9, 0, 1, 0)).toMatchObject({ entity: b, fraction: 5 });
    removeEntity(world, b);
    expect(castRay(world, -9, 0, 1, 0)).toMatchObject({ entity: a, fraction: 8 });
    collision.Transform.x[a] = 10;
    expect(castRay(world, -9, 0, 1, 0)).toMatchObject({ fraction: 8 });
    refreshCollision(world);
    expect(castRay(world, -9, 0, 1, 0)).toMatchObject({ fraction: 18 });
    addComponent(world, a, collision.Sensor);
    expect(castRay(world, -9, 0, 1, 0)).toBe(undefined);
    expect(castRay(world, -9, 0, 1, 0, { sensors: true })).toMatchObject({ entity: a });
  });

  it('follows masks, ignore, with and a predicate that queries by itself; ties go to the lower entity', () => {
    const world = createWorld();
    const collision = createCollision(world);
    const Enemy = {};
    const eids = [0, 0, 4].map((x, i) => {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x }));
      addComponent(world, eid, set(collision.Collider, { ...circle(1), categoryBits: 1 << i }));
      if (i === 2) addComponent(world, eid, Enemy);
      return eid;
    });
    collisionSystem(world);
    const ray = (options: Parameters<typeof castRay>[5]) => castRay(world, -5, 0, 1, 0, options)?.entity;
    expect(ray({})).toBe(eids[0]);
    expect(ray({ ignore: eids[0]! })).toBe(eids[1]);
    expect(ray({ maskBits: 4 })).toBe(eids[2]);
    expect(ray({ with: [Enemy] })).toBe(eids[2]);
    const alone = (entity: number): boolean => {
      const x = collision.Transform.x[entity]!;
      return queryAabb(world, x - 0.1, -0.1, x + 0.1, 0.1, []) === 1;
    };
    expect(ray({ predicate: alone })).toBe(eids[2]);
    expect(castRay(world, 0, 0, 1, 0)).toMatchObject({ entity: eids[0], fraction: 0, normalX: 0, normalY: 0 });
    expect(castRay(world, -5, 0, 0, 0)).toBe(undefined);
    expect(() => castRay(world, Number.NaN, 0, 1, 0)).toThrow('query x must be a finite number, got NaN');
    expect(() => queryAabb(world, 1, 0, 0, 1, [])).toThrow('min ≤ max');
  });
});

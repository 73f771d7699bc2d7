import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CastHit,
  capsule,
  castRay,
  castRayAll,
  castRayAny,
  castRayExit,
  castRays,
  castShape,
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
  halfSpace,
  hull,
  overlapCone,
  overlapShape,
  queryAabb,
  queryPoint,
  type ShapeContact,
  type ShapeSpec,
  sphere,
  sphereHierarchy,
} from '../../entry/3d.ts';
import { SHAPE_COMPOUND } from '../../src/3d/shapes/shape-kind.ts';
import {
  add,
  type Distance,
  distanceToAabb,
  distanceToCapsule,
  distanceToCone,
  distanceToCylinder,
  distanceToPolygon,
  dot,
  size,
  sub,
  times,
  type Vec,
  walkToContact,
} from '../support/distance-functions-3d.ts';
import { effort } from '../support/effort.ts';
import { HitRate } from '../support/hit-rate.ts';
import { randomQuaternion } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';

/** Cases this near to touching may be told either way. */
const DOUBT = 1e-7;
/** What distances and fractions may differ by. */
const CLOSE = 1e-6;

interface Body {
  entity: number;
  /** The distance of a point in the world, 0 inside. */
  distance: Distance;
  isHalfSpace: boolean;
  /** Where one goes straight away from a surface of several pieces, one may come near to another of them. */
  isConvex: boolean;
}

/** A shape, and the distance of a point in its own frame. */
type Sample = readonly [ShapeSpec, Distance];

/** An octahedron as a hull: its faces are known triangles. */
function octahedron(r: number, radius: number): Sample {
  const corners: Vec[] = [
    [r, 0, 0],
    [-r, 0, 0],
    [0, r, 0],
    [0, -r, 0],
    [0, 0, r],
    [0, 0, -r],
  ];
  const faces: Vec[][] = [];
  for (const x of [0, 1])
    for (const y of [2, 3]) for (const z of [4, 5]) faces.push([corners[x], corners[y], corners[z]]);
  const distance: Distance = (p) => {
    if (Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]) <= r) return 0;
    return Math.max(0, Math.min(...faces.map((face) => distanceToPolygon(p, face))) - radius);
  };
  return [hull(corners.flat(), { radius }), distance];
}

function someSample(random: Rng, isChild = false): Sample {
  const a = random.range(0.2, 0.6);
  const b = random.range(0.2, 0.6);
  const c = random.range(0.2, 0.6);
  const radius = random.next() < 0.4 ? 0.1 : 0;
  const round =
    (core: Distance): Distance =>
    (p) =>
      Math.max(0, core(p) - radius);
  switch (random.integer(0, isChild ? 5 : 6)) {
    case 0:
      return [sphere(a), (p) => Math.max(0, size(p) - a)];
    case 1:
      return [capsule(a / 2, b), (p) => distanceToCapsule(p, [0, -b, 0, 0, b, 0, a / 2])];
    case 2:
      return [box(a, b, c, { radius }), round((p) => distanceToAabb(p, [-a, -b, -c, a, b, c]))];
    case 3:
      return [cylinder(a, b, { radius }), round((p) => distanceToCylinder(p, [0, -b, 0, 0, b, 0, a]))];
    case 4:
      return [cone(a, b, { radius }), round((p) => distanceToCone(p, [0, b, 0, 0, -b, 0, a]))];
    case 6:
      return someCompound(random);
    default:
      return octahedron(0.6, radius);
  }
}

/** Several samples, each with an offset and a turn: as near as the nearest of them. */
function someCompound(random: Rng): Sample {
  const parts = Array.from({ length: random.integer(1, 12) }, () => {
    const [shape, distance] = someSample(random, true);
    const place: Vec = [random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(-0.6, 0.6)];
    const q = randomQuaternion(random, random.integer(0, 1)) as unknown as Vec;
    return { shape, place, q, distance };
  });
  const children = parts.map(({ shape, place, q }) => {
    const [offsetX, offsetY, offsetZ] = place;
    const [offsetQx, offsetQy, offsetQz, offsetQw] = q;
    return { ...shape, offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw };
  });
  return [
    compound(children),
    (p) => Math.min(...parts.map(({ place, q, distance }) => distance(toLocal(p, place, q, 1)))),
  ];
}

/** A point of the world in a frame, by q⁻¹ p q written out with vectors. */
function toLocal(p: Vec, place: Vec, q: Vec, scale: number): Vec {
  const n = Math.hypot(...q);
  const [x, y, z, w] = q.map((value) => value / n);
  const m = sub(p, place);
  const u: Vec = [-x, -y, -z];
  const cross = (s: Vec, t: Vec): Vec => [
    s[1] * t[2] - s[2] * t[1],
    s[2] * t[0] - s[0] * t[2],
    s[0] * t[1] - s[1] * t[0],
  ];
  const t = times(cross(u, m), 2);
  return times(add(add(m, times(t, w)), cross(u, t)), 1 / scale);
}

function createScene(seed: number) {
  const random = createRng(seed);
  const world = createWorld();
  const hierarchy = seed % 2 === 0 ? boxHierarchy : sphereHierarchy;
  const collision = createCollision(world, { hierarchy, margin: seed % 3 === 0 ? 0.05 : 0 });
  const { Transform, Collider, Static } = collision;
  const bodies: Body[] = [];

  function spawn(isHalfSpace = false): void {
    const entity = addEntity(world);
    const [shape, local] = isHalfSpace ? ([halfSpace(), (p: Vec) => Math.max(0, p[1])] as Sample) : someSample(random);
    const scale = random.next() < 0.3 ? random.range(0.5, 1.5) : 1;
    const [x, y, z, w] = randomQuaternion(random, random.integer(0, 1));
    const place = isHalfSpace ? [0, -0.5, 0] : [random.range(-3, 3), random.range(-1, 4), random.range(-3, 3)];
    const q = isHalfSpace ? [0.1, 0, 0.05, 1] : [x, y, z, w];
    addComponent(world, entity, set(Collider, shape));
    const [px, py, pz] = place;
    addComponent(world, entity, set(Transform, { x: px, y: py, z: pz, qx: q[0], qy: q[1], qz: q[2], qw: q[3], scale }));
    if (random.next() < 0.4) addComponent(world, entity, Static);
    bodies.push({
      entity,
      distance: (p) => scale * local(toLocal(p, place, q, scale)),
      isHalfSpace,
      isConvex: shape.kind !== SHAPE_COMPOUND,
    });
  }

  spawn(true);
  for (let i = 0; i < 40; i++) spawn();
  return {
    world,
    random,
    bodies,
    edit(): void {
      for (let i = 0; i < 4; i++) {
        const [gone] = bodies.splice(random.integer(1, bodies.length - 1), 1);
        removeEntity(world, gone.entity);
        spawn();
      }
    },
  };
}

/** The point of a sector of a ball that is nearest to another, in the half-plane through its axis and that point. */
function nearestOfSector(p: Vec, apex: Vec, axis: Vec, radius: number, halfAngle: number): Vec {
  const from = sub(p, apex);
  const up = dot(from, axis);
  const across = sub(from, times(axis, up));
  const out = size(across);
  const side = out > 0 ? times(across, 1 / out) : ([0, 0, 0] as Vec);
  let [height, width] = [up, out];
  if (Math.atan2(width, height) > halfAngle) {
    const along = Math.max(0, height * Math.cos(halfAngle) + width * Math.sin(halfAngle));
    [height, width] = [along * Math.cos(halfAngle), along * Math.sin(halfAngle)];
  }
  const far = Math.hypot(height, width);
  const shrink = far > radius ? radius / far : 1;
  return add(apex, add(times(axis, shrink * height), times(side, shrink * width)));
}

/**
 * Whether a body meets a sector of a ball; undefined where that is too near to tell. By projections in turn onto the
 * one and the other, which come together where they meet. They do not where a plane is between them: for a convex body,
 * the plane across the gradient of its distance, which is a difference, bounds the distance of the whole sector from
 * below.
 */
function meetsSector(
  { distance, isConvex }: Body,
  apex: Vec,
  axis: Vec,
  radius: number,
  halfAngle: number,
): boolean | undefined {
  let p = nearestOfSector(add(apex, times(axis, 0.5 * radius)), apex, axis, radius, halfAngle);
  for (let i = 0; i < 60; i++) {
    const d = distance(p);
    if (d < 1e-9) return true;
    const step = 1e-6;
    const slope = [0, 1, 2].map((k) => {
      const ahead = p.map((value, of) => (of === k ? value + step : value)) as unknown as Vec;
      return (distance(ahead) - d) / step;
    }) as unknown as Vec;
    const steep = size(slope);
    // How far the sector goes against the slope: to its round end, to its rim, or no farther than the apex.
    const angle = Math.acos(Math.max(-1, Math.min(1, -dot(slope, axis) / steep)));
    const reach = steep * radius * Math.max(0, Math.cos(Math.max(0, angle - halfAngle)));
    if (isConvex && d + dot(slope, sub(apex, p)) - reach > 1e-4) return false;
    p = nearestOfSector(sub(p, times(slope, d)), apex, axis, radius, halfAngle);
  }
  return undefined;
}

const point = (random: Rng): Vec => [random.range(-3, 3), random.range(-1, 4), random.range(-3, 3)];
const record = ([x, y, z]: Vec) => ({ x, y, z });

const seeds = Array.from({ length: effort(40, 3) }, (_, i) => i + 1);
/** Points at which a way through solids is looked at. */
const STEPS = effort(300, 50);

describe.each(seeds)('queries in space against brute force, seed %i', (seed) => {
  const scene = createScene(seed);
  const { world, random, bodies } = scene;

  function rounds(check: () => void, count = 40): void {
    for (let round = 0; round < 4; round++) {
      scene.edit();
      // Half of the time what has come since the tick is asked for, too.
      if (round % 2 === 0) collisionSystem(world);
      for (let i = 0; i < count; i++) check();
    }
  }

  it('casts rays at what a walk along them meets', () => {
    const rate = new HitRate();
    rounds(() => {
      const from = point(random);
      const direction = times(sub(point(random), from), random.range(0.2, 0.8));
      const met = bodies
        .map(({ entity, distance }) => ({ entity, t: walkToContact(distance, 0, from, direction, 1.01, 1e-10) }))
        .filter(({ t }) => t <= 1)
        .sort((a, b) => a.t - b.t);
      const hit = castRay(world, record(from), record(direction), { maxFraction: 1 });
      rate.count(hit !== undefined);
      const first = met[0]?.t ?? Infinity;
      // A ray that only grazes is told either way.
      if (hit === undefined) {
        const graze = met.filter(({ t }) => t < 1 - CLOSE);
        for (const { entity, t } of graze) expect(isGrazed(entity, from, direction, t), `${entity} at ${t}`).toBe(true);
        return;
      }
      if (first < hit.fraction - CLOSE) expect(isGrazed(met[0].entity, from, direction, first)).toBe(true);
      const body = bodies.find(({ entity }) => entity === hit.entity)!;
      const at: Vec = [hit.x, hit.y, hit.z];
      expect(body.distance(at)).toBeLessThan(CLOSE);
      if (hit.fraction > 0) {
        const normal: Vec = [hit.normalX, hit.normalY, hit.normalZ];
        expect(size(normal)).toBeCloseTo(1, 9);
        // Outside along the normal, the surface is as far away as one has gone.
        if (body.isConvex) expect(body.distance(add(at, times(normal, 0.01)))).toBeCloseTo(0.01, 6);
        expect(body.distance(add(from, times(direction, hit.fraction * 0.999)))).toBeGreaterThan(0);
      } else expect(body.distance(from)).toBe(0);
      expect(castRayAny(world, record(from), record(direction), { maxFraction: 1 })).toBe(true);
      const all: CastHit[] = [];
      castRayAll(world, record(from), record(direction), all, { maxFraction: 1 });
      expect(all[0]).toEqual(hit);
      for (const other of met) {
        const found = all.find(({ entity }) => entity === other.entity);
        if (found !== undefined) expect(Math.abs(found.fraction - other.t)).toBeLessThan(1e-4);
        else expect(isGrazed(other.entity, from, direction, other.t)).toBe(true);
      }
      const hits = createRayHits(1);
      castRays(world, [...from, ...direction], hits, { maxFraction: 1 });
      expect([hits.entity[0], hits.fraction[0], hits.z[0], hits.normalZ[0]]).toEqual([
        hit.entity,
        hit.fraction,
        hit.z,
        hit.normalZ,
      ]);
    });
    expect(rate.hits / rate.total).toBeGreaterThan(0.2);
    expect(rate.hits / rate.total).toBeLessThan(0.95);
  });

  it('comes out of solids where nothing goes on', () => {
    const rate = new HitRate();
    rounds(() => {
      const from = point(random);
      const direction = times(sub(point(random), from), random.range(0.5, 3));
      const gap = (t: number) => Math.min(...bodies.map(({ distance }) => distance(add(from, times(direction, t)))));
      /** The largest gap on a part of the way, as far as points of the way tell. */
      const largestGap = (start: number, end: number): number => {
        let largest = 0;
        for (let i = 0; i <= STEPS; i++) largest = Math.max(largest, gap(start + (i / STEPS) * (end - start)));
        return largest;
      };
      const enter = castRay(world, record(from), record(direction), { maxFraction: 1 });
      const exit = castRayExit(world, record(from), record(direction), { maxFraction: 1 });
      rate.count(exit !== undefined);
      if (enter === undefined) expect(exit).toBeUndefined();
      if (exit === undefined) {
        if (enter === undefined) return;
        // Still inside at the end, all the way from where it entered.
        expect(largestGap(enter.fraction, 1)).toBeLessThan(1e-6);
        return;
      }
      expect(exit.fraction).toBeGreaterThanOrEqual(enter!.fraction);
      const way = exit.fraction - enter!.fraction;
      expect(largestGap(enter!.fraction, exit.fraction)).toBeLessThan(1e-6);
      const { distance, isConvex } = bodies.find(({ entity }) => entity === exit.entity)!;
      const at: Vec = [exit.x, exit.y, exit.z];
      const normal: Vec = [exit.normalX, exit.normalY, exit.normalZ];
      expect(size(sub(at, add(from, times(direction, exit.fraction))))).toBeLessThan(1e-9);
      expect(distance(at)).toBeLessThan(CLOSE);
      // A normal of the surface: along it one is as far away as one has gone. A ray that grazes has none that is surer.
      if (way * size(direction) > 1e-3) {
        if (isConvex) expect(distance(add(at, times(normal, 0.01)))).toBeCloseTo(0.01, 6);
        expect(dot(normal, direction)).toBeGreaterThan(-CLOSE);
        // Beyond it there is nothing, unless that begins by less than rounding later.
        expect(gap(exit.fraction + 1e-7 / size(direction))).toBeGreaterThan(0);
      }
    });
    expect(rate.hits / rate.total).toBeGreaterThan(0.2);
    expect(rate.hits / rate.total).toBeLessThan(0.8);
  });

  it('ignores what a ray starts in until it has left that', () => {
    const rate = new HitRate();
    rounds(() => {
      const from = point(random);
      const direction = times(sub(point(random), from), 2);
      const all: CastHit[] = [];
      castRayAll(world, record(from), record(direction), all, { initialOverlap: 'ignore', maxFraction: 1 });
      const usual: CastHit[] = [];
      castRayAll(world, record(from), record(direction), usual, { maxFraction: 1 });
      const inside = usual.filter(({ fraction }) => fraction === 0).map(({ entity }) => entity);
      rate.count(inside.length > 0);
      expect(all.filter(({ entity }) => !inside.includes(entity))).toEqual(
        usual.filter(({ fraction }) => fraction > 0),
      );
      for (const { entity, fraction, x, y, z } of all) {
        const { distance } = bodies.find((body) => body.entity === entity)!;
        expect(fraction).toBeGreaterThan(0);
        expect(distance([x, y, z])).toBeLessThan(CLOSE);
        if (!inside.includes(entity)) continue;
        // It has been outside of the body before it comes back.
        const gaps = Array.from({ length: 500 }, (_, i) => distance(add(from, times(direction, (fraction * i) / 500))));
        expect(Math.max(...gaps)).toBeGreaterThan(0);
      }
    });
    expect(rate.hits).toBeGreaterThan(10);
  });

  /** Whether a ray is never deeper in a body than rounding, or meets it only at its very end. */
  function isGrazed(entity: number, from: Vec, direction: Vec, t: number): boolean {
    const { distance } = bodies.find((body) => body.entity === entity)!;
    if (t > 1 - CLOSE) return true;
    for (let i = 0; i <= 200; i++) {
      const inside = add(from, times(direction, t + 1e-5 + (i / 200) * 0.02));
      if (distance(inside) === 0) return false;
    }
    return true;
  }

  it('finds the nearest point, the nearest few, and what contains a point', () => {
    const rate = new HitRate();
    rounds(() => {
      const from = point(random);
      const distances = bodies.map(({ entity, distance }) => ({ entity, d: distance(from) }));
      distances.sort((a, b) => a.d - b.d || a.entity - b.entity);
      const near = closestPoint(world, record(from))!;
      expect(Math.abs(near.distance - distances[0].d)).toBeLessThan(CLOSE);
      const at: Vec = [near.x, near.y, near.z];
      expect(Math.abs(size(sub(from, at)) - near.distance)).toBeLessThan(CLOSE);
      if (near.distance > 0) {
        expect(dot(sub(from, at), [near.normalX, near.normalY, near.normalZ])).toBeCloseTo(near.distance, 9);
      }
      const few: (typeof near)[] = [];
      closestEntities(world, record(from), 5, few);
      expect(few).toHaveLength(5);
      for (let i = 0; i < 5; i++) expect(Math.abs(few[i].distance - distances[i].d)).toBeLessThan(CLOSE);
      const found: number[] = [];
      queryPoint(world, record(from), found);
      rate.count(found.length > 0);
      for (const { entity, d } of distances) {
        if (d === 0) expect(found).toContain(entity);
        if (d > DOUBT) expect(found).not.toContain(entity);
      }
    });
    expect(rate.hits).toBeGreaterThan(10);
  });

  it('finds what a ball overlaps, collides and meets on its way', () => {
    const rate = new HitRate();
    rounds(() => {
      const from = point(random);
      const radius = random.range(0.1, 0.5);
      const ball = sphere(radius);
      const found: number[] = [];
      overlapShape(world, ball, record(from), found);
      const contacts: ShapeContact[] = [];
      collideShape(world, ball, record(from), contacts, { margin: 0.1 });
      for (const { entity, distance } of bodies) {
        const gap = distance(from) - radius;
        rate.count(gap <= 0);
        if (gap < -DOUBT) expect(found, `${entity}`).toContain(entity);
        if (gap > DOUBT) expect(found, `${entity}`).not.toContain(entity);
        const [contact] = contacts
          .filter((other) => other.entity === entity)
          .sort((a, b) => a.separation - b.separation);
        if (gap < 0.1 - DOUBT) expect(contact, `${entity} at ${gap}`).toBeDefined();
        if (gap > 0.1 + DOUBT) expect(contact, `${entity} at ${gap}`).toBeUndefined();
        // Beyond its surface, the distance to a body says how deep the ball is; from within it does not.
        if (contact !== undefined && gap > -radius) {
          expect(Math.abs(contact.separation - gap), `${entity}`).toBeLessThan(CLOSE);
        }
      }
      const way = times(sub(point(random), from), 0.5);
      const first = bodies
        .map(({ entity, distance }) => ({ entity, t: walkToContact(distance, radius, from, way, 1.01, 1e-10) }))
        .sort((a, b) => a.t - b.t)[0];
      const hit = castShape(world, ball, record(from), record(way));
      if (hit === undefined) expect(first.t).toBeGreaterThan(1 - 1e-3);
      else {
        expect(Math.abs(hit.fraction - first.t), `${hit.entity} and ${first.entity}`).toBeLessThan(1e-4);
        const { distance } = bodies.find(({ entity }) => entity === hit.entity)!;
        expect(distance([hit.x, hit.y, hit.z])).toBeLessThan(CLOSE);
        const centre = add(from, times(way, hit.fraction));
        const normal: Vec = [hit.normalX, hit.normalY, hit.normalZ];
        if (hit.fraction > 0) {
          expect(Math.abs(distance(centre) - radius)).toBeLessThan(CLOSE);
          expect(size(sub(centre, add([hit.x, hit.y, hit.z], times(normal, radius))))).toBeLessThan(1e-4);
        }
      }
    });
    expect(rate.hits).toBeGreaterThan(20);
  });

  it('finds what a vision cone overlaps', () => {
    const rate = new HitRate();
    rounds(() => {
      const apex = point(random);
      const axis = sub(point(random), apex);
      const radius = random.range(0.5, 3);
      const halfAngle = [0, Math.PI / 2, 0.01, random.range(0.1, 1.5)][random.integer(0, 3)];
      const found: number[] = [];
      overlapCone(world, { ...record(apex), axis: record(axis), radius, halfAngle }, found);
      const unit = times(axis, 1 / size(axis));
      for (const body of bodies) {
        const meets = meetsSector(body, apex, unit, radius, halfAngle);
        if (meets === undefined) continue;
        rate.count(meets);
        if (meets) expect(found).toContain(body.entity);
        else expect(found).not.toContain(body.entity);
      }
    }, 8);
    expect(rate.total).toBeGreaterThan(900);
    expect(rate.hits / rate.total).toBeGreaterThan(0.02);
  });

  it('agrees with itself on pairs, and finds all in a box of bounds', () => {
    rounds(() => {
      const a = bodies[random.integer(1, bodies.length - 1)];
      const b = bodies[random.integer(0, bodies.length - 1)];
      const pair = closestPoints(world, a.entity, b.entity);
      if (a === b) {
        expect(pair).toBeUndefined();
        return;
      }
      const { xA, yA, zA, xB, yB, zB, normalX, normalY, normalZ, separation } = pair!;
      const normal: Vec = [normalX, normalY, normalZ];
      const pointA: Vec = [xA, yA, zA];
      const pointB: Vec = [xB, yB, zB];
      expect(a.distance(pointA)).toBeLessThan(CLOSE);
      expect(b.distance(pointB)).toBeLessThan(CLOSE);
      expect(size(sub(sub(pointB, pointA), times(normal, separation)))).toBeLessThan(CLOSE);
      if (separation > 0) {
        expect(Math.abs(b.distance(pointA) - separation)).toBeLessThan(CLOSE);
        expect(Math.abs(a.distance(pointB) - separation)).toBeLessThan(CLOSE);
      }
      const min = point(random);
      const max = add(min, [random.range(0, 2), random.range(0, 2), random.range(0, 2)]);
      const found: number[] = [];
      queryAabb(world, record(min), record(max), found);
      const half = times(sub(max, min), 0.5);
      const inside: number[] = [];
      overlapShape(world, box(half[0] + 1e-9, half[1] + 1e-9, half[2] + 1e-9), record(add(min, half)), inside);
      for (const entity of inside) expect(found).toContain(entity);
    });
  });
});

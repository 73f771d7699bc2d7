import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';

/*
 * Rays whose direction was shorter than 1e-155 missed circles, polygons, cylinders and cones, and those longer than
 * 1e155 missed round shapes of space or met polygons at fraction 0: the square of such a direction is no number.
 */

const CUBE = Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1));

const SHAPES = {
  circle: () => plane.circle(1),
  box: () => plane.box(1, 1),
  capsule: () => plane.capsule(1, 0.5),
  polygon: () => plane.polygon([0, -1, 1, 0, 0, 1, -1, 0]),
  ellipse: () => plane.ellipse(1, 0.5),
};
const SOLIDS = {
  sphere: () => space.sphere(1),
  box: () => space.box(1, 1, 1),
  capsule: () => space.capsule(1, 0.5),
  cylinder: () => space.cylinder(1, 1),
  cone: () => space.cone(1, 1),
  hull: () => space.hull(CUBE),
  'rounded hull': () => space.hull(CUBE, { radius: 0.5 }),
  mesh: () => space.mesh(Float32Array.of(-1, -1, -1, -1, 1, -1, -1, 0, 2)),
};

/** Lengths far beyond those whose squares are numbers, down to the least number there is. */
const LENGTHS = [2 ** -1074, 1e-310, 1e-200, 1e-170, 1e-155, 1e155, 1e200, 1e307];

/** How far all kinds of casts get, for a direction of a length along x. */
function distances2d(spec: plane.ShapeSpec, length: number): number[] {
  const world = createWorld();
  const { Collider, Transform } = plane.createCollision(world);
  const add = (x: number, shape: plane.ShapeSpec): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, { x, y: -0.1 }));
    addComponent(world, entity, set(Collider, shape));
    return entity;
  };
  const mover = add(0, plane.circle(0.25));
  add(5, spec);
  plane.collisionSystem(world);
  const from = { x: 1, y: 0 };
  const way = { x: length, y: 0 };
  const all: plane.CastHit[] = [];
  plane.castRayAll(world, from, way, all);
  const batch = plane.createRayHits(1);
  plane.castRays(world, Float64Array.of(1, 0, length, 0), batch);
  const maxFraction = Math.min(Number.MAX_VALUE, 100 / length);
  return [
    plane.castRay(world, from, way)?.fraction,
    plane.castRay(world, from, way, { maxFraction })?.fraction,
    plane.castRayAny(world, from, way) ? 0 : 1,
    all[0]?.fraction,
    batch.fraction[0],
    plane.castRayExit(world, from, way)?.fraction,
    plane.castShape(world, plane.circle(0.25), from, way, { maxFraction })?.fraction,
    plane.castCollider(world, mover, way, { maxFraction })?.fraction,
  ].map((fraction = Infinity) => fraction * length);
}

function distances3d(spec: space.ShapeSpec, length: number): number[] {
  const world = createWorld();
  const { Collider, Transform } = space.createCollision(world);
  const add = (x: number, shape: space.ShapeSpec): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, { x, y: -0.1, z: 0.1 }));
    addComponent(world, entity, set(Collider, shape));
    return entity;
  };
  const mover = add(0, space.sphere(0.25));
  add(5, spec);
  space.collisionSystem(world);
  const from = { x: 1, y: 0, z: 0 };
  const way = { x: length, y: 0, z: 0 };
  const all: space.CastHit[] = [];
  space.castRayAll(world, from, way, all);
  const batch = space.createRayHits(1);
  space.castRays(world, Float64Array.of(1, 0, 0, length, 0, 0), batch);
  const maxFraction = Math.min(Number.MAX_VALUE, 100 / length);
  return [
    space.castRay(world, from, way)?.fraction,
    space.castRay(world, from, way, { maxFraction })?.fraction,
    space.castRayAny(world, from, way) ? 0 : 1,
    all[0]?.fraction,
    batch.fraction[0],
    space.castRayExit(world, from, way)?.fraction,
    space.castShape(world, space.sphere(0.25), from, way, { maxFraction })?.fraction,
    space.castCollider(world, mover, way, { maxFraction })?.fraction,
  ].map((fraction = Infinity) => fraction * length);
}

function expectSame(measure: (length: number) => number[]): void {
  const expected = measure(1);
  for (const fraction of expected) expect(fraction).toBeLessThan(8);
  for (const length of LENGTHS) {
    const found = measure(length);
    for (let i = 0; i < expected.length; i++) {
      // No fraction of such a direction is a number, so that nothing is met.
      const isBeyond = i !== 2 && expected[i] / length > Number.MAX_VALUE;
      if (i === 2) expect(found[i] === expected[i] || length < 1e-307).toBe(true);
      else if (isBeyond) expect(found[i]).toBe(Infinity);
      else expect(Math.abs(found[i] - expected[i]), `${i} of ${length}`).toBeLessThan(1e-9);
    }
  }
}

describe('a direction whose square is no number', () => {
  it.each(Object.entries(SHAPES))('meets a %s in the plane where one of length 1 does', (_, make) =>
    expectSame((length) => distances2d(make(), length)),
  );

  it.each(Object.entries(SOLIDS))('meets a %s in space where one of length 1 does', (_, make) =>
    expectSame((length) => distances3d(make(), length)),
  );
});

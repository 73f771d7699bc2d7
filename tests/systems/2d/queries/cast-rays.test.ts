import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  castRay,
  castRays,
  chain,
  circle,
  collisionSystem,
  createCollision,
  createRayHits,
  oneWay,
  polygon,
  RAY_STRIDE,
} from '../../../../entry/2d.ts';
import { createRng } from '../../../support/rng.ts';

function makeWorld(seed: number) {
  const rng = createRng(seed);
  const world = createWorld();
  const { Transform, Collider, Static, Sensor } = createCollision(world);
  const OneWay = oneWay(world);
  const shapes = [circle(0.8), box(1, 0.3), polygon([0, 0, 2, 0, 0, 1]), chain([-2, 0, 0, 1, 2, 0])];
  for (let i = 0; i < 120; i++) {
    const entity = addEntity(world);
    const place = { x: rng.range(0, 40), y: rng.range(0, 40), rotation: rng.range(0, 6) };
    addComponent(world, entity, set(Transform, place));
    addComponent(world, entity, set(Collider, { ...shapes[i % 4], categoryBits: i % 3 === 0 ? 2 : 1 }));
    if (i % 5 === 0) addComponent(world, entity, Static);
    if (i % 11 === 0) addComponent(world, entity, Sensor);
    if (i % 7 === 0) addComponent(world, entity, set(OneWay, { normalX: 0, normalY: 1 }));
    // The last ones have come since the tick.
    if (i === 110) collisionSystem(world);
  }
  return { rng, world };
}

it.each([
  {},
  { maxFraction: 0.5, maskBits: 1 },
  { sensors: true, ignore: 5, predicate: (entity: number) => entity % 7 > 0 },
])('says of each ray what castRay says: %o', (options) => {
  const { rng, world } = makeWorld(4);
  const count = 400;
  const rays = Float64Array.from({ length: count * RAY_STRIDE }, (_, i) =>
    i % 4 < 2 ? rng.range(0, 40) : rng.range(-8, 8),
  );
  const out = createRayHits(count + 3);
  out.fraction.fill(-1);
  const met = castRays(world, rays, out, options);
  let expected = 0;
  for (let i = 0; i < count; i++) {
    const at = RAY_STRIDE * i;
    const hit = castRay(world, { x: rays[at], y: rays[at + 1] }, { x: rays[at + 2], y: rays[at + 3] }, options);
    if (hit !== undefined) expected++;
    const none = { entity: 0, child: 0, fraction: Infinity, x: 0, y: 0, normalX: 0, normalY: 0 };
    const { entity, child, fraction, x, y, normalX, normalY } = out;
    const found = { entity: entity[i], child: child[i], fraction: fraction[i], x: x[i], y: y[i] };
    expect({ ...found, normalX: normalX[i], normalY: normalY[i] }, `ray ${i}`).toEqual(hit ?? none);
  }
  expect(met).toBe(expected);
  expect(met / count).toBeGreaterThan(0.2);
  expect(met / count).toBeLessThan(0.99);
  expect([...out.fraction.subarray(count)]).toEqual([-1, -1, -1]);
});

it('refuses what it cannot use before it writes anything', () => {
  const { world } = makeWorld(4);
  const out = createRayHits(2);
  out.fraction.fill(-1);
  expect(() => castRays(world, [0, 0, 1], out)).toThrow(/length of rays/);
  expect(() => castRays(world, new Float64Array(12), out)).toThrow(/room in out/);
  expect(() => castRays(world, [0, 0, 1, 0, 0, NaN, 1, 0], out)).toThrow(/number 1 of ray 1/);
  expect(() => castRays(world, [0, 0, 1, 0], out, { maxDistance: 1 } as never)).toThrow(/maxDistance/);
  expect(() => castRays({}, [0, 0, 1, 0], out)).toThrow(/createCollision/);
  expect([...out.fraction]).toEqual([-1, -1]);
  expect(castRays(world, [], out)).toBe(0);
});

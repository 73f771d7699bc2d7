import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { Frustum, Matrix4, PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  capsule,
  collisionSystem,
  createCollision,
  halfSpace,
  queryFrustum,
  refreshCollider,
  refreshCollision,
  sphere,
  sphereHierarchy,
} from '../../entry/3d.ts';
import { frustumOf } from '../../entry/three.ts';
import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { requireState } from '../../systems/core/collision-state.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

const SEEDS = effort(200, 20);
const shapes = [sphere(0.5), box(0.5, 2, 0.2), capsule(0.3, 1), sphere(4)];

/** Asks each body's bounds about each plane, without the margin: what is not wholly behind one. */
function seen(world: object, set: ColliderSet, entities: readonly number[], planes: ArrayLike<number>): number[] {
  const half = set.margin / 2;
  return entities.filter((eid) => {
    const slot = set.slots.slotOfIndex[eid];
    const bounds = set.bounds.subarray(6 * slot, 6 * slot + 6);
    for (let k = 0; k < 24; k += 4) {
      let height = -planes[k + 3];
      for (let axis = 0; axis < 3; axis++) {
        const normal = planes[k + axis];
        height += normal * (normal > 0 ? bounds[3 + axis] - half : bounds[axis] + half);
      }
      if (height < 0) return false;
    }
    return world !== undefined;
  });
}

describe.each([
  ['boxes', boxHierarchy],
  ['spheres', sphereHierarchy],
])('queryFrustum in a hierarchy of %s', (_, hierarchy) => {
  it('finds what each body alone says, while bodies come, go and move', () => {
    let found = 0;
    let hidden = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const rng = createRng(seed);
      const world = createWorld();
      const collision = createCollision(world, { hierarchy, margin: seed % 3 === 0 ? 0.4 : 0 });
      const { Transform, Collider, Static } = collision;
      const spread = [20, 200, 1e6][seed % 3];
      const entities: number[] = [];
      const out: number[] = [];
      function spawn(): void {
        const eid = addEntity(world);
        const place = { x: rng.range(-spread, spread), y: rng.range(-20, 20), z: rng.range(-spread, spread) };
        addComponent(world, eid, set(Transform, { ...place, qx: rng.range(-1, 1) }));
        addComponent(world, eid, set(Collider, shapes[eid % shapes.length]));
        if (eid % 3 === 0) addComponent(world, eid, Static);
        entities.push(eid);
      }
      for (let i = 0; i < 300; i++) spawn();
      for (let tick = 0; tick < 6; tick++) {
        for (const eid of entities) if (eid % 3 === 1) Transform.x[eid] += rng.range(-1, 1);
        for (let i = 0; i < 10; i++)
          removeEntity(world, entities.splice(Math.floor(rng.range(0, entities.length)), 1)[0]);
        for (let i = 0; i < 10; i++) spawn();
        collisionSystem(world);
        const camera = new PerspectiveCamera(rng.range(20, 100), 1.5, 0.1, rng.range(10, 3 * spread));
        camera.position.set(rng.range(-20, 20), rng.range(-20, 20), rng.range(-20, 20));
        camera.rotation.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
        const planes = frustumOf(camera);
        const expected = seen(world, collision.state.set, entities, planes).sort((a, b) => a - b);
        expect(queryFrustum(world, planes, out)).toBe(expected.length);
        expect(out).toEqual(expected);
        queryFrustum(world, planes, out, { sorted: false });
        expect([...out].sort((a, b) => a - b)).toEqual(expected);
        const matrix = new Matrix4().multiplyMatrices(
          camera.projectionMatrix,
          camera.matrixWorldInverse.copy(camera.matrixWorld).invert(),
        );
        queryFrustum(world, matrix.elements, out);
        expect(out).toEqual(expected);
        found += expected.length;
        hidden += entities.length - expected.length;
      }
    }
    expect(found).toBeGreaterThan(20 * SEEDS);
    expect(hidden).toBeGreaterThan(100 * SEEDS);
  });

  it('knows planes that hold everything or nothing, and what has no end', () => {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world, { hierarchy });
    const eids = [sphere(1), halfSpace()].map((shape, i) => {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { y: 5 * i }));
      addComponent(world, eid, set(Collider, shape));
      return eid;
    });
    collisionSystem(world);
    const out: number[] = [];
    const planes = new Float64Array(24);
    expect(queryFrustum(world, planes, out)).toBe(2);
    planes[3] = 1;
    expect(queryFrustum(world, planes, out)).toBe(0);
    planes.set([0, 1, 0, 2], 0);
    queryFrustum(world, planes, out);
    expect(out).toEqual([eids[1]]);
    planes.set([0, 1, 0, 1], 0);
    queryFrustum(world, planes, out);
    expect(out, 'touching counts').toEqual(eids);
  });
});

it('agrees with the Frustum of three.js over boxes', () => {
  const rng = createRng(8);
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  for (let i = 0; i < 400; i++) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: rng.range(-30, 30), y: rng.range(-30, 30), z: rng.range(-30, 30) }));
    addComponent(world, eid, set(Collider, sphere(rng.range(0.1, 2))));
  }
  collisionSystem(world);
  const camera = new PerspectiveCamera(60, 1.6, 0.1, 40);
  camera.updateMatrixWorld();
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const frustum = new Frustum().setFromProjectionMatrix(matrix);
  const expected: number[] = [];
  for (let eid = 1; eid <= 400; eid++) {
    const [x, y, z, r] = [Transform.x[eid], Transform.y[eid], Transform.z[eid], Collider.radius[eid]];
    const bounds = { isBox3: true, min: { x: x - r, y: y - r, z: z - r }, max: { x: x + r, y: y + r, z: z + r } };
    if (frustum.intersectsBox(bounds as never)) expected.push(eid);
  }
  const out: number[] = [];
  queryFrustum(world, matrix.elements, out);
  expect(out).toEqual(expected);
  expect(expected.length).toBeGreaterThan(20);
});

it('refuses what is no frustum, by name', () => {
  const world = createWorld();
  createCollision(world);
  collisionSystem(world);
  expect(() => queryFrustum(world, undefined as never, [])).toThrow(/frustum must be six planes/);
  expect(() => queryFrustum(world, [1, 2, 3], [])).toThrow(/24 numbers of six planes, or 16 of a matrix, got/);
  expect(() => queryFrustum(world, new Float64Array(16).fill(Number.NaN), [])).toThrow(/frustum\[0\] must be a finite/);
  expect(() => queryFrustum(world, new Float64Array(24), undefined as never)).toThrow(/out must be an array/);
});

describe.each([
  ['boxes', boxHierarchy],
  ['spheres', sphereHierarchy],
])('queryFrustum by the fat AABBs of what moves, in a hierarchy of %s', (_, hierarchy) => {
  /** A world of bodies that drift, fast ones and slow ones, so that some escape from their fat AABBs. */
  function drifting(seed: number) {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision(world, { hierarchy, margin: seed % 2 === 0 ? 0.3 : 0 });
    const { Transform, Collider, Static } = collision;
    const entities: number[] = [];
    const speed: number[] = [];
    const spawn = (): number => {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x: rng.range(-40, 40), y: rng.range(-9, 9), z: rng.range(-40, 40) }));
      addComponent(world, eid, set(Collider, shapes[eid % shapes.length]));
      if (eid % 4 === 0) addComponent(world, eid, Static);
      entities.push(eid);
      speed[eid] = rng.next() < 0.1 ? rng.range(-3, 3) : rng.range(-0.1, 0.1);
      return eid;
    };
    for (let i = 0; i < 400; i++) spawn();
    const remove = (): void => {
      removeEntity(world, entities.splice(rng.integer(0, entities.length - 1), 1)[0]);
    };
    const move = (): void => {
      for (const eid of entities) if (eid % 4 !== 0) Transform.x[eid] += speed[eid] * (rng.next() < 0.02 ? -30 : 1);
    };
    const planes = (): Float64Array => {
      const camera = new PerspectiveCamera(rng.range(20, 100), 1.5, 0.1, rng.range(10, 90));
      camera.position.set(rng.range(-20, 20), rng.range(-5, 5), rng.range(-20, 20));
      camera.rotation.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
      return Float64Array.from(frustumOf(camera));
    };
    return { rng, world, collision, entities, spawn, remove, move, planes };
  }

  it('finds what each body alone says, and builds no hierarchy of what moves, while bodies come and go', () => {
    let served = 0;
    let escaped = 0;
    for (let seed = 1; seed <= effort(40, 1); seed++) {
      const { rng, world, collision, entities, spawn, remove, move, planes } = drifting(seed);
      const state = requireState(world);
      const out: number[] = [];
      for (let tick = 0; tick < 60; tick++) {
        move();
        // New colliders take over the slots of those that have gone.
        for (let i = rng.integer(0, 2); i > 0; i--) remove();
        for (let i = rng.integer(0, 2); i > 0; i--) spawn();
        collisionSystem(world);
        const { isServing } = state.pairCache.plan;
        if (isServing) served++;
        if (isServing) escaped += state.pairCache.escaped.count;
        // Some come and go after the tick: they are seen at once, or no more.
        const late = rng.next() < 0.3 ? spawn() : 0;
        if (rng.next() < 0.3) remove();
        for (let camera = 0; camera < 3; camera++) {
          const asked = planes();
          queryFrustum(world, asked, out);
          const known = entities.filter((eid) => eid !== late);
          const expected = seen(world, collision.state.set, known, asked);
          expect(out.filter((eid) => eid !== late)).toEqual(expected.sort((a, b) => a - b));
          expect(new Set(out).size).toBe(out.length);
        }
        if (isServing) expect(state.movingStale).toBe(true);
      }
    }
    expect(served).toBeGreaterThan(20);
    expect(escaped).toBeGreaterThan(served);
  });

  it('goes by what is read anew between ticks', () => {
    for (let seed = 1; seed <= effort(20, 1); seed++) {
      const { rng, world, collision, entities, move, planes } = drifting(seed);
      const out: number[] = [];
      const check = (): void => {
        const asked = planes();
        queryFrustum(world, asked, out);
        expect(out).toEqual(seen(world, collision.state.set, entities, asked).sort((a, b) => a - b));
      };
      for (let tick = 0; tick < 30; tick++) {
        move();
        collisionSystem(world);
        check();
        for (const eid of entities) if (rng.next() < 0.2) collision.Transform.z[eid] += rng.range(-20, 20);
        check();
        if (tick % 3 === 0) refreshCollision(world);
        else if (tick % 3 === 1) for (let i = 0; i < 9; i++) refreshCollider(world, entities[rng.integer(0, 300)]);
        check();
        check();
      }
    }
  });
});

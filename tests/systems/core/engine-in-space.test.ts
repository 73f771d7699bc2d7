import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { boxHierarchy } from '../../../src/3d/bvh/box-hierarchy.ts';
import { sphereHierarchy } from '../../../src/3d/bvh/sphere-hierarchy.ts';
import { collisionSystem } from '../../../systems/core/collision-system.ts';
import { block, createCollision3d, sphere } from '../../support/engine-3d.ts';
import { createRng } from '../../support/rng.ts';

interface Body {
  readonly place: number[];
  readonly velocity: number[];
  readonly half: number[];
  readonly radius: number;
  readonly isStatic: boolean;
  isDisabled: boolean;
}

/** Whether two bodies touch: the gap between their cores against the sum of their radii. */
function touch(a: Body, b: Body): boolean {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = Math.max(0, Math.abs(b.place[axis] - a.place[axis]) - a.half[axis] - b.half[axis]);
    squared += gap * gap;
  }
  return Math.sqrt(squared) - a.radius - b.radius <= 0;
}

describe.each([boxHierarchy, sphereHierarchy])('an engine of spheres and boxes in space ($name)', (hierarchy) => {
  it.each([1, 2, 3])('begins, keeps and ends what testing all against all finds, under churn (seed %i)', (seed) => {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision3d(world, { hierarchy });
    const { Transform, Collider, Static, Disabled } = collision;
    const bodies = new Map<number, Body>();
    const add = (): void => {
      const isSphere = rng.next() < 0.5;
      const body: Body = {
        place: [0, 1, 2].map(() => rng.range(-6, 6)),
        velocity: [0, 1, 2].map(() => rng.range(-0.06, 0.06)),
        half: [0, 1, 2].map(() => (isSphere ? 0 : rng.range(0.3, 1.2))),
        radius: isSphere ? rng.range(0.3, 1.2) : 0,
        isStatic: rng.next() < 0.15,
        isDisabled: false,
      };
      const eid = addEntity(world);
      const [x, y, z] = body.place;
      const [halfX, halfY, halfZ] = body.half;
      addComponent(world, eid, set(Transform, { x, y, z }));
      addComponent(world, eid, set(Collider, isSphere ? sphere(body.radius) : block(halfX, halfY, halfZ)));
      if (body.isStatic) addComponent(world, eid, Static);
      bodies.set(eid, body);
    };
    for (let i = 0; i < 60; i++) add();

    const begun = new Set<string>();
    const heard: string[] = [];
    const key = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
    collision.onBegin((a, b, contact) => {
      expect(contact.separation).toBeLessThanOrEqual(0);
      expect(Math.hypot(...contact.normal)).toBeCloseTo(1, 12);
      heard.push(`begin ${key(a, b)}`);
    });
    collision.onStay((a, b) => heard.push(`stay ${key(a, b)}`));
    collision.onEnd((a, b, { cause }) => heard.push(`end ${key(a, b)} ${cause}`));

    let begins = 0;
    let ends = 0;
    for (let tick = 0; tick < 400; tick++) {
      const causes = new Map<number, string>();
      const dice = rng.next();
      if (dice < 0.3) {
        const [eid] = [...bodies.keys()].slice(rng.integer(0, bodies.size - 1));
        removeEntity(world, eid);
        bodies.delete(eid);
        causes.set(eid, 'removed');
      } else if (dice < 0.5) {
        const [eid, body] = [...bodies].slice(rng.integer(0, bodies.size - 1))[0];
        if (body.isDisabled) removeComponent(world, eid, Disabled);
        else addComponent(world, eid, Disabled);
        if (!body.isDisabled) causes.set(eid, 'disabled');
        body.isDisabled = !body.isDisabled;
      }
      const expected: string[] = [];
      for (const [eid, { place, velocity, isStatic }] of bodies) {
        if (isStatic) continue;
        for (let axis = 0; axis < 3; axis++) {
          if (Math.abs(place[axis]) > 6) velocity[axis] = -Math.sign(place[axis]) * Math.abs(velocity[axis]);
          place[axis] += velocity[axis];
        }
        [Transform.x[eid], Transform.y[eid], Transform.z[eid]] = place;
      }
      const touching = new Set<string>();
      const live = [...bodies].filter(([, body]) => !body.isDisabled);
      for (const [a, bodyA] of live) {
        for (const [b, bodyB] of live) {
          if (a < b && !(bodyA.isStatic && bodyB.isStatic) && touch(bodyA, bodyB)) touching.add(key(a, b));
        }
      }
      for (const pair of begun) {
        if (touching.has(pair)) continue;
        const cause = pair.split(' ').map((eid) => causes.get(Number(eid)));
        expected.push(`end ${pair} ${cause[0] ?? cause[1] ?? 'separated'}`);
        ends++;
      }
      for (const pair of touching) expected.push(`${begun.has(pair) ? 'stay' : 'begin'} ${pair}`);
      begins += [...touching].filter((pair) => !begun.has(pair)).length;
      collisionSystem(world);
      expect(heard.splice(0).sort(), `seed ${seed}, tick ${tick}`).toEqual(expected.sort());
      begun.clear();
      for (const pair of touching) begun.add(pair);
      expect([...collision.contacts()].length).toBe(touching.size);
      // After the tick, so that an id that is used again has nothing to end.
      while (bodies.size < 60) add();
    }
    expect(begins).toBeGreaterThan(100);
    expect(ends).toBeGreaterThan(50);
  });

  it('refuses a place that is no number, by the message of its dimension', () => {
    const world = createWorld();
    const { Transform, Collider } = createCollision3d(world, { hierarchy });
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, {}));
    addComponent(world, eid, set(Collider, sphere(1)));
    Transform.z[eid] = NaN;
    expect(() => collisionSystem(world)).toThrow('entity 1 has no place or size');
  });
});

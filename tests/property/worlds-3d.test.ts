import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  capsule,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  type HierarchyKind,
  halfSpace,
  hull,
  type ShapeSpec,
  sphere,
  sphereHierarchy,
} from '../../entry/3d.ts';
import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { bodyA, bodyB, supportOfBodyA, supportOfBodyB } from '../../src/3d/geometry/convex/convex-body.ts';
import { penetrationEpa } from '../../src/3d/geometry/convex/penetration-epa.ts';
import { loadBody } from '../../src/3d/narrow-phase/load-body.ts';
import { setPairOrigin } from '../../src/3d/narrow-phase/pair-origin.ts';
import { SHAPE_HALF_SPACE } from '../../src/3d/shapes/shape-kind.ts';
import { FLAG_STATIC, SLOT_LIVE, validateColliderSlots } from '../../src/core/collider-slots.ts';
import { validateContacts } from '../../src/core/validate-contacts.ts';
import { collisionStates } from '../../systems/core/collision-state.ts';
import { effort } from '../support/effort.ts';
import { pointsOnSphere, randomQuaternion } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';

const MARGIN = 0.05;
/** What the world and the reference may differ by: cases this near to touching are left out. */
const DOUBT = 1e-6;

function someShape(random: Rng, hulls: readonly ShapeSpec[]): ShapeSpec {
  const size = () => random.range(0.2, 0.6);
  switch (random.integer(0, 6)) {
    case 0:
      return sphere(size());
    case 1:
      return capsule(size() / 2, size());
    case 2:
      return box(size(), size(), size(), { radius: random.next() < 0.2 ? 0.05 : 0 });
    case 3:
      return cylinder(size(), size());
    case 4:
      return cone(size(), size());
    default:
      return hulls[random.integer(0, hulls.length - 1)];
  }
}

/** A world that is edited at random, and what brute force says of it. */
function createChurn(seed: number, hierarchy: HierarchyKind) {
  const random = createRng(seed);
  const world = createWorld();
  const collision = createCollision(world, { hierarchy, margin: MARGIN });
  const { Transform, Collider } = collision;
  const hulls = [8, 14, 24].map((count) => hull(pointsOnSphere(random, count, 0.5), { radius: count === 8 ? 0.1 : 0 }));
  const entities: number[] = [];
  const side = 5;

  function spawn(): void {
    const entity = addEntity(world);
    const shape = entities.length === 0 ? halfSpace() : someShape(random, hulls);
    addComponent(world, entity, set(Collider, { ...shape, categoryBits: 1 << random.integer(0, 1), maskBits: 3 }));
    addComponent(world, entity, set(Transform, { scale: random.next() < 0.2 ? random.range(0.5, 1.5) : 1 }));
    if (entities.length === 0) {
      addComponent(world, entity, collision.Static);
      Transform.y[entity] = 0.3;
    } else {
      place(entity);
      if (random.next() < 0.3) addComponent(world, entity, collision.Static);
      if (random.next() < 0.1) addComponent(world, entity, collision.Sensor);
      if (random.next() < 0.2) {
        Collider.offsetX[entity] = random.range(-0.5, 0.5);
        Collider.offsetQx[entity] = random.range(-1, 1);
      }
    }
    entities.push(entity);
  }

  function place(entity: number): void {
    for (const axis of ['x', 'y', 'z'] as const) Transform[axis][entity] = random.range(0, side);
    const [x, y, z, w] = randomQuaternion(random, random.integer(0, 1));
    Transform.qx[entity] = x;
    Transform.qy[entity] = y;
    Transform.qz[entity] = z;
    Transform.qw[entity] = w;
    // Statics are read when they are said to have moved.
    collision.touch(entity);
  }

  for (let i = 0; i < 60; i++) spawn();

  function edit(): void {
    for (const entity of entities.slice(1)) {
      if (random.next() < 0.7) continue;
      for (const axis of ['x', 'y', 'z'] as const) Transform[axis][entity] += random.range(-0.1, 0.1);
      Transform.qw[entity] += random.range(0, 0.1);
      collision.touch(entity);
    }
    if (random.next() < 0.3) place(entities[random.integer(1, entities.length - 1)]);
    if (random.next() < 0.4) {
      const [gone] = entities.splice(random.integer(1, entities.length - 1), 1);
      removeEntity(world, gone);
      spawn();
    }
    if (random.next() < 0.2) {
      const entity = entities[random.integer(1, entities.length - 1)];
      removeComponent(world, entity, collision.Static);
    }
  }

  /** Every pair of live colliders and its separation, by GJK and EPA with all digits. */
  function separations(): Map<string, number> {
    const { set: colliders } = collisionStates.get(world)! as unknown as { set: ColliderSet };
    const { slots, kinds, shape } = colliders;
    const found = new Map<string, number>();
    const live = entities.map((entity) => {
      for (let slot = 0; slot < slots.end; slot++) {
        if (slots.entity[slot] === entity && slots.state[slot] === SLOT_LIVE) return slot;
      }
      throw new Error(`no slot of ${entity}`);
    });
    for (let i = 0; i < live.length; i++) {
      for (let k = i + 1; k < live.length; k++) {
        const [a, b] = slots.index[live[i]] < slots.index[live[k]] ? [live[i], live[k]] : [live[k], live[i]];
        const masks = shape.maskBits[slots.index[a]] & shape.categoryBits[slots.index[b]];
        // Two statics do not meet.
        const areStatic = slots.flags[a] & slots.flags[b] & FLAG_STATIC;
        if (masks === 0 || areStatic !== 0) continue;
        setPairOrigin(colliders, a);
        const plane = kinds[a] === SHAPE_HALF_SPACE ? a : kinds[b] === SHAPE_HALF_SPACE ? b : -1;
        let separation: number;
        if (plane >= 0) {
          setPairOrigin(colliders, plane);
          loadBody(bodyB, colliders, plane === a ? b : a);
          const lowest = new Float64Array(3);
          supportOfBodyB(lowest, 0, 0, -1, 0);
          separation = lowest[1] - bodyB.rounding;
        } else {
          loadBody(bodyA, colliders, a);
          loadBody(bodyB, colliders, b);
          const depth = penetrationEpa(new Float64Array(9), 0, supportOfBodyA, supportOfBodyB);
          separation = -depth - bodyA.rounding - bodyB.rounding;
        }
        found.set(`${slots.entity[a]} ${slots.entity[b]}`, separation);
      }
    }
    return found;
  }

  return { world, collision, edit, separations };
}

describe('worlds of space that change', () => {
  it.each([boxHierarchy, sphereHierarchy])(
    'keep their slots and contacts in order for long ($name hierarchy)',
    (kind) => {
      const { collision, world, edit } = createChurn(17, kind);
      const { set: colliders, contacts } = collisionStates.get(world)!;
      let rows = 0;
      for (let tick = 0; tick < effort(10_000, 150); tick++) {
        edit();
        collisionSystem(world);
        validateColliderSlots(colliders.slots);
        validateContacts(contacts, colliders.slots);
        rows += collision.counts.contacts;
      }
      expect(rows).toBeGreaterThan(1000);
    },
  );

  const seeds = Array.from({ length: effort(60, 5) }, (_, i) => i + 1);
  it.each(seeds.flatMap((seed) => [[seed, 'box'] as const, [seed, 'sphere'] as const]))(
    'have the contacts that brute force finds, and begin and end with them (seed %i, %s hierarchy)',
    (seed, name) => {
      const churn = createChurn(seed, name === 'box' ? boxHierarchy : sphereHierarchy);
      const { collision, world } = churn;
      const touching = new Set<string>();
      collision.onBegin((a, b) => {
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        expect(touching.has(key), `${key} begins once`).toBe(false);
        touching.add(key);
      });
      collision.onEnd((a, b) => {
        expect(touching.delete(a < b ? `${a} ${b}` : `${b} ${a}`), `${a} ${b} ends once`).toBe(true);
      });
      let hits = 0;
      for (let tick = 0; tick < effort(40, 15); tick++) {
        churn.edit();
        collisionSystem(world);
        const expected = churn.separations();
        const seen = new Set<string>();
        const now = new Set<string>();
        for (const contact of collision.contacts()) {
          const key = `${contact.a} ${contact.b}`;
          seen.add(key);
          if (contact.touching) now.add(contact.a < contact.b ? key : `${contact.b} ${contact.a}`);
          const separation = expected.get(key);
          expect(separation, `tick ${tick}: ${key}`).toBeDefined();
          if (contact.sensor) expect(separation).toBeLessThan(DOUBT);
          else {
            hits++;
            expect(Math.abs(contact.separation - separation!), `tick ${tick}: ${key}`).toBeLessThan(DOUBT);
          }
        }
        for (const [key, separation] of expected) {
          if (separation < -DOUBT) expect(seen.has(key), `tick ${tick}: ${key} at ${separation}`).toBe(true);
        }
        expect([...touching].sort()).toEqual([...now].sort());
      }
      expect(hits).toBeGreaterThan(100);
    },
  );
});

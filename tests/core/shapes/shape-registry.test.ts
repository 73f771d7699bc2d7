import { addComponent, addEntity, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { chain, circle, collisionSystem, compound, polygon, queryPoint, segment } from '../../../entry/2d.ts';
import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import type { RegisteredShape } from '../../../src/2d/shapes/registered-shape.ts';
import { shapeTables } from '../../../src/2d/shapes/shape-tables.ts';
import { createColliderSlots } from '../../../src/core/collider-slots.ts';
import {
  createShapeRegistry,
  pinShape,
  registerShape,
  sweepIsDue,
  sweepShapes,
  unpinShape,
} from '../../../src/core/shapes/shape-registry.ts';
import { createGame, type Game, refusal } from '../../support/game-2d.ts';
import { validateOutlines, verticesOf } from '../../support/outlines-2d.ts';
import { createRng } from '../../support/rng.ts';

function someShape(size = 1): RegisteredShape {
  const corners = [0, 0, size, 0, 0, size];
  const made = size % 3 === 0 ? chain(corners) : size % 3 === 1 ? segment(0, 0, size, size) : polygon(corners);
  return made.shape as RegisteredShape;
}

function registered({ collision }: Game): number {
  return collision.state.set.registry.handles.size;
}

/** Registers and drops so many shapes that a sweep comes. */
function provokeSweep({ world, spawn }: Game): void {
  for (let i = 0; i < 200; i++) {
    const eid = spawn(1e6, 0, polygon([0, 0, 1, 0, 0, 1 + i]));
    collisionSystem(world);
    removeEntity(world, eid);
  }
  collisionSystem(world);
}

describe('against a map', () => {
  it('handles name what they were given for until a sweep finds nobody who uses or pins them (seed 5)', () => {
    const rng = createRng(5);
    const registry = createShapeRegistry(shapeTables);
    const model = new Map<number, RegisteredShape>();
    const pins = new Map<number, number>();
    let freed = 0;
    let reused = 0;
    let highest = 0;
    const anyHandle = (): number => [...model.keys()][rng.integer(0, model.size - 1)];
    for (let step = 0; step < 4000; step++) {
      const what = rng.integer(0, 9);
      if (what < 5 || model.size === 0) {
        const known = model.size > 0 && rng.next() < 0.2 ? anyHandle() : undefined;
        const shape = known === undefined ? someShape(1 + step) : model.get(known)!;
        const handle = registerShape(registry, shape);
        if (known !== undefined) expect(handle).toBe(known);
        else if (model.has(handle) || handle === 0) throw new Error(`step ${step}: handle ${handle} is in use`);
        if (known === undefined && handle <= highest) reused++;
        highest = Math.max(highest, handle);
        model.set(handle, shape);
      } else if (what < 7) {
        const handle = anyHandle();
        pinShape(registry, handle);
        pins.set(handle, (pins.get(handle) ?? 0) + 1);
      } else if (what < 9 && pins.size > 0) {
        const handle = [...pins.keys()][rng.integer(0, pins.size - 1)];
        unpinShape(registry, handle);
        if (pins.get(handle) === 1) pins.delete(handle);
        else pins.set(handle, pins.get(handle)! - 1);
      } else if (what === 9) {
        const used = new Uint8Array(registry.shapes.length);
        for (const handle of model.keys()) if (rng.next() < 0.7) used[handle] = 1;
        // Whoever owns a Collider has for a handle its own index.
        const columns = { shape: Uint32Array.from(used.keys()) };
        const set = { registry, shape: columns, slots: createColliderSlots(1) } as unknown as ColliderSet;
        sweepShapes(set, (visit) => {
          for (const handle of model.keys()) if (used[handle] === 1) visit(handle);
        });
        for (const handle of [...model.keys()]) {
          if (used[handle] === 1 || pins.has(handle)) continue;
          model.delete(handle);
          freed++;
          expect(registry.shapes[handle]).toBe(undefined);
        }
        expect(sweepIsDue(registry)).toBe(false);
      }
      expect(registry.handles.size).toBe(model.size);
      for (const [handle, shape] of model) if (registry.shapes[handle] !== shape) throw new Error(`step ${step}`);
      if (step % 10 === 0 || what === 9) validateOutlines(registry);
    }
    expect(Math.min(freed, reused)).toBeGreaterThan(300);
    expect(refusal(() => unpinShape(registry, highest + 1))).toContain('one that registerShape returned');
  });
});

describe('in a world', () => {
  it('a maker’s value is registered once, however many entities use it; equal values are different shapes', () => {
    const game = createGame();
    const { Collider } = game.collision;
    const shape = polygon([0, 0, 1, 0, 0, 1]);
    const eids = [0, 5, 10].map((x) => game.spawn(x, 0, shape));
    const other = game.spawn(15, 0, polygon([0, 0, 1, 0, 0, 1]));
    expect(new Set(eids.map((eid) => Collider.shape[eid])).size).toBe(1);
    expect(Collider.shape[other]).not.toBe(Collider.shape[eids[0]]);
    expect(registered(game)).toBe(2);
    game.spawn(20, 0, circle(1));
    expect(registered(game)).toBe(2);
    for (const made of [segment(0, 0, 1, 1), chain([0, 0, 1, 1]), compound([circle(1)])]) game.spawn(25, 0, made);
    expect(registered(game)).toBe(5);
  });

  it('is freed when nobody uses it, and kept for whoever does: enabled, disabled, or by a handle written directly', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Collider, Disabled, Transform } = collision;
    const kept = spawn(0, 0, polygon([0, 0, 2, 0, 0, 2]));
    const asleep = spawn(10, 0, polygon([0, 0, 2, 0, 0, 2]));
    addComponent(world, asleep, Disabled);
    const lent = spawn(20, 0, polygon([0, 0, 2, 0, 0, 2]));
    const borrower = spawn(30);
    Collider.kind[borrower] = Collider.kind[lent];
    Collider.radius[borrower] = 0;
    Collider.shape[borrower] = Collider.shape[lent];
    const gone = spawn(40, 0, polygon([0, 0, 2, 0, 0, 2]));
    const bare = addEntity(world);
    addComponent(world, bare, set(Collider, polygon([0, 0, 2, 0, 0, 2])));
    collisionSystem(world);
    removeEntity(world, lent);
    removeComponent(world, gone, Collider);
    const freed = [Collider.shape[gone]];
    provokeSweep(game);
    const { registry } = collision.state.set;
    for (const eid of [kept, asleep, borrower, bare]) {
      expect(registry.shapes[Collider.shape[eid]]?.count).toBe(3);
    }
    for (const handle of freed) {
      const shape = registry.shapes[handle];
      if (shape !== undefined) expect(verticesOf(shape)).not.toEqual([0, 0, 2, 0, 0, 2]);
    }
    expect(queryPoint(world, { x: 30.5, y: 0.5 }, [])).toBe(1);
    removeComponent(world, asleep, Disabled);
    addComponent(world, bare, set(Transform, { x: 50 }));
    collisionSystem(world);
    expect([queryPoint(world, { x: 10.5, y: 0.5 }, []), queryPoint(world, { x: 50.5, y: 0.5 }, [])]).toEqual([1, 1]);
  });

  it('does not pile up: shapes of entities that come and go', () => {
    const game = createGame();
    const { world, spawn } = game;
    let most = 0;
    for (let i = 0; i < 3000; i++) {
      const eid = spawn(0, 0, compound([circle(1 + (i % 7))]));
      collisionSystem(world);
      most = Math.max(most, registered(game));
      removeEntity(world, eid);
    }
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(70);
    expect(game.collision.state.set.registry.shapes.length).toBeLessThan(70);
  });

  it('pinned, stays until released as often as registered; a freed handle is refused by name', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const shape = polygon([0, 0, 3, 0, 0, 3]);
    const handle = collision.registerShape(shape);
    expect(collision.registerShape(shape)).toBe(handle);
    provokeSweep(game);
    collision.releaseShape(handle);
    provokeSweep(game);
    const user = spawn(0, 0, circle(1), { kind: 4, radius: 0, shape: handle });
    collisionSystem(world);
    expect(queryPoint(world, { x: 1, y: 1 }, [])).toBe(1);
    collision.releaseShape(handle);
    expect(refusal(() => collision.releaseShape(handle))).toBe(
      `unknown-shape: a handle to release must be one that registerShape returned, got ${handle}`,
    );
    provokeSweep(game);
    expect(queryPoint(world, { x: 1, y: 1 }, [])).toBe(1);
    removeEntity(world, user);
    // More at once than there is room for below the next sweep: no handle is left free.
    const crowd = Array.from({ length: 80 }, (_, i) => spawn(100 * i, 0, circle(1)));
    provokeSweep(game);
    const late = crowd[0];
    const free = collision.state.set.registry.free.at(-1)!;
    collision.Collider.kind[late] = 4;
    collision.Collider.shape[late] = free;
    expect(refusal(() => collisionSystem(world))).toBe(
      `unknown-shape: Collider.shape of entity ${late} must be the handle of a polygon, but handle ${free} is no registered shape`,
    );
    expect(refusal(() => collision.registerShape(circle(1)))).toContain(
      'shapes of sizes alone (circles, spheres, capsules, boxes) are not registered',
    );
  });

  it('in use by statics that are never looked at again, is kept', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const walls = [0, 10, 20].map((x) => spawn(x, 0, chain([0, 0, 5, 0])));
    for (const wall of walls) addComponent(world, wall, collision.Static);
    provokeSweep(game);
    provokeSweep(game);
    const ball = spawn(12, 0.5);
    collisionSystem(world);
    expect([...collision.contactsOf(ball)].map((contact) => contact.b)).toEqual([walls[1]]);
  });
});

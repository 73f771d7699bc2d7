import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import { circle, collisionSystem, createCollision } from '../../../entry/2d.ts';
import { validateColliderSlots } from '../../../src/core/collider-slots.ts';
import { staticMembers } from '../../../systems/core/mobility.ts';
import { createRng } from '../../support/rng.ts';

it.each([1, 2, 3])('lists what moves and what is static by entity, whatever comes, goes or turns (seed %i)', (seed) => {
  const rng = createRng(seed);
  const world = createWorld();
  const collision = createCollision(world, { capacity: 8 });
  const { Transform, Collider, Static, Disabled, state } = collision;
  const bodies = new Map<number, { isStatic: boolean; isDisabled: boolean }>();
  const done = { added: 0, removed: 0, turned: 0, disabled: 0 };
  for (let tick = 0; tick < 400; tick++) {
    for (let changes = rng.integer(0, 6); changes > 0; changes--) {
      const eids = [...bodies.keys()];
      const eid = eids[rng.integer(0, eids.length)];
      const body = bodies.get(eid);
      const action = rng.next();
      if (body === undefined || (action < 0.4 && eids.length < 60)) {
        const isStatic = rng.next() < 0.6;
        const added = addEntity(world);
        addComponent(world, added, set(Transform, { x: rng.range(-9, 9), y: rng.range(-9, 9) }));
        addComponent(world, added, set(Collider, circle(0.5)));
        if (isStatic) addComponent(world, added, Static);
        bodies.set(added, { isStatic, isDisabled: false });
        done.added++;
      } else if (action < 0.7) {
        removeEntity(world, eid);
        bodies.delete(eid);
        done.removed++;
      } else if (action < 0.85) {
        if (body.isStatic) removeComponent(world, eid, Static);
        else addComponent(world, eid, Static);
        body.isStatic = !body.isStatic;
        done.turned++;
      } else {
        if (body.isDisabled) removeComponent(world, eid, Disabled);
        else addComponent(world, eid, Disabled);
        body.isDisabled = !body.isDisabled;
        done.disabled++;
      }
    }
    collisionSystem(world);
    validateColliderSlots(state.set.slots);
    const expected = (isStatic: boolean): number[] =>
      [...bodies.keys()]
        .filter((eid) => bodies.get(eid)!.isStatic === isStatic && !bodies.get(eid)!.isDisabled)
        .sort((a, b) => a - b);
    const { moving, static: statics } = collision.counts;
    expect({ moving, statics }, `seed ${seed}, tick ${tick}`).toEqual({
      moving: expected(false).length,
      statics: expected(true).length,
    });
    const { entity } = state.set.slots;
    const { items, count } = state.moving.members;
    expect(Array.from(items.subarray(0, count), (slot) => entity[slot])).toEqual(expected(false));
    // Not in every tick: the list is to be right after several without it.
    if (rng.next() < 0.7) continue;
    const listed = staticMembers(state);
    expect(Array.from(listed.items.subarray(0, listed.count), (slot) => entity[slot])).toEqual(expected(true));
  }
  for (const [what, count] of Object.entries(done)) expect(count, what).toBeGreaterThan(100);
});

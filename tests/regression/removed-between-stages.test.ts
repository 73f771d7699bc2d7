import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  boundsSystem,
  broadPhaseSystem,
  circle,
  contactTrackingSystem,
  createCollision,
  eventSystem,
  narrowPhaseSystem,
  syncSystem,
} from '../../entry/2d.ts';
import { validateColliderSlots } from '../../src/core/collider-slots.ts';

const STAGES = [syncSystem, boundsSystem, broadPhaseSystem, narrowPhaseSystem, contactTrackingSystem, eventSystem];

// Removed after the narrow phase, entity 2 lost its ends, and its successor under the same id its begins.
it.each(STAGES.map((stage, i) => ({ name: stage.name, after: i })))(
  'an entity that is recycled right after $name ends once and its successor begins once',
  ({ after }) => {
    const world = createWorld();
    const collision = createCollision(world);
    const log: string[] = [];
    collision.onBegin((a, b) => log.push(`begin ${a} ${b}`));
    collision.onEnd((a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
    const make = (x: number): number => {
      const entity = addEntity(world);
      addComponent(world, entity, set(collision.Transform, { x }));
      addComponent(world, entity, set(collision.Collider, circle(1)));
      return entity;
    };
    make(0);
    const middle = make(1);
    make(2.5);
    for (let tick = 0; tick < 5; tick++) {
      STAGES.forEach((stage, i) => {
        stage(world);
        if (tick !== 1 || i !== after) return;
        removeEntity(world, middle);
        expect(make(1)).toBe(middle);
      });
      validateColliderSlots(collision.state.set.slots);
      if (tick === 0) expect(log.splice(0)).toEqual(['begin 1 2', 'begin 2 3']);
    }
    expect(log).toEqual(['end 1 2 removed', 'end 2 3 removed', 'begin 1 2', 'begin 2 3']);
    expect(collision.state.set.slots.removed).toHaveLength(0);
  },
);

import { addComponent, addEntity, createWorld, query, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';

function twoCircles() {
  const world = createWorld();
  const collision = createCollision(world);
  const events: string[] = [];
  collision.onBegin((a, b) => events.push(`begin ${a} ${b}`));
  collision.onEnd((a, b, end) => events.push(`end ${a} ${b} ${end.cause}`));
  const make = (): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, { x: 0.5 * entity }));
    addComponent(world, entity, set(collision.Collider, circle(1)));
    return entity;
  };
  const entities = [make(), make()] as const;
  collisionSystem(world);
  events.length = 0;
  return { world, collision, events, a: entities[0], b: entities[1] };
}

// bitECS 0.4 tells nobody when an entity matches [A, Not(B)] again after losing B, unless a query has run in between.
describe('a collider that is enabled again', () => {
  it('collides again, in a world that never queries', () => {
    const { world, collision, events, a, b } = twoCircles();
    addComponent(world, b, collision.Disabled);
    collisionSystem(world);
    expect(events.splice(0)).toEqual([`end ${a} ${b} disabled`]);
    removeComponent(world, b, collision.Disabled);
    collisionSystem(world);
    expect(events).toEqual([`begin ${a} ${b}`]);
  });

  it('ends and begins when both happen in one tick', () => {
    const { world, collision, events, a, b } = twoCircles();
    addComponent(world, b, collision.Disabled);
    removeComponent(world, b, collision.Disabled);
    collisionSystem(world);
    expect(events).toEqual([`end ${a} ${b} disabled`, `begin ${a} ${b}`]);
  });

  it('collides once when a query has run in between', () => {
    const { world, collision, events, a, b } = twoCircles();
    addComponent(world, b, collision.Disabled);
    collisionSystem(world);
    query(world, [collision.Collider]);
    events.length = 0;
    removeComponent(world, b, collision.Disabled);
    collisionSystem(world);
    collisionSystem(world);
    expect(events).toEqual([`begin ${a} ${b}`]);
    expect(Array.from(collision.contacts(), (contact) => contact.age)).toEqual([1]);
  });

  it('stays away when its entity is removed while disabled', () => {
    const { world, collision, events, b } = twoCircles();
    addComponent(world, b, collision.Disabled);
    collisionSystem(world);
    events.length = 0;
    removeEntity(world, b);
    collisionSystem(world);
    expect(events).toEqual([]);
  });
});

import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { box, capsule, circle, collisionSystem, createCollision, segment } from 'bitecs-collision/2d';
import { expect, test } from 'vitest';
import { bodyAt, describeFilter, factsOf } from '../../examples/shell/body-facts.ts';

function setUp() {
  const world = createWorld();
  const collision = createCollision(world);
  const add = (values: object, x: number, y: number, ...tags: object[]) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x, y }));
    addComponent(world, eid, set(collision.Collider, values));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  };
  return { world, collision, add };
}

test('what moves is pointed at before what stands still, and a sensor last', () => {
  const { world, collision, add } = setUp();
  const { Static, Sensor, Disabled } = collision;
  const crate = add(box(1, 1), 0, 0);
  const later = add(circle(0.5), 0.7, 0);
  const ground = add(box(5, 5), 0, 0, Static);
  const zone = add(circle(9), 0, 0, Sensor);
  const wire = add(segment(-1, 0, 1, 0), 20, 0);
  const asleep = add(circle(1), 40, 0, Disabled);
  collisionSystem(world);
  expect(bodyAt(world, -0.5, 0, 0.01)).toBe(crate);
  expect(bodyAt(world, 0.7, 0, 0.01)).toBe(later);
  expect(bodyAt(world, 4, 4, 0.01)).toBe(ground);
  expect(bodyAt(world, 7, 4, 0.01)).toBe(zone);
  // Too thin to be hit: within a few pixels.
  expect(bodyAt(world, 20.5, 0.05, 0.01)).toBe(wire);
  expect(bodyAt(world, 20.5, 0.5, 0.01)).toBe(undefined);
  expect(bodyAt(world, 40.05, 0, 0.01)).toBe(asleep);
});

test('a body tells shape, place, filter and contacts, and says when it has gone', () => {
  const { world, collision, add } = setUp();
  const one = add({ ...box(1, 0.5, { radius: 0.1 }), categoryBits: 2, maskBits: 5, groupIndex: 3 }, 1, -2);
  const other = add({ ...capsule(0.5, 0.25), groupIndex: 3 }, 2, -2, collision.Static);
  add({ ...circle(30), groupIndex: 3 }, 0, 0, collision.Sensor);
  collisionSystem(world);
  expect(factsOf(world, one)).toEqual({
    shape: 'box 2.00 × 1.00, rounded by 0.10',
    marks: [],
    place: '(1.00, -2.00)',
    filter: 'category bit 1, meets 0 2, group 3',
    contacts: [
      { other, text: expect.stringMatching(/^touches, 0\.35 deep$/) },
      { other: 3, text: 'is sensed' },
    ],
  });
  expect(factsOf(world, other)).toMatchObject({ shape: 'capsule, radius 0.25, core 1.00 long', marks: ['static'] });
  removeEntity(world, other);
  expect(factsOf(world, other)).toBe(undefined);
});

test('filters are read bit by bit', () => {
  expect(describeFilter(1, 0xffffffff, 0)).toBe('category bit 0, meets all');
  expect(describeFilter(0x80000001, 0, -2)).toBe('category bit 0 31, meets nothing, group -2');
  expect(describeFilter(0, 0xfffffffb, 0)).toBe('category bit none, meets all but 2');
});

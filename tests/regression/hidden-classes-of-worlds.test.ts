import { setFlagsFromString } from 'node:v8';
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, test } from 'vitest';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';

// An object made by spreading another one had, in the ninth world and all after it, a hidden class of its own: code
// that was shared by many worlds looked each of its fields up anew, and a tick of 1,000 small worlds took three times
// as long.

setFlagsFromString('--allow-natives-syntax');
const areAlike = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

test('the records of one world have the hidden classes of those of another', () => {
  const states = Array.from({ length: 40 }, makeState);
  const first = partsOf(states[38]);
  const second = partsOf(states[39]);
  expect(first.size).toBeGreaterThan(60);
  const unlike = [...first.keys()].filter((path) => !areAlike(first.get(path)!, second.get(path)!));
  expect(unlike).toEqual([]);
});

function makeState(): object {
  const world = createWorld();
  const collision = createCollision(world, { capacity: 3, shouldCollide: () => true });
  collision.onBegin(() => {});
  for (const x of [0, 1]) {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x }));
    addComponent(world, eid, set(collision.Collider, circle(1)));
  }
  collisionSystem(world);
  return collision.state;
}

/** All objects that can be reached, by where they are; none of bitECS. */
function partsOf(root: object): Map<string, object> {
  const parts = new Map<string, object>();
  const seen = new Set<object>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    parts.set(path, value);
    if (ArrayBuffer.isView(value)) return;
    for (const [key, inner] of Object.entries(value)) if (key !== 'world') visit(inner, `${path}.${key}`);
  };
  visit(root, 'state');
  return parts;
}

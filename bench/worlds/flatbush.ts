import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import type { Rng } from '../../tests/support/rng.ts';
import { loadPackage } from '../peer.ts';
import { COUNT, HALF, RADIUS } from './even.ts';

/** The part of flatbush that the worlds use. */
export interface FlatbushIndex {
  add(minX: number, minY: number, maxX: number, maxY: number): void;
  finish(): void;
  search(minX: number, minY: number, maxX: number, maxY: number, filter?: (index: number) => boolean): number[];
  neighbors(x: number, y: number, maxResults?: number): number[];
}

export const Flatbush = await loadPackage<new (count: number) => FlatbushIndex>('flatbush');

/**
 * Makes a world of the circles of `even.ts` after its first tick, and an index of flatbush with a box of half side
 * `indexed` around each centre.
 */
export function evenCircles(rng: Rng, indexed: number) {
  const index = new Flatbush(COUNT);
  const world = createWorld();
  const { Transform, Collider } = createCollision(world, { capacity: COUNT + 1 });
  for (let i = 0; i < COUNT; i++) {
    const [x, y] = [rng.range(-HALF, HALF), rng.range(-HALF, HALF)];
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, circle(RADIUS)));
    index.add(x - indexed, y - indexed, x + indexed, y + indexed);
  }
  index.finish();
  collisionSystem(world);
  return { world, index };
}

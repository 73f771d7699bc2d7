import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import type { Contest } from '../geometry/contest.ts';
import { PairDiff } from '../pair-diff.ts';
import type { Tally } from '../peer.ts';
import { circles } from '../scene.ts';
import { COUNT, countContacts, HALF, RADIUS } from './even.ts';
import { Flatbush } from './flatbush.ts';

/** 10,000 circles of 20 teams, each of which meets only its own: 95 % of the pairs are refused. */
export function filtered(): Contest {
  const teams = 20;
  const scene = circles(COUNT, HALF);
  const { x, y } = scene;
  const world = createWorld();
  const collision = createCollision(world, { capacity: COUNT + 1 });
  const { Transform, Collider } = collision;
  const ids = Array.from({ length: COUNT }, (_, i) => {
    const team = 1 << (i % teams);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: x[i], y: y[i] }));
    addComponent(world, eid, set(Collider, { ...circle(RADIUS), categoryBits: team, maskBits: team }));
    return eid;
  });
  const mine = { began: 0, ended: 0 };
  collision.onBegin(() => {
    mine.began++;
  });
  collision.onEnd(() => {
    mine.ended++;
  });
  // Each side moves the same circles by its own ticks, so the rival needs a copy of their places.
  const other = circles(COUNT, HALF);
  const move = (): void => {
    for (let i = 0; i < COUNT; i++) {
      Transform.x[ids[i]] = x[i];
      Transform.y[ids[i]] = y[i];
    }
  };
  const ours = (): number => {
    scene.step();
    move();
    collisionSystem(world);
    return countContacts(collision);
  };
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  const diff = new PairDiff();
  let self = 0;
  const meets = (index: number): boolean => index > self && index % teams === self % teams;
  const theirs = (): number => {
    other.step();
    const index = new Flatbush(COUNT);
    for (let i = 0; i < COUNT; i++)
      index.add(other.x[i] - RADIUS, other.y[i] - RADIUS, other.x[i] + RADIUS, other.y[i] + RADIUS);
    index.finish();
    let pairs = 0;
    for (self = 0; self < COUNT; self++) {
      const [x0, y0] = [other.x[self], other.y[self]];
      for (const hit of index.search(x0 - RADIUS, y0 - RADIUS, x0 + RADIUS, y0 + RADIUS, meets)) {
        const dx = other.x[hit] - x0;
        const dy = other.y[hit] - y0;
        const squared = dx * dx + dy * dy;
        if (squared > 4 * RADIUS * RADIUS) continue;
        pairs++;
        tally.checksum += dx / Math.sqrt(squared);
        diff.add(self, hit);
      }
    }
    diff.finish(tally);
    return pairs;
  };
  const name = '10,000 circles, 95 % of their pairs refused by masks';
  return { family: 'filters', name, rival: 'flatbush', operations: 1, ours, theirs, tolerance: 0 };
}

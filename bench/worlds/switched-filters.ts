import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import { PairDiff } from '../pair-diff.ts';
import type { Tally } from '../peer.ts';
import { circles } from '../scene.ts';
import { COUNT, countContacts, HALF, RADIUS } from './even.ts';
import { Flatbush } from './flatbush.ts';

/** The mask of every circle, and the mask that the switched ones have in every second tick. */
const ALL = 0b11;
const SOME = 0b10;

/** Which circles have their mask changed in a tick: the same on all sides. */
function switcher(share: number): (change: (i: number) => void) => void {
  const rng = createRng(23);
  const count = Math.round(share * COUNT);
  return (change) => {
    for (let i = 0; i < count; i++) change(rng.integer(0, COUNT - 1));
  };
}

/** 10,000 circles of two categories, of which a share has its mask switched in each tick. */
export function switchedFilters(share: number, rival: 'flatbush' | 'none switched'): Contest {
  return {
    family: 'filters',
    name: `10,000 circles, ${100 * share} % of which switch their mask in each tick`,
    rival: rival === 'flatbush' ? rival : 'the same with none',
    operations: 1,
    ours: ourSide(share),
    theirs: rival === 'flatbush' ? flatbushSide(share) : ourSide(0),
    // With no filter switched there are a few more pairs.
    tolerance: rival === 'flatbush' ? 0 : 1,
  };
}

const categoryOf = (i: number): number => 1 + (i % 2);

function ourSide(share: number): () => number {
  const scene = circles(COUNT, HALF);
  const { x, y } = scene;
  const world = createWorld();
  const collision = createCollision(world, { capacity: COUNT + 1 });
  const { Transform, Collider } = collision;
  const ids = Array.from({ length: COUNT }, (_, i) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: x[i], y: y[i] }));
    addComponent(world, eid, set(Collider, { ...circle(RADIUS), categoryBits: categoryOf(i), maskBits: ALL }));
    return eid;
  });
  const told = { began: 0, ended: 0 };
  collision.onBegin(() => {
    told.began++;
  });
  collision.onEnd(() => {
    told.ended++;
  });
  const move = (): void => {
    for (let i = 0; i < COUNT; i++) {
      Transform.x[ids[i]] = x[i];
      Transform.y[ids[i]] = y[i];
    }
  };
  const switchSome = switcher(share);
  const change = (i: number): void => {
    Collider.maskBits[ids[i]] ^= ALL ^ SOME;
  };
  return () => {
    scene.step();
    move();
    switchSome(change);
    collisionSystem(world);
    return countContacts(collision);
  };
}

function flatbushSide(share: number): () => number {
  const scene = circles(COUNT, HALF);
  const { x, y } = scene;
  const mask = new Uint8Array(COUNT).fill(ALL);
  const switchSome = switcher(share);
  const change = (i: number): void => {
    mask[i] ^= ALL ^ SOME;
  };
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  const diff = new PairDiff();
  let self = 0;
  const meets = (i: number): boolean =>
    i > self && (mask[self] & categoryOf(i)) !== 0 && (mask[i] & categoryOf(self)) !== 0;
  return () => {
    scene.step();
    switchSome(change);
    const index = new Flatbush(COUNT);
    for (let i = 0; i < COUNT; i++) index.add(x[i] - RADIUS, y[i] - RADIUS, x[i] + RADIUS, y[i] + RADIUS);
    index.finish();
    let pairs = 0;
    for (self = 0; self < COUNT; self++) {
      const [x0, y0] = [x[self], y[self]];
      for (const hit of index.search(x0 - RADIUS, y0 - RADIUS, x0 + RADIUS, y0 + RADIUS, meets)) {
        const dx = x[hit] - x0;
        const dy = y[hit] - y0;
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
}

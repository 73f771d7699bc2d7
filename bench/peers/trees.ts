import { loadPackage, type Peer } from '../peer.ts';
import { openSatBodies } from './sat-bodies.ts';

interface FlatbushIndex {
  add(minX: number, minY: number, maxX: number, maxY: number): void;
  finish(): void;
  search(minX: number, minY: number, maxX: number, maxY: number, filter?: (index: number) => boolean): number[];
}
type Flatbush = new (count: number) => FlatbushIndex;
type Item = { minX: number; minY: number; maxX: number; maxY: number; i: number };
interface RBushIndex {
  clear(): void;
  load(items: Item[]): void;
  search(box: Item): Item[];
}
type RBush = new () => RBushIndex;

/**
 * flatbush over the movers, made anew each tick; over what stands still once; a search per mover; SAT.js for the pairs.
 */
export const flatbush: Peer = async (scene) => {
  const Index = await loadPackage<Flatbush>('flatbush');
  const bodies = await openSatBodies(scene);
  const { bounds } = bodies;
  const build = (first: number, end: number): FlatbushIndex => {
    const index = new Index(end - first);
    for (let b = 4 * first; b < 4 * end; b += 4) index.add(bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3]);
    index.finish();
    return index;
  };
  const { movers, count } = scene;
  const still = count > movers ? build(movers, count) : undefined;
  let index: FlatbushIndex;
  let self = 0;
  const above = (other: number): boolean => other > self;
  const searchStill = (a: number): void => {
    const b = 4 * a;
    const found = still!.search(bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3]);
    for (let k = 0; k < found.length; k++) bodies.test(a, movers + found[k]);
  };
  return {
    update(tally) {
      bodies.begin();
      index = build(0, movers);
      for (self = 0; self < movers; self++) {
        const b = 4 * self;
        const found = index.search(bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3], above);
        for (let k = 0; k < found.length; k++) bodies.test(self, found[k]);
        if (still) searchStill(self);
      }
      bodies.finish(tally);
    },
    read: (tally) => bodies.read(tally),
    list: (keys) => bodies.list(keys),
    boxes(q, answers) {
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i];
        answers[i] = index.search(q.x[i] - size, q.y[i] - size, q.x[i] + size, q.y[i] + size).length;
      }
    },
  };
};

/** rbush, bulk loaded each tick; else as flatbush. */
export const rbush: Peer = async (scene) => {
  const Index = await loadPackage<RBush>('rbush');
  const bodies = await openSatBodies(scene);
  const { bounds } = bodies;
  const { movers, moving: awake, count } = scene;
  const items: Item[] = [];
  for (let i = 0; i < count; i++) items.push({ minX: 0, minY: 0, maxX: 0, maxY: 0, i });
  const place = (item: Item): void => {
    const b = 4 * item.i;
    item.minX = bounds[b];
    item.minY = bounds[b + 1];
    item.maxX = bounds[b + 2];
    item.maxY = bounds[b + 3];
  };
  items.forEach(place);
  const moving = items.slice(0, movers);
  const index = new Index();
  const still = new Index();
  still.load(items.slice(movers));
  return {
    update(tally) {
      bodies.begin();
      for (let i = 0; i < awake; i++) place(items[i]);
      index.clear();
      index.load(moving.slice());
      for (let i = 0; i < movers; i++) {
        const found = index.search(items[i]);
        for (let k = 0; k < found.length; k++) if (found[k].i > i) bodies.test(i, found[k].i);
        if (count === movers) continue;
        const fixed = still.search(items[i]);
        for (let k = 0; k < fixed.length; k++) bodies.test(i, fixed[k].i);
      }
      bodies.finish(tally);
    },
    read: (tally) => bodies.read(tally),
    list: (keys) => bodies.list(keys),
    boxes(q, answers) {
      const box: Item = { minX: 0, minY: 0, maxX: 0, maxY: 0, i: -1 };
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i];
        box.minX = q.x[i] - size;
        box.minY = q.y[i] - size;
        box.maxX = q.x[i] + size;
        box.maxY = q.y[i] + size;
        answers[i] = index.search(box).length;
      }
    },
  };
};

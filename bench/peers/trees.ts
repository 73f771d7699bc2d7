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

/** flatbush over the movers, made anew each tick; over what stands still once; a search per mover; SAT.js for the pairs. */
export const flatbush: Peer = async (scene) => {
  const Index = await loadPackage<Flatbush>('flatbush');
  const bodies = await openSatBodies(scene);
  const { bounds, test } = bodies;
  const build = (first: number, end: number): FlatbushIndex => {
    const index = new Index(end - first);
    for (let b = 4 * first; b < 4 * end; b += 4) index.add(bounds[b]!, bounds[b + 1]!, bounds[b + 2]!, bounds[b + 3]!);
    index.finish();
    return index;
  };
  const { movers, count } = scene;
  const still = count > movers ? build(movers, count) : undefined;
  let index: FlatbushIndex;
  let self = 0;
  const above = (other: number): boolean => other > self;
  return {
    update(tally) {
      bodies.begin();
      index = build(0, movers);
      for (self = 0; self < movers; self++) {
        const b = 4 * self;
        const [minX, minY, maxX, maxY] = [bounds[b]!, bounds[b + 1]!, bounds[b + 2]!, bounds[b + 3]!];
        for (const other of index.search(minX, minY, maxX, maxY, above)) test(self, other);
        if (still) for (const other of still.search(minX, minY, maxX, maxY)) test(self, movers + other);
      }
      bodies.finish(tally);
    },
    read: (tally) => bodies.read(tally),
    boxes(q, tally) {
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i]!;
        tally.pairs += index.search(q.x[i]! - size, q.y[i]! - size, q.x[i]! + size, q.y[i]! + size).length;
      }
    },
  };
};

/** rbush, bulk loaded each tick; else as flatbush. */
export const rbush: Peer = async (scene) => {
  const Index = await loadPackage<RBush>('rbush');
  const bodies = await openSatBodies(scene);
  const { bounds, test } = bodies;
  const { movers, count } = scene;
  const items: Item[] = [];
  for (let i = 0; i < count; i++) items.push({ minX: 0, minY: 0, maxX: 0, maxY: 0, i });
  const place = (item: Item): void => {
    const b = 4 * item.i;
    item.minX = bounds[b]!;
    item.minY = bounds[b + 1]!;
    item.maxX = bounds[b + 2]!;
    item.maxY = bounds[b + 3]!;
  };
  items.forEach(place);
  const moving = items.slice(0, movers);
  const index = new Index();
  const still = new Index();
  still.load(items.slice(movers));
  return {
    update(tally) {
      bodies.begin();
      for (const item of moving) place(item);
      index.clear();
      index.load(moving.slice());
      for (const item of moving) {
        for (const other of index.search(item)) if (other.i > item.i) test(item.i, other.i);
        if (count > movers) for (const other of still.search(item)) test(item.i, other.i);
      }
      bodies.finish(tally);
    },
    read: (tally) => bodies.read(tally),
    boxes(q, tally) {
      const box: Item = { minX: 0, minY: 0, maxX: 0, maxY: 0, i: -1 };
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i]!;
        box.minX = q.x[i]! - size;
        box.minY = q.y[i]! - size;
        box.maxX = q.x[i]! + size;
        box.maxY = q.y[i]! + size;
        tally.pairs += index.search(box).length;
      }
    },
  };
};

import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { circle, collisionSystem, createCollision, queryAabb } from '../entry/2d.ts';
import { createRng } from '../tests/support/rng.ts';
import { reportBullets } from './bullets.ts';
import { type Contest, runContest } from './geometry/contest.ts';
import { movers } from './movers.ts';
import { PairDiff } from './pair-diff.ts';
import { loadPackage, type Session, type Tally } from './peer.ts';
import { PEERS } from './peers.ts';
import { circles } from './scene.ts';

// The contests of worlds.ts, each side in turn in this process.

interface FlatbushIndex {
  add(minX: number, minY: number, maxX: number, maxY: number): void;
  finish(): void;
  search(minX: number, minY: number, maxX: number, maxY: number, filter?: (index: number) => boolean): number[];
}
const Flatbush = await loadPackage<new (count: number) => FlatbushIndex>('flatbush');

const COUNT = 10_000;
const HALF = 88.6;
const RADIUS = 0.5;

/** Boxes among 10,000 circles, for about so many hits each. */
function queries(hits: number, sorted: boolean): Contest {
  const rng = createRng(11);
  const index = new Flatbush(COUNT);
  const world = createWorld();
  const { Transform, Collider } = createCollision(world, { capacity: COUNT + 1 });
  for (let i = 0; i < COUNT; i++) {
    const [x, y] = [rng.range(-HALF, HALF), rng.range(-HALF, HALF)];
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, circle(RADIUS)));
    index.add(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS);
  }
  index.finish();
  collisionSystem(world);
  const size = HALF * Math.sqrt(hits / COUNT) - RADIUS;
  const asked = Math.max(100, 20_000 / hits);
  const at = Array.from({ length: asked }, () => [rng.range(-60, 60), rng.range(-60, 60)]);
  const out: number[] = [];
  const options = { sorted };
  const sum = (count: (x: number, y: number) => number): number => at.reduce((all, [x, y]) => all + count(x, y), 0);
  return {
    family: 'box queries',
    name: `${hits} hits${sorted ? '' : ', sorted: false'}`,
    rival: 'flatbush',
    operations: at.length,
    ours: () => sum((x, y) => queryAabb(world, x - size, y - size, x + size, y + size, out, options)),
    theirs: () => sum((x, y) => index.search(x - size, y - size, x + size, y + size).length),
    tolerance: 0,
  };
}

/** Moves what lives; every tick the oldest 2,000 of 10,000 go and as many come. */
function churn(): Contest {
  const rate = 2000;
  /** The same bodies for both, by their number: places and ways. */
  const born = (i: number): number[] => {
    const rng = createRng(i);
    return [rng.range(-HALF, HALF), rng.range(-HALF, HALF), rng.range(-0.07, 0.07), rng.range(-0.07, 0.07)];
  };
  const bodies: number[][] = Array.from({ length: 50 * rate }, (_, i) => born(i));
  const bodyOf = (i: number): number[] => bodies[i % bodies.length];

  const world = createWorld();
  const collision = createCollision(world, { capacity: 2 * COUNT });
  const { Transform, Collider } = collision;
  const shape = circle(RADIUS);
  const ids = new Uint32Array(COUNT);
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  collision.onBegin(() => {
    tally.began++;
  });
  collision.onEnd(() => {
    tally.ended++;
  });
  const spawn = (i: number): void => {
    const [x, y] = bodyOf(i);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
    ids[i % COUNT] = eid;
  };
  for (let i = 0; i < COUNT; i++) spawn(i);
  let next = COUNT;
  const ours = (): number => {
    for (let i = 0; i < rate; i++) removeEntity(world, ids[(next + i) % COUNT]);
    for (let i = 0; i < rate; i++) spawn(next++);
    for (let i = next - COUNT; i < next; i++) {
      const eid = ids[i % COUNT];
      const [, , vx, vy] = bodyOf(i);
      Transform.x[eid] += vx;
      Transform.y[eid] += vy;
    }
    collisionSystem(world);
    let pairs = 0;
    for (const contact of collision.contacts()) if (contact.penetration >= 0) pairs++;
    return pairs;
  };

  const x = new Float64Array(COUNT);
  const y = new Float64Array(COUNT);
  const numbers = new Uint32Array(COUNT);
  const put = (i: number): void => {
    [x[i % COUNT], y[i % COUNT]] = bodyOf(i);
    numbers[i % COUNT] = i;
  };
  for (let i = 0; i < COUNT; i++) put(i);
  let end = COUNT;
  const diff = new PairDiff();
  let self = 0;
  const above = (other: number): boolean => other > self;
  const theirs = (): number => {
    for (let i = 0; i < rate; i++) put(end++);
    const index = new Flatbush(COUNT);
    for (let i = 0; i < COUNT; i++) {
      const [, , vx, vy] = bodyOf(numbers[i]);
      x[i] += vx;
      y[i] += vy;
      index.add(x[i] - RADIUS, y[i] - RADIUS, x[i] + RADIUS, y[i] + RADIUS);
    }
    index.finish();
    let pairs = 0;
    for (self = 0; self < COUNT; self++) {
      for (const other of index.search(x[self] - RADIUS, y[self] - RADIUS, x[self] + RADIUS, y[self] + RADIUS, above)) {
        const dx = x[other] - x[self];
        const dy = y[other] - y[self];
        const squared = dx * dx + dy * dy;
        if (squared > 4 * RADIUS * RADIUS) continue;
        pairs++;
        tally.checksum += dx / Math.sqrt(squared);
        diff.add(numbers[self], numbers[other]);
      }
    }
    diff.finish(tally);
    return pairs;
  };
  return {
    family: 'churn',
    name: '2,000 of 10,000 in and out',
    rival: 'flatbush',
    operations: 1,
    ours,
    theirs,
    tolerance: 0,
  };
}

/** A tick of each of many worlds. */
async function rooms(count: number): Promise<Contest> {
  const worlds = 1000;
  const passOf = async (peer: string): Promise<() => number> => {
    const scenes = Array.from({ length: worlds }, () => circles(count, 0.886 * Math.sqrt(count)));
    const sessions: Session[] = [];
    for (const scene of scenes) sessions.push(await PEERS[peer](scene));
    const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
    return () => {
      tally.pairs = 0;
      for (let i = 0; i < worlds; i++) {
        scenes[i].step();
        sessions[i].update(tally);
        sessions[i].read(tally);
      }
      return tally.pairs;
    };
  };
  const [ours, theirs] = [await passOf('ours'), await passOf('rapier')];
  // Rapier sees pairs a tick late.
  const name = `1,000 worlds of ${count}, one of them`;
  return { family: 'rooms', name, rival: 'rapier', operations: worlds, ours, theirs, tolerance: 0.2 };
}

const args = process.argv.slice(2);
const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const rounds = Number(option('--rounds') ?? 15);
const contests: Record<string, () => Contest | Promise<Contest>> = {
  churn,
  'rooms 10': () => rooms(10),
  'rooms 50': () => rooms(50),
  movers,
};
for (const hits of [7, 34, 119, 1419]) {
  contests[`queries ${hits}`] = () => queries(hits, true);
  contests[`queries ${hits} unsorted`] = () => queries(hits, false);
}
for (const [name, make] of Object.entries(contests)) {
  if (!name.includes(option('--only') ?? '')) continue;
  const { contest, ours, theirs, ratio } = runContest(await make(), rounds);
  const times = `ours ${(ours / 1000).toFixed(2)} µs, ${contest.rival} ${(theirs / 1000).toFixed(2)} µs`;
  console.log(`${contest.family}, ${contest.name}: ${times}: ${ratio.toFixed(2)}×`);
}
if ('bullets'.includes(option('--only') ?? '')) console.log(reportBullets(4 * rounds));

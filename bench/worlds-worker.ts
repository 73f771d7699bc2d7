import {
  addComponent,
  addEntity,
  createWorld,
  getAllEntities,
  observe,
  onRemove,
  onSet,
  removeEntity,
  set,
  type World,
} from 'bitecs';
import { type Collision, circle, collisionSystem, createCollision, queryAabb } from '../entry/2d.ts';
import { createRng } from '../tests/support/rng.ts';
import { reportBullets } from './bullets.ts';
import { oneStatic, streamedStatics } from './changing-statics.ts';
import type { Contest } from './geometry/contest.ts';
import { movers } from './movers.ts';
import { PairDiff } from './pair-diff.ts';
import { loadPackage, type Session, type Tally } from './peer.ts';
import { PEERS } from './peers.ts';
import { circles } from './scene.ts';
import { type Spread, spreadOf, type WorldResult } from './world-result.ts';

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
  // Never the same few: a processor would learn their branches.
  const asked = Math.max(1000, 40_000 / hits);
  const at = Array.from({ length: asked }, () => [rng.range(-60, 60), rng.range(-60, 60)]);
  const out: number[] = [];
  const options = { sorted };
  const sum = (count: (x: number, y: number) => number): number => at.reduce((all, [x, y]) => all + count(x, y), 0);
  const min = { x: 0, y: 0 };
  const max = { x: 0, y: 0 };
  return {
    family: 'box queries',
    name: `a box query with ${hits} hits${sorted ? '' : ', `sorted: false`'}`,
    rival: 'flatbush',
    operations: at.length,
    ours: () =>
      sum((x, y) => {
        min.x = x - size;
        min.y = y - size;
        max.x = x + size;
        max.y = y + size;
        return queryAabb(world, min, max, out, options);
      }),
    theirs: () => sum((x, y) => index.search(x - size, y - size, x + size, y + size).length),
    tolerance: 0,
  };
}

/**
 * How many contacts touch. V8 leaves compiled code for what follows a loop that was compiled while it ran: here,
 * nothing.
 */
function countContacts(collision: Collision): number {
  let pairs = 0;
  for (const contact of collision.contacts()) if (contact.penetration >= 0) pairs++;
  return pairs;
}

/** Moves what lives; every tick the oldest 2,000 of 10,000 go and as many come. */
function churn(): Contest {
  const rate = 2000;
  /** The same bodies for both, by their number: places and ways. */
  const known = 50 * rate;
  const [startX, startY, wayX, wayY] = Array.from({ length: 4 }, () => new Float64Array(known));
  for (let i = 0; i < known; i++) {
    const rng = createRng(i);
    startX[i] = rng.range(-HALF, HALF);
    startY[i] = rng.range(-HALF, HALF);
    wayX[i] = rng.range(-0.07, 0.07);
    wayY[i] = rng.range(-0.07, 0.07);
  }

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
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: startX[i % known], y: startY[i % known] }));
    addComponent(world, eid, set(Collider, shape));
    ids[i % COUNT] = eid;
  };
  for (let i = 0; i < COUNT; i++) spawn(i);
  let next = COUNT;
  const replaceOldest = (): void => {
    for (let i = 0; i < rate; i++) removeEntity(world, ids[(next + i) % COUNT]);
    for (let i = 0; i < rate; i++) spawn(next++);
  };
  const move = (): void => {
    for (let i = next - COUNT; i < next; i++) {
      const eid = ids[i % COUNT];
      Transform.x[eid] += wayX[i % known];
      Transform.y[eid] += wayY[i % known];
    }
  };
  const ours = (): number => {
    replaceOldest();
    move();
    collisionSystem(world);
    return countContacts(collision);
  };

  const x = new Float64Array(COUNT);
  const y = new Float64Array(COUNT);
  const numbers = new Uint32Array(COUNT);
  const put = (i: number): void => {
    x[i % COUNT] = startX[i % known];
    y[i % COUNT] = startY[i % known];
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
      x[i] += wayX[numbers[i] % known];
      y[i] += wayY[numbers[i] % known];
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
    name: '10,000 circles, 2,000 of them in and out a tick',
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
  const name = `a tick of one of 1,000 worlds of ${count}`;
  return { family: 'rooms', name, rival: 'rapier', operations: worlds, ours, theirs, tolerance: 0.2 };
}

/** 10,000 circles of 20 teams, each of which meets only its own: 95 % of the pairs are refused. */
function filtered(): Contest {
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
  // Each side moves the same circles a tick of its own: theirs has places of its own.
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

/** Entities that get a transform and a collider, or lose them all, beside bitECS with observers that keep numbers. */
function spawning(removes: boolean): Contest {
  const count = 5000;
  const makeOurs = () => {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world, { capacity: count + 1 });
    return { world, Transform, Collider, shape: circle(RADIUS) };
  };
  const makeTheirs = () => {
    const world = createWorld();
    const Transform = { x: new Float64Array(count + 1), y: new Float64Array(count + 1) };
    const Collider = { radius: new Float64Array(count + 1) };
    observe(world, onSet(Transform), (eid, values: { x: number; y: number }) => {
      Transform.x[eid] = values.x;
      Transform.y[eid] = values.y;
    });
    observe(world, onSet(Collider), (eid, values: { radius: number }) => {
      Collider.radius[eid] = values.radius;
    });
    observe(world, onRemove(Collider), (eid) => {
      Collider.radius[eid] = 0;
    });
    return { world, Transform, Collider, shape: { radius: RADIUS } };
  };
  const pass = ({ world, Transform, Collider, shape }: ReturnType<typeof makeOurs | typeof makeTheirs>): number => {
    for (let i = 0; i < count; i++) {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x: i, y: 0 }));
      addComponent(world, eid, set(Collider as object, shape));
    }
    return count;
  };
  const clear = ({ world }: { world: World }): number => {
    let removed = 0;
    for (const eid of [...getAllEntities(world)]) {
      removeEntity(world, eid);
      removed++;
    }
    return removed;
  };
  const name = removes ? 'removing an entity with a collider' : 'giving an entity transform and collider';
  // Half of a side's work is not timed: what is spawned has to go again, and what is removed has to be there.
  const sideOf = (side: ReturnType<typeof makeOurs | typeof makeTheirs>, isOurs: boolean) => {
    if (removes) pass(side);
    const work = (): number => (removes ? clear(side) : pass(side));
    const after = (): void => {
      if (removes) pass(side);
      else clear(side);
      if (isOurs) collisionSystem(side.world);
    };
    return { work, after };
  };
  const mine = sideOf(makeOurs(), true);
  const other = sideOf(makeTheirs(), false);
  const afterwards = { ours: mine.after, theirs: other.after };
  const contest = { family: 'spawning', name, rival: 'bitECS, own observers', operations: count, tolerance: 0 };
  return { ...contest, ours: mine.work, theirs: other.work, afterwards } as Contest;
}

/** A contest with work between passes that is not timed. */
type Timed = Contest & { readonly afterwards?: { readonly ours: () => void; readonly theirs: () => void } };

const WARM_UP_PASSES = 40;

/** Each side in turn, a pass at a time, swapping who goes first. @throws when the two do not agree on the answers. */
function compare(contest: Timed, passes: number): WorldResult {
  const sides = { ours: [] as number[], theirs: [] as number[] };
  const found = { ours: 0, theirs: 0 };
  const run = (side: 'ours' | 'theirs', isTimed: boolean): void => {
    const start = performance.now();
    found[side] += contest[side]();
    const ms = performance.now() - start;
    if (isTimed) sides[side].push(ms);
    contest.afterwards?.[side]();
  };
  for (let i = -Math.min(WARM_UP_PASSES, passes); i < passes; i++) {
    run(i % 2 === 0 ? 'ours' : 'theirs', i >= 0);
    run(i % 2 === 0 ? 'theirs' : 'ours', i >= 0);
    if (contest.tolerance === 0 && found.ours !== found.theirs) break;
  }
  if (!(Math.abs(found.ours - found.theirs) <= contest.tolerance * Math.max(found.ours, found.theirs)))
    throw new Error(`${contest.family}, ${contest.name}: the answers differ, ${found.ours} against ${found.theirs}`);
  const isTick = contest.operations === 1;
  const factor = isTick ? 1 : 1000 / contest.operations;
  const { name, rival } = contest;
  const unit = isTick ? 'ms a tick' : 'µs';
  return { name, rival, unit, ours: spreadOf(sides.ours, factor), theirs: spreadOf(sides.theirs, factor) };
}

const args = process.argv.slice(2);
const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
/** Passes by contest: fewer where one takes long. */
const contests: Record<string, [passes: number, make: () => Contest | Promise<Contest>]> = {
  churn: [200, churn],
  filtered: [200, filtered],
  spawning: [60, () => spawning(false)],
  removing: [60, () => spawning(true)],
  'rooms 10': [60, () => rooms(10)],
  'rooms 50': [60, () => rooms(50)],
  movers: [60, movers],
  'statics streamed': [60, streamedStatics],
  'statics one': [100, oneStatic],
};
for (const hits of [7, 34, 119, 1419]) {
  contests[`queries ${hits}`] = [100, () => queries(hits, true)];
  contests[`queries ${hits} unsorted`] = [100, () => queries(hits, false)];
}
const said = ({ median, mean, p95, p99, max }: Spread): string =>
  [median, mean, p95, p99, max].map((value) => value.toPrecision(4)).join(' ');
if (!args.includes('--json')) console.log('median, mean, 95th and 99th percentile, worst; ratios of means and of p99');
for (const [key, [passes, make]] of Object.entries(contests)) {
  if (!key.includes(option('--only') ?? '')) continue;
  const result = compare(await make(), Number(option('--passes') ?? passes));
  const { name, unit, rival, ours, theirs } = result;
  const ratios = `${(theirs.mean / ours.mean).toFixed(2)}× ${(theirs.p99 / ours.p99).toFixed(2)}×`;
  if (args.includes('--json')) console.log(JSON.stringify(result));
  else console.log(`${name}, ${unit}: ours ${said(ours)}; ${rival} ${said(theirs)}: ${ratios}`);
}
if (!args.includes('--json') && 'bullets'.includes(option('--only') ?? '')) console.log(reportBullets(60));

import {
  boundsSystem,
  broadPhaseSystem,
  contactTrackingSystem,
  eventSystem,
  narrowPhaseSystem,
  syncSystem,
} from '../entry/2d.ts';
import { countSelfJoin } from '../src/core/bvh/bvh-stats.ts';
import { bodyStores, bytesOf, contactStores, pairStores } from './memory.ts';
import { openWorld } from './peers/ours.ts';
import { quantile } from './result.ts';
import { makeScene } from './scene.ts';

// One scenario stage by stage; run by profile.ts.

declare const gc: () => void;

const WARM_UP = 150;
const TICKS = 100;

const scenario = process.argv[2] ?? 'S1';
const scene = makeScene(scenario);
const { world, collision, handOver, session } = openWorld(scene);
const tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
const STAGES: Record<string, () => void> = {
  'hand over transforms': handOver,
  sync: () => syncSystem(world),
  bounds: () => boundsSystem(world),
  'broad phase': () => broadPhaseSystem(world),
  'narrow phase': () => narrowPhaseSystem(world),
  'contact tracking': () => contactTrackingSystem(world),
  events: () => eventSystem(world),
  'read contacts': () => session.read(tally),
};
const names = Object.keys(STAGES);
const work = Object.values(STAGES);
const times = names.map(() => new Float64Array(TICKS));
const whole = new Float64Array(TICKS);

for (let tick = 0; tick < WARM_UP + TICKS; tick++) {
  scene.step();
  const begun = performance.now();
  let start = begun;
  for (let i = 0; i < work.length; i++) {
    work[i]();
    const now = performance.now();
    if (tick >= WARM_UP) times[i][tick - WARM_UP] = now - start;
    start = now;
  }
  if (tick >= WARM_UP) whole[tick - WARM_UP] = start - begun;
}

/** Bytes that a stage allocates in a tick: the least over many ticks, each read on its own, less what reading takes. */
function allocations(): number[] {
  const least = names.map(() => Infinity);
  const heap = (): number => process.memoryUsage().heapUsed;
  heap();
  const before = heap();
  const reading = heap() - before;
  for (let tick = 0; tick < 12; tick++) {
    scene.step();
    gc();
    for (let i = 0; i < work.length; i++) {
      const start = heap();
      work[i]();
      least[i] = Math.min(least[i], Math.max(0, heap() - start - reading));
    }
  }
  return least;
}

const { contacts, candidates, pairCache } = collision.state;
const row = (name: string, ...values: string[]): void =>
  console.log(`  ${name.padEnd(22)}${values.map((value) => value.padStart(12)).join('')}`);
const sum = (values: Float64Array): number => quantile([...values], 0.5);
const total = sum(whole);
const bytes = allocations();

console.log(`\n${scenario}: ${scene.count} colliders, ${candidates.count} candidate pairs, ${contacts.count} contacts`);
row('', 'median ms', 'part', 'p95 ms', 'bytes/tick');
for (const [i, name] of names.entries()) {
  const ms = sum(times[i]);
  const part = `${((100 * ms) / total).toFixed(0)} %`;
  row(name, ms.toFixed(3), part, quantile([...times[i]], 0.95).toFixed(3), bytes[i].toFixed(0));
}
const worst = quantile([...whole], 1);
row('whole tick', total.toFixed(3), '', quantile([...whole], 0.95).toFixed(3), '');
console.log(`  worst tick ${worst.toFixed(3)} ms, ${(worst / total).toFixed(2)} times the median`);

const cost = countSelfJoin(pairCache.serving.bvh);
const pairs = Math.max(1, pairCache.serving.pairs.count);
console.log(
  `  hierarchy: ${(cost.nodeTests / pairs).toFixed(2)} nodes and ${(cost.itemTests / pairs).toFixed(2)} items looked at per pair of fat boxes (${pairCache.serving.pairs.count})`,
);

console.log('  memory, reserved:');
const bodies = bodyStores(collision.state);
for (const [name, store] of Object.entries(bodies))
  row(`  ${name}`, `${(bytesOf(store) / scene.count).toFixed(1)} bytes a body`);
row('  all of these', `${(bytesOf(bodies) / scene.count).toFixed(1)} bytes a body`);
for (const [name, store] of Object.entries({ ...contactStores(collision.state), ...pairStores(collision.state) }))
  row(`  ${name}`, `${(bytesOf(store) / Math.max(1, contacts.count)).toFixed(1)} bytes a contact`);

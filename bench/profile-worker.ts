import {
  boundsSystem,
  broadPhaseSystem,
  contactTrackingSystem,
  eventSystem,
  narrowPhaseSystem,
  syncSystem,
} from '../entry/2d.ts';
import { countSelfJoin } from '../src/2d/bvh/bvh-stats.ts';
import { openWorld } from './peers/ours.ts';
import { makeScene } from './scene.ts';

// One scenario stage by stage; run by profile.ts.

const scenario = process.argv[2] ?? 'S1';
const scene = makeScene(scenario);
const { world, collision, handOver } = openWorld(scene);
const STAGES = { syncSystem, boundsSystem, broadPhaseSystem, narrowPhaseSystem, contactTrackingSystem, eventSystem };
const times: Record<string, number[]> = { handOver: [] };
for (const name of Object.keys(STAGES)) times[name] = [];

for (let tick = 0; tick < 150; tick++) {
  scene.step();
  let start = performance.now();
  handOver();
  let now = performance.now();
  times.handOver!.push(now - start);
  for (const [name, stage] of Object.entries(STAGES)) {
    start = now;
    stage(world);
    now = performance.now();
    times[name]!.push(now - start);
  }
}

function median(values: number[]): number {
  const sorted = Float64Array.from(values.slice(50)).sort();
  return sorted[sorted.length >> 1]!;
}

/** Bytes of all typed arrays that can be reached, each buffer once. */
function bytesOf(root: object): number {
  const seen = new Set<object>();
  let bytes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      if (!seen.has(value.buffer)) bytes += value.buffer.byteLength;
      seen.add(value.buffer);
    } else for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return bytes;
}

const { moving, statics, contacts, transitions, candidates, raw, set, collider, transform } = collision.state;
const cost = countSelfJoin(moving.bvh);
console.log(
  `\n${scenario}: ${scene.count} colliders, ${raw.count} raw pairs, ${candidates.count} candidates, ${contacts.count} contacts`,
);
for (const [name, values] of Object.entries(times)) console.log(`  ${name.padEnd(22)} ${median(values).toFixed(3)} ms`);
const visited = (cost.nodeTests / Math.max(1, raw.count)).toFixed(1);
console.log(
  `  join: ${visited} nodes and ${(cost.itemTests / Math.max(1, raw.count)).toFixed(1)} item pairs looked at per raw pair`,
);
const perBody = bytesOf({ moving, statics, set, collider, transform }) / scene.count;
const perContact = bytesOf({ contacts, transitions }) / Math.max(1, contacts.count);
console.log(
  `  memory: ${perBody.toFixed(0)} bytes a body, ${perContact.toFixed(0)} a contact (reserved, pairs excluded)`,
);

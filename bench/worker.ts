import type { Peer, Tally } from './peer.ts';
import { box2d } from './peers/box2d.ts';
import { grid } from './peers/grid.ts';
import { ours } from './peers/ours.ts';
import { rapier } from './peers/rapier.ts';
import { flatbush, rbush } from './peers/trees.ts';
import { makeQuestions, makeScene } from './scene.ts';

// One peer in one scenario, in a process of its own: node worker.mjs PEER SCENARIO [seconds]. Prints one line of JSON.

const PEERS: Record<string, Peer> = {
  ours,
  grid,
  flatbush,
  rbush,
  rapier: rapier('@dimforge/rapier2d-simd-compat'),
  'rapier-0.21': rapier('@dimforge/rapier2d-compat'),
  box2d,
};

const WARM_UP = 50;
const LEAST_TICKS = 20;
const MOST_TICKS = 300;
const ALLOCATION_TICKS = 9;

declare const gc: (() => void) | undefined;

const [peerName = '', scenario = '', seconds = '4'] = process.argv.slice(2);
const scene = makeScene(scenario);
const session = await PEERS[peerName]!(scene);
const questions = makeQuestions(scene);
const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };

function tick(): void {
  tally.pairs = tally.contacts = tally.began = tally.ended = tally.checksum = 0;
  session.update(tally);
  session.read(tally);
}

const ask = { Q1: session.rays, Q2: session.boxes, Q3: session.closest }[scenario];
const isQuery = scenario.startsWith('Q');
if (isQuery && ask === undefined) {
  console.log(JSON.stringify({ peer: peerName, scenario, unsupported: true }));
  process.exit(0);
}

const round = isQuery
  ? (): void => {
      tally.pairs = tally.contacts = tally.began = tally.ended = tally.checksum = 0;
      ask!(questions, tally);
    }
  : tick;
const advance = isQuery ? (): void => {} : scene.step;

const warmUpEnd = performance.now() + 10_000;
let warmed = 0;
if (isQuery) for (let i = 0; i < 5; i++) tick();
for (; warmed < (isQuery ? 5 : WARM_UP); warmed++) {
  advance();
  round();
  if (performance.now() > warmUpEnd && warmed > 10) break;
}

const times: number[] = [];
const reads: number[] = [];
const pairs: number[] = [];
let contacts = 0;
let began = 0;
let ended = 0;
let checksum = 0;
const end = performance.now() + 1000 * Number(seconds);
while (times.length < MOST_TICKS && (times.length < LEAST_TICKS || performance.now() < end)) {
  advance();
  tally.pairs = tally.contacts = tally.began = tally.ended = tally.checksum = 0;
  const start = performance.now();
  if (isQuery) round();
  else session.update(tally);
  const updated = performance.now();
  if (!isQuery) session.read(tally);
  const done = performance.now();
  times.push(done - start);
  reads.push(done - updated);
  pairs.push(tally.pairs);
  contacts += tally.contacts;
  began += tally.began;
  ended += tally.ended;
  checksum = tally.checksum;
}

/** The median growth of the heap over a tick, of those ticks in which nothing was collected, less that of measuring. */
function allocated(work: () => void): number {
  const grown: number[] = [];
  gc?.();
  for (let i = 0; i < ALLOCATION_TICKS; i++) {
    const before = process.memoryUsage().heapUsed;
    work();
    const growth = process.memoryUsage().heapUsed - before;
    if (growth >= 0) grown.push(growth);
  }
  return grown.length === 0 ? Number.NaN : median(grown);
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

allocated(() => {});
const idle = allocated(() => {});
const bytes = allocated(() => {
  advance();
  round();
});
const ticks = times.length;
console.log(
  JSON.stringify({
    peer: peerName,
    scenario,
    medianMs: Number(median(times).toFixed(4)),
    p95Ms: Number(quantile(times, 0.95).toFixed(4)),
    pairs: Math.round(pairs.reduce((a, b) => a + b, 0) / ticks),
    contacts: Math.round(contacts / ticks),
    bytesPerTick: Number.isNaN(bytes) ? null : Math.max(0, bytes - idle),
    readMs: Number(median(reads).toFixed(4)),
    ticks,
    began: Math.round(began / ticks),
    ended: Math.round(ended / ticks),
    checksum,
    pairsPerTick: pairs.slice(0, LEAST_TICKS),
    warmed,
  }),
);

import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Answers, COMPARED_TICKS, writeAnswers } from '../answers.ts';
import { bytesPer } from '../bytes-per.ts';
import type { Tally } from '../peer.ts';
import { mean, median, quantile, type Result } from '../result.ts';
import { reasonAgainst } from './peer.ts';
import { OPEN_SPACE_PEERS } from './peers.ts';
import { type Ask, makeSpaceScene, RAY_STRIDE, SPACE_SCENARIOS, TRIANGLE_KEY } from './scene.ts';

// One peer in one scenario in space, in a process of its own:
// node worker.mjs --peer ours --scenario T1 [--ticks 100] [--warm-up 50] [--answers file]. Prints one line of JSON.

const { values } = parseArgs({
  options: {
    peer: { type: 'string', default: 'ours' },
    scenario: { type: 'string', default: 'T1' },
    ticks: { type: 'string' },
    'warm-up': { type: 'string' },
    answers: { type: 'string' },
  },
});
const { peer, scenario } = values;
const ticks = Number(values.ticks ?? SPACE_SCENARIOS[scenario].ticks);
const warmUp = Number(values['warm-up'] ?? SPACE_SCENARIOS[scenario].warmUp);
/** A slow peer is measured for this long at most. */
const MOST_MS = 60_000;
const ALLOCATION_SECONDS = 3;

const scene = makeSpaceScene(scenario);

/** Prints the line and ends the process, also where a peer's threads would keep it alive. */
function finish(found: Partial<Result>): never {
  const known = { peer, scenario, ticks, warmUp, bodies: scene.count };
  writeSync(1, JSON.stringify({ ...known, ...found }) + '\n');
  process.exit(0);
}

const { asks = 'pairs' } = SPACE_SCENARIOS[scenario];
const reason = reasonAgainst(peer, scenario, asks);
if (reason !== undefined) finish({ unsupported: reason });

const setUp = performance.now();
const session = await OPEN_SPACE_PEERS[peer](scene);
const setUpMs = performance.now() - setUp;
const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
const times: number[] = [];
const reads: number[] = [];
const sum = { pairs: 0, contacts: 0, began: 0, ended: 0 };

const distances = new Float64Array(asks === 'closest' ? scene.points.length / 3 : scene.rays.length / RAY_STRIDE);

/** By query: the function that is timed. A function that knows how many things were found returns the number. */
const QUESTIONS: Readonly<Record<Exclude<Ask, 'pairs'>, () => number | undefined>> = {
  frustum: () => session.findSeen!(),
  walks: () => session.walk!(),
  triangles: () => session.findTriangles!(),
  rays: () => session.castRays!(distances) as undefined,
  casts: () => session.castSpheres!(distances) as undefined,
  closest: () => session.findClosest!(distances) as undefined,
};

/** Asks the world as it is after a tick, which is not timed. */
function ask(): void {
  scene.step();
  session.update(tally);
  session.read(tally);
  const question = QUESTIONS[asks as Exclude<Ask, 'pairs'>];
  const start = performance.now();
  const found = question();
  times.push(performance.now() - start);
  reads.push(0);
  tally.pairs = found ?? distances.reduce((hits, distance) => hits + Number(distance < Infinity), 0);
  sum.pairs += tally.pairs;
}

/** Taking bodies away and adding others counts: it is what a changing world costs. */
function tick(): void {
  if (asks !== 'pairs') {
    ask();
    return;
  }
  scene.step();
  tally.pairs = tally.contacts = tally.began = tally.ended = tally.checksum = 0;
  const start = performance.now();
  for (const body of scene.replaced) session.replace(body);
  session.update(tally);
  const updated = performance.now();
  session.read(tally);
  const done = performance.now();
  times.push(done - start);
  reads.push(done - updated);
  sum.pairs += tally.pairs;
  sum.contacts += tally.contacts;
  sum.began += tally.began;
  sum.ended += tally.ended;
}

/** Pairs of triangles as one number each, sorted. */
function keysOf(pairs: ArrayLike<number>, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => pairs[2 * i] * TRIANGLE_KEY + pairs[2 * i + 1]).sort();
}

const end = performance.now() + MOST_MS;
for (let i = 0; i < warmUp && performance.now() < end; i++) tick();
const isSlow = performance.now() >= end;
times.length = reads.length = 0;
sum.pairs = sum.contacts = sum.began = sum.ended = 0;
for (let i = 0; i < ticks && (performance.now() < end || i < 5); i++) tick();
const measured = times.length;
const answers: Answers = [];
if (!isSlow && measured === ticks) {
  for (let i = 0; i < COMPARED_TICKS; i++) {
    tick();
    if (asks === 'frustum' || asks === 'walks') answers.push(Float64Array.of(tally.pairs));
    else if (asks === 'triangles') answers.push(keysOf(session.trianglePairs!(), tally.pairs));
    else if (asks !== 'pairs') answers.push(distances.slice());
    if (asks !== 'pairs') continue;
    const keys: number[] = [];
    session.list(keys);
    answers.push(Float64Array.from(new Set(keys)).sort());
  }
}
if (values.answers !== undefined) writeAnswers(values.answers, answers);
const all = times.slice(0, measured);
const round = (ms: number): number => Number(ms.toFixed(4));
const perTick = (value: number): number => Math.round(value / times.length);
finish({
  medianMs: round(median(all)),
  meanMs: round(mean(all)),
  p95Ms: round(quantile(all, 0.95)),
  p99Ms: round(quantile(all, 0.99)),
  maxMs: round(quantile(all, 1)),
  readMs: round(median(reads.slice(0, measured))),
  pairs: perTick(sum.pairs),
  contacts: perTick(sum.contacts),
  began: perTick(sum.began),
  ended: perTick(sum.ended),
  bytesPerTick: isSlow ? null : bytesPer(tick, ALLOCATION_SECONDS),
  firstMs: round(setUpMs),
});

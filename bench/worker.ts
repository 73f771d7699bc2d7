import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Answers, COMPARED_TICKS, writeAnswers } from './answers.ts';
import { bytesPer } from './bytes-per.ts';
import { type Session, type Tally, Unsupported } from './peer.ts';
import { PEER_LIST } from './peer-list.ts';
import { PEERS } from './peers.ts';
import { mean, median, quantile, type Result } from './result.ts';
import { makeQuestions, makeScene, SCENARIOS } from './scene.ts';

// One peer in one scenario, in a process of its own:
// node worker.mjs --peer ours --scenario S1 [--ticks 100] [--warm-up 50] [--answers file]. Prints one line of JSON.

declare const gc: (() => void) | undefined;

const { values } = parseArgs({
  options: {
    peer: { type: 'string' },
    scenario: { type: 'string' },
    ticks: { type: 'string' },
    'warm-up': { type: 'string' },
    answers: { type: 'string' },
  },
});
const peerName = values.peer ?? 'ours';
const scenarioName = values.scenario ?? 'S1';
const scenario = SCENARIOS[scenarioName];
const TICKS = Number(values.ticks ?? scenario.ticks);
const WARM_UP = Number(values['warm-up'] ?? scenario.warmUp);
const QUERIES: Record<string, 'rays' | 'boxes' | 'closest'> = { Q1: 'rays', Q2: 'boxes', Q3: 'closest' };

/**
 * Ours sets out to allocate nothing, so it is given the time to settle; of others a few seconds tell how much it is.
 */
const ALLOCATION_SECONDS = peerName === 'ours' ? Math.min(40, TICKS) : 3;

/** The tick by which V8 should have compiled what runs in each tick. */
const THIRTY = 30;

const scene = makeScene(scenarioName);
const heapBefore = heapBytes();
const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
const answers: Answers = [];

/** Prints the line and ends the process, also where a peer's threads would keep it alive. */
function finish(found: Partial<Result>): never {
  const known = { peer: peerName, scenario: scenarioName, ticks: TICKS, warmUp: WARM_UP, bodies: scene.count };
  if (values.answers !== undefined && found.unsupported === undefined) writeAnswers(values.answers, answers);
  writeSync(1, JSON.stringify({ ...known, ...found }) + '\n');
  process.exit(0);
}

function clear(): void {
  tally.pairs = tally.contacts = tally.began = tally.ended = tally.checksum = 0;
}

const round = (ms: number): number => Number(ms.toFixed(4));

function timing(times: number[]): Pick<Result, 'medianMs' | 'meanMs' | 'p95Ms' | 'p99Ms' | 'maxMs'> {
  return {
    medianMs: round(median(times)),
    meanMs: round(mean(times)),
    p95Ms: round(quantile(times, 0.95)),
    p99Ms: round(quantile(times, 0.99)),
    maxMs: round(quantile(times, 1)),
  };
}

function measureTicks(session: Session): Partial<Result> {
  const times: number[] = [];
  const reads: number[] = [];
  const sum = { pairs: 0, contacts: 0, began: 0, ended: 0 };
  const tick = (): void => {
    scene.step();
    clear();
    session.update(tally);
    session.read(tally);
  };
  /** Warm-up ticks are timed too: code of its own would be compiled in the first ticks that count. */
  const timedTick = (): void => {
    scene.step();
    clear();
    const start = performance.now();
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
  };
  for (let i = 0; i < WARM_UP; i++) timedTick();
  times.length = reads.length = 0;
  sum.pairs = sum.contacts = sum.began = sum.ended = 0;
  for (let i = 0; i < TICKS; i++) timedTick();
  for (let i = 0; i < COMPARED_TICKS; i++) {
    scene.step();
    clear();
    session.update(tally);
    const keys: number[] = [];
    session.list(keys);
    answers.push(Float64Array.from(keys).sort());
  }
  const perTick = (value: number): number => Math.round(value / TICKS);
  const memory = session.memory?.();
  const isCold = WARM_UP === 0 && TICKS >= THIRTY;
  return {
    ...timing(times),
    readMs: round(median(reads)),
    pairs: perTick(sum.pairs),
    contacts: perTick(sum.contacts),
    began: perTick(sum.began),
    ended: perTick(sum.ended),
    bytesPerTick: bytesPer(tick, ALLOCATION_SECONDS),
    ...(memory === undefined ? {} : { bytesPerBody: memory.body, bytesPerContact: memory.contact }),
    ...(memory === undefined ? {} : { heapPerBody: (heapBytes() - heapBefore) / scene.count }),
    ...(isCold ? { firstMs: round(times[0]), thirtiethMs: round(mean(times.slice(THIRTY - 5, THIRTY))) } : {}),
  };
}

function measureQueries(session: Session): Partial<Result> {
  const query = session[QUERIES[scenarioName]];
  if (query === undefined) finish({ unsupported: 'it has no such query' });
  const questions = makeQuestions(scene);
  const found = new Float64Array(questions.count);
  for (let i = 0; i < 5; i++) {
    scene.step();
    clear();
    session.update(tally);
  }
  const ask = (): void => query.call(session, questions, found);
  for (let i = 0; i < WARM_UP; i++) ask();
  const times: number[] = [];
  for (let i = 0; i < TICKS; i++) {
    const start = performance.now();
    ask();
    times.push(performance.now() - start);
  }
  answers.push(found.slice());
  let hits = 0;
  for (const answer of found) hits += scenarioName === 'Q2' ? answer : Number(answer < Infinity);
  return {
    ...timing(times),
    readMs: 0,
    pairs: hits,
    contacts: 0,
    began: 0,
    ended: 0,
    bytesPerTick: bytesPer(ask, ALLOCATION_SECONDS),
  };
}

/** Bytes in use: objects on the heap, and the memory of typed arrays. */
function heapBytes(): number {
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const reason = PEER_LIST[peerName]?.cannot?.[scenarioName];
if (reason !== undefined) finish({ unsupported: reason });
try {
  const session = await PEERS[peerName](scene);
  finish(scenarioName in QUERIES ? measureQueries(session) : measureTicks(session));
} catch (error) {
  if (!(error instanceof Unsupported)) throw error;
  finish({ unsupported: error.message });
}

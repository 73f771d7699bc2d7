import type { Contest } from '../geometry/contest.ts';
import { SCENARIOS } from '../scene.ts';
import { boxQueries } from './box-queries.ts';
import { bulletField } from './bullets.ts';
import { oneStatic, streamedStatics } from './changing-statics.ts';
import { churn, churnBesideBitecs } from './churn.ts';
import type { Timed } from './compare.ts';
import { compounds } from './compounds.ts';
import { filtered } from './filters.ts';
import { movers } from './movers.ts';
import { nearest } from './nearest.ts';
import { oneRoom, rooms } from './rooms.ts';
import { crowded, thinDiagonals } from './scenes.ts';
import { spawning } from './spawning.ts';
import { sweptSpace } from './swept-space.ts';
import { switchedFilters } from './switched-filters.ts';
import { firstTicks, ticks } from './ticks.ts';

/** One world: passes that are measured, fewer where one takes long, and the two sides. */
export interface WorldCase {
  readonly passes: number;
  readonly make: () => Timed | Contest | Promise<Timed | Contest>;
}

/** All worlds that run in a process with their peer, by the name that `--only` takes. */
export const CASES: Record<string, WorldCase> = {
  churn: { passes: 200, make: () => churn('spawned') },
  'churn beside bitecs': { passes: 200, make: churnBesideBitecs },
  'churn pooled disabled': { passes: 200, make: () => churn('disabled') },
  'churn pooled kind': { passes: 200, make: () => churn('kind 0') },
  filtered: { passes: 200, make: filtered },
  ...each([0, 0.01, 0.3, 1], (share) => [
    `filters switched ${100 * share}`,
    { passes: 160, make: () => switchedFilters(share, 'flatbush') },
  ]),
  ...each([0.01, 0.3, 1], (share) => [
    `filters switched beside none ${100 * share}`,
    { passes: 160, make: () => switchedFilters(share, 'none switched') },
  ]),
  spawning: { passes: 60, make: () => spawning(false) },
  removing: { passes: 60, make: () => spawning(true) },
  'one room': { passes: 200, make: () => oneRoom(10) },
  'rooms 10': { passes: 60, make: () => rooms(10) },
  'rooms 50': { passes: 60, make: () => rooms(50) },
  movers: { passes: 60, make: movers },
  'statics streamed': { passes: 60, make: streamedStatics },
  'statics one': { passes: 100, make: oneStatic },
  'crowded first warm': {
    passes: 20,
    make: () =>
      firstTicks({ name: 'the first tick of 10,000 circles, 125,000 pairs, warm', make: crowded, rival: 'flatbush' }),
  },
  'thin boxes': {
    passes: 64,
    make: () => ticks({ name: '5,000 thin boxes 100 long, at 45°', make: thinDiagonals, rival: 'flatbush' }),
  },
  compounds: { passes: 60, make: compounds },
  'polygons of 64': {
    passes: 60,
    // Rapier decides in 32 bits.
    make: () => ticks({ name: SCENARIOS.P64.title, make: SCENARIOS.P64.make, rival: 'rapier', tolerance: 0.01 }),
  },
  'among statics': {
    passes: 200,
    make: () => ticks({ name: SCENARIOS.S4.title, make: SCENARIOS.S4.make, rival: 'flatbush' }),
  },
  bullets: { passes: 60, make: bulletField },
  ...each(['T1', 'T2', 'T3', 'T4'], (scene) => [`swept ${scene}`, { passes: 60, make: () => sweptSpace(scene) }]),
  ...each([10, 100], (count) => [`nearest ${count} centre`, { passes: 60, make: () => nearest(count, 'centre') }]),
  ...each([10, 100], (count) => [`nearest ${count} surface`, { passes: 60, make: () => nearest(count, 'surface') }]),
  ...each([1, 7, 34, 119, 1419], (hits) => [`queries ${hits}`, { passes: 60, make: () => boxQueries(hits, true) }]),
  ...each([1, 7, 34, 119, 1419], (hits) => [
    `queries ${hits} unsorted`,
    { passes: 60, make: () => boxQueries(hits, false) },
  ]),
};

function each<T>(values: readonly T[], entry: (value: T) => [string, WorldCase]): Record<string, WorldCase> {
  return Object.fromEntries(values.map(entry));
}

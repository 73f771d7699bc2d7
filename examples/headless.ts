import type { Collision } from 'bitecs-collision/3d';
import { createSim } from './scenes/scale/coastlines/sim.ts';
import type { Sim } from './shell/scene.ts';

/**
 * Runs scenes without a screen.
 *
 *     npm run headless [-- seconds [seed]]
 *
 * runs the coastlines. Prints a line per simulated second, and at last a hash of positions and events that is the same
 * on every engine.
 *
 *     npm run headless -- space [seconds [seed]]
 *
 * runs the scenes in space. Prints one JSON object a line for each, with the fields of `npm run bench -- --json`, the
 * seed, the numbers that the scene counts, and the hash.
 */
const TICKS_A_SECOND = 60;
/** Ticks of a scene that are not measured: code is compiled and memory grows. */
const WARM_UP = 60;
const SPACE = [
  'five-thousand-shapes',
  'two-solids',
  'frustum-culling',
  'dragon-rain',
  'volcano',
  'living-room',
  'two-dragons',
] as const;

const isSpace = process.argv[2] === 'space';
const [secondsText, seedText] = process.argv.slice(isSpace ? 3 : 2);
const seconds = Number(secondsText ?? 10);
const seed = Number(seedText ?? 1);
if (!(seconds > 0 && Number.isFinite(seconds) && Number.isSafeInteger(seed))) {
  console.error('Usage: npm run headless [-- [space] [seconds [seed]]]');
  process.exit(1);
}
if (isSpace) for (const name of SPACE) await runInSpace(name);
else runCoastlines();

async function runInSpace(name: (typeof SPACE)[number]): Promise<void> {
  const { createSim } = (await import(`./scenes/space/${name}/sim.ts`)) as {
    createSim(options: { seed: number }): Sim;
  };
  const sim = createSim({ seed });
  const collision = sim.collision as Collision;
  const ticks = Math.max(1, Math.round(seconds * TICKS_A_SECOND));
  const times: number[] = [];
  const sum = { pairs: 0, contacts: 0 };
  for (let tick = 0; tick < WARM_UP + ticks; tick++) {
    const start = performance.now();
    sim.step();
    if (tick < WARM_UP) continue;
    times.push(performance.now() - start);
    const { candidates, contacts } = collision.counts;
    sum.pairs += candidates;
    sum.contacts += contacts;
  }
  times.sort((a, b) => a - b);
  const round = (ms: number) => Number(ms.toFixed(4));
  const quantile = (share: number) => round(times[Math.min(ticks - 1, Math.floor(share * ticks))]);
  const facts = {
    peer: 'ours',
    scenario: `space/${name}`,
    medianMs: quantile(0.5),
    meanMs: round(times.reduce((total, ms) => total + ms, 0) / ticks),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    // The number of pairs of colliders whose bounds overlap.
    pairs: Math.round(sum.pairs / ticks),
    contacts: Math.round(sum.contacts / ticks),
    ticks,
    seed,
    counts: sim.counts,
    hash: hex(sim.hash()),
  };
  console.log(JSON.stringify(facts));
}

function runCoastlines(): void {
  const sim = createSim({ seed });
  console.log(`seed ${seed}: ${sim.counts.ships} ships, ${sim.counts['coast segments']} coast segments`);
  for (let second = 1; second <= seconds; second++) {
    const begins = sim.counts.begins;
    const ends = sim.counts.ends;
    let contacts = 0;
    let milliseconds = 0;
    for (let tick = 0; tick < TICKS_A_SECOND; tick++) {
      sim.step();
      contacts += sim.counts.contacts;
      for (const stage of Object.values(sim.stages)) milliseconds += stage;
    }
    console.log(
      `second ${second}: ticks ${TICKS_A_SECOND}, contacts ${(contacts / TICKS_A_SECOND).toFixed(0)} a tick, ` +
        `begins ${sim.counts.begins - begins}, ends ${sim.counts.ends - ends}, ` +
        `${(milliseconds / TICKS_A_SECOND).toFixed(2)} ms a tick`,
    );
  }
  console.log(`hash ${hex(sim.hash())}`);
}

function hex(hash: number): string {
  return hash.toString(16).padStart(8, '0');
}

import { createSim } from './scenes/scale/coastlines/sim.ts';

/**
 * Runs the coastlines without a screen: `npm run headless [-- seconds [seed]]`. Prints a line per simulated second, and
 * at last a hash of positions and events that is the same on every engine.
 */
const seconds = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? 1);
const TICKS_A_SECOND = 60;

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
console.log(`hash ${sim.hash().toString(16).padStart(8, '0')}`);

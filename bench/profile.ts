import { spawnSync } from 'node:child_process';
import { bundle } from './bundle.ts';
import { pinning } from './measure.ts';
import { SCENARIO_NAMES } from './scene.ts';

// npm run bench:profile -- [S1,S3] [--core 1]: where our tick spends its time, what the hierarchy looks at, what memory
// goes where.

const args = process.argv.slice(2);
const at = args.indexOf('--core');
const core = at < 0 ? undefined : Number(args[at + 1]);
const named = args.find((word, i) => !word.startsWith('--') && (at < 0 || i !== at + 1));
const scenarios = (named ?? 'S1,S2,S3,S4,S5').split(',');
for (const scenario of scenarios) {
  if (SCENARIO_NAMES.includes(scenario)) continue;
  console.error(`there is no scenario ${scenario}; there are ${SCENARIO_NAMES.join(', ')}`);
  process.exit(2);
}
const worker = await bundle('profile-worker.ts');
for (const scenario of scenarios) {
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
  const [command = '', ...words] = [...pinning(core), process.execPath, ...flags, worker, scenario];
  const { status } = spawnSync(command, words, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

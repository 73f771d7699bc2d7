import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder, bundle } from '../bundle.ts';
import { installPeers } from '../install-peers.ts';
import { pinning } from '../measure.ts';
import { firstTickOfProcesses, memoryOfBodies } from './processes.ts';
import { worldsPage } from './report.ts';
import type { Spread, WorldResult } from './world-result.ts';

const HELP = `npm run bench:worlds -- [options]: worlds that change, and awkward ones, each beside its peer

  --only churn        the worlds whose names hold this; all unless told otherwise
  --passes 20         measured passes, instead of each world's own number
  --write             then docs/benchmarks-worlds.md
  --json              one JSON object a line
  --core 1            the one core to run on; not kept to one unless told otherwise`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    passes: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    core: { type: 'string' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values.write && values.only !== '') {
  console.error('--write writes the page of all worlds: leave --only out');
  process.exit(2);
}
const core = values.core === undefined ? undefined : Number(values.core);

const PROCESSES = 9;
/** The worlds that are measured in processes of their own. */
const ALONE: Record<string, (processes: number) => Promise<WorldResult>> = {
  'first tick crowded': (processes) => firstTickOfProcesses('crowded', processes, core),
  'first tick even': (processes) => firstTickOfProcesses('even', processes, core),
  'first tick ten': (processes) => firstTickOfProcesses('ten', processes, core),
  memory: memoryOfBodies,
};

installPeers();
const worker = await bundle('worlds/worker.ts');
const run = (...args: string[]): string => {
  const [command = '', ...words] = [...pinning(core), process.execPath, worker, ...args];
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the worker failed: ${stderr.slice(-500)}`);
  return stdout.trim();
};

const said = ({ median, mean, p95, p99, max }: Spread): string =>
  [median, mean, p95, p99, max].map((value) => value.toPrecision(4)).join(' ');
const show = (result: WorldResult): void => {
  const { name, unit, rival, ours, theirs } = result;
  const ratios = `${(theirs.mean / ours.mean).toFixed(2)}× ${(theirs.p99 / ours.p99).toFixed(2)}×`;
  if (values.json) console.log(JSON.stringify(result));
  else console.log(`${name}, ${unit}: ours ${said(ours)}; ${rival} ${said(theirs)}: ${ratios}`);
};

const results: WorldResult[] = [];
const problems: string[] = [];
if (!values.json) console.log('median, mean, 95th and 99th percentile, worst; ratios of means and of p99');
for (const name of [...run().split('\n'), ...Object.keys(ALONE)]) {
  if (!name.includes(values.only)) continue;
  try {
    const passes = values.passes === undefined ? [] : [values.passes];
    const result =
      name in ALONE
        ? await ALONE[name](Number(values.passes ?? PROCESSES))
        : (JSON.parse(run(name, ...passes)) as WorldResult);
    results.push(result);
    show(result);
  } catch (error) {
    problems.push(`${name}: ${(error as Error).message}`);
    console.error(problems.at(-1));
  }
}
if (values.write) {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const cores = core === undefined ? `${cpus().length} cores` : 'kept to one core';
  const machine = `${processor}, Node ${process.versions.node}, ${type()} ${release()}, ${cores}.`;
  writeFileSync(join(benchFolder, '..', 'docs', 'benchmarks-worlds.md'), worldsPage(results, machine));
}
if (problems.length > 0) process.exitCode = 1;

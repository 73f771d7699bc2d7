import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { acceptance, summary } from './acceptance.ts';
import type { Agreement } from './agreement.ts';
import { benchFolder, bundle } from './bundle.ts';
import { chart } from './chart.ts';
import { installPeers } from './install-peers.ts';
import { canPin, compareWithOurs, type Measuring, measure, ticksOf } from './measure.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { PEER_LIST } from './peer-list.ts';
import { writeReadmeTable } from './readme-table.ts';
import { markdown } from './report.ts';
import { publicResult, type Result } from './result.ts';
import { SCENARIOS } from './scene.ts';

// npm run bench: see options.ts. Prints a row a measurement as it comes; fails when a peer fails or its pairs are not
// explained.

const RESULTS_FILE = join(benchFolder, '.cache', 'results.json');
const DOCS = join(benchFolder, '..', 'docs');

let options: Options;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${(error as Error).message}\n\n${HELP}`);
  process.exit(2);
}
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

/** Progress goes where it does not mix with JSON. */
const say: (text: string) => void = options.json ? (text) => console.error(text) : (text) => console.log(text);

function readSaved(): Map<string, Result> {
  if (!existsSync(RESULTS_FILE)) return new Map();
  const all = JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Result[];
  // Results of versions that measured less are of no use.
  const whole = all.filter(({ p99Ms, unsupported }) => p99Ms !== undefined || unsupported !== undefined);
  return new Map(whole.map((result) => [savedName(result), result]));
}

function savedName({ scenario, peer, ticks, warmUp }: Pick<Result, 'scenario' | 'peer' | 'ticks' | 'warmUp'>): string {
  return `${scenario} ${peer} ${warmUp} ${ticks}`;
}

function row(result: Result): string {
  const { peer, scenario, medianMs, meanMs, p95Ms, p99Ms, maxMs, readMs, pairs, bytesPerTick } = result;
  const name = `${scenario.padEnd(4)} ${peer.padEnd(18)}`;
  if (result.unsupported !== undefined) return `${name} not measured: ${result.unsupported}`;
  const columns = [medianMs, meanMs, p95Ms, p99Ms, maxMs, readMs].map((ms) => ms.toFixed(2));
  columns.push(String(pairs));
  columns.push(bytesPerTick === null ? 'too many' : String(bytesPerTick));
  return `${name} ${columns.map((text) => text.padStart(10)).join(' ')}`;
}

const HEADER = `${' '.repeat(23)} ${['median ms', 'mean', 'p95', 'p99', 'max', 'reading', 'pairs', 'bytes/tick'].map((text) => text.padStart(10)).join(' ')}`;

if (options.runs.some(({ peer }) => peer !== 'ours')) installPeers();
const measuring: Measuring = { worker: await bundle('worker.ts'), ...options };
const saved = readSaved();
const results: Result[] = [];
const agreements = new Map<string, Agreement>();
const problems: string[] = [];
const start = performance.now();
say(HEADER);
for (const [index, { scenario, peer }] of options.runs.entries()) {
  const name = `${scenario} ${peer}`;
  try {
    const known = saved.get(savedName({ scenario, peer, ...ticksOf(scenario, measuring) }));
    const result = known !== undefined && options.resume ? known : measure(scenario, peer, measuring);
    saved.set(savedName(result), result);
    results.push(result);
    save();
    const minutes = ((performance.now() - start) / 60_000).toFixed(1);
    say(`${row(result)}   ${index + 1}/${options.runs.length}, ${minutes} min`);
    if (options.json && result.unsupported === undefined) console.log(JSON.stringify(publicResult(result)));
    if (peer === 'ours' || result.unsupported !== undefined || !results.some((r) => isOurs(r, scenario))) continue;
    const agreement = compareWithOurs(result);
    agreements.set(name, agreement);
    if (agreement.unexplained > 0) problems.push(`${name}: ${agreement.text}`);
  } catch (error) {
    problems.push((error as Error).message);
    say(`${scenario.padEnd(4)} ${peer.padEnd(18)} failed`);
  }
}

function isOurs(result: Result, scenario: string): boolean {
  return result.scenario === scenario && result.peer === 'ours';
}

/** Results are saved after each run, so that a benchmark can be interrupted and resumed. */
function save(): void {
  mkdirSync(join(benchFolder, '.cache'), { recursive: true });
  writeFileSync(RESULTS_FILE, JSON.stringify([...saved.values()]));
}

/** The first ticks of processes, which only the page tells. */
function measureFirst(): Result[] {
  const cold: Result[] = [];
  say('\nThe first 300 ticks:');
  for (const scenario of ['S1', 'S2', 'S3', 'S4', 'S5', 'C1']) {
    for (const peer of ['ours', 'flatbush']) {
      const result = measure(scenario, peer, { ...measuring, ticks: options.ticks ?? 300, warmUp: 0 });
      cold.push(result);
      say(row(result));
    }
  }
  return cold;
}

function writeDocs(): void {
  const cold = measureFirst();
  const versions = new Map<string, string>();
  for (const { packageName } of Object.values(PEER_LIST)) {
    if (packageName === undefined) continue;
    const file = join(benchFolder, 'node_modules', packageName, 'package.json');
    versions.set(packageName, (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version);
  }
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
    node: process.versions.node,
    system: `${type()} ${release()}`,
    cores: options.core !== undefined && canPin(options.core) ? 1 : cpus().length,
  };
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  const lines = acceptance(results);
  writeFileSync(
    join(DOCS, 'benchmarks.md'),
    markdown({ results, agreements, lines, machine, versions, command, cold, problems }),
  );
  const shown = results.filter(({ scenario }) => /^[SQ]\d$/.test(scenario));
  writeFileSync(join(DOCS, 'benchmarks.svg'), chart(shown, { scenarios: SCENARIOS, peers: PEER_LIST }));
  writeReadmeTable();
  say('Written: docs/benchmarks.md, docs/benchmarks.svg, the table in README.md');
}

const explained = [...agreements].filter(([, { text, unexplained }]) => text !== '' && unexplained === 0);
if (explained.length > 0) say('\nDiffering pairs, explained:');
for (const [name, { text }] of explained) say(`${name}: ${text}`);
if (options.check) say(`\n${summary(acceptance(results))}`);
if (options.write) writeDocs();
if (problems.length > 0) say('\nProblems:');
for (const problem of problems) say(problem);
if (problems.length > 0) process.exitCode = 1;

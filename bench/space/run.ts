import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Agreement } from '../agreement.ts';
import { readAnswers } from '../answers.ts';
import { benchFolder, bundle } from '../bundle.ts';
import { chart } from '../chart.ts';
import { installPeers } from '../install-peers.ts';
import { pinning } from '../measure.ts';
import { publicResult, type Result } from '../result.ts';
import { compareSpace } from './agreement.ts';
import { SPACE_PEER_NAMES, SPACE_PEERS } from './peer.ts';
import { spaceReport } from './report.ts';
import { SPACE_SCENARIO_NAMES, SPACE_SCENARIOS } from './scene.ts';

// npm run bench -- --3d: prints a row a measurement as it comes; fails when a peer fails or its pairs are not
// explained.

const HELP = `npm run bench -- --3d [options]

  --scenarios T1,T3   which scenarios; all unless told otherwise
  --peers ours,jolt   which peers; all unless told otherwise
  --write             then docs/benchmarks-3d.md and docs/benchmarks-3d.svg
  --json              one JSON object a line on stdout, nothing else there
  --ticks 20          measured ticks, instead of each scenario's own number
  --warm-up 10        ticks before them
  --core 1            the one core to run on; not kept to one unless told otherwise

scenarios: ${SPACE_SCENARIO_NAMES.join(', ')}
peers: ${SPACE_PEER_NAMES.join(', ')}`;

/** A large young generation for all, as in the plane. */
const FLAGS = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
const MOST_SECONDS = 300;

const { values } = parseArgs({
  options: {
    '3d': { type: 'boolean' },
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    scenarios: { type: 'string', default: SPACE_SCENARIO_NAMES.join(',') },
    peers: { type: 'string', default: SPACE_PEER_NAMES.join(',') },
    ticks: { type: 'string' },
    'warm-up': { type: 'string' },
    core: { type: 'string' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const scenarios = listOf(values.scenarios, SPACE_SCENARIO_NAMES, 'scenario');
const peers = listOf(values.peers, SPACE_PEER_NAMES, 'peer');

function listOf(text: string, known: readonly string[], what: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    console.error(`there is no ${what} ${name}; there are ${known.join(', ')}\n\n${HELP}`);
    process.exit(2);
  }
  return known.filter((name) => names.includes(name));
}

/** Progress goes where it does not mix with JSON. */
const say = (text: string): void => (values.json ? console.error(text) : console.log(text));

function answersFile(scenario: string, peer: string): string {
  const folder = join(benchFolder, '.cache', 'answers');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${scenario}-${peer}-space.bin`);
}

/** Measures one peer in one scenario, in a process of its own. @throws when it fails. */
function measure(worker: string, scenario: string, peer: string): Result {
  const { ticks, warmUp } = SPACE_SCENARIOS[scenario];
  const core = values.core === undefined ? undefined : Number(values.core);
  const command = [...pinning(core), process.execPath, ...FLAGS, worker, '--peer', peer, '--scenario', scenario];
  command.push('--ticks', values.ticks ?? String(ticks), '--warm-up', values['warm-up'] ?? String(warmUp));
  command.push('--answers', answersFile(scenario, peer));
  const run = spawnSync(command[0], command.slice(1), {
    cwd: benchFolder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: 1000 * MOST_SECONDS,
  });
  const line = (run.stdout ?? '').split('\n').find((text) => text.startsWith('{'));
  if (run.status === 0 && line !== undefined) return JSON.parse(line) as Result;
  const errors = (run.stderr ?? '').split('\n').filter((text) => text.length < 500 && /Error/.test(text));
  throw new Error(`${peer} failed in ${scenario}: ${errors[0] ?? `exit code ${run.status}`}`);
}

function row(result: Result): string {
  const name = `${result.scenario.padEnd(4)} ${result.peer.padEnd(14)}`;
  if (result.unsupported !== undefined) return `${name} not measured: ${result.unsupported}`;
  const { medianMs, meanMs, p95Ms, p99Ms, maxMs, readMs, firstMs = 0 } = result;
  const columns = [medianMs, meanMs, p95Ms, p99Ms, maxMs, readMs, firstMs].map((ms) => ms.toFixed(2));
  columns.push(String(result.pairs), String(result.bytesPerTick ?? 'too many'));
  return `${name} ${columns.map((text) => text.padStart(10)).join(' ')}`;
}

if (peers.some((peer) => SPACE_PEERS[peer].packageName !== undefined)) installPeers();
const worker = await bundle('space/worker.ts');
const results: Result[] = [];
const agreements = new Map<string, Agreement>();
const problems: string[] = [];
const head = ['median ms', 'mean', 'p95', 'p99', 'max', 'reading', 'set-up', 'pairs', 'bytes/tick'];
say(`${' '.repeat(19)} ${head.map((text) => text.padStart(10)).join(' ')}`);
for (const scenario of scenarios) {
  for (const peer of peers) {
    try {
      const result = measure(worker, scenario, peer);
      results.push(result);
      say(row(result));
      if (result.unsupported !== undefined) continue;
      if (values.json) console.log(JSON.stringify(publicResult(result)));
      if (peer === 'ours' || !peers.includes('ours')) continue;
      const mine = readAnswers(answersFile(scenario, 'ours'));
      const theirs = readAnswers(answersFile(scenario, peer));
      const agreement = compareSpace(peer, scenario, mine, theirs, result.warmUp + result.ticks);
      agreements.set(`${scenario} ${peer}`, agreement);
      if (agreement.unexplained > 0) problems.push(`${scenario} ${peer}: ${agreement.text}`);
    } catch (error) {
      problems.push((error as Error).message);
      say(`${scenario.padEnd(4)} ${peer.padEnd(14)} failed`);
    }
  }
}

if (values.write) {
  const versions = new Map<string, string>();
  for (const { packageName } of Object.values(SPACE_PEERS)) {
    if (packageName === undefined) continue;
    const file = join(benchFolder, 'node_modules', packageName, 'package.json');
    versions.set(packageName, (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version);
  }
  const docs = join(benchFolder, '..', 'docs');
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}, ${type()} ${release()}`;
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  writeFileSync(
    join(docs, 'benchmarks-3d.md'),
    spaceReport({ results, agreements, versions, machine, command, problems }),
  );
  const titles = { scenarios: SPACE_SCENARIOS, peers: SPACE_PEERS };
  writeFileSync(join(docs, 'benchmarks-3d.svg'), chart(results, titles));
  say('Written: docs/benchmarks-3d.md, docs/benchmarks-3d.svg');
}
const explained = [...agreements].filter(([, { text, unexplained }]) => text !== '' && unexplained === 0);
if (explained.length > 0) say('\nDiffering pairs, explained:');
for (const [name, { text }] of explained) say(`${name}: ${text}`);
if (problems.length > 0) say('\nProblems:');
for (const problem of problems) say(problem);
if (problems.length > 0) process.exitCode = 1;

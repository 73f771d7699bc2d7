import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../scripts/ensure-installed.mjs';
import { benchFolder, bundle } from './bundle.ts';
import { SCENARIO_NAMES } from './scene.ts';

// Usage: npm run bench -- [--json] [--scenarios S1,S2] [--peers ours,rapier] [--seconds 4] [--chart file.svg]

interface Result {
  peer: string;
  scenario: string;
  medianMs: number;
  p95Ms: number;
  pairs: number;
  contacts: number;
  bytesPerTick: number | null;
  readMs: number;
  ticks: number;
  pairsPerTick: number[];
  unsupported?: boolean;
}

/** Run when none are named. rapier-0.21 can be named, but its package does not run in our worker yet. */
const PEERS = ['ours', 'grid', 'flatbush', 'rbush', 'rapier', 'box2d'];

/**
 * How far a peer's pairs may be from ours, as a part: those that compute in f64 must find the same; f32 rounds touching pairs
 * either way, and Rapier reports somewhat fewer.
 */
const TOLERANCE: Record<string, number> = { rapier: 0.015, 'rapier-0.21': 0.015, box2d: 0.002 };

/** Box2D answers box queries with the fat boxes of its tree, so it finds more. */
const DEFINED_OTHERWISE = new Set(['box2d Q2']);

const args = process.argv.slice(2);
const json = args.includes('--json');

function option(name: string, otherwise: string): string {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : (args[at + 1] ?? otherwise);
}

function say(text: string): void {
  if (!json) console.log(text);
}

function installPeers(): void {
  if (existsSync(join(benchFolder, 'node_modules', '.package-lock.json'))) return;
  console.error('Installing the peers into bench/node_modules …');
  const { command, args: words } = npmCommand(['ci', '--prefix', benchFolder, '--ignore-scripts', '--no-audit']);
  const { status } = spawnSync(command, words, {
    cwd: benchFolder,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm.cmd',
  });
  if (status !== 0) throw new Error('the peers could not be installed; npm says why above');
}

/** One core of its own where the system lets us choose one. */
const PINNED = process.platform === 'linux' && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

function measure(worker: string, peer: string, scenario: string): Result {
  // A large nursery for all: with it, what a tick allocates can be read off the heap.
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
  const command = [...(PINNED ? ['taskset', '-c', '0'] : []), process.execPath, ...flags, worker];
  command.push(peer, scenario, option('--seconds', '4'));
  const run = spawnSync(command[0]!, command.slice(1), { cwd: benchFolder, encoding: 'utf8', maxBuffer: 1 << 26 });
  const line = run.stdout.split('\n').find((text) => text.startsWith('{'));
  if (run.status !== 0 || line === undefined)
    throw new Error(`${peer} failed in ${scenario}:\n${run.stderr.slice(-2000)}`);
  return JSON.parse(line) as Result;
}

/** Returns what is wrong with a peer's pairs, tick by tick, or the empty string. */
function disagreement(mine: Result, theirs: Result): string {
  const part = TOLERANCE[theirs.peer] ?? 0;
  if (DEFINED_OTHERWISE.has(`${theirs.peer} ${theirs.scenario}`)) return '';
  const ticks = Math.min(mine.pairsPerTick.length, theirs.pairsPerTick.length);
  for (let i = 0; i < ticks; i++) {
    const wanted = mine.pairsPerTick[i]!;
    const found = theirs.pairsPerTick[i]!;
    if (Math.abs(found - wanted) > part * wanted)
      return `${theirs.peer}, ${theirs.scenario}, tick ${i}: ${found} pairs, ours ${wanted}`;
  }
  return '';
}

function report(result: Result): void {
  const { peer, scenario, medianMs, p95Ms, pairs, contacts, bytesPerTick, readMs } = result;
  if (json) {
    console.log(JSON.stringify({ peer, scenario, medianMs, p95Ms, pairs, contacts, bytesPerTick, readMs }));
    return;
  }
  const columns = [
    medianMs.toFixed(2),
    p95Ms.toFixed(2),
    readMs.toFixed(2),
    String(pairs),
    String(bytesPerTick ?? '> 128 MB'),
  ];
  console.log(`${scenario.padEnd(4)} ${peer.padEnd(12)} ${columns.map((text) => text.padStart(11)).join(' ')}`);
}

/** One group of bars a scenario, logarithmic: ours first. */
function chart(results: Result[]): string {
  const rows: string[] = [];
  const width = (ms: number): number => Math.max(2, 110 * Math.log10(ms / 0.3));
  let y = 10;
  let scenario = '';
  for (const result of results) {
    if (result.scenario !== scenario) {
      y += 8;
      scenario = result.scenario;
      rows.push(`<text x="4" y="${y + 9}" font-weight="bold">${scenario}</text>`);
    }
    const bar = width(result.medianMs);
    rows.push(
      `<rect x="120" y="${y}" width="${bar.toFixed(1)}" height="10" fill="${result.peer === 'ours' ? '#e4572e' : '#8a9bb0'}"/>`,
    );
    rows.push(`<text x="40" y="${y + 9}">${result.peer}</text>`);
    rows.push(`<text x="${(124 + bar).toFixed(1)}" y="${y + 9}">${result.medianMs.toFixed(2)} ms</text>`);
    y += 13;
  }
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 ${y + 10}" font-family="sans-serif" font-size="10" fill="#333"><title>2D benchmark: median milliseconds a tick, by scenario and peer</title>`;
  return `${head}\n<rect width="100%" height="100%" fill="#fff"/>\n${rows.join('\n')}\n</svg>\n`;
}

installPeers();
const worker = await bundle('worker.ts');
const scenarios = option('--scenarios', SCENARIO_NAMES.join(',')).split(',');
const peers = option('--peers', PEERS.join(',')).split(',');
const problems: string[] = [];
const results: Result[] = [];
say('     peer          median ms      p95 ms     read ms       pairs  bytes/tick');
for (const scenario of scenarios) {
  let mine: Result | undefined;
  for (const peer of peers) {
    // Awkward worlds are ours alone.
    if (scenario.startsWith('A') && peer !== 'ours') continue;
    try {
      const result = measure(worker, peer, scenario);
      if (result.unsupported) continue;
      results.push(result);
      report(result);
      if (peer === 'ours') mine = result;
      else if (mine !== undefined) {
        const problem = disagreement(mine, result);
        if (problem !== '') problems.push(problem);
      }
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
}
const chartFile = option('--chart', '');
if (chartFile !== '') writeFileSync(chartFile, chart(results));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Agreement, compareAnswers, comparePairs } from './agreement.ts';
import { readAnswers } from './answers.ts';
import { benchFolder } from './bundle.ts';
import type { Result } from './result.ts';
import { SCENARIOS } from './scene.ts';

export interface Measuring {
  /** The bundled worker. */
  readonly worker: string;
  readonly core?: number | undefined;
  readonly ticks?: number | undefined;
  readonly warmUp?: number | undefined;
}

const MOST_SECONDS = 300;
/**
 * A large young generation for all, so that garbage is collected as seldom as it can be and what a tick allocates can
 * be read off the heap.
 */
const FLAGS = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];

/** Measures one peer in one scenario, in a process of its own. @throws when it fails. */
export function measure(scenario: string, peer: string, measuring: Measuring): Result {
  const { ticks, warmUp } = ticksOf(scenario, measuring);
  const command = [...pinning(measuring.core), process.execPath, ...FLAGS, measuring.worker];
  command.push('--peer', peer, '--scenario', scenario, '--ticks', String(ticks), '--warm-up', String(warmUp));
  command.push('--answers', answersFile({ scenario, peer, ticks, warmUp }));
  const run = spawnSync(command[0], command.slice(1), {
    cwd: benchFolder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: 1000 * MOST_SECONDS,
  });
  const line = (run.stdout ?? '').split('\n').find((text) => text.startsWith('{'));
  if (run.status === 0 && line !== undefined) return JSON.parse(line) as Result;
  const why = run.error?.message ?? shortened(run.stderr) ?? `exit code ${run.status}`;
  throw new Error(`${peer} failed in ${scenario}: ${why}`);
}

/** Compares what a peer found with what ours found, both measured before with as many ticks. */
export function compareWithOurs(result: Result): Agreement {
  const { peer, scenario, warmUp, ticks } = result;
  const mine = readAnswers(answersFile({ ...result, peer: 'ours' }));
  const theirs = readAnswers(answersFile(result));
  if (scenario.startsWith('Q')) return compareAnswers(peer, scenario, mine, theirs);
  return comparePairs(peer, scenario, mine, theirs, warmUp + ticks);
}

/** How many ticks are measured, and how many before them warm up. */
export function ticksOf(scenario: string, { ticks, warmUp }: Measuring): { ticks: number; warmUp: number } {
  const usual = SCENARIOS[scenario];
  return { ticks: ticks ?? usual.ticks, warmUp: warmUp ?? usual.warmUp };
}

function answersFile({
  scenario,
  peer,
  ticks,
  warmUp,
}: Pick<Result, 'scenario' | 'peer' | 'ticks' | 'warmUp'>): string {
  const folder = join(benchFolder, '.cache', 'answers');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${scenario}-${peer}-${warmUp}-${ticks}.bin`);
}

/**
 * The words before a command that keep it on one core; none where no core was asked for. By default processes run as a
 * game does: V8 compiles and collects garbage on other cores beside the tick. On one core these take the tick's time.
 */
export function pinning(core: number | undefined): string[] {
  if (core === undefined) return [];
  if (canPin(core)) return ['taskset', '-c', String(core)];
  console.error(`This system does not let us run on core ${core}: not pinned.`);
  return [];
}

/** Whether this system lets us keep processes on that core. */
export function canPin(core: number): boolean {
  return process.platform === 'linux' && spawnSync('taskset', ['-c', String(core), 'true']).status === 0;
}

/** The line that names the error: some packages have megabytes of code on one line, which Node prints before it. */
function shortened(stderr: string | undefined): string | undefined {
  const lines = (stderr ?? '').split('\n').filter((line) => line.length < 500);
  return lines.find((line) => /^\w*Error/.test(line)) ?? lines.filter((line) => line.trim() !== '').at(-1);
}

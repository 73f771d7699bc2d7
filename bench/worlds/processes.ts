import { spawnSync } from 'node:child_process';
import { bundle } from '../bundle.ts';
import { pinning } from '../measure.ts';
import { FIRST_TICKS } from './scenes.ts';
import { spreadOf, type WorldResult } from './world-result.ts';

const RIVAL = 'flatbush';

/** The first tick of new processes, ours and the rival's in turn. @throws when one fails. */
export async function firstTickOfProcesses(
  name: string,
  processes: number,
  core: number | undefined,
): Promise<WorldResult> {
  const worker = await bundle('worlds/first-tick-worker.ts');
  const run = (peer: string): number => {
    const [command = '', ...words] = [...pinning(core), process.execPath, worker, peer, name];
    const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`first-tick-worker failed: ${stderr.slice(-500)}`);
    return Number(stdout);
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let i = 0; i < processes; i++) {
    ours.push(run('ours'));
    theirs.push(run(RIVAL));
  }
  const title = `the first tick of a process, ${FIRST_TICKS[name].title}`;
  return { name: title, rival: RIVAL, unit: 'ms', ours: spreadOf(ours, 1), theirs: spreadOf(theirs, 1) };
}

/** Bytes a body of a large world, beside the entities, components and two observers in bitECS alone. */
export async function memoryOfBodies(): Promise<WorldResult> {
  const worker = await bundle('worlds/memory-worker.ts');
  const run = (side: string): number => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', worker, side], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`memory-worker failed: ${stderr.slice(-500)}`);
    return Number(stdout);
  };
  const [ours, theirs] = [spreadOf([run('ours')], 1), spreadOf([run('bitecs')], 1)];
  return { name: '500,000 circles, a body', rival: 'bitECS, two observers, no collision', unit: 'bytes', ours, theirs };
}

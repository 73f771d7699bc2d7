import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { bundle } from './bundle.ts';
import { pinning } from './measure.ts';
import type { WorldResult } from './world-result.ts';

/** Runs worlds-worker.ts in a process of its own. */
export async function runWorlds(
  args: readonly string[],
  core: number | undefined,
  stdio: 'inherit' | 'pipe',
): Promise<SpawnSyncReturns<string>> {
  const worker = await bundle('worlds-worker.ts');
  const [command = '', ...words] = [...pinning(core), process.execPath, worker, ...args];
  return spawnSync(command, words, { stdio, encoding: 'utf8' });
}

/** Measures all its worlds. @throws when it fails. */
export async function measureWorlds(core: number | undefined, args: readonly string[] = []): Promise<WorldResult[]> {
  const { status, stdout, stderr } = await runWorlds(['--json', ...args], core, 'pipe');
  if (status !== 0) throw new Error(`worlds-worker failed: ${stderr.slice(-500)}`);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as WorldResult);
}

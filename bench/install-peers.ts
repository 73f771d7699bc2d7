import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../scripts/ensure-installed.mjs';
import { benchFolder } from './bundle.ts';

/** Installs the libraries that ours is measured beside, unless all of them are. */
export function installPeers(): void {
  const { dependencies } = JSON.parse(readFileSync(join(benchFolder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const isThere = (name: string): boolean => existsSync(join(benchFolder, 'node_modules', name, 'package.json'));
  if (Object.keys(dependencies).every(isThere)) return;
  console.error('Installing the peers into bench/node_modules …');
  const { command, args } = npmCommand(['ci', '--prefix', benchFolder, '--ignore-scripts', '--no-audit']);
  const shell = command === 'npm.cmd';
  const { status } = spawnSync(command, args, { cwd: benchFolder, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) throw new Error('the peers could not be installed; npm says why above');
}

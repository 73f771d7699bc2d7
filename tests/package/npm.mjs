import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from '../../scripts/ensure-installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs npm without the network where the cache will do, and without this run's npm settings. Returns what it prints.
 *
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export function npm(args, cwd) {
  const { command, args: full } = npmCommand([
    ...args,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  return execFileSync(command, full, { cwd, encoding: 'utf8', env: cleanEnvironment(), maxBuffer: 1 << 26 });
}

/**
 * Packs a package folder into `destination` and returns the path of the tarball. This package is packed as npm would
 * publish it, scripts included; of others no script is run.
 *
 * @param {string} folder
 * @param {string} destination
 */
export function pack(folder, destination) {
  const before = new Set(readdirSync(destination));
  const scripts = folder === root ? [] : ['--ignore-scripts'];
  npm(['pack', folder, '--pack-destination', destination, ...scripts], root);
  const made = readdirSync(destination).filter((file) => file.endsWith('.tgz') && !before.has(file));
  if (made.length !== 1) throw new Error(`npm pack ${folder} made ${made.length} tarballs, not one`);
  return join(destination, made[0]);
}

/** npm hands its own settings to its children; a nested npm must not mistake them for the user's. */
function cleanEnvironment() {
  const inherited = /^npm_(lifecycle|package|config_(local_prefix|prefix|userconfig|globalconfig))/i;
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !inherited.test(key)));
}

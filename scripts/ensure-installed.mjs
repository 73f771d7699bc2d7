/**
 * Installs the development dependencies when they are missing or not those of the lockfile, so that `npm start` and
 * `npm test` work right after a clone. Uses nothing but Node itself.
 *
 *   node scripts/ensure-installed.mjs                   those of the repository
 *   node scripts/ensure-installed.mjs examples/server   those of an example too, which has a lockfile of its own
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The one example with dependencies of its own: they are installed when it is run or tested. */
export const serverExample = join(root, 'examples', 'server');

const OLDEST_NODE = 20;

/** Returns why an installation is needed, or the empty string. Compares what npm installed with the lockfile. */
export function missingReason(folder = root) {
  const installedList = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return 'node_modules is missing';
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    // The root itself, and packages made for other platforms.
    if (path === '' || entry.optional || entry.devOptional || entry.peer) continue;
    if (installed[path] === undefined) return `${path} is missing`;
    if (installed[path].version !== entry.version) return `${path} is ${installed[path].version}, not ${entry.version}`;
  }
  return '';
}

/** Runs `npm ci` in each of the folders that needs it; ends the process with a message when that fails. */
export function ensureInstalled(...folders) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    console.error(`Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`);
    process.exit(1);
  }
  for (const folder of [root, ...folders]) install(folder);
}

function install(folder) {
  const reason = missingReason(folder);
  if (reason === '') return;
  const name = folder === root ? '' : ` of ${relative(root, folder)}`;
  console.log(`Installing dependencies${name} (${reason}) …`);
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  // Colyseus asks for Node 22 and works on Node 20 too (see examples/server/README.md): its warnings would only alarm.
  if (folder !== root) quiet.push('--loglevel=error');
  const { command, args } = npmCommand(['ci', ...quiet]);
  const result = spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: command === 'npm.cmd' });
  if (result.status !== 0) {
    console.error('The dependencies could not be installed; npm says why above.');
    process.exit(1);
  }
}

/** Returns the command of the npm that started this process if there is one, else of the npm on the path. */
export function npmCommand(args) {
  const npmCli = process.env.npm_execpath;
  if (npmCli?.endsWith('.js')) return { command: process.execPath, args: [npmCli, ...args] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled(...process.argv.slice(2).map((folder) => join(root, folder)));
}

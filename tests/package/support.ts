import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from '../../scripts/ensure-installed.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PackageJson {
  readonly name: string;
  readonly exports: Record<
    string,
    string | Record<'import' | 'require', { types: string; node?: string; default: string }>
  >;
  readonly peerDependencies: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly sideEffects: boolean;
}

export const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson;

/** The specifiers a user imports: 'bitecs-collision', 'bitecs-collision/2d', … */
export const specifiers = Object.keys(packageJson.exports)
  .filter((key) => typeof packageJson.exports[key] !== 'string')
  .map((key) => packageJson.name + key.slice(1));

export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `bitecs-collision-${name}-`));
}

/** Runs npm without scripts, without the network where the cache will do, and without this run's npm settings. */
export function npm(args: readonly string[], cwd: string): string {
  const { command, args: full } = npmCommand([
    ...args,
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  return execFileSync(command, full, { cwd, encoding: 'utf8', env: cleanEnvironment(), maxBuffer: 1 << 26 });
}

/** Packs a package folder into `destination` and returns the path of the tarball. */
export function pack(folder: string, destination: string): string {
  const before = new Set(readdirSync(destination));
  npm(['pack', folder, '--pack-destination', destination], root);
  const made = readdirSync(destination).filter((file) => file.endsWith('.tgz') && !before.has(file));
  if (made.length !== 1) throw new Error(`npm pack ${folder} made ${made.length} tarballs, not one`);
  return join(destination, made[0]);
}

/** Makes a user's project with the packed package and bitecs installed, and returns its folder. */
export function installForUser(): string {
  const folder = temporaryFolder('user');
  const tarballs = [pack(root, folder), pack(join(root, 'node_modules/bitecs'), folder)];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, version: '1.0.0' }));
  npm(['install', ...tarballs], folder);
  return folder;
}

/** What users check their types with, as packages are called here. */
export const compilers = ['typescript', 'typescript-7'] as const;

/** Checks files of a user's project by the strict rules; returns what the compiler says, or the empty string. */
export function typeCheck(
  folder: string,
  files: readonly string[],
  moduleResolution: string,
  skipLibCheck = true,
  compiler: (typeof compilers)[number] = 'typescript-7',
): string {
  const compilerOptions = {
    target: 'ES2022',
    module: moduleResolution === 'bundler' ? 'ESNext' : 'NodeNext',
    moduleResolution,
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  const args = [tsc, '-p', '.', '--pretty', 'false'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout.trim();
}

/** npm hands its own settings to its children; a nested npm must not mistake them for the user's. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const [key, value] of Object.entries(process.env)) {
    const inherited = /^npm_(lifecycle|package|config_(local_prefix|prefix|userconfig|globalconfig))/i.test(key);
    if (!inherited) environment[key] = value;
  }
  return environment;
}

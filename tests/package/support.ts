import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { npm, pack } from './npm.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the package's tarball. */
    tarball: string;
  }
}

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

/** Makes a user's project with the packed package and bitecs installed, and returns its folder. */
export function installForUser(): string {
  const folder = temporaryFolder('user');
  const tarballs = [inject('tarball'), pack(join(root, 'node_modules/bitecs'), folder)];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, version: '1.0.0' }));
  npm(['install', '--ignore-scripts', ...tarballs], folder);
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
    noUncheckedIndexedAccess: true,
    skipLibCheck,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  const args = [tsc, '-p', '.', '--pretty', 'false'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout.trim();
}

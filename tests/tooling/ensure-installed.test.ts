import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingOptional } from '../../scripts/complete-lockfile.mjs';
import { missingReason, root, serverExample } from '../../scripts/ensure-installed.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensure-installed-'));
  lock({
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-system': { version: '2.0.0', optional: true },
  });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a fresh clone needs an installation', () => {
  expect(missingReason(folder)).toBe('node_modules is missing');
});

test('what the lockfile asks for is enough, without packages for other systems', () => {
  installed({ 'node_modules/a': { version: '1.0.0' } });
  expect(missingReason(folder)).toBe('');
});

test('a new or changed dependency is noticed', () => {
  installed({ 'node_modules/a': { version: '0.9.0' } });
  expect(missingReason(folder)).toBe('node_modules/a is 0.9.0, not 1.0.0');
  installed({});
  expect(missingReason(folder)).toBe('node_modules/a is missing');
});

test('lockfiles name the builds for every system, or `npm ci` refuses them', () => {
  for (const project of [root, serverExample]) {
    expect(missingOptional(packagesOf(project)), 'run `node scripts/complete-lockfile.mjs`').toEqual([]);
  }
  const dependent = { optionalDependencies: { 'tool-linux-x64': '1.0.0' } };
  const below = 'node_modules/a/node_modules/tool-linux-x64';
  expect(missingOptional({ 'node_modules/a': dependent })).toHaveLength(1);
  expect(missingOptional({ 'node_modules/a': dependent, [below]: {} })).toEqual([]);
});

test('what the repository installs works on Node 20, so that npm warns of nothing', () => {
  const newer = Object.entries(packagesOf(root)).filter(([path, { engines }]) => {
    return path !== '' && engines?.node !== undefined && !allowsNode20(engines.node);
  });
  expect(newer.map(([path]) => path)).toEqual([]);
  expect(Object.values(packagesOf(serverExample)).some(({ engines }) => engines?.node === '>= 22.x')).toBe(true);
  expect([allowsNode20('^20.19.0 || >=22.12.0'), allowsNode20('>=18'), allowsNode20('>= 22.x')]).toEqual([
    true,
    true,
    false,
  ]);
});

/**
 * Whether a range of versions of Node takes in some 20: one of its alternatives begins at 20 or before, and goes on.
 */
function allowsNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign = '', major = '0'] = /^\s*(>=|\^|~|>|)\s*v?(\d+)/.exec(part) ?? [];
    return sign.startsWith('>') ? Number(major) <= 20 : part.trim() === '*' || major === '20';
  });
}

type Packages = Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;

function packagesOf(project: string): Packages {
  return (JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as { packages: Packages }).packages;
}

function lock(packages: object): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function installed(packages: object): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingOptional } from '../../scripts/complete-lockfile.mjs';
import { missingReason, root } from '../../scripts/ensure-installed.mjs';

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

test('the lockfile names the builds for every system, or `npm ci` refuses it', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  expect(missingOptional(packages), 'run `node scripts/complete-lockfile.mjs`').toEqual([]);
  const dependent = { optionalDependencies: { 'tool-linux-x64': '1.0.0' } };
  const below = 'node_modules/a/node_modules/tool-linux-x64';
  expect(missingOptional({ 'node_modules/a': dependent })).toHaveLength(1);
  expect(missingOptional({ 'node_modules/a': dependent, [below]: {} })).toEqual([]);
});

function lock(packages: object): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function installed(packages: object): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

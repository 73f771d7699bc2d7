import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import { packageJson, root } from './support.ts';

const tarball = inject('tarball');
const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n').sort();

test('the tarball holds what exports promise', () => {
  const promised = Object.values(packageJson.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target).flatMap((condition) => Object.values(condition)),
  );
  expect(promised.length).toBeGreaterThan(4);
  for (const target of promised) expect(files).toContain(`package/${target.slice(2)}`);
});

test('the tarball holds licence, readme and change log, and neither sources nor tests', () => {
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'])
    expect(files).toContain(`package/${file}`);
  expect(files.filter((file) => !/^package\/(dist\/|docs\/|LICENSE$|[A-Z]+\.md$|package\.json$)/.test(file))).toEqual(
    [],
  );
});

test('every relative link of a published document leads to a file of the tarball', () => {
  const documents = files.filter((file) => file.endsWith('.md'));
  expect(documents).toEqual(expect.arrayContaining(['package/README.md', 'package/docs/catalogue.md']));
  const dead = documents.flatMap((file) => {
    const text = readFileSync(join(root, file.slice('package/'.length)), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map((match) => match[1]);
    return targets
      .filter((target) => !/^https?:/.test(target) && !files.includes(posix.join(posix.dirname(file), target)))
      .map((target) => `${file}: ${target}`);
  });
  expect(dead).toEqual([]);
});

test('the published package.json names nothing that the tarball lacks', () => {
  const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
  const published = JSON.parse(text);
  expect(published.exports).toEqual(packageJson.exports);
  for (const key of ['scripts', 'devDependencies', 'allowScripts']) {
    expect(packageJson).toHaveProperty(key);
    expect(published).not.toHaveProperty(key);
  }
});

test('nothing but the peers is needed at run time', () => {
  expect(packageJson.dependencies).toBeUndefined();
  expect(packageJson.sideEffects).toBe(false);
  expect(Object.keys(packageJson.peerDependencies).sort()).toEqual(['bitecs', 'pixi.js', 'three']);
});

describe('the built modules', () => {
  const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|cjs)$/.test(file),
  );

  test.each(built)('%s imports only its neighbours, and the peers where they belong', (file) => {
    const code = readFileSync(join(root, 'dist', file), 'utf8');
    const imported = [...code.matchAll(/(?:(?<!["'])\bfrom\s*|\bimport\s*|\brequire\(\s*)["']([^"'\n]+)["']/g)].map(
      (m) => m[1],
    );
    expect(imported.filter((name) => !/^\.\.?\//.test(name) && !/^(bitecs|pixi\.js|three)$/.test(name))).toEqual([]);
  });

  test.each(['geometry2d', 'geometry3d'])('%s needs no ECS', (entry) => {
    expect(reachable(`esm/entry/${entry}.js`)).not.toContain('bitecs');
    expect(reachable(`esm/entry/${entry}.js`)).not.toContain('pixi.js');
    expect(reachable(`esm/entry/${entry}.js`)).not.toContain('three');
  });
});

test('publint finds nothing', async () => {
  const data = readFileSync(tarball);
  const { messages } = await publint({
    level: 'suggestion',
    strict: true,
    pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) },
  });
  const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = messages.map((message) => formatMessage(message, pkg) ?? message.code);
  expect(found).toEqual([]);
});

test('the types of every entry resolve under Node, old and new, and bundlers, in both module systems', () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const report = execFileSync(process.execPath, [attw, tarball, '--profile', 'strict', '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const { analysis } = JSON.parse(report) as {
    analysis: { entrypoints: Record<string, unknown>; problems: { kind: string; resolutionKind?: string }[] };
  };
  const entries = Object.keys(packageJson.exports).filter((key) => typeof packageJson.exports[key] !== 'string');
  expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(entries));
  expect(analysis.problems).toEqual([]);
});

/** Every package a built module needs, directly or through its neighbours. */
function reachable(start: string): string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const queue = [start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(join(root, 'dist', file), 'utf8');
    for (const match of code.matchAll(/(?:(?<!["'])\bfrom\s*|\bimport\s*)["']([^"']+)["']/g)) {
      const name = match[1];
      if (name.startsWith('.')) queue.push(join(dirname(file), name));
      else packages.add(name);
    }
  }
  return [...packages];
}

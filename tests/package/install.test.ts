import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilers, installForUser, specifiers, typeCheck } from './support.ts';

let folder = '';

/** The entries that work without the optional peers pixi.js and three, which the user's project here does not have. */
const withoutPeers = specifiers.filter((specifier) => !/\/(pixi|three)$/.test(specifier));

beforeAll(() => {
  folder = installForUser();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('installs beside bitecs and brings nothing else', () => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean; peer?: boolean }>;
  };
  const installed = Object.keys(lock.packages).filter((path) => path !== '' && existsSync(join(folder, path)));
  expect(installed.sort()).toEqual(['node_modules/bitecs', 'node_modules/bitecs-collision']);
});

test('every entry loads with import and require, with the same names', () => {
  const names = (lines: string) => JSON.parse(run('-e', lines)) as Record<string, string[]>;
  const loaded = names(`
    const specifiers = ${JSON.stringify(withoutPeers)};
    const out = {};
    for (const specifier of specifiers) out[specifier] = Object.keys(require(specifier)).sort();
    console.log(JSON.stringify(out));`);
  writeFileSync(
    join(folder, 'names.mjs'),
    `const out = {};
     for (const specifier of ${JSON.stringify(withoutPeers)}) out[specifier] = Object.keys(await import(specifier)).sort();
     console.log(JSON.stringify(out));`,
  );
  const imported = JSON.parse(run('names.mjs')) as Record<string, string[]>;
  expect(loaded).toEqual(imported);
  for (const specifier of withoutPeers) expect(imported[specifier].length, specifier).toBeGreaterThan(0);
});

describe.each([
  ['an ES module', 'game.mjs', (names: string, specifier: string) => `import { ${names} } from '${specifier}';`],
  [
    'a CommonJS script',
    'game.cjs',
    (names: string, specifier: string) => `const { ${names} } = require('${specifier}');`,
  ],
])('%s', (_, file, load) => {
  test('plays a collision from the packed package', () => {
    writeFileSync(
      join(folder, file),
      `${load('createWorld, addEntity, addComponent, set', 'bitecs')}
       ${load('createCollision, collisionSystem, circle', 'bitecs-collision/2d')}
       const world = createWorld();
       const collision = createCollision(world);
       const { Transform, Collider } = collision;
       const left = addEntity(world), right = addEntity(world);
       for (const [eid, x] of [[left, 0], [right, 5]]) {
         addComponent(world, eid, set(Transform, { x, y: 0, rotation: 0 }));
         addComponent(world, eid, set(Collider, circle(1)));
       }
       const begun = [];
       collision.onBegin((a, b) => begun.push([a, b]));
       collisionSystem(world);
       if (begun.length !== 0) throw new Error('touch at a distance');
       Transform.x[right] = 1.5;
       collisionSystem(world);
       collisionSystem(world);
       console.log(JSON.stringify({ begun, expected: [[left, right]] }));`,
    );
    const { begun, expected } = JSON.parse(run(file)) as { begun: number[][]; expected: number[][] };
    expect(begun).toEqual(expected);
  });
});

test('a bad value is refused with the same error class by every entry', () => {
  writeFileSync(
    join(folder, 'errors.mjs'),
    `import { CollisionError, polygon } from 'bitecs-collision/2d';
     import * as plane from 'bitecs-collision/geometry2d';
     import * as space from 'bitecs-collision/geometry3d';
     const refuses = (make) => { try { make(); return false; } catch (error) { return error instanceof CollisionError; } };
     console.log(JSON.stringify([
       refuses(() => polygon([0, 0, 1, NaN, 0, 1])),
       refuses(() => plane.buildSegmentTree([0, 0, 1, NaN])),
       refuses(() => space.buildConvexHull([0, 0, 0, 1, 1, NaN])),
       plane.CollisionError === CollisionError && space.CollisionError === CollisionError,
     ]));`,
  );
  expect(JSON.parse(run('errors.mjs'))).toEqual([true, true, true, true]);
});

test.each(compilers)('the types of every entry stand alone, without skipLibCheck (%s)', (compiler) => {
  const lines = withoutPeers.map((specifier, i) => `export * as entry${i} from '${specifier}';`);
  writeFileSync(join(folder, 'entries.mts'), lines.join('\n'));
  // bitECS' own declarations are not ours to judge.
  const complaints = typeCheck(folder, ['entries.mts'], 'nodenext', false, compiler)
    .split('\n')
    .filter((line) => line !== '' && !line.includes('node_modules/bitecs/'));
  expect(complaints).toEqual([]);
});

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

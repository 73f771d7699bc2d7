import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of a dimension, from the ground up. */
const FLOORS = ['geometry', 'bvh', 'shapes', 'bounds', 'narrow-phase', 'queries', 'movement', 'kinds', 'maps'];

/** Each file breaks exactly the named rule with one import. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, source: string])[] = [
  ['src-knows-no-ecs', 'src/2d/a.ts', `import { c } from '../../components/ok.ts'; export const x = c;`],
  ['src-knows-no-ecs', 'src/2d/b.ts', `import { s } from '../../systems/ok.ts'; export const x = s;`],
  ['src-knows-no-ecs', 'src/core/c.ts', `import { addEntity } from 'bitecs'; export const x = addEntity;`],
  ['src-knows-no-ecs', 'src/core/d.ts', `import type { World } from 'bitecs'; export type X = World;`],
  ['src-knows-no-ecs', 'src/2d/e.ts', `import { Graphics } from 'pixi.js'; export const x = Graphics;`],
  ['src-knows-no-ecs', 'src/2d/f.ts', `export { two } from '../../entry/2d.ts';`],
  ['core-is-dimension-free', 'src/core/g.ts', `import { flat } from '../2d/ok.ts'; export const x = flat;`],
  ['core-is-dimension-free', 'src/core/h.ts', `import { deep } from '../3d/ok.ts'; export const x = deep;`],
  ['dimensions-are-strangers', 'src/2d/i.ts', `import { deep } from '../3d/ok.ts'; export const x = deep;`],
  ['dimensions-are-strangers', 'src/3d/j.ts', `import { flat } from '../2d/ok.ts'; export const x = flat;`],
  [
    'dimensions-are-strangers',
    'components/2d/k.ts',
    `import { deep } from '../../src/3d/ok.ts'; export const x = deep;`,
  ],
  ...FLOORS.slice(0, -1).map(
    (floor, i) =>
      [
        'floors-lead-downwards',
        `src/2d/${floor}/up.ts`,
        `import type { OK } from '../${FLOORS[i + 1]}/ok.ts'; export type X = OK;`,
      ] as const,
  ),
  [
    'floors-lead-downwards',
    'src/3d/geometry/kinds.ts',
    `import type { OK } from '../kinds/ok.ts'; export type X = OK;`,
  ],
  ['no-cycles-of-types-in-src', 'src/core/type-a.ts', `import type { B } from './type-b.ts'; export type A = B[];`],
  [
    'engine-is-dimension-free',
    'systems/core/k2.ts',
    `import { flat } from '../../src/2d/ok.ts'; export const x = flat;`,
  ],
  ['components-carry-data', 'components/l.ts', `import { s } from '../systems/ok.ts'; export const x = s;`],
  ['components-carry-data', 'components/m.ts', `import { addEntity } from 'bitecs'; export const x = addEntity;`],
  [
    'shared-components-are-dimension-free',
    'components/n.ts',
    `import { flat } from '../src/2d/ok.ts'; export const x = flat;`,
  ],
  ['systems-use-components-and-src', 'systems/o2.ts', `import { Graphics } from 'pixi.js'; export const x = Graphics;`],
  ['systems-use-components-and-src', 'systems/o3.ts', `export { picture } from './pixi/ok.ts';`],
  ['systems-use-components-and-src', 'systems/o.ts', `export { two } from '../entry/2d.ts';`],
  ['only-the-adapter-knows-bitecs', 'systems/p.ts', `import { addEntity } from 'bitecs'; export const x = addEntity;`],
  ['only-the-adapter-knows-bitecs', 'systems/q.ts', `import type { World } from 'bitecs'; export type X = World;`],
  ['product-knows-no-tests', 'src/core/r.ts', `export { t } from '../../tests/ok.ts';`],
  ['product-knows-no-tests', 'systems/s.ts', `export { e } from '../examples/ok.ts';`],
  [
    'product-has-no-dependencies',
    'src/core/t.ts',
    `import { readFileSync } from 'node:fs'; export const x = readFileSync;`,
  ],
  ['product-has-no-dependencies', 'src/core/u.ts', `import fc from 'fast-check'; export const x = fc;`],
  ['systems-use-components-and-src', 'systems/o4.ts', `import { Vector3 } from 'three'; export const x = Vector3;`],
  ['only-the-three-door-draws-space', 'entry/v3.ts', `export { Vector3 } from 'three';`],
  ['only-the-three-door-draws-space', 'systems/pixi/v.ts', `export { scene } from '../three/ok.ts';`],
  ['three-knows-no-plane', 'systems/three/v.ts', `export { flat } from '../../src/2d/ok.ts';`],
  ['only-the-pixi-door-draws', 'entry/v.ts', `export { Graphics } from 'pixi.js';`],
  ['only-the-pixi-door-draws', 'entry/v2.ts', `export { picture } from '../systems/pixi/ok.ts';`],
  [
    'sims-use-the-public-entries',
    'examples/scenes/w/w/sim.ts',
    `import { Graphics } from 'pixi.js'; export const x = Graphics;`,
  ],
  ['sims-use-the-public-entries', 'examples/scenes/x/x/sim.ts', `import { v } from './view.ts'; export const x = v;`],
  [
    'sims-use-the-public-entries',
    'examples/scenes/y/y/helper.ts',
    `import { p } from '../../../shell/palette.ts'; export const x = p;`,
  ],
  [
    'examples-use-the-public-entries',
    'examples/shell/z.ts',
    `import { flat } from '../../src/2d/ok.ts'; export const x = flat;`,
  ],
  [
    'views-draw-with-pixi-and-three',
    'examples/scenes/z/z/view.ts',
    `import fc from 'fast-check'; export const x = fc;`,
  ],
  [
    'sims-use-the-public-entries',
    'examples/scenes/z/z/sim.ts',
    `import { Vector3 } from 'three'; export const x = Vector3;`,
  ],
  ['no-unresolvable', 'src/core/lost.ts', `export { nothing } from './nothing.ts';`],
];

/** Everything the rules allow, one file each; they are also what the violations import. */
const ALLOWED: readonly (readonly [file: string, source: string])[] = [
  ['src/core/ok.ts', `export const core = 1;`],
  ['src/2d/ok.ts', `export { core as flat } from '../core/ok.ts';`],
  ['src/3d/ok.ts', `export { core as deep } from '../core/ok.ts';`],
  ...FLOORS.map(
    (floor, i) =>
      [
        `src/2d/${floor}/ok.ts`,
        i === 0 ? 'export type OK = 1;' : `export type { OK } from '../${FLOORS[i - 1]}/ok.ts';`,
      ] as const,
  ),
  ['src/3d/kinds/ok.ts', 'export type OK = 1;'],
  ['components/ok.ts', `export { core as c } from '../src/core/ok.ts';`],
  ['components/2d/ok.ts', `export { flat as c2 } from '../../src/2d/ok.ts'; export { c } from '../ok.ts';`],
  ['systems/ok.ts', `export { c as s } from '../components/ok.ts'; export { flat } from '../src/2d/ok.ts';`],
  ['systems/core/adapter.ts', `export { addEntity } from 'bitecs';`],
  ['systems/core/adapter/world.ts', `import type { World } from 'bitecs'; export type W = World;`],
  [
    'entry/2d.ts',
    `export { s as two } from '../systems/ok.ts'; export { addEntity } from '../systems/core/adapter.ts';`,
  ],
  [
    'systems/pixi/ok.ts',
    `import { Graphics } from 'pixi.js'; import { s } from '../ok.ts'; export const picture = [Graphics, s];`,
  ],
  ['entry/pixi.ts', `export { picture } from '../systems/pixi/ok.ts';`],
  ['systems/three/ok.ts', `import { Vector3 } from 'three'; export const scene = [Vector3];`],
  ['entry/three.ts', `export { scene } from '../systems/three/ok.ts';`],
  ['tests/ok.ts', `export const t = 1;`],
  ['examples/ok.ts', `export const e = 1;`],
  ['examples/shell/palette.ts', `export const p = 1;`],
  ['examples/shell/scene.ts', `export interface Sim { step(): void }`],
  [
    'examples/scenes/a/a/sim.ts',
    `import { addEntity } from 'bitecs'; import { two } from 'bitecs-collision/2d'; import type { Sim } from '../../../shell/scene.ts';
     import { part } from './part.ts'; export const x = [addEntity, two, part]; export type S = Sim;`,
  ],
  ['examples/scenes/a/a/part.ts', `export const part = 1;`],
  [
    'examples/scenes/x/x/view.ts',
    `import { Graphics } from 'pixi.js'; import { p } from '../../../shell/palette.ts'; export const v = [Graphics, p];`,
  ],
];

const CYCLE: readonly [file: string, source: string][] = [
  ['src/core/cycle-a.ts', `import { b } from './cycle-b.ts'; export const a = () => b;`],
  ['src/core/type-b.ts', `import type { A } from './type-a.ts'; export type B = A[];`],
  ['src/core/cycle-b.ts', `import { a } from './cycle-a.ts'; export const b = () => a;`],
];

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

const folders: string[] = [];

/** Writes the files to an empty project that has this repository's rules, and returns what the rules say. */
function violationsOf(files: readonly (readonly [file: string, source: string])[]): Violation[] {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  folders.push(folder);
  for (const [file, source] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  for (const name of ['src', 'components', 'systems', 'entry', 'examples', 'tests']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module: 'ESNext',
        moduleResolution: 'Bundler',
        allowImportingTsExtensions: true,
        noEmit: true,
        paths: { 'bitecs-collision': ['./entry/index.ts'], 'bitecs-collision/*': ['./entry/*.ts'] },
      },
    }),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      type: 'module',
      peerDependencies: { bitecs: '*', 'pixi.js': '*', three: '*' },
      devDependencies: { 'fast-check': '*', three: '*' },
    }),
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const result = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      'src',
      'components',
      'systems',
      'entry',
      'examples',
      'tests',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (!result.stdout.startsWith('{')) throw new Error(`dependency-cruiser said: ${result.stdout}${result.stderr}`);
  return (JSON.parse(result.stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

let found: Violation[] = [];

beforeAll(() => {
  found = violationsOf([...ALLOWED, ...VIOLATIONS.map(([, file, source]) => [file, source] as const), ...CYCLE]);
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test.each(VIOLATIONS)('%s catches %s', (rule, file) => {
  const caught = found.filter((violation) => violation.from === file).map((violation) => violation.rule.name);
  expect(caught).toContain(rule);
});

test('no-cycles catches two modules that import each other', () => {
  const caught = found.filter((violation) => violation.rule.name === 'no-cycles').map((violation) => violation.from);
  expect(caught).toContain('src/core/cycle-a.ts');
});

test('what the rules allow passes', () => {
  expect(violationsOf(ALLOWED)).toEqual([]);
});

test('every rule is proven by a violation', () => {
  const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };
  const proven = new Set([...VIOLATIONS.map(([rule]) => rule), 'no-cycles']);
  expect(config.forbidden.map((rule) => rule.name).filter((name) => !proven.has(name))).toEqual([]);
});

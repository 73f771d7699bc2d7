import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { README_SETTINGS, type Setting } from './readme-settings.ts';
import { installForUser, root, typeCheck } from './support.ts';

/*
 * Every snippet of the documents is checked and run as a user would have it: against the packed and installed package.
 */

let folder = '';

beforeAll(() => {
  folder = installForUser();
  // Only the types of the optional peers, and their scene graphs, which work without a screen.
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const peer of ['pixi.js', 'three', '@types/three']) {
    symlinkSync(join(root, 'node_modules', peer), join(folder, 'node_modules', peer), 'junction');
  }
  writeFileSync(join(folder, 'without-screen.mjs'), WITHOUT_SCREEN);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GUIDE = 'docs/guide';
/** By document, then by the heading that a snippet stands under. */
const SETTINGS: Record<string, Readonly<Record<string, Setting>>> = { 'README.md': README_SETTINGS };
for (const file of readdirSync(new URL('guide', import.meta.url))) {
  const { settings } = (await import(`./guide/${file}`)) as { settings: Readonly<Record<string, Setting>> };
  SETTINGS[`${GUIDE}/${file.replace(/\.ts$/, '.md')}`] = settings;
}

/** Every snippet that people have written, and its setting. */
const written = Object.entries(SETTINGS).flatMap(([file, settings]) =>
  snippetsByHeading(file)
    .filter(({ heading }) => settings[heading] !== undefined)
    .map(({ heading, code }) => ({ name: `${file}, ${heading}:`, setting: settings[heading], code })),
);

const CATALOGUE_SNIPPET =
  /^```ts\n(?<imports>import \{ (?<name>\w+) \} from 'bitecs-collision\/(?<entry>\w+)';)\n\/\/ \((?<parameters>.*)\): (?<result>.*)\n(?<call>.*)\n```$/gm;
const PARAMETER_END = /, (?=\w+\??: )/;

/** PixiJS asks a canvas what precision its shaders have. */
const WITHOUT_SCREEN = `
  globalThis.navigator ??= { userAgent: '' };
  const { DOMAdapter } = await import('pixi.js');
  const context = { getShaderPrecisionFormat: () => ({ precision: 23 }), getExtension: () => null };
  DOMAdapter.set({ ...DOMAdapter.get(), createCanvas: () => ({ getContext: () => context }) });`;

describe('README.md and the guide', () => {
  test('every page of the guide with snippets has settings, and every setting a page', () => {
    const pages = readdirSync(join(root, GUIDE)).map((page) => `${GUIDE}/${page}`);
    const withSnippets = pages.filter((page) => snippetsByHeading(page).length > 0);
    expect(Object.keys(SETTINGS).sort()).toEqual(['README.md', ...withSnippets].sort());
  });

  test.each(Object.keys(SETTINGS))('%s has no snippet without a setting, and no setting without a snippet', (file) => {
    expect(snippetsByHeading(file).map(({ heading }) => heading)).toEqual(Object.keys(SETTINGS[file]));
  });

  test('every snippet runs as it stands', () => {
    // One process for all, each a module of its own: to start Node takes longer than any of them.
    const modules = written.map(({ name, setting, code }, i) => {
      const source = `${setting.before}\n${code}\n${setting.after}`;
      writeFileSync(join(folder, `snippet-${i}.mjs`), transformSync(source, { loader: 'ts', format: 'esm' }).code);
      return [name, `./snippet-${i}.mjs`];
    });
    writeFileSync(
      join(folder, 'snippets.mjs'),
      `let count = 0;
       for (const [name, module] of ${JSON.stringify(modules)}) {
         try {
           await import(module);
         } catch (error) {
           console.error(name, error);
         }
         count++;
       }
       if (count !== ${modules.length}) console.error('a snippet ended the process');`,
    );
    expect(modules.length).toBeGreaterThan(40);
    expect(run('--import', './without-screen.mjs', 'snippets.mjs')).toBe('');
  });

  test.each([
    ['nodenext', ['mts', 'cts']],
    ['bundler', ['ts']],
  ] as const)('every snippet type checks with module resolution %s as %o', (moduleResolution, extensions) => {
    const files = written.flatMap(({ setting, code }, i) =>
      // What only ES modules know is left out of the others.
      extensions
        .filter((extension) => extension !== 'cts' || !code.includes('import.meta'))
        .map((extension) => {
          const file = `snippet-${i}.${extension}`;
          writeFileSync(join(folder, file), `${setting.before}\n${code}\nexport {};`);
          return file;
        }),
    );
    expect(typeCheck(folder, files, moduleResolution)).toBe('');
  });
});

describe('docs/catalogue.md', () => {
  const text = readFileSync(join(root, 'docs/catalogue.md'), 'utf8');
  const snippets = [...text.matchAll(CATALOGUE_SNIPPET)].map((match) => ({ ...match.groups! })) as Record<
    'imports' | 'name' | 'entry' | 'parameters' | 'result' | 'call',
    string
  >[];

  test('every snippet is of one form', () => {
    expect(snippets.length).toBe(text.match(/^```ts$/gm)!.length);
    expect(snippets.length).toBeGreaterThan(200);
  });

  test('every snippet type checks with operands of the types it names', () => {
    const files = snippets.map(({ imports, entry, parameters, call }, i) => {
      const types = new Set(parameters.replaceAll(/"[^"]*"/g, '').match(/\b[A-Z]\w+\b/g) ?? []);
      for (const known of ['Float64Array', 'Int32Array', 'Uint32Array', 'Omit']) types.delete(known);
      writeFileSync(
        join(folder, `catalogue-${i}.ts`),
        `import type { ${[...types].join(', ')} } from 'bitecs-collision/${entry}';
         ${imports}
         export function snippet(${parameters}) { ${call} }`,
      );
      return `catalogue-${i}.ts`;
    });
    expect(typeCheck(folder, files, 'bundler')).toBe('');
  });

  test.each(['geometry2d', 'geometry3d'])('every snippet of %s runs and gives what it says', (entry) => {
    const calls = snippets
      .filter((snippet) => snippet.entry === entry)
      .map(({ name, parameters, result, call }) => {
        const operands = parameters.split(PARAMETER_END).map((one) => one.split(/\??: /, 2));
        const names = operands.map(([operand]) => operand).join(', ');
        const returned = /^const (\w+) =/.exec(call)?.[1] ?? 'undefined';
        return `run('${name}', '${result}', ${JSON.stringify(operands)},
          ({ ${name} }, [${names}]) => { { ${call} return ${returned}; } });`;
      });
    copyFileSync(join(root, 'tests/package/catalogue-operands.mjs'), join(folder, 'operands.mjs'));
    writeFileSync(
      join(folder, 'calls.mjs'),
      `import * as entry from 'bitecs-collision/${entry}';
       import { createOperands } from './operands.mjs';
       function run(name, result, operands, call) {
         const operand = createOperands(entry, name);
         const got = call(entry, operands.map(([name, type]) => name === '' ? undefined : operand(name, type)));
         const kind = { void: 'undefined', number: 'number', boolean: 'boolean' }[result] ?? 'object';
         const isSo = result === 'Support' ? typeof got === 'function' || typeof got === 'object' : typeof got === kind;
         if (!isSo || Number.isNaN(got)) console.error(name + ' gave ' + got + ', not ' + result);
       }
       ${calls.join('\n')}`,
    );
    expect(calls.length).toBeGreaterThan(90);
    expect(run('calls.mjs')).toBe('');
  });
});

function snippetsByHeading(file: string): { heading: string; code: string }[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: { heading: string; code: string }[] = [];
  let heading = '';
  for (const match of text.matchAll(/^#+ (?<heading>.+)$|^```ts\n(?<code>[\s\S]*?)^```$/gm)) {
    const { heading: next, code } = match.groups!;
    if (code === undefined) heading = next;
    else found.push({ heading, code });
  }
  return found;
}

/** Runs Node in the user's folder; returns what went wrong, or the empty string. */
function run(...args: string[]): string {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  return status === 0 ? stderr : `exit ${status}: ${stderr}`;
}

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
/** Of each document, the headings whose snippets also run in space, as the page says. */
const ALIKE: Record<string, readonly string[]> = {};
for (const file of readdirSync(new URL('guide', import.meta.url))) {
  const { settings, alike = [] } = (await import(`./guide/${file}`)) as {
    settings: Readonly<Record<string, Setting>>;
    alike?: readonly string[];
  };
  const page = `${GUIDE}/${file.replace(/\.ts$/, '.md')}`;
  SETTINGS[page] = settings;
  ALIKE[page] = alike;
}

/** Every snippet that people have written, and its setting. */
const written = Object.entries(SETTINGS).flatMap(([file, settings]) =>
  snippetsByHeading(file)
    .filter(({ heading }) => settings[heading] !== undefined)
    .map(({ heading, code }) => ({ file, heading, setting: settings[heading], code })),
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

/** The shapes that snippets for both dimensions use, by their names in the plane. */
const FLAT_SHAPES = `
  import { box as boxInSpace, sphere } from 'bitecs-collision/3d';
  export const circle = sphere;
  export const box = (halfWidth, halfHeight) => boxInSpace(halfWidth, halfHeight, 1);`;

/** Returns a snippet of the plane as its reader would write it in space. */
function inSpace(source: string): string {
  return source.replaceAll(/import \{([^}]*)\} from 'bitecs-collision\/2d'/g, (_, list: string) => {
    const names = list.split(',').map((name) => name.trim());
    const flat: string[] = names.filter((name) => name === 'box' || name === 'circle');
    const others = names.filter((name) => !flat.includes(name));
    return `import { ${others.join(', ')} } from 'bitecs-collision/3d'; import { ${flat.join(', ')} } from './flat-shapes.mjs'`;
  });
}

describe('README.md and the guide', () => {
  test('every page of the guide with snippets has settings, and every setting a page', () => {
    const pages = readdirSync(join(root, GUIDE)).map((page) => `${GUIDE}/${page}`);
    const withSnippets = pages.filter((page) => snippetsByHeading(page).length > 0);
    expect(Object.keys(SETTINGS).sort()).toEqual(['README.md', ...withSnippets].sort());
  });

  test.each(Object.keys(SETTINGS))('%s has no snippet without a setting, and no setting without a snippet', (file) => {
    expect(snippetsByHeading(file).map(({ heading }) => heading)).toEqual(Object.keys(SETTINGS[file]));
  });

  test('what runs in space as well is named by its heading, and its page says so', () => {
    for (const [page, headings] of Object.entries(ALIKE)) {
      const known = snippetsByHeading(page).map(({ heading }) => heading);
      expect(known, page).toEqual(expect.arrayContaining([...headings]));
      if (headings.length > 0) expect(readFileSync(join(root, page), 'utf8'), page).toContain('bitecs-collision/3d');
    }
  });

  test('every snippet runs as it stands', () => {
    // One process for all, each a module of its own: to start Node takes longer than any of them.
    const modules = written.flatMap(({ file, heading, setting, code }, i) => {
      const source = `${setting.before}\n${code}\n${setting.after}`;
      const name = `${file}, ${heading}:`;
      const write = (module: string, text: string): void =>
        writeFileSync(join(folder, module), transformSync(text, { loader: 'ts', format: 'esm' }).code);
      write(`snippet-${i}.mjs`, source);
      const runs = [[name, `./snippet-${i}.mjs`]];
      if (!ALIKE[file]?.includes(heading)) return runs;
      write(`snippet-${i}-in-space.mjs`, inSpace(source));
      return [...runs, [`${name} in space`, `./snippet-${i}-in-space.mjs`]];
    });
    writeFileSync(join(folder, 'flat-shapes.mjs'), FLAT_SHAPES);
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
        .filter((extension) => extension !== 'cts' || !/import\.meta|^const .* = await /m.test(code))
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

/** A snippet in a tab for space stands under its heading with "(space)" behind it. */
function snippetsByHeading(file: string): { heading: string; code: string }[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: { heading: string; code: string }[] = [];
  let heading = '';
  for (const match of text.matchAll(/^#+ (?<heading>.+)$|^```ts(?: \[(?<tab>\w+)\])?\n(?<code>[\s\S]*?)^```$/gm)) {
    const { heading: next, tab, code } = match.groups!;
    if (code === undefined) heading = next;
    else found.push({ heading: tab === 'Space' ? `${heading} (space)` : heading, code });
  }
  return found;
}

/** Runs Node in the user's folder; returns what went wrong, or the empty string. */
function run(...args: string[]): string {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  return status === 0 ? stderr : `exit ${status}: ${stderr}`;
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './ensure-installed.mjs';

/** Files by the paths under which the compiler of the gallery's editor finds them. */
type Pack = Record<string, string>;

const PREFIX = 'virtual:editor-types/';

/**
 * Gives the gallery's editor the declarations of what scenes import, as modules `virtual:editor-types/<pack>`:
 *
 * - `base`: this package as it is published, bitECS, what else is small, and the libraries of ES2022 and of the DOM
 * - `pixi` and `three`: each as large as all of that together
 */
export function editorTypes(): Plugin {
  const packs: Readonly<Record<string, () => Pack>> = { base, pixi, three };
  return {
    name: 'types of the editor',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const pack = packs[id.slice(PREFIX.length + 1)]();
      // Reading JSON is faster than reading a literal of that size.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(pack))})`;
    },
  };
}

function base(): Pack {
  const libraries = join(root, 'node_modules', 'typescript', 'lib');
  const pack: Pack = {};
  for (const name of readdirSync(libraries)) {
    if (/^lib\.(es5|es20(1\d|2[0-2])|decorators|dom)(\.[\w.]+)?\.d\.ts$/.test(name))
      pack[`/${name}`] = readFileSync(join(libraries, name), 'utf8');
  }
  for (const name of ['bitecs', 'tweakpane', '@tweakpane/core', 'topojson-client', 'topojson-specification'])
    addPackage(pack, existsSync(join(root, 'node_modules', '@types', name)) ? `@types/${name}` : name);
  addFolder(pack, declarations(), '/node_modules/bitecs-collision');
  pack['/node_modules/bitecs-collision/package.json'] = JSON.stringify({
    name: 'bitecs-collision',
    exports: { '.': './entry/index.d.ts', './*': './entry/*.d.ts' },
  });
  // Scenes import some of the gallery's own files, and maps and meshes of JSON.
  const shell = join(root, 'examples', 'shell');
  for (const name of readdirSync(shell))
    if (name.endsWith('.ts')) pack[`/examples/shell/${name}`] = readFileSync(join(shell, name), 'utf8');
  pack['/examples/json.d.ts'] = "declare module '*.json' { const data: any; export default data; }";
  return pack;
}

function pixi(): Pack {
  const pack: Pack = {};
  addPackage(pack, 'pixi.js', 'lib');
  addPackage(pack, 'eventemitter3');
  return pack;
}

function three(): Pack {
  const pack: Pack = {};
  for (const folder of ['build', 'src', 'examples/jsm']) addPackage(pack, '@types/three', folder);
  return pack;
}

/** Declares this package as its build does, without what is internal, unless that is done already. */
function declarations(): string {
  const outDir = join(root, '.cache', 'editor-types');
  const stamp = join(outDir, 'made-of.txt');
  const sources = ['components', 'entry', 'src', 'systems'].flatMap((folder) => filesIn(join(root, folder)));
  const madeOf = sources.map((file) => `${file} ${statSync(file).mtimeMs}`).join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return outDir;
  rmSync(outDir, { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', outDir];
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json'), ...options]);
  writeFileSync(stamp, madeOf);
  return outDir;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** Adds the declarations of a package, or of a folder of it, and what says where in it they are. */
function addPackage(pack: Pack, name: string, folder = ''): void {
  const place = `/node_modules/${name}`;
  pack[`${place}/package.json`] = readFileSync(join(root, place, 'package.json'), 'utf8');
  addFolder(pack, join(root, place, folder), posix.join(place, folder));
}

function addFolder(pack: Pack, folder: string, place: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [path, name] = [join(folder, entry.name), `${place}/${entry.name}`];
    if (entry.isDirectory() && entry.name !== 'node_modules') addFolder(pack, path, name);
    else if (entry.name.endsWith('.d.ts')) pack[name] = readFileSync(path, 'utf8');
  }
}

import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join, posix } from 'node:path';
import { build } from 'esbuild';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { rolldown } from 'rolldown';
import { titleOf } from '../../examples/shell/registry.ts';
import { root } from '../ensure-installed.mjs';
import { IS_PUBLISHED } from './about.ts';

/** A project made of a scene, for download: the text of each file, by its path. */
export type Project = ReadonlyMap<string, string>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** The module that plays a scene outside of the gallery. */
const PLAYER = 'examples/shell/play-scene.ts';

/** The folder of the package in a project, until the package can be installed from npm. */
const OWN_COPY = `packages/${manifest.name}`;

const RELATIVE = /(?<=\b(?:from|import) ')\.[^']+(?=')/g;
const PACKAGE = /\b(?:from|import) '(?<name>(?:@[^/']+\/)?[^./'][^/']*)/g;

/** Makes a Vite project of a scene, which runs after `npm install` and `npm run dev`. */
export async function projectOf(scene: string): Promise<Project> {
  const title = titleOf(scene.slice(scene.indexOf('/') + 1));
  const sources = sourcesOf(scene);
  const project = new Map<string, string>([
    ['package.json', packageJson(scene, sources)],
    ['index.html', page(title, '<script type="module" src="./src/main.ts"></script>')],
    ['README.md', readme(title)],
    ['tsconfig.json', `${JSON.stringify(TSCONFIG, null, 2)}\n`],
    ['.gitignore', 'node_modules\ndist\n'],
    ...sources,
  ]);
  if (!IS_PUBLISHED) for (const [path, text] of await ownCopy(sources)) project.set(`${OWN_COPY}/${path}`, text);
  return project;
}

/** A project as a zip file, with all of it in one folder. */
export function zipOf(scene: string, project: Project): Uint8Array {
  const folder = basename(scene);
  const files: Zippable = Object.fromEntries(
    [...project].map(([path, text]) => [`${folder}/${path}`, [strToU8(text), { mtime: EARLIEST }]]),
  );
  return zipSync(files);
}

/** The earliest time that a zip file can tell: the same sources give the same bytes. */
const EARLIEST = new Date(1980, 0, 1);

/** A scene as one module of JavaScript that plays it, and that imports nothing but packages. */
export async function oneFileOf(scene: string): Promise<string> {
  const entry = 'entry-of-scene';
  const bundle = await rolldown({
    input: entry,
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && id !== entry,
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'scene',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? mainOf((file) => pathOf(file), scene) : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', comments: true });
  await bundle.close();
  return output[0].code;
}

/** A file of the repository, as modules name it on every system. */
function pathOf(file: string): string {
  return join(root, file).replaceAll('\\', '/');
}

/** Returns the module that starts a scene; `place` tells how a file of the repository is imported. */
function mainOf(place: (file: string) => string, scene: string): string {
  return [
    `import { playScene } from '${place(PLAYER)}';`,
    `import { about, createSim } from '${place(`examples/scenes/${scene}/sim.ts`)}';`,
    `import { createView } from '${place(`examples/scenes/${scene}/view.ts`)}';`,
    '',
    'playScene({ about, createSim }, { createView });',
    '',
  ].join('\n');
}

/** Every file of the repository that a scene needs, by its path in a project, with imports that fit there. */
function sourcesOf(scene: string): Map<string, string> {
  const placeOf = (file: string): string =>
    file
      .replace(`examples/scenes/${scene}/`, 'src/')
      .replace('examples/shared/', 'src/shared/')
      .replace('examples/shell/', 'src/frame/');
  const relative = (from: string, to: string): string => {
    const way = posix.relative(posix.dirname(from), to);
    return way.startsWith('.') ? way : `./${way}`;
  };
  const sources = new Map([['src/main.ts', mainOf((file) => relative('src/main.ts', placeOf(file)), scene)]]);
  const pending = [PLAYER, `examples/scenes/${scene}/sim.ts`, `examples/scenes/${scene}/view.ts`];
  // The list grows while it is read.
  for (const file of pending) {
    const place = placeOf(file);
    if (sources.has(place)) continue;
    const text = readFileSync(join(root, file), 'utf8').replaceAll(RELATIVE, (target) => {
      const imported = posix.join(posix.dirname(file), target);
      pending.push(imported);
      return relative(place, placeOf(imported));
    });
    sources.set(place, text);
  }
  return sources;
}

function packageJson(scene: string, sources: Project): string {
  const names = new Set<string>();
  for (const text of sources.values()) for (const { groups } of text.matchAll(PACKAGE)) names.add(groups!.name);
  const { devDependencies } = manifest;
  const dependencies = Object.fromEntries(
    [...names.add('bitecs')].sort().map((name) => {
      if (name !== manifest.name) return [name, devDependencies[name]];
      return [name, IS_PUBLISHED ? `^${manifest.version}` : `file:${OWN_COPY}`];
    }),
  );
  const project = {
    name: basename(scene),
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build' },
    dependencies,
    devDependencies: { vite: devDependencies.vite },
  };
  return `${JSON.stringify(project, null, 2)}\n`;
}

const ENTRY = new RegExp(`from '${manifest.name}/(?<entry>\\w+)'`, 'g');

/** The entries of the package that some sources import, built from the sources of the package. */
async function ownCopy(sources: Project): Promise<Project> {
  const texts = [...sources.values()].join('\n');
  const entries = [...new Set([...texts.matchAll(ENTRY)].map(({ groups }) => groups!.entry))].sort();
  const key = entries.join();
  if (!copies.has(key)) copies.set(key, buildCopy(entries));
  return copies.get(key)!;
}

/** By the entries that are in them. */
const copies = new Map<string, Promise<Project>>();

async function buildCopy(entries: readonly string[]): Promise<Project> {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => join(root, 'entry', `${entry}.ts`)),
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    format: 'esm',
    target: 'es2022',
    external: ['bitecs', 'pixi.js', 'three'],
    write: false,
    outdir: join(root, '.cache'),
    chunkNames: 'chunk-[hash]',
  });
  const { name, version } = manifest;
  const exports = Object.fromEntries(entries.map((entry) => [`./${entry}`, `./${entry}.js`]));
  const own = { name, version, type: 'module', license: 'MIT', sideEffects: false, exports };
  return new Map([
    ['package.json', `${JSON.stringify(own, null, 2)}\n`],
    ['LICENSE', readFileSync(join(root, 'LICENSE'), 'utf8')],
    ...outputFiles.map(({ path, text }) => [basename(path), text] as const),
  ]);
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
  },
  include: ['src'],
};

function readme(title: string): string {
  return `# ${title}

A scene of the gallery of [${manifest.name}](https://www.npmjs.com/package/${manifest.name}), to be played with.

\`\`\`sh
npm install
npm run dev
\`\`\`

\`src/sim.ts\` is what happens, \`src/view.ts\` how it is drawn. What other scenes have too is in \`src/shared\`, and
\`src/frame\` has the loop, the input and the camera.
`;
}

function page(title: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: dark light; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
main { flex: 1; min-height: 0; overflow: hidden; touch-action: none; }
canvas { display: block; }
footer { padding: 8px 12px; }
.game-bar { position: absolute; left: 8px; bottom: 48px; display: flex; gap: 6px; }
.game-bar [hidden] { display: none; }
</style>
</head>
<body>
${script}
</body>
</html>
`;
}

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync, type Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import { foldConstants } from './scripts/fold-constants.ts';

/**
 * Marks `new Float64Array(…)` and its kind as pure. Kernels keep scratch in module-level typed arrays; bundlers do not
 * know that making one has no side effect, and would keep the scratch of every kernel in a file a game uses one of.
 * Lines of comments are left alone: what is put in would end a block comment early.
 */
const TYPED_ARRAY =
  /(?<!__PURE__ \*\/ )(?<!^[ \t]*(?:\*|\/[/*]).*)\bnew (?=(?:Float64|Float32|Uint32|Int32|Uint16|Int16|Uint8|Int8|BigUint64|BigInt64)Array\b)/gm;

/** Sources import each other as './name.ts'; what is built is './name.js'. */
const SOURCE_IMPORT = /(\bfrom\s*'\.{1,2}\/[^']+)\.ts'/g;

const { exports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, string | { require: { default: string } }>;
};

/** package.json's exports name the entries: './dist/2d.cjs' is built from entry/2d.ts. */
const entries: Record<string, string> = {};
for (const target of Object.values(exports)) {
  if (typeof target === 'string') continue;
  const name = /^\.\/dist\/(.+)\.cjs$/.exec(target.require.default)![1];
  entries[name] = `entry/${name}.ts`;
}

const external = ['bitecs', 'pixi.js', 'three'];

/** Every source an entry needs. */
const { metafile } = buildSync({
  entryPoints: Object.values(entries),
  bundle: true,
  metafile: true,
  write: false,
  outdir: 'dist',
  format: 'esm',
  external,
});

function prepare({ rewriteImports }: { rewriteImports: boolean }): Plugin {
  return {
    name: 'prepare',
    setup(build) {
      build.onLoad({ filter: /[\\/](src|components|systems|entry)[\\/].*\.ts$/ }, ({ path }) => {
        const marked = foldConstants(path).replace(TYPED_ARRAY, '/* @__PURE__ */ new ');
        return { contents: rewriteImports ? marked.replace(SOURCE_IMPORT, "$1.js'") : marked, loader: 'ts' };
      });
    },
  };
}

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });

/** Declarations of every source, which version 7 of TypeScript writes in a second; they are bundled below. */
const declarations = '.cache/declarations';
rmSync(new URL(declarations, import.meta.url), { recursive: true, force: true });
const tsc = fileURLToPath(new URL('node_modules/typescript-7/bin/tsc', import.meta.url));
const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', declarations];
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...emit], {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  stdio: 'inherit',
});

const common: Options = {
  tsconfig: 'tsconfig.build.json',
  target: 'es2022',
  platform: 'neutral',
  external,
  silent: true,
};

export default defineConfig([
  {
    // One module for each source: whatever bundler a game uses, a routine that is not imported is a file that is not
    // loaded.
    ...common,
    entry: Object.keys(metafile.inputs),
    format: 'esm',
    bundle: false,
    outDir: 'dist/esm',
    esbuildPlugins: [prepare({ rewriteImports: true })],
  },
  // CommonJS is not shaken, so one file for each entry will do; nor is what Node loads as it is, where hundreds of
  // files take four times as long. Entries share state (which worlds have collision), so they must share modules.
  ...(['cjs', 'esm'] as const).map(
    (format): Options => ({
      ...common,
      entry: entries,
      format,
      splitting: true,
      outDir: format === 'cjs' ? 'dist' : 'dist/node',
      esbuildPlugins: [prepare({ rewriteImports: false })],
    }),
  ),
  {
    ...common,
    entry: Object.fromEntries(Object.keys(entries).map((name) => [name, `${declarations}/entry/${name}.d.ts`])),
    format: ['esm', 'cjs'],
    dts: { only: true },
    outDir: 'dist',
  },
]);

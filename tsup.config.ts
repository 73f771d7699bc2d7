import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';

/**
 * Marks `new Float64Array(…)` and its kind as pure. Kernels keep scratch in module-level typed arrays; bundlers do not
 * know that making one has no side effect, and would keep the scratch of every kernel in a game that uses one of them.
 * Strings and comments that happen to match only gain a comment.
 */
const TYPED_ARRAY =
  /(?<!__PURE__ \*\/ )\bnew (?=(?:Float64|Float32|Uint32|Int32|Uint16|Int16|Uint8|Int8|BigUint64|BigInt64)Array\b)/g;

const { exports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, string | { import: { default: string } }>;
};

/** package.json's exports name the doors: './dist/2d.js' is built from entry/2d.ts. */
const entry: Record<string, string> = {};
for (const target of Object.values(exports)) {
  if (typeof target === 'string') continue;
  const name = /^\.\/dist\/(.+)\.js$/.exec(target.import.default)![1]!;
  entry[name] = `entry/${name}.ts`;
}

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  dts: true,
  tsconfig: 'tsconfig.build.json',
  target: 'es2022',
  platform: 'neutral',
  // Doors share state (which worlds have collision), so they must share modules, in CommonJS too.
  splitting: true,
  clean: true,
  external: ['bitecs', 'pixi.js'],
  silent: true,
  esbuildPlugins: [
    {
      name: 'pure-typed-arrays',
      setup(build) {
        build.onLoad({ filter: /[\\/](src|components|systems|entry)[\\/].*\.ts$/ }, async ({ path }) => ({
          contents: (await readFile(path, 'utf8')).replace(TYPED_ARRAY, '/* @__PURE__ */ new '),
          loader: 'ts',
        }));
      },
    },
  ],
});

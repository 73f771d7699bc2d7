import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Sizes are given in kilobytes of 1000 bytes, gzipped at the level servers use for static files. */
export const KILOBYTE = 1000;

/**
 * Returns how many bytes a game downloads for `source`, a module that imports from the built entries (see entryPath):
 * bundled and minified by esbuild, bitecs, pixi.js and three left outside, gzipped.
 */
export async function gzippedBundleSize(source: string): Promise<number> {
  const [size] = await gzippedBundleSizes([source]);
  return size;
}

/** Returns the gzipped sizes of many sources, each a bundle of its own, in one run: what they import is read once. */
export async function gzippedBundleSizes(sources: readonly string[]): Promise<number[]> {
  const bundles = await bundlesOf(sources);
  return bundles.map((contents) => gzipSync(contents, { level: 9 }).length);
}

/** Returns what a game downloads for each source, before it is gzipped. */
export async function bundlesOf(sources: readonly string[]): Promise<Uint8Array[]> {
  const { outputFiles } = await build({
    entryPoints: sources.map((_, i) => ({ in: `source:${i}`, out: String(i) })),
    plugins: [given(sources)],
    outdir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['bitecs', 'pixi.js', 'three'],
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  });
  // esbuild gives them in the order of the entry points.
  return outputFiles.map(({ contents }) => contents);
}

/** Makes 'source:i' the i-th of some sources. */
function given(sources: readonly string[]): Plugin {
  return {
    name: 'given',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^source:/ }, ({ path }) => ({ path: path.slice('source:'.length), namespace: 'source' }));
      onLoad({ filter: /.*/, namespace: 'source' }, ({ path }) => ({
        contents: sources[Number(path)],
        resolveDir: root,
      }));
    },
  };
}

/** The built ES module of an entry ('2d', 'geometry3d', …), as a path from the root of the repository. */
export function entryPath(entry: string): string {
  return `./dist/esm/entry/${entry}.js`;
}

/** Returns the named exports of a built entry that can be called: routines and makers, without types and constants. */
export async function exportedFunctions(entry: string): Promise<string[]> {
  const module = (await import(new URL(`.${entryPath(entry)}`, import.meta.url).href)) as Record<string, unknown>;
  return Object.keys(module)
    .filter((name) => typeof module[name] === 'function')
    .sort();
}

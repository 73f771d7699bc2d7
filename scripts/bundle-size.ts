import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Sizes are given in kilobytes of 1000 bytes, gzipped at the level servers use for static files. */
export const KILOBYTE = 1000;

/**
 * Returns how many bytes a game downloads for `source`, a module that imports from the built entries (see entryPath):
 * bundled and minified by esbuild, bitecs and pixi.js left outside, gzipped.
 */
export async function gzippedBundleSize(source: string): Promise<number> {
  const result = await build({
    stdin: { contents: source, resolveDir: root, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['bitecs', 'pixi.js'],
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(result.outputFiles[0].contents, { level: 9 }).length;
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

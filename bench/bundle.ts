import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { foldConstants } from '../scripts/fold-constants.ts';

export const benchFolder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles the sources with the options of the package's build (tsup.config.ts), so that the code that is timed is the
 * code that users get.
 */
const folded: Plugin = {
  name: 'fold constants',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](src|components|systems|entry)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: foldConstants(path),
      loader: 'ts',
    }));
  },
};

/** Bundles an entry of this folder, ours included, as a user's bundler would; peers stay packages. Returns the file. */
export async function bundle(entry: string): Promise<string> {
  const outfile = join(benchFolder, '.cache', entry.replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(benchFolder, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    plugins: [folded],
    logLevel: 'warning',
  });
  return outfile;
}

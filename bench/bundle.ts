import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { foldedSources } from '../scripts/folded-sources.ts';

export const benchFolder = fileURLToPath(new URL('.', import.meta.url));

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
    plugins: [foldedSources],
    logLevel: 'warning',
  });
  return outfile;
}

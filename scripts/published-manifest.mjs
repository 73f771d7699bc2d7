/**
 * Writes the package.json that is published, without what only a clone has a use for: its scripts and what its
 * tools depend on and may run. npm runs it before it packs, and with `restore` after it.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
/** The file of the clone while npm packs; the next run takes it back where npm was stopped in between. */
const kept = `${manifest}.kept`;
const CLONE_ONLY = ['scripts', 'devDependencies', 'allowScripts'];

if (existsSync(kept)) {
  rmSync(manifest);
  renameSync(kept, manifest);
}
if (process.argv[2] !== 'restore') {
  const text = readFileSync(manifest, 'utf8');
  const published = Object.entries(JSON.parse(text)).filter(([key]) => !CLONE_ONLY.includes(key));
  writeFileSync(kept, text);
  writeFileSync(manifest, `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`);
}

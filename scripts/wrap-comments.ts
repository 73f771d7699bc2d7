/** Part of `npm run format`: wraps the comments that are too wide. Folders and files may be given as arguments. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wrapComments } from './comment-width.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
});

for (const file of listed.split('\n').filter((name) => /\.(ts|mjs|cjs)$/.test(name))) {
  const text = readFileSync(root + file, 'utf8');
  const wrapped = wrapComments(text);
  if (wrapped === text) continue;
  writeFileSync(root + file, wrapped);
  console.log(`Wrapped comments of ${file}.`);
}

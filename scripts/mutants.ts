/**
 * `npm run mutants -- <folder>… [--count 100] [--seed 1] [--floor] [--minutes 5] [--seconds 120]`: changes one place of
 * some folders of the source at a time and runs the unit tests that pass the place, to see which changes they notice.
 * The tests of a folder's own floor run first (the folder of the same name in tests/), then, unless `--floor` is given,
 * all others, those of the quickest files first. `--minutes` bounds how long this goes on for one mutant; one that no
 * test has noticed by then is reported as `open`. `--seconds` bounds the tests that are used of a file: how long they
 * may take without a mutant.
 *
 * The changes are StrykerJS' mutants. Its own runner cannot draw a sample, and starts Vitest for what takes a second
 * here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BundledTests } from './mutants/bundled-tests.ts';
import { findMutants, keepMutants, type Mutant, sample } from './mutants/find-mutants.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    floor: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '120' },
  },
});
const folders = positionals.map((folder) => folder.replace(/\/$/, ''));
if (folders.length === 0 || !folders.every((folder) => existsSync(join(root, folder)))) {
  console.error(
    'npm run mutants -- src/core/movement [--count 100] [--seed 1] [--floor] [--minutes 5] [--seconds 120]',
  );
  process.exit(2);
}

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const sources = tracked.filter((file) => folders.includes(dirname(file)) && file.endsWith('.ts'));
const { mutants, texts } = await findMutants(
  sources.map((file) => ({ name: file, text: readFileSync(join(root, file), 'utf8') })),
);
const samples = folders.map((folder) => {
  const ofFolder = mutants.filter(({ file }) => dirname(file) === folder);
  return { folder, all: ofFolder.length, chosen: sample(ofFolder, Number(values.count), Number(values.seed)) };
});
const tried = new Set(samples.flatMap(({ chosen }) => chosen.map(({ id }) => id)));

const isOnFloor = (folder: string, file: string): boolean => file.startsWith(`tests/${folder.replace(/^src\//, '')}/`);
const tests = tracked
  .filter((file) => /^tests\/(?!e2e|package|tooling|types).*\.test\.ts$/.test(file))
  .filter((file) => !values.floor || folders.some((folder) => isOnFloor(folder, file)));
const work = join(root, '.cache', `mutants-${process.pid}`);
const bundled = new BundledTests(root, work);
await bundled.bundle(tests, new Map([...texts].map(([name, text]) => [name, keepMutants(text, tried)])));
const begun = performance.now();
await bundled.measure(tests, 1000 * Number(values.seconds));
console.log(`The tests took ${Math.round((performance.now() - begun) / 1000)} s without a mutant.`);
if (bundled.leftOut.length > 0) console.log(`Left out, or in part:\n  ${bundled.leftOut.join('\n  ')}`);

for (const { folder, all, chosen } of samples) {
  console.log(`\n${all} mutants in ${folder}; ${chosen.length} are tried.`);
  const counts = { floor: 0, above: 0, survived: 0, open: 0 };
  for (const [i, mutant] of chosen.entries()) {
    const verdict = await bundled.judge(mutant, (file) => isOnFloor(folder, file), 60_000 * Number(values.minutes));
    const by = typeof verdict === 'string' ? '' : verdict.noticedBy;
    const word = typeof verdict === 'string' ? verdict : isOnFloor(folder, by) ? 'floor' : 'above';
    counts[word]++;
    console.log(
      `${String(i + 1).padStart(4)} ${word.padEnd(8)} ${describe(mutant)}${word === 'above' ? `  (${by})` : ''}`,
    );
  }
  const share = (part: number): string => `${part} of ${chosen.length} (${Math.round((100 * part) / chosen.length)} %)`;
  console.log(`killed by the tests of the floor: ${share(counts.floor)}`);
  if (!values.floor) console.log(`killed by any test: ${share(counts.floor + counts.above)}, open: ${counts.open}`);
}
rmSync(work, { recursive: true, force: true });

function describe({ file, line, name, original, replacement }: Mutant): string {
  const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text).replaceAll(/\s+/g, ' ');
  return `${file}:${line} ${name}: ${short(original)} → ${short(replacement)}`;
}

/**
 * `npm run mutants -- <folder>… [--count 100] [--seed 1] [--floor] [--minutes 5] [--seconds 120] [--above 30]`: changes
 * one place of some folders of the source at a time and runs the unit tests that pass the place, to see which changes
 * they notice. The tests of a folder's own floor run first (the folder of the same name in tests/), then, unless
 * `--floor` is given, all others, those of the quickest files first. `--minutes` bounds how long this goes on for one
 * mutant; one that no test has noticed by then is reported as `open`. `--seconds` bounds the tests that are used of a
 * file of the floors, and `--above` of another one: how long they may take without a mutant.
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
    above: { type: 'string', default: '30' },
  },
});
const folders = positionals.map((folder) => folder.replace(/\/$/, ''));
if (folders.length === 0 || !folders.every((folder) => existsSync(join(root, folder)))) {
  console.error(
    'npm run mutants -- src/core/movement [--count 100] [--seed 1] [--floor] [--minutes 5] [--seconds 120] [--above 30]',
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
  const chosen = sample(ofFolder, Number(values.count), Number(values.seed));
  return { folder, all: ofFolder.length, chosen, survivors: [] as Mutant[] };
});
const tried = new Set(samples.flatMap(({ chosen }) => chosen.map(({ id }) => id)));

const isOnFloor = (folder: string, file: string): boolean => file.startsWith(`tests/${folder.replace(/^src\//, '')}/`);
const isOnAnyFloor = (file: string): boolean => folders.some((folder) => isOnFloor(folder, file));
const tests = tracked
  .filter((file) => /^tests\/(?!e2e|package|tooling|types).*\.test\.ts$/.test(file))
  .filter((file) => !values.floor || isOnAnyFloor(file));
const work = join(root, '.cache', `mutants-${process.pid}`);
const bundled = new BundledTests(root, work);
const kept = new Map([...texts].map(([name, text]) => [name, keepMutants(text, tried)]));
const using = await bundled.bundle(tests, kept);
const longest = 60_000 * Number(values.minutes);

await measure(using.filter(isOnAnyFloor), values.seconds);
for (const { folder, all, chosen, survivors } of samples) {
  console.log(`\n${chosen.length} of ${all} mutants in ${folder} are tried. Its own floor does not notice:`);
  for (const mutant of chosen) {
    const verdict = await bundled.judge(mutant, (file) => isOnFloor(folder, file), longest);
    if (typeof verdict === 'object') continue;
    survivors.push(mutant);
    console.log(`  ${describe(mutant)}`);
  }
  console.log(`killed by the tests of the floor: ${share(chosen.length - survivors.length, chosen.length)}`);
}
if (!values.floor) {
  await measure(
    using.filter((file) => !isOnAnyFloor(file)),
    values.above,
  );
  for (const { folder, chosen, survivors } of samples) {
    console.log(`\n${folder}:`);
    let noticed = chosen.length - survivors.length;
    for (const mutant of survivors) {
      const verdict = await bundled.judge(mutant, (file) => !isOnFloor(folder, file), longest);
      if (typeof verdict === 'object') noticed++;
      console.log(`  ${describe(mutant)}: ${typeof verdict === 'object' ? verdict.noticedBy : verdict}`);
    }
    console.log(`killed by any test: ${share(noticed, chosen.length)}`);
  }
}
rmSync(work, { recursive: true, force: true });

async function measure(files: readonly string[], seconds: string): Promise<void> {
  const begun = performance.now();
  const leftOut = await bundled.measure(files, 1000 * Number(seconds));
  console.log(`${files.length} test files took ${Math.round((performance.now() - begun) / 1000)} s without a mutant.`);
  if (leftOut.length > 0) console.log(`Left out, or in part:\n  ${leftOut.join('\n  ')}`);
}

function share(part: number, all: number): string {
  return `${part} of ${all} (${Math.round((100 * part) / all)} %)`;
}

function describe({ file, line, name, original, replacement }: Mutant): string {
  const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text).replaceAll(/\s+/g, ' ');
  return `${file}:${line} ${name}: ${short(original)} → ${short(replacement)}`;
}

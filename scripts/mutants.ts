/**
 * `npm run mutants -- <folder> [--count 100] [--seed 1] [--floor | --minutes 5] [--seconds 120]`: changes one place of
 * a folder of the source at a time and runs the tests, to see which changes they notice. First the tests of the
 * folder's own floor run (the folder of the same name in tests/; of these only the tests that pass the changed place,
 * see floor-tests.ts), then, unless `--floor` is given, all other unit tests that import the changed file: those
 * against references first, then by how directly they import it. `--minutes` bounds how long these other tests go on
 * for one mutant; a mutant that none has noticed by then is reported as `open`. `--seconds` is how long the tests of a
 * file of the floor may take with counters in the sources: longer ones are left out, which a busy machine may make
 * necessary.
 *
 * The changes are StrykerJS' mutants. Its own runner cannot draw a sample, and starts Vitest for what takes a second
 * here.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { instrument, type Mutant, mutate, sample, testsThatReach } from './mutants/find-mutants.ts';
import { FloorTests } from './mutants/floor-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Test files above the floor that run at once: the fewer, the sooner a run ends that has failed. */
const GROUP = 12;
/** Milliseconds after which a run of such a group has been caught in a loop. */
const LONGEST_RUN = 900_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    floor: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    seconds: { type: 'string', default: '120' },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(join(root, folder))) {
  console.error(
    'npm run mutants -- src/core/movement [--count 100] [--seed 1] [--floor | --minutes 5] [--seconds 120]',
  );
  process.exit(2);
}

/** Of each folder's own, so that several folders can be tried at once. */
const [tree, work] = ['mutants', 'floor-tests'].map((name) =>
  join(root, '.cache', name, folder.replaceAll(/\W/g, '-')),
);
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
copyTree();

const sources = tracked.filter((file) => dirname(file) === folder.replace(/\/$/, '') && file.endsWith('.ts'));
const tests = tracked.filter((file) => /^tests\/(?!e2e|package).*\.test\.ts$/.test(file));
const { mutants, instrumented } = await instrument(
  sources.map((file) => ({ name: file, text: readFileSync(join(tree, file), 'utf8') })),
);
const chosen = sample(mutants, Number(values.count), Number(values.seed));
const floorFolder = `tests/${folder.replace(/^src\//, '').replace(/\/$/, '')}/`;
const floor = tests.filter((file) => file.startsWith(floorFolder));
const reach = testsThatReach(tracked, (file) => readFileSync(join(tree, file), 'utf8'));

console.log(`${mutants.length} mutants in ${sources.length} files of ${folder}; ${chosen.length} are tried.`);
const floorTests = new FloorTests(tree, work, 1000 * Number(values.seconds));
await floorTests.measure(floor, instrumented);
if (floorTests.leftOut.length > 0) console.log(`Left out of the floor: ${floorTests.leftOut.join(', ')}`);

const survivors: Mutant[] = [];
const open: Mutant[] = [];
const onlyAbove: Mutant[] = [];
let byFloor = 0;
for (const [i, mutant] of chosen.entries()) {
  const file = join(tree, mutant.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(text, mutant));
  const verdict = await judge(mutant);
  writeFileSync(file, text);
  if (verdict === 'floor') byFloor++;
  else ({ above: onlyAbove, survived: survivors, open })[verdict].push(mutant);
  console.log(`${String(i + 1).padStart(4)} ${verdict.padEnd(8)} ${describe(mutant)}`);
}

const share = (part: number): string => `${part} of ${chosen.length} (${Math.round((100 * part) / chosen.length)} %)`;
console.log(`\nkilled by the tests of ${floorFolder}: ${share(byFloor)}`);
if (!values.floor) {
  console.log(`killed by any test: ${share(byFloor + onlyAbove.length)}`);
  console.log(`survived:\n${survivors.map((mutant) => `  ${describe(mutant)}`).join('\n')}`);
  if (open.length > 0) console.log(`not noticed in ${values.minutes} min: ${share(open.length)}`);
}
for (const made of [tree, work]) rmSync(made, { recursive: true, force: true });

async function judge(mutant: Mutant): Promise<'floor' | 'above' | 'survived' | 'open'> {
  if (await floorTests.notices(mutant)) return 'floor';
  if (values.floor) return 'survived';
  const above = [...reach(mutant.file)].filter((file) => tests.includes(file) && !floor.includes(file));
  const isReference = (file: string): boolean => file.startsWith('tests/property/');
  const ordered = [...above.filter(isReference), ...above.filter((file) => !isReference(file))];
  const end = performance.now() + 60_000 * Number(values.minutes);
  for (let i = 0; i < ordered.length; i += GROUP) {
    if (performance.now() > end) return 'open';
    if (await fails(ordered.slice(i, i + GROUP))) return 'above';
  }
  return 'survived';
}

/** Runs test files in the copied tree until one fails. A run that takes too long has failed. */
function fails(files: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const vitest = join(tree, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...files], {
      cwd: tree,
      stdio: 'ignore',
      detached: true,
    });
    const timer = setTimeout(() => stop(child), LONGEST_RUN);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

/** Ends a run with its workers, which are in its process group. */
function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
}

/** Copies all tracked files, so that the working tree stays as it is whatever happens here. */
function copyTree(): void {
  rmSync(tree, { recursive: true, force: true });
  for (const file of tracked) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(relative(tree, join(root, 'node_modules')), join(tree, 'node_modules'), 'junction');
}

function describe({ file, line, name, original, replacement }: Mutant): string {
  const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text).replaceAll(/\s+/g, ' ');
  return `${file}:${line} ${name}: ${short(original)} → ${short(replacement)}`;
}

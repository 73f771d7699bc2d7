/**
 * `npm test`: every check of the repository, one after the other, cheapest first, and beside them the browser's, which
 * leave a core idle for most of their time. All steps run even when one fails; the exit code and the closing line say
 * whether any did.
 *
 *   npm test                 everything, with a share of the long sweeps
 *   npm test -- types unit   only the named steps
 *   npm run test:long        everything, with all of the sweeps; takes steps too
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();

const bin = (packageName, file) => join(root, 'node_modules', packageName, file);
const tsc = (project) => [bin('typescript', 'bin/tsc'), '-p', project, '--pretty', 'false'];
const vitest = (config) => ({ vitest: config });

/**
 * Each step is a list of commands for Node; the step ends at the first that fails, or where one `together` does. What
 * runs `beside` the others writes to folders of its own, and its output waits until theirs is complete.
 */
const STEPS = [
  { name: 'types', title: 'Types', commands: [{ together: [tsc('tsconfig.json'), tsc('tsconfig.src.json')] }] },
  { name: 'lint', title: 'Lint and format', commands: [[bin('@biomejs/biome', 'bin/biome'), 'ci', '.']] },
  { name: 'imports', title: 'Import rules', commands: [[join(root, 'scripts', 'check-imports.mjs')]] },
  { name: 'unit', title: 'Unit and property tests', commands: [vitest('vitest.config.ts')] },
  {
    name: 'package',
    title: 'Build and package checks',
    commands: [[bin('tsup', 'dist/cli-default.js')], vitest('vitest.package.config.ts')],
  },
  {
    name: 'browser',
    title: 'Gallery in a real browser',
    beside: true,
    commands: [
      [join(root, 'scripts', 'browser.mjs')],
      [bin('vite', 'bin/vite.js'), 'build', '--config', 'vite.config.ts', '--logLevel', 'warn'],
      vitest('vitest.e2e.config.ts'),
    ],
  },
];

const asked = process.argv.slice(2).filter((argument) => argument !== '--long');
if (process.argv.includes('--long')) process.env.TEST_LONG = '1';
const unknown = asked.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No step named ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}.`);
  process.exit(1);
}

const chosen = STEPS.filter((step) => asked.length === 0 || asked.includes(step.name));
const runsBeside = (step) => step.beside === true && availableParallelism() > 1;
const results = new Map();
const live = { write: (text) => process.stdout.write(text) };
const later = waiting();
await Promise.all([
  runSteps(
    chosen.filter((step) => !runsBeside(step)),
    live,
  ).then(later.open),
  runSteps(chosen.filter(runsBeside), later),
]);

console.log(`\n━━━ Summary ${'━'.repeat(54)}\n`);
for (const step of chosen) {
  const { problem, seconds } = results.get(step);
  console.log(`${problem === '' ? '✓' : '✗'} ${step.title.padEnd(28)} ${seconds.padStart(7)} s  ${problem}`);
}
const failed = [...results.values()].filter((result) => result.problem !== '').length;
console.log(`\n${results.size - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs them in turn, and notes of each what went wrong, or the empty string, and how long it took. */
async function runSteps(steps, output) {
  for (const step of steps) {
    output.write(
      `\n━━━ ${step.title} (${step.name}) ${'━'.repeat(Math.max(0, 60 - step.title.length - step.name.length))}\n\n`,
    );
    const start = performance.now();
    const problem = await runInTurn(step.commands, output);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    output.write(`${problem === '' ? '✓' : '✗'} ${step.title}, ${seconds} s${problem === '' ? '' : `: ${problem}`}\n`);
    results.set(step, { problem, seconds });
  }
}

async function runInTurn(commands, output) {
  for (const command of commands) {
    const problem = await runCommand(command, output);
    if (problem !== '') return problem;
  }
  return '';
}

async function runCommand(command, output) {
  if (Array.isArray(command)) return runNode(command, output);
  if (command.vitest !== undefined) return runVitest(command.vitest, output);
  const problems = await Promise.all(command.together.map((one) => runCommand(one, output)));
  return problems.filter((problem) => problem !== '').join(', ');
}

function runNode(args, output) {
  return new Promise((resolve) => {
    const own = output === live;
    const child = spawn(process.execPath, args, { cwd: root, stdio: own ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', output.write);
    child.stderr?.on('data', output.write);
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      if (signal !== null) resolve(`ended by ${signal}`);
      else resolve(code === 0 ? '' : `exit code ${code}`);
    });
  });
}

/** Output that is kept until it is opened, and goes through from then on. */
function waiting() {
  const kept = [];
  let opened = false;
  return {
    write: (text) => (opened ? process.stdout.write(text) : kept.push(text)),
    open: () => {
      opened = true;
      for (const text of kept) process.stdout.write(text);
    },
  };
}

/** A run counts only if it executed tests: an empty or wholly skipped suite proves nothing. */
async function runVitest(config, output) {
  const folder = join(root, '.cache');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${config}.json`);
  rmSync(report, { force: true });
  const problem = await runNode(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    output,
  );
  if (problem !== '') return problem;
  if (!existsSync(report)) return 'vitest wrote no report';
  const { numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
  return numPassedTests > 0 ? '' : 'no test was executed';
}

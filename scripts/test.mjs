/**
 * `npm test`: every check of the repository, one after the other, cheapest first. All steps run even when one fails;
 * the exit code and the closing line say whether any did.
 *
 *   npm test                 everything, with a share of the long sweeps
 *   npm test -- types unit   only the named steps
 *   npm run test:long        everything, with all of the sweeps; takes steps too
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled, root, serverExample } from './ensure-installed.mjs';

ensureInstalled(serverExample);

const bin = (packageName, file) => join(root, 'node_modules', packageName, file);
// Version 7 checks in a tenth of the time; version 5 stays for the tools that call a compiler from JavaScript.
const tsc = (project) => [bin('typescript-7', 'bin/tsc'), '-p', project, '--pretty', 'false'];
const vitest = (config) => ({ vitest: config });

/** Each step is a list of commands for Node; the step ends at the first that fails, or where one `together` does. */
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

const results = [];
for (const step of STEPS) {
  if (asked.length > 0 && !asked.includes(step.name)) continue;
  console.log(
    `\n━━━ ${step.title} (${step.name}) ${'━'.repeat(Math.max(0, 60 - step.title.length - step.name.length))}\n`,
  );
  const start = performance.now();
  const problem = await runStep(step);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(problem === '' ? `✓ ${step.title}, ${seconds} s` : `✗ ${step.title}, ${seconds} s: ${problem}`);
  results.push({ step, problem, seconds });
}

console.log(`\n━━━ Summary ${'━'.repeat(54)}\n`);
for (const { step, problem, seconds } of results) {
  console.log(`${problem === '' ? '✓' : '✗'} ${step.title.padEnd(28)} ${seconds.padStart(7)} s  ${problem}`);
}
const failed = results.filter((result) => result.problem !== '').length;
console.log(`\n${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Returns what went wrong, or the empty string. */
async function runStep(step) {
  for (const command of step.commands) {
    const problem = await runCommand(command);
    if (problem !== '') return problem;
  }
  return '';
}

async function runCommand(command) {
  if (Array.isArray(command)) return runNode(command);
  if (command.vitest !== undefined) return runVitest(command.vitest);
  const problems = await Promise.all(command.together.map(runCommand));
  return problems.filter((problem) => problem !== '').join(', ');
}

function runNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      if (signal !== null) resolve(`ended by ${signal}`);
      else resolve(code === 0 ? '' : `exit code ${code}`);
    });
  });
}

/** A run counts only if it executed tests: an empty or wholly skipped suite proves nothing. */
async function runVitest(config) {
  const folder = join(root, '.cache');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${config}.json`);
  rmSync(report, { force: true });
  const problem = await runNode([
    bin('vitest', 'vitest.mjs'),
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return problem === '' ? 'vitest wrote no report' : problem;
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (problem !== '') return [problem, ...testResults.flatMap(namesOfFailed)].join('\n    ');
  return numPassedTests > 0 ? '' : 'no test was executed';
}

/** The failed tests of one file of vitest's report, each with the first line of its message: a long log may be cut. */
function namesOfFailed({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

function firstLine(message = '') {
  return message.split('\n', 1)[0];
}

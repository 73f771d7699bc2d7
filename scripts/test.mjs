/**
 * `npm test`: every check of the repository, cheapest first. The light steps run beside each other, as none of them
 * keeps all cores busy, and the others one after the other. All steps run even when one fails; the exit code and the
 * closing line say whether any did.
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
  {
    name: 'types',
    title: 'Types',
    isLight: true,
    commands: [{ together: [tsc('tsconfig.json'), tsc('tsconfig.src.json')] }],
  },
  {
    name: 'lint',
    title: 'Lint and format',
    isLight: true,
    commands: [[bin('@biomejs/biome', 'bin/biome'), 'ci', '.']],
  },
  {
    name: 'imports',
    title: 'Import rules',
    isLight: true,
    commands: [[join(root, 'scripts', 'check-imports.mjs')]],
  },
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

const chosen = STEPS.filter(({ name }) => asked.length === 0 || asked.includes(name));
/** What the light steps come to, by step; what they print is kept until their turn. */
const light = new Map(chosen.filter(({ isLight }) => isLight).map((step) => [step, runLight(step)]));

const results = [];
for (const step of chosen) {
  const line = '━'.repeat(Math.max(0, 60 - step.title.length - step.name.length));
  console.log(`\n━━━ ${step.title} (${step.name}) ${line}\n`);
  const { problem, seconds, said } = await (light.get(step) ?? timed(step));
  process.stdout.write(said);
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

function runLight(step) {
  const said = [];
  return timed(step, (text) => said.push(text)).then((result) => ({ ...result, said: said.join('') }));
}

/** Runs a step. What it prints goes to `say`, or where none is given straight to the terminal. */
async function timed({ commands }, say) {
  const start = performance.now();
  let problem = '';
  for (const command of commands) {
    problem = await runCommand(command, say);
    if (problem !== '') break;
  }
  return { problem, seconds: ((performance.now() - start) / 1000).toFixed(1), said: '' };
}

/** Returns what went wrong, or the empty string. */
async function runCommand(command, say) {
  if (Array.isArray(command)) return runNode(command, say);
  if (command.vitest !== undefined) return runVitest(command.vitest);
  const problems = await Promise.all(command.together.map((one) => runCommand(one, say)));
  return problems.filter((problem) => problem !== '').join(', ');
}

function runNode(args, say) {
  return new Promise((resolve) => {
    const stdio = say === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { cwd: root, stdio });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', say);
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

/*
 * Runs bundled test files as a child process, whose parent sends a plan: with the number of a mutant those tests of
 * each file that are named, until one fails; without one, all of them, and tells of each how long it took, whether it
 * passed, and the places of which mutants it passed. bundled-tests.ts says what is sent.
 */
import { pathToFileURL } from 'node:url';
import { startTests } from '@vitest/runner';

const { files, mutant } = await new Promise((resolve) => process.once('message', resolve));
const inModules = new Set();
let inTest = new Set();
let places = inModules;
globalThis.passMutant = (id) => {
  if (mutant === undefined) places.add(id);
  return id === mutant;
};
/** The name of a test with those of its suites; of several with one name, a number as well. */
const names = new Map();
const begun = new Map();
let planned;
let running;

const runner = {
  config: {
    ...{ root: process.cwd(), setupFiles: [], name: '', passWithNoTests: true, allowOnly: true, tags: [] },
    ...{ maxConcurrency: 1, testTimeout: 900_000, hookTimeout: 900_000, retry: 0, includeTaskLocation: false },
    sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
  },
  importFile: (path) => import(pathToFileURL(path).href),
  onCollected(collected) {
    for (const file of collected) {
      if (file.result?.state === 'fail') process.exit(1);
      const seen = new Map();
      forEachTest(file.tasks, '', (test, path) => {
        const count = seen.get(path) ?? 0;
        seen.set(path, count + 1);
        const name = count === 0 ? path : `${path} #${count}`;
        names.set(test, name);
        if (planned !== undefined && !(name in planned)) test.mode = 'skip';
      });
    }
  },
  onBeforeRunTask(test) {
    if (test.mode === 'skip') return;
    if (mutant !== undefined) process.send({ file: running, usual: planned[names.get(test)] });
    places = inTest = new Set();
    begun.set(test, performance.now());
  },
  onAfterRunTask(test) {
    if (test.mode === 'skip') return;
    const passes = test.result?.state === 'pass';
    if (mutant !== undefined && !passes) process.exit(1);
    places = inModules;
    if (mutant !== undefined) return;
    const milliseconds = performance.now() - begun.get(test);
    // Modules are shared by all files: any test may depend on what one did when it was loaded.
    const passed = [...new Set([...inModules, ...inTest])];
    process.send({ measured: { name: names.get(test), milliseconds, passes, places: passed } });
  },
  onAfterRunSuite(suite) {
    if (suite.result?.state === 'fail' && mutant !== undefined) process.exit(1);
  },
};

function forEachTest(tasks, path, work) {
  for (const task of tasks) {
    const name = path === '' ? task.name : `${path} > ${task.name}`;
    if (task.type === 'test') work(task, name);
    else forEachTest(task.tasks, name, work);
  }
}

for (const { file, path, tests } of files) {
  planned = tests;
  running = file;
  process.send({ file });
  await startTests([path], runner);
  await new Promise((resolve) => process.send({ done: file }, resolve));
}
process.exit(0);

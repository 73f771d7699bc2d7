/*
 * `node run-planned-tests.mjs plan.json`: runs bundled test files, or some tests of them, and ends with 1 as soon as
 * one fails. With `report` in the plan it runs all of them and writes there how long each took, whether it passed, and
 * how often it passed the places of mutants.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { startTests } from '@vitest/runner';

const { files, report } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
/** Where sources instrumented by StrykerJS keep their counters. */
globalThis.__stryker__ = {};
const counters = globalThis.__stryker__;
const results = [];
/** The name of a test with those of its suites; of several with one name, a number as well. */
const names = new Map();
const begun = new Map();
let planned;

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
        if (planned !== undefined && !planned.has(name)) test.mode = 'skip';
      });
    }
  },
  onBeforeRunTask(test) {
    counters.currentTestId = names.get(test);
    begun.set(test, performance.now());
  },
  onAfterRunTask(test) {
    counters.currentTestId = undefined;
    if (test.mode === 'skip') return;
    const passes = test.result?.state === 'pass';
    if (report !== undefined) results.push([names.get(test), performance.now() - begun.get(test), passes]);
    else if (!passes) process.exit(1);
  },
  onAfterRunSuite(suite) {
    if (report === undefined && suite.result?.state === 'fail') process.exit(1);
  },
};

function forEachTest(tasks, path, work) {
  for (const task of tasks) {
    const name = path === '' ? task.name : `${path} > ${task.name}`;
    if (task.type === 'test') work(task, name);
    else forEachTest(task.tasks, name, work);
  }
}

for (const { path, tests } of files) {
  planned = tests && new Set(tests);
  await startTests([path], runner);
}
if (report !== undefined) writeFileSync(report, JSON.stringify({ results, coverage: counters.mutantCoverage ?? {} }));
process.exit(0);

import { execFileSync } from 'node:child_process';
import { runProgram } from './run-program.ts';

/** A young generation so large that nothing is collected while a window is measured. */
const NEEDED = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];

/**
 * Code that is run often is compiled early, and by the time it is wanted: until the compiler has settled, what it
 * throws away is counted as well. These save time and are called otherwise, or nothing, by other versions of V8.
 */
const HASTE = [
  ...['--no-concurrent-recompilation', '--no-lazy-feedback-allocation', '--interrupt-budget=6000'],
  ...['--invocation-count-for-maglev=100', '--invocation-count-for-turbofan=700'],
];

const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
const FLAGS = [...NEEDED, ...HASTE.filter((flag) => known.includes(`--${/^--(?:no-)?([^=]+)/.exec(flag)![1]} (`))];

/** Runs a worker of this folder in a process of its own and returns the numbers it prints on its last line. */
export async function measureAllocation(worker: string, ...args: string[]): Promise<Record<string, number>> {
  return lastLine(await run([], worker, args));
}

/**
 * Runs a worker and returns its numbers, and how often each of its functions fell out of its compiled code. A few times
 * is how V8 learns; a function that does so tick after tick never will.
 */
export async function measureBailouts(
  worker: string,
): Promise<{ numbers: Record<string, number>; bailouts: Map<string, number> }> {
  const output = await run(['--trace-deopt'], worker, []);
  const bailouts = new Map<string, number>();
  for (const [, name] of output.matchAll(/\[bailout .*<JSFunction (\w+)/g))
    bailouts.set(name, 1 + (bailouts.get(name) ?? 0));
  return { numbers: lastLine(output), bailouts };
}

function run(flags: string[], worker: string, args: string[]): Promise<string> {
  return runProgram({ file: worker }, [...FLAGS, ...flags], args);
}

/** What a worker prints is a line of its own; the trace of another thread may come after it. */
function lastLine(output: string): Record<string, number> {
  return JSON.parse(
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .at(-1)!,
  );
}

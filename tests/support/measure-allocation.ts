import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const tsx = createRequire(import.meta.url).resolve('tsx');

const FLAGS = [
  // A young generation so large that nothing is collected while a window is measured.
  ...['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'],
  // Code that is run often is compiled early, and by the time it is wanted: until the compiler has settled, what it
  // throws away is counted as well.
  ...['--interrupt-budget=15000', '--no-concurrent-recompilation', '--no-lazy-feedback-allocation'],
];

/** Runs a worker of this folder in a process of its own and returns the numbers it prints on its last line. */
export function measureAllocation(worker: string, ...args: string[]): Record<string, number> {
  const file = fileURLToPath(new URL(worker, import.meta.url));
  const output = execFileSync(process.execPath, [...FLAGS, '--import', tsx, file, ...args], { encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1)!);
}

/** `npm run size`: what a game downloads, against the budgets. Ends with exit code 1 when one is exceeded. */
import { gzippedBundleSize, KILOBYTE } from './bundle-size.ts';
import { sizeBudgets } from './size-budgets.ts';

let exceeded = 0;
console.log('minified and gzipped, bitecs and pixi.js not included\n');
for (const { title, source, limit } of await sizeBudgets()) {
  const size = await gzippedBundleSize(source);
  const verdict = limit === undefined ? '' : size <= limit ? `≤ ${kilobytes(limit)}  ✓` : `> ${kilobytes(limit)}  ✗`;
  if (limit !== undefined && size > limit) exceeded++;
  console.log(`${kilobytes(size).padStart(9)}  ${verdict.padEnd(14)} ${title}`);
}
process.exitCode = exceeded === 0 ? 0 : 1;

function kilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(2)} kB`;
}

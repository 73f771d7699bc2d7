/** `npm run size`: what a game downloads, against the budgets. Ends with exit code 1 when one is exceeded. */
import { gzippedBundleSize, KILOBYTE } from './bundle-size.ts';
import { sizeBudgets } from './size-budgets.ts';

let exceeded = 0;
console.log('minified and gzipped, bitecs, pixi.js and three not included\n');
for (const { title, source, limit, target } of sizeBudgets()) {
  const size = await gzippedBundleSize(source);
  const verdict = limit === undefined ? '' : size <= limit ? `≤ ${kilobytes(limit)}  ✓` : `> ${kilobytes(limit)}  ✗`;
  if (limit !== undefined && size > limit) exceeded++;
  const missed = target !== undefined && size > target ? `; the target of ${kilobytes(target)} is missed` : '';
  console.log(`${kilobytes(size).padStart(9)}  ${verdict.padEnd(14)} ${title}${missed}`);
}
process.exitCode = exceeded === 0 ? 0 : 1;

function kilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(2)} kB`;
}

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gzippedBundleSize, KILOBYTE } from '../../scripts/bundle-size.ts';
import { sizeBudgets } from '../../scripts/size-budgets.ts';

const limited = sizeBudgets().filter((budget) => budget.limit !== undefined);

test.each(limited)('$title stays within its budget', async ({ source, limit }) => {
  const size = await gzippedBundleSize(source);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(limit!);
});

test('the guide says what players download', async () => {
  const page = readFileSync(new URL('../../docs/guide/performance.md', import.meta.url), 'utf8');
  const said = /(\d+) kB with circles, capsules and boxes, (\d+) kB with polygons, (\d+) kB with the mover/.exec(page);
  const titles = ['2D core (', '2D core with polygons', '2D core with a mover'];
  expect(said).not.toBeNull();
  for (const [i, title] of titles.entries()) {
    const { source } = limited.find((budget) => budget.title.startsWith(title))!;
    const off = (await gzippedBundleSize(source)) / KILOBYTE - Number(said![i + 1]);
    expect(Math.abs(off), title).toBeLessThan(1);
  }
});

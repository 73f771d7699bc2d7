import { expect, test } from 'vitest';
import { gzippedBundleSize } from '../../scripts/bundle-size.ts';
import { sizeBudgets } from '../../scripts/size-budgets.ts';

const limited = sizeBudgets().filter((budget) => budget.limit !== undefined);

test.each(limited)('$title stays within its budget', async ({ source, limit }) => {
  const size = await gzippedBundleSize(source);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(limit!);
});

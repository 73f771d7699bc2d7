import { describe, expect, test } from 'vitest';
import { exportedFunctions, gzippedBundleSize, KILOBYTE } from '../../scripts/bundle-size.ts';

/** A game that uses one routine downloads that routine, not the catalogue. */
const LIMIT = 1 * KILOBYTE;

/**
 * Routines that are small programs in themselves: most bytes for each, gzipped. An entry that is no longer needed
 * fails the test, so the list cannot rot.
 */
const LARGER: Record<'geometry2d' | 'geometry3d', Record<string, number>> = {
  geometry2d: {},
  geometry3d: {},
};

describe.each(['geometry2d', 'geometry3d'] as const)('%s', (door) => {
  test(`a single routine costs less than ${LIMIT} bytes`, async () => {
    const sizes = await sizesOf(door);
    expect(sizes.size).toBeGreaterThan(20);
    const offenders = [...sizes].filter(([name, size]) => size >= (LARGER[door][name] ?? LIMIT));
    expect(Object.fromEntries(offenders)).toEqual({});
  });

  test('the list of larger routines holds only those that need it', async () => {
    const sizes = await sizesOf(door);
    expect(Object.keys(LARGER[door]).filter((name) => !((sizes.get(name) ?? 0) >= LIMIT))).toEqual([]);
  });
});

const measured = new Map<string, Promise<Map<string, number>>>();

function sizesOf(door: string): Promise<Map<string, number>> {
  const known = measured.get(door) ?? measureAll(door);
  measured.set(door, known);
  return known;
}

async function measureAll(door: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const names = await exportedFunctions(door);
  const BATCH = 8;
  for (let i = 0; i < names.length; i += BATCH) {
    const batch = names.slice(i, i + BATCH);
    const results = await Promise.all(
      batch.map((name) => gzippedBundleSize(`export { ${name} } from './dist/${door}.js';`)),
    );
    for (let k = 0; k < batch.length; k++) sizes.set(batch[k]!, results[k]!);
  }
  return sizes;
}

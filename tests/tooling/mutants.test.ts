import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BundledTests, type Verdict } from '../../scripts/mutants/bundled-tests.ts';
import { findMutants, keepMutants, sample } from '../../scripts/mutants/find-mutants.ts';

const TEXT = `import { limit } from './limit.ts';

export function isNear(a: number, b: number): boolean {
  const gap = a - b;
  if (gap < limit) throw new Error('too near');
  return gap > 0;
}
`;

describe('findMutants', () => {
  it('names the place, and what stands there before and after', async () => {
    const { mutants } = await findMutants([{ name: 'src/a.ts', text: TEXT }]);
    const difference = mutants.find(({ original }) => original === 'a - b')!;
    expect(difference).toMatchObject({ file: 'src/a.ts', line: 4, name: 'ArithmeticOperator', replacement: 'a + b' });
    expect(mutants.some(({ original }) => original === 'gap < limit')).toBe(true);
  });

  it('leaves messages alone', async () => {
    const { mutants } = await findMutants([{ name: 'src/a.ts', text: TEXT }]);
    expect(mutants.filter(({ name }) => name === 'StringLiteral')).toEqual([]);
  });
});

it('keepMutants leaves only the places of those that are kept', async () => {
  const { mutants, texts } = await findMutants([{ name: 'src/a.ts', text: TEXT }]);
  const { id } = mutants.find(({ original }) => original === 'a - b')!;
  const kept = keepMutants(texts.get('src/a.ts')!, new Set([id]));
  expect(kept).toContain(`globalThis.passMutant(${id}) ? a + b : (0, a - b)`);
  expect(kept.match(/passMutant/g)).toHaveLength(1);
});

describe('sample', () => {
  const numbers = Array.from({ length: 50 }, (_, i) => i);

  it('draws the same for a seed, and nothing twice', () => {
    const drawn = sample(numbers, 20, 7);
    expect(sample(numbers, 20, 7)).toEqual(drawn);
    expect(new Set(drawn).size).toBe(20);
    expect(sample(numbers, 20, 8)).not.toEqual(drawn);
  });

  it('draws no more than there are', () => {
    expect(sample(numbers, 99, 7).sort((a, b) => a - b)).toEqual(numbers);
  });
});

it('BundledTests judges a mutant by the tests that pass its place, of the files that are meant', async () => {
  // Within the repository, whose packages the tests import.
  const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const tree = mkdtempSync(join(cache, 'bundled-'));
  try {
    const source = `export const sum = (a: number, b: number): number => a + b;
export const difference = (a: number, b: number): number => a - b;
export const product = (a: number, b: number): number => a * b;
export const count = (to: number): number => {
  let i = 0;
  while (i < to) i++;
  return i;
};
`;
    const test = `import { describe, expect, it } from 'vitest';
import { count, product, sum } from './a.ts';
describe('sum', () => {
  it.each([[1, 2, 3]])('%d + %d', (a, b, result) => expect(sum(a, b)).toEqual(expect.closeTo(result, 9)));
});
it('product', () => expect(product(1, 1)).toBe(1));
it('count', () => expect(count(3)).toBe(3));
`;
    writeFileSync(join(tree, 'a.ts'), source);
    const files = {
      'a.test.ts': test,
      'b.test.ts': test,
      'fails.test.ts': test.replace('3]]', '4]]'),
      'other.test.ts': '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text);
    const { mutants, texts } = await findMutants([{ name: 'a.ts', text: source }]);
    const text = keepMutants(texts.get('a.ts')!, new Set(mutants.map(({ id }) => id)));
    const bundled = new BundledTests(tree, join(tree, 'work'));
    const using = await bundled.bundle(Object.keys(files), new Map([['a.ts', text]]));
    expect(using).toEqual(['a.test.ts', 'b.test.ts', 'fails.test.ts']);
    expect(await bundled.measure(using, 120_000)).toEqual(['fails.test.ts (2 tests are used)']);
    const judge = (change: string, longest = 120_000): Promise<Verdict> =>
      bundled.judge(
        mutants.find(({ replacement }) => replacement === change)!,
        (file) => file === 'b.test.ts',
        longest,
      );
    expect(await judge('a - b')).toEqual({ noticedBy: 'b.test.ts' });
    expect(await judge('a / b')).toBe('survived');
    expect(await judge('a / b', 0)).toBe('open');
    // No test passes the place.
    expect(await judge('a + b')).toBe('survived');
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});

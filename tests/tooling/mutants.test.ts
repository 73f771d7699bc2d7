import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findMutants, instrument, mutate, sample, testsThatReach } from '../../scripts/mutants/find-mutants.ts';
import { FloorTests } from '../../scripts/mutants/floor-tests.ts';

const TEXT = `import { limit } from './limit.ts';

export function isNear(a: number, b: number): boolean {
  const gap = a - b;
  if (gap < limit) throw new Error('too near');
  return gap > 0;
}
`;

describe('findMutants', () => {
  it('names the place, and what stands there before and after', async () => {
    const mutants = await findMutants([{ name: 'src/a.ts', text: TEXT }]);
    const difference = mutants.find(({ original }) => original === 'a - b')!;
    expect(difference).toMatchObject({ file: 'src/a.ts', line: 4, name: 'ArithmeticOperator', replacement: 'a + b' });
    expect(mutate(TEXT, difference)).toBe(TEXT.replace('a - b', 'a + b'));
    expect(mutants.some(({ original }) => original === 'gap < limit')).toBe(true);
  });

  it('leaves messages alone', async () => {
    const mutants = await findMutants([{ name: 'src/a.ts', text: TEXT }]);
    expect(mutants.filter(({ name }) => name === 'StringLiteral')).toEqual([]);
  });
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

it('testsThatReach follows imports through other files', () => {
  const texts: Record<string, string> = {
    'src/a.ts': '',
    'src/b.ts': "import { a } from './a.ts';",
    'tests/b.test.ts': "import { b } from '../src/b.ts';",
    'tests/c.test.ts': "import { c } from '../src/c.ts';",
  };
  const reach = testsThatReach(Object.keys(texts), (file) => texts[file]);
  expect([...reach('src/a.ts')]).toEqual(['src/a.ts', 'src/b.ts', 'tests/b.test.ts']);
});

it('FloorTests notices what a test fails of, among the tests that pass the place', async () => {
  // Within the repository, whose packages the tests import.
  const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const tree = mkdtempSync(join(cache, 'floor-'));
  try {
    const source = `export const sum = (a: number, b: number): number => a + b;
export const difference = (a: number, b: number): number => a - b;
`;
    const test = `import { describe, expect, it } from 'vitest';
import { sum } from './a.ts';
describe('sum', () => {
  it.each([[1, 2, 3]])('%d + %d', (a, b, result) => expect(sum(a, b)).toEqual(expect.closeTo(result, 9)));
});
`;
    writeFileSync(join(tree, 'a.ts'), source);
    writeFileSync(join(tree, 'a.test.ts'), test);
    writeFileSync(join(tree, 'fails.test.ts'), test.replace('3]]', '4]]'));
    const { mutants, instrumented } = await instrument([{ name: 'a.ts', text: source }]);
    const floor = new FloorTests(tree, join(tree, 'work'), 120_000);
    await floor.measure(['a.test.ts', 'fails.test.ts'], instrumented);
    expect(floor.leftOut).toEqual(['fails.test.ts']);
    const noticed: Record<string, boolean> = {};
    for (const mutant of mutants.filter(({ name }) => name === 'ArithmeticOperator')) {
      expect(await floor.notices(mutant)).toBe(false);
      writeFileSync(join(tree, 'a.ts'), mutate(source, mutant));
      noticed[mutant.original] = await floor.notices(mutant);
      writeFileSync(join(tree, 'a.ts'), source);
    }
    expect(noticed).toEqual({ 'a + b': true, 'a - b': false });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});

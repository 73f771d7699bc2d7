import { describe, expect, it } from 'vitest';
import { findMutants, mutate, sample, testsThatReach } from '../../scripts/mutants/find-mutants.ts';

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

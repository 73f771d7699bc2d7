import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTicksOf } from '../../bench/readme-table.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const readme = read('README.md');
const benchmarks = read('docs/benchmarks.md');

test('README.md has the figures of docs/benchmarks.md', () => {
  expect(readme).toBe(withTicksOf(benchmarks, readme));
});

test('the table follows the figures', () => {
  const [, median] = /^\| S4 \| ([\d.]+) \|/m.exec(benchmarks)!;
  const slower = benchmarks.replace(`| S4 | ${median} |`, '| S4 | 12345 |');
  const written = withTicksOf(slower, readme);
  expect(written).toMatch(/^\| S4: 2,000 circles .* \| 12345 \|/m);
  expect(written).not.toBe(readme);
});

test('a README without the marks is refused', () => {
  expect(() => withTicksOf(benchmarks, '# bitecs-collision')).toThrow('marks');
});

import { readFileSync, writeFileSync } from 'node:fs';

/** Between these two lines README.md repeats figures of docs/benchmarks.md. */
const BEGIN = '<!-- from docs/benchmarks.md, by `npm run bench -- --write` -->';
const END = '<!-- end of what is from docs/benchmarks.md -->';

/** Columns of the page's table that README.md repeats, and what it calls them. */
const COLUMNS: readonly (readonly [name: string, title: string])[] = [
  ['ours, median', 'median'],
  ['mean', 'mean'],
  ['p95', '95th percentile'],
  ['p99', '99th percentile'],
  ['fastest package, mean', 'fastest other package, mean'],
  ['ratio of means', 'ratio of means'],
  ['ratio of p99', 'ratio of 99th percentiles'],
];

/** Returns `readme` with its table of ticks written anew from the text of docs/benchmarks.md. */
export function withTicksOf(benchmarks: string, readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('README.md has lost the marks around its table of ticks');
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${ticksTable(benchmarks)}\n\n${readme.slice(end)}`;
}

/** Writes README.md's table of ticks anew from docs/benchmarks.md. */
export function writeReadmeTable(): void {
  const readme = new URL('../README.md', import.meta.url);
  const benchmarks = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');
  writeFileSync(readme, withTicksOf(benchmarks, readFileSync(readme, 'utf8')));
}

/** The table "Means and worst ticks" with what the scenarios are. */
function ticksTable(benchmarks: string): string {
  const titles = new Map(
    [...benchmarks.matchAll(/\*\*(S\d)\*\* ([^;]+)[;.]/g)].map(([, name, title]) => [name, title]),
  );
  const chapter = benchmarks.split(/^## /m).find((text) => text.startsWith('Means and worst ticks')) ?? '';
  const cellsOf = (row: string): string[] => row.split('|').map((cell) => cell.trim());
  const heads = cellsOf(/^\| ms \|(.+)\|$/m.exec(chapter)?.[1] ?? '');
  const columns = COLUMNS.filter(([name]) => heads.includes(name));
  const rows = [...chapter.matchAll(/^\| (S\d) \|(.+)\|$/gm)].map(([, name, row]) => {
    const cells = cellsOf(row);
    return `| ${[`${name}: ${titles.get(name)}`, ...columns.map(([head]) => cells[heads.indexOf(head)])].join(' | ')} |`;
  });
  if (rows.length === 0) throw new Error('docs/benchmarks.md has no table of means');
  const titlesOfColumns = columns.map(([, title]) => title);
  const rule = columns.map(() => '---:').join('|');
  return [`| ${['ms a tick', ...titlesOfColumns].join(' | ')} |`, `|---|${rule}|`, ...rows].join('\n');
}

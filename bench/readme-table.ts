import { readFileSync, writeFileSync } from 'node:fs';

/** Between these two lines README.md repeats figures of docs/benchmarks.md. */
const BEGIN = '<!-- from docs/benchmarks.md, by `npm run bench -- --write` -->';
const END = '<!-- end of what is from docs/benchmarks.md -->';

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
  const rows = [...chapter.matchAll(/^\| (S\d) \|(.+)\|$/gm)].map(([, name, cells]) => {
    const [median, mean, p95, , fastest, ratio] = cells.split('|').map((cell) => cell.trim());
    return `| ${[`${name}: ${titles.get(name)}`, median, mean, p95, fastest, ratio].join(' | ')} |`;
  });
  if (rows.length === 0) throw new Error('docs/benchmarks.md has no table of means');
  const head = ['ms a tick', 'median', 'mean', '95th percentile', 'fastest other package, mean', 'ratio of means'];
  return [`| ${head.join(' | ')} |`, '|---|---:|---:|---:|---:|---:|', ...rows].join('\n');
}

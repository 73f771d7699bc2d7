import { type Contest, type Result, runContest } from './contest.ts';
import { makeMeshContests } from './mesh-contests.ts';
import { makePolygonContests } from './polygon-contests.ts';
import { makeRowContests } from './row-contests.ts';

// Usage: tsx bench/geometry/run.ts [--json] [--rounds N] [--only part of a family's name]

const args = process.argv.slice(2);

function option(name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function formatTime(nanoseconds: number): string {
  if (nanoseconds >= 1e6) return `${(nanoseconds / 1e6).toFixed(2)} ms`;
  if (nanoseconds >= 1e3) return `${(nanoseconds / 1e3).toFixed(2)} µs`;
  return `${nanoseconds.toFixed(1)} ns`;
}

function printTable(results: Result[]): void {
  const rows = results.map(({ contest, ours, theirs, ratio }) => [
    contest.family,
    contest.name,
    formatTime(ours),
    formatTime(theirs),
    `${ratio.toFixed(2)}×`,
    contest.rival,
  ]);
  const table = [['family', 'question', 'ours', 'theirs', 'theirs / ours', 'rival'], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  console.log(line(table[0]));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of table.slice(1)) console.log(line(row));
}

const rounds = Number(option('--rounds') ?? 15);
const only = option('--only') ?? '';
const contests: Contest[] = [...makeMeshContests(), ...makePolygonContests(), ...makeRowContests()].filter((c) =>
  c.family.includes(only),
);
const results = contests.map((contest) => runContest(contest, rounds));
if (args.includes('--json')) {
  for (const { contest, ours, theirs, ratio } of results) {
    const { family, name, rival } = contest;
    console.log(JSON.stringify({ family, name, rival, oursNs: ours, theirsNs: theirs, ratio }));
  }
} else {
  printTable(results);
}

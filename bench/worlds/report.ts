import { figure } from '../chart.ts';
import type { WorldResult } from './world-result.ts';

const HEAD = `# Benchmarks: worlds that change, and awkward ones

\`npm run bench:worlds\` measures these worlds and prints them, \`npm run bench:worlds -- --write\` writes this page. Each world has a process of its own, in
which this package and a peer take turns, a tick or a pass of queries each, so that both meet the same noise; \`-- --only churn\` runs the worlds
whose names hold that word. A ratio above 1 says how many times as fast as the peer this package is, by means and by 99th percentiles. First ticks of
a process are measured in processes of their own, in turns as well.

flatbush is rebuilt in each tick; pairs are tested in closed form or by SAT.js, and a hash table tells which began and ended. Where the peer is
"the same with …", the world is compared with itself.`;

/** The text of docs/benchmarks-worlds.md. */
export function worldsPage(results: readonly WorldResult[], machine: string): string {
  return `${HEAD}\n\n${machine}\n\n${worldsTable(results)}\n`;
}

function worldsTable(results: readonly WorldResult[]): string {
  const head = ['', 'ours, median', 'mean', 'p95', 'p99', 'worst', 'beside', 'its median', 'mean', 'p95', 'p99'];
  const rows = results.map(({ name, rival, unit, ours, theirs }) => [
    `${name}, ${unit}`,
    ...[ours.median, ours.mean, ours.p95, ours.p99, ours.max].map(figure),
    rival,
    ...[theirs.median, theirs.mean, theirs.p95, theirs.p99].map(figure),
    `${(theirs.mean / ours.mean).toFixed(2)}×`,
    `${(theirs.p99 / ours.p99).toFixed(2)}×`,
  ]);
  const lines = [[...head, 'ratio of means', 'ratio of p99'], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [lines[0], `|---|${'---:|'.repeat(12)}`, ...lines.slice(1)].join('\n');
}

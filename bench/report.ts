import { type Line, TWINS } from './acceptance.ts';
import type { Agreement } from './agreement.ts';
import { figure } from './chart.ts';
import { PEER_LIST, PEER_NAMES } from './peer-list.ts';
import type { Result } from './result.ts';
import { SCENARIOS } from './scene.ts';

export interface Machine {
  readonly cpu: string;
  readonly node: string;
  readonly system: string;
  readonly pinned: boolean;
}

export interface Report {
  readonly results: readonly Result[];
  readonly agreements: ReadonlyMap<string, Agreement>;
  readonly lines: readonly Line[];
  readonly machine: Machine;
  /** Of each peer's package. */
  readonly versions: ReadonlyMap<string, string>;
  readonly command: string;
  /** What failed, and pairs that nothing explains. */
  readonly problems: readonly string[];
}

/** The text of docs/benchmarks.md. */
export function markdown(report: Report): string {
  return [
    HEAD,
    measured(report),
    steadiness(report),
    whereOthersWin(report),
    agreement(report),
    awkward(report),
    targets(report),
    LAST,
  ]
    .map((section) => section.trim())
    .join('\n\n')
    .concat('\n');
}

const HEAD = `
# Benchmarks in the plane

\`npm run bench\` runs each library in each scenario, one process at a time, on one core where the system allows it. The other libraries are
dependencies of \`bench/package.json\` and installed on demand. \`npm run bench -- --help\` names scenarios, libraries and options;
\`npm run bench -- --write\` measures everything and writes this page.

Everybody gets the same seeded positions and motion and does the same work: it takes over the transforms, finds all overlapping pairs with a
contact, says which pairs began and ended, and normal, depth and points of every contact are read in JavaScript. What is read is part of the
median, and given separately as well, as it is what costs libraries in WebAssembly most. Every library is set up as cheaply as it allows:

- *grid*, *flatbush* and *rbush* are a broad phase, with SAT.js for the contacts (normal and depth, no points) and begin and end by a hash table over
  typed arrays. Circles meet in closed form. The grid is written for these very worlds: it has to know the largest size and the extents
  beforehand.
- *Rapier* has kinematic bodies that are placed directly and sends collision events. *Box2D* (WebAssembly, and Phaser's port) has bodies without
  density, placed directly, and takes a step of −1, which solves nothing; *Planck* a step of 0.
- *Matter* is its detector alone; *detect-collisions* one search a mover. Both know no begin and end: they get the hash table. Where a library
  has no circles or capsules, they are polygons of 24 corners.

Ticks before those measured only warm up. Means are over the same ticks for everybody. In the four ticks after those, the pairs are compared
with ours one by one, and the run fails when the separation of a pair that only one of the two has is more than the other's rounding.
`;

const LAST = `
\`npm run bench:profile -- S1,S3\` shows our tick stage by stage, the work of the hierarchy and the memory of each store.
`;

function key({ scenario, peer }: { scenario: string; peer: string }): string {
  return `${scenario} ${peer}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  const rule = `|${rows[0].map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function measured({ results, machine, versions, command }: Report): string {
  const scenarios = Object.keys(SCENARIOS).filter((name) => /^[SQ]\d$/.test(name));
  const found = new Map(results.map((r) => [key(r), r]));
  const cell = (scenario: string, peer: string): string => {
    const result = found.get(key({ scenario, peer }));
    if (result === undefined || result.unsupported !== undefined) return '–';
    const fastest = results.filter((r) => r.scenario === scenario && r.unsupported === undefined);
    const isFastest = fastest.every((r) => r.medianMs >= result.medianMs);
    const reading = result.readMs >= 0.1 * result.medianMs ? ` (${figure(result.readMs)})` : '';
    return `${isFastest ? `**${figure(result.medianMs)}**` : figure(result.medianMs)}${reading}`;
  };
  const peers = PEER_NAMES.filter((peer) => results.some((r) => r.peer === peer));
  const rows = [
    ['median ms, reading in brackets', ...scenarios],
    ...peers.map((peer) => [PEER_LIST[peer].title, ...scenarios.map((scenario) => cell(scenario, peer))]),
    ['pairs or hits', ...scenarios.map((scenario) => String(found.get(key({ scenario, peer: 'ours' }))?.pairs ?? '–'))],
  ];
  const { cpu, node, system, pinned } = machine;
  const names = scenarios.map((name) => `**${name}** ${SCENARIOS[name].title}`).join('; ');
  const packages = [...versions].map(([name, version]) => `${name} ${version}`).join(', ');
  return `## Measured

![Medians by scenario, logarithmic](benchmarks.svg)

${names}.

${table(rows)}

${cpu}, Node ${node}, ${system}, ${pinned ? 'one core' : 'not pinned to a core'}. Command: \`${command}\`. Versions: ${packages}. Times change with the machine; the ratios
between libraries change less.`;
}

/** Means and worst ticks: medians alone would hide the ticks that make the hierarchy anew. */
function steadiness({ results }: Report): string {
  const scenarios = results.filter((r) => r.peer === 'ours' && /^S\d$/.test(r.scenario));
  const rows = scenarios.map((mine) => {
    const packages = results.filter(
      (r) => r.scenario === mine.scenario && PEER_LIST[r.peer].isPackage && r.unsupported === undefined,
    );
    const fastest = packages.sort((a, b) => a.meanMs - b.meanMs)[0];
    const ratio = fastest === undefined ? '–' : `${(fastest.meanMs / mine.meanMs).toFixed(1)}×`;
    const theirs = fastest === undefined ? '–' : `${figure(fastest.meanMs)} (${fastest.peer})`;
    const { medianMs, meanMs, p95Ms, maxMs } = mine;
    return [mine.scenario, ...[medianMs, meanMs, p95Ms, maxMs].map(figure), theirs, ratio];
  });
  if (rows.length === 0) return '';
  const head = ['ms', 'ours, median', 'mean', 'p95', 'worst', 'fastest package, mean', 'ratio of means'];
  return `## Means and worst ticks

Our ticks are of two sorts: most go through pairs that are known to be near each other, and every few ticks these pairs, and the hierarchy
that finds them, are made anew. A median shows the first sort only, so here are the means as well.

${table([head, ...rows])}`;
}

function whereOthersWin({ results }: Report): string {
  const lines: string[] = [];
  for (const mine of results.filter((r) => r.peer === 'ours')) {
    const faster = results
      .filter((r) => r.scenario === mine.scenario && r.unsupported === undefined && r.medianMs < mine.medianMs)
      .map((r) => `${PEER_LIST[r.peer].title} with ${figure(r.medianMs)} ms`);
    if (faster.length === 0) continue;
    lines.push(
      `- ${mine.scenario}, ${SCENARIOS[mine.scenario].title}, ours ${figure(mine.medianMs)} ms: ${faster.join(', ')}.`,
    );
  }
  const list = lines.length === 0 ? 'Nobody was faster in any scenario of this run.' : lines.join('\n');
  return `## Where others are faster\n\n${list}`;
}

function agreement({ agreements, problems }: Report): string {
  const lines = [...agreements]
    .filter(([, { text }]) => text !== '')
    .map(([name, { text, unexplained }]) => `- ${unexplained > 0 ? '**Not explained:** ' : ''}${name}: ${text}.`);
  const same = [...agreements].filter(([, { text }]) => text === '').length;
  const failures = problems.filter((text) => !lines.some((line) => line.includes(text)));
  lines.push(...failures.map((text) => `- **Not explained:** ${text}.`));
  return `## Do they find the same?

${same} of ${agreements.size} comparisons found exactly what ours found. The others, and why:

${lines.join('\n')}`;
}

function awkward({ results }: Report): string {
  const found = new Map(results.map((r) => [key(r), r]));
  const peers = ['ours', 'grid', 'flatbush', 'rapier'];
  const twin = new Map(TWINS);
  const names = Object.keys(SCENARIOS).filter(
    (name) => /^[AN]|^S1s/.test(name) && found.has(key({ scenario: name, peer: 'ours' })),
  );
  if (names.length === 0) return '';
  const cell = (scenario: string | undefined, peer: string): string => {
    const result = scenario === undefined ? undefined : found.get(key({ scenario, peer }));
    return result === undefined || result.unsupported !== undefined ? '–' : figure(result.medianMs);
  };
  const rows = [
    ['median ms', 'pairs', ...peers, 'ours, even world with as many pairs'],
    ...names.map((name) => [
      `${name} ${SCENARIOS[name].title}`,
      String(found.get(key({ scenario: name, peer: 'ours' }))!.pairs),
      ...peers.map((peer) => cell(name, peer)),
      cell(twin.get(name), 'ours'),
    ]),
  ];
  return `## Awkward worlds\n\nA dash: it cannot do that world, or was not measured there.\n\n${table(rows)}`;
}

function targets({ lines }: Report): string {
  const verdict = (pass: boolean | undefined): string => (pass === undefined ? '–' : pass ? 'met' : '**missed**');
  const rows = lines.map(({ name, target, measured, pass }) => [name, target, measured, verdict(pass)]);
  return `## Targets

What this library sets out to reach. Against others the stricter of two ratios counts: of whole ticks, and of ticks without reading.

${table([['', 'target', 'measured', ''], ...rows])}`;
}

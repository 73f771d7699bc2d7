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
  /** How many a process may run on: its own and V8's compiler and collector. */
  readonly cores: number;
}

export interface Report {
  readonly results: readonly Result[];
  readonly agreements: ReadonlyMap<string, Agreement>;
  readonly lines: readonly Line[];
  readonly machine: Machine;
  /** By peer: the version of its package. */
  readonly versions: ReadonlyMap<string, string>;
  readonly command: string;
  /** The first 300 ticks of a process, of ours and of flatbush. */
  readonly cold: readonly Result[];
  /** The number of runs that failed, and of pairs that one peer reports and another does not without a known reason. */
  readonly problems: readonly string[];
}

/** The text of docs/benchmarks.md. */
export function markdown(report: Report): string {
  return [
    HEAD,
    measured(report),
    steadiness(report),
    coldStart(report),
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

\`npm run bench\` runs each library in each scenario, one process at a time, with nothing else running. The other libraries are
dependencies of \`bench/package.json\` and installed on demand. \`npm run bench -- --help\` names scenarios, libraries and options;
\`npm run bench -- --write\` measures everything and writes this page. No library has threads of its own here, but V8 compiles and collects
garbage beside the tick where there is a second core, as it does in a game; \`--core 1\` keeps all of a process on one.

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

The worlds are squares, seeded, and even unless their names say otherwise: in S1–S3 10,000 bodies in 177 units a side, so that about one in two
touches another at any time; circles of radius 0.5, boxes of half extents 0.3 to 0.7, capsules of radius 0.2 to 0.4 around 0.4 to 1, polygons of 5 to
8 corners within 0.4 to 0.8; all drift by up to 0.07 on each axis a tick, turn by up to 0.05 and bounce off the walls. In S4 the 50,000 boxes stand
still and are tagged static; in S5 sizes follow a power law, radius 0.2 to 2. Q1 to Q3 ask 10,000 things of S3 between two ticks: rays of
length 100, boxes of half extents 0.5 to 3, closest points. Awkward worlds are S1 with one thing changed, which their names tell; E1 to E8 are even
worlds with as many bodies and about as many pairs as A1 to A8; in N1 to N4 only the number of bodies grows.

Ticks before those measured only warm up. Means are over the same ticks for everybody. In the four ticks after those, the pairs are compared
with ours one by one, and the run fails when the separation of a pair that only one of the two has is more than the other's rounding.
`;

const LAST = `
[Worlds that change, and awkward ones](benchmarks-worlds.md) have a page of their own. \`npm run bench:profile -- S1,S3\` shows our tick stage by stage, the work of the hierarchy and the memory of each store.
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
  const { cpu, node, system, cores } = machine;
  const names = scenarios.map((name) => `**${name}** ${SCENARIOS[name].title}`).join('; ');
  const packages = [...versions].map(([name, version]) => `${name} ${version}`).join(', ');
  return `## Measured

![Medians by scenario, logarithmic](benchmarks.svg)

${names}.

${table(rows)}

${cpu}, Node ${node}, ${system}, ${cores === 1 ? 'one core' : `${cores} cores`}. Command: \`${command}\`. Versions: ${packages}. Times change with the machine; the ratios
between libraries change less.`;
}

/** The package with the smallest of some figure among those that were measured in a scenario. */
function fastestBy(
  results: readonly Result[],
  scenario: string,
  value: (result: Result) => number,
): Result | undefined {
  return results
    .filter((r) => r.scenario === scenario && PEER_LIST[r.peer].isPackage && r.unsupported === undefined)
    .sort((a, b) => value(a) - value(b))[0];
}

/** Means and worst ticks: what a frame is lost by is not the median. */
function steadiness({ results }: Report): string {
  const rows = results
    .filter((r) => r.peer === 'ours' && /^S\d$/.test(r.scenario))
    .map((mine) => {
      const compared = (value: (result: Result) => number): [string, string] => {
        const fastest = fastestBy(results, mine.scenario, value);
        if (fastest === undefined) return ['–', '–'];
        return [`${figure(value(fastest))} (${fastest.peer})`, `${(value(fastest) / value(mine)).toFixed(1)}×`];
      };
      const { medianMs, meanMs, p95Ms, p99Ms, maxMs } = mine;
      const own = [medianMs, meanMs, p95Ms, p99Ms, maxMs].map(figure);
      return [mine.scenario, ...own, ...compared((r) => r.meanMs), ...compared((r) => r.p99Ms)];
    });
  if (rows.length === 0) return '';
  const ours = ['ms', 'ours, median', 'mean', 'p95', 'p99', 'worst'];
  const theirs = ['fastest package, mean', 'ratio of means', 'lowest p99 of a package', 'ratio of p99'];
  return `## Means and worst ticks

A frame is lost by its slowest tick. Of warm ticks, as many for each library; what is fastest by its mean need not be so by its 99th percentile.

${table([[...ours, ...theirs], ...rows])}`;
}

/** The table of what the first ticks of a process take, before anything is compiled. */
function coldStart({ cold }: Report): string {
  const of = (scenario: string, peer: string): Result | undefined =>
    cold.find((r) => r.scenario === scenario && r.peer === peer);
  const rows = cold
    .filter(({ peer }) => peer === 'ours')
    .map((mine) => {
      const theirs = of(mine.scenario, 'flatbush');
      const own = [mine.firstMs, mine.thirtiethMs, mine.medianMs, mine.meanMs, mine.p99Ms, mine.maxMs];
      const other = [theirs?.firstMs, theirs?.meanMs, theirs?.p99Ms];
      return [mine.scenario, ...[...own, ...other].map((ms) => (ms === undefined ? '–' : figure(ms)))];
    });
  if (rows.length === 0) return '';
  const head = ['ms', 'first', '26th to 30th', 'median', 'mean', 'p99', 'worst'];
  const others = ['flatbush, first', 'flatbush, mean', 'flatbush, p99'];
  return `## The first 300 ticks

Of a new process, from the very first tick on, in which nothing has been compiled yet. C1 are 100,000 circles, as dense as S1.

${table([[...head, ...others], ...rows])}`;
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
    (name) => /^[ANP]\d|^S1s/.test(name) && found.has(key({ scenario: name, peer: 'ours' })),
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

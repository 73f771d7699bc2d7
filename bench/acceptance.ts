import { PEER_LIST } from './peer-list.ts';
import type { Result } from './result.ts';

/** One line of the summary. */
export interface Line {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  /** Undefined where there is no target, or nothing was measured. */
  readonly pass: boolean | undefined;
}

/**
 * By scenario: the least factor by which this package must be faster than the fastest other package that gives
 * contacts.
 */
const PACKAGES: [scenario: string, least: number][] = [
  ['S1', 6],
  ['S2', 4],
  ['S3', 4],
  ['S4', 3],
  ['S5', 10],
];
const GRID: [scenario: string, least: number][] = [
  ['S1', 0.9],
  ['S2', 4],
  ['S3', 4],
  ['S5', 2],
];
const QUERIES: [scenario: string, peer: string, least: number][] = [
  ['Q1', 'box2d', 2],
  ['Q2', 'flatbush', 1.5],
  ['Q3', 'rapier', 3],
];
/** Awkward worlds and the even worlds of as many bodies with about as many pairs. */
export const TWINS: [awkward: string, even: string][] = [
  ['A1', 'E1'],
  ['A2', 'S1'],
  ['A3', 'E3'],
  ['A4', 'E4'],
  ['A6', 'S1'],
  ['A7', 'E7'],
  ['A8', 'E8'],
];
const SIZES = ['N1', 'S1', 'N3', 'A9', 'N4'];
const STEADY = ['S1', 'S2', 'S3', 'S4', 'S5'];

const MOST_TWIN = 3;
const MOST_GROWTH = 2;
const MOST_PART_MOVING = 0.45;
const MOST_LONELY = 1.05;
const MOST_BYTES_PER_BODY = 150;
const MOST_BYTES_PER_CONTACT = 80;

/** The scenarios and peers that `--check` needs. */
export const CHECK_RUNS: [scenario: string, peers: string[]][] = [
  ...PACKAGES.map(([scenario]): [string, string[]] => [
    scenario,
    ['ours', 'grid', 'flatbush', 'rbush', 'detect-collisions', 'rapier', 'rapier-0.21', 'box2d'],
  ]),
  ...QUERIES.map(([scenario, peer]): [string, string[]] => [scenario, ['ours', peer]]),
  ...[...TWINS.flat(), ...SIZES, 'A5', 'A5s', 'S1s']
    .filter((name, i, all) => all.indexOf(name) === i && !STEADY.includes(name))
    .map((name): [string, string[]] => [name, ['ours']]),
];

/** Returns a line for each acceptance criterion; the line says so where the scenario of the criterion was not run. */
export function acceptance(results: readonly Result[]): Line[] {
  const find = (scenario: string, peer: string): Result | undefined =>
    results.find((r) => r.scenario === scenario && r.peer === peer && r.unsupported === undefined);
  const mine = (scenario: string): Result | undefined => find(scenario, 'ours');
  const lines: Line[] = [];
  for (const [scenario, least] of PACKAGES) {
    const packages = results.filter(
      (r) => r.scenario === scenario && PEER_LIST[r.peer].isPackage && r.unsupported === undefined,
    );
    lines.push(fasterThan(`${scenario} against the fastest package`, mine(scenario), packages, least));
  }
  for (const [scenario, least] of GRID) {
    const grid = find(scenario, 'grid');
    lines.push(fasterThan(`${scenario} against a typed-array grid`, mine(scenario), grid ? [grid] : [], least));
  }
  for (const [scenario, peer, least] of QUERIES) {
    const theirs = find(scenario, peer);
    lines.push(fasterThan(`${scenario} against ${peer}`, mine(scenario), theirs ? [theirs] : [], least));
  }
  lines.push(growth(SIZES.map(mine)));
  for (const [awkward, even] of TWINS)
    lines.push(slowerThan(`${awkward} against an even world, ${even}`, mine(awkward), mine(even), MOST_TWIN));
  for (const name of ['A5', 'A5s'])
    lines.push(slowerThan(`${name}, 5 % moving, against all moving`, mine(name), mine('S1'), MOST_PART_MOVING));
  lines.push(slowerThan('S1 with 50,000 lonely statics', mine('S1s'), mine('S1'), MOST_LONELY));
  lines.push(...memory(STEADY.map(mine)));
  return lines;
}

/**
 * The stricter of two comparisons: whole ticks, and ticks without the reading of contacts, which costs some peers most.
 */
function fasterThan(name: string, mine: Result | undefined, others: readonly Result[], least: number): Line {
  const target = `≥ ${least}×`;
  if (mine === undefined || others.length === 0) return notMeasured(name, target);
  let ratio = Infinity;
  let how = '';
  for (const other of others) {
    const whole = other.medianMs / mine.medianMs;
    const unread = (other.medianMs - other.readMs) / (mine.medianMs - mine.readMs);
    const lower = Math.min(whole, unread);
    if (lower >= ratio) continue;
    ratio = lower;
    const [theirs, ours] =
      whole <= unread ? [other.medianMs, mine.medianMs] : [other.medianMs - other.readMs, mine.medianMs - mine.readMs];
    const reading = whole <= unread ? '' : ' without reading';
    how = `${other.peer} ${theirs.toFixed(2)} ms, ours ${ours.toFixed(2)} ms${reading}`;
  }
  return { name, target, measured: `${ratio.toFixed(2)}× (${how})`, pass: ratio >= least };
}

function slowerThan(name: string, mine: Result | undefined, other: Result | undefined, most: number): Line {
  const target = `≤ ${most}×`;
  if (mine === undefined || other === undefined) return notMeasured(name, target);
  const ratio = mine.medianMs / other.medianMs;
  const pairs = `${mine.pairs} and ${other.pairs} pairs`;
  const times = `${mine.medianMs.toFixed(2)} and ${other.medianMs.toFixed(2)} ms`;
  return { name, target, measured: `${ratio.toFixed(2)}× (${times}, ${pairs})`, pass: ratio <= most };
}

function growth(sizes: (Result | undefined)[]): Line {
  const name = 'cost a body, 1,000 to 500,000 bodies';
  const target = `≤ ${MOST_GROWTH}×`;
  const known = sizes.filter((r) => r !== undefined);
  if (known.length < sizes.length) return notMeasured(name, target);
  const costs = known.map((r) => (1e6 * r.medianMs) / r.bodies);
  const ratio = Math.max(...costs.slice(1)) / costs[0];
  const all = costs.map((ns) => ns.toFixed(0)).join(', ');
  return { name, target, measured: `${ratio.toFixed(2)}× (${all} ns a body)`, pass: ratio <= MOST_GROWTH };
}

function memory(steady: (Result | undefined)[]): Line[] {
  const known = steady.filter((r) => r !== undefined);
  const worst = (name: string, target: string, most: number, value: (r: Result) => number | undefined | null): Line => {
    const values = known.map((r) => ({ r, bytes: value(r) ?? Number.NaN })).filter(({ bytes }) => !Number.isNaN(bytes));
    if (values.length === 0) return notMeasured(name, target);
    const most_ = Math.max(...values.map(({ bytes }) => bytes));
    const list = values.map(({ r, bytes }) => `${r.scenario} ${bytes.toFixed(0)}`).join(', ');
    return { name, target, measured: `${most_.toFixed(0)} (${list})`, pass: most_ <= most };
  };
  const steadiness = known.map((r) => `${r.scenario} ${(r.maxMs / r.medianMs).toFixed(2)}`).join(', ');
  const tail = known.map((r) => `${r.scenario} ${(r.p99Ms / r.medianMs).toFixed(2)}`).join(', ');
  const heap = known
    .filter((r) => r.heapPerBody !== undefined)
    .map((r) => `${r.scenario} ${r.heapPerBody!.toFixed(0)}`)
    .join(', ');
  return [
    worst('bytes allocated a steady tick', '0', 0, (r) => r.bytesPerTick),
    worst('bytes a body, stores included', `≤ ${MOST_BYTES_PER_BODY}`, MOST_BYTES_PER_BODY, (r) => r.bytesPerBody),
    worst('bytes a contact, reserved', `≤ ${MOST_BYTES_PER_CONTACT}`, MOST_BYTES_PER_CONTACT, (r) => r.bytesPerContact),
    plain('bytes a body, heap included (contacts and bitECS too)', heap),
    plain('99th percentile against the median', tail),
    plain('worst tick against the median', steadiness),
  ];
}

/** A line without a target. */
function plain(name: string, measured: string): Line {
  return measured === '' ? notMeasured(name, '–') : { name, target: '–', measured, pass: undefined };
}

function notMeasured(name: string, target: string): Line {
  return { name, target, measured: 'not measured', pass: undefined };
}

/** The summary as text: one line each. */
export function summary(lines: readonly Line[]): string {
  const mark = (pass: boolean | undefined): string => (pass === undefined ? '–' : pass ? '✓' : '✗');
  const rows = lines.map(
    ({ name, target, measured, pass }) => `${mark(pass)} ${name.padEnd(44)} ${target.padStart(8)}  ${measured}`,
  );
  const passed = lines.filter(({ pass }) => pass === true).length;
  const missed = lines.filter(({ pass }) => pass === false).length;
  return `${rows.join('\n')}\n\n${passed} met, ${missed} missed, ${lines.length - passed - missed} without a verdict\n`;
}

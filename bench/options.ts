import { parseArgs } from 'node:util';
import { CHECK_RUNS } from './acceptance.ts';
import { PEER_NAMES } from './peer-list.ts';
import { SCENARIO_NAMES } from './scene.ts';

export const HELP = `npm run bench -- [options]        (npm run bench -- --3d --help: the same in space)

  --scenarios S1,S2   which scenarios; S1–S5 and Q1–Q3 unless told otherwise
  --peers ours,rapier which peers; all unless told otherwise
  --full              all scenarios; in awkward and growing worlds ours, grid, flatbush and rapier only
  --check             what the targets need, and whether each is met
  --write             --full, then docs/benchmarks.md, docs/benchmarks.svg and the table in README.md
  --resume            take results of an earlier run with as many ticks instead of measuring again
  --json              one JSON object a line on stdout, nothing else there
  --ticks 20          measured ticks, instead of each scenario's own number
  --warm-up 10        ticks before them
  --core 1            the one core to run on; not kept to one unless told otherwise

scenarios: ${SCENARIO_NAMES.join(', ')}
peers: ${PEER_NAMES.join(', ')}`;

export interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly check: boolean;
  readonly write: boolean;
  readonly resume: boolean;
  readonly ticks: number | undefined;
  readonly warmUp: number | undefined;
  readonly core: number | undefined;
  /**
   * The scenarios and peers to run, in order: this package first in each scenario, so that others can be compared with
   * it.
   */
  readonly runs: readonly Run[];
}

export interface Run {
  readonly scenario: string;
  readonly peer: string;
}

const AWKWARD_PEERS = ['ours', 'grid', 'flatbush', 'rapier'];

/** Reads the command line. @throws with a sentence that names what is wrong. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
      scenarios: { type: 'string' },
      peers: { type: 'string' },
      ticks: { type: 'string' },
      'warm-up': { type: 'string' },
      core: { type: 'string' },
    },
  });
  const peers = listOf(values.peers, PEER_NAMES, 'peer');
  const scenarios = listOf(values.scenarios, SCENARIO_NAMES, 'scenario');
  return {
    help: values.help,
    json: values.json,
    check: values.check || values.full || values.write,
    write: values.write,
    resume: values.resume,
    ticks: numberOf('--ticks', values.ticks, 1),
    warmUp: numberOf('--warm-up', values['warm-up'], 0),
    core: numberOf('--core', values.core, 0),
    runs: runsOf(scenarios, peers, values.full || values.write, values.check),
  };
}

function runsOf(
  scenarios: readonly string[] | undefined,
  peers: readonly string[] | undefined,
  isFull: boolean,
  isCheck: boolean,
): Run[] {
  const names = scenarios ?? (isFull ? SCENARIO_NAMES : SCENARIO_NAMES.filter((name) => /^[SQ]\d$/.test(name)));
  const plan: [string, readonly string[]][] =
    isCheck && !isFull && scenarios === undefined
      ? CHECK_RUNS
      : names.map((name) => [name, /^[SQ]\d$/.test(name) ? PEER_NAMES : /^[AP]/.test(name) ? AWKWARD_PEERS : ['ours']]);
  const runs: Run[] = [];
  for (const [scenario, usual] of plan) {
    // A run of all scenarios has in each the peers that the scenario usually has.
    const chosen = peers === undefined || isFull ? usual : peers;
    for (const peer of PEER_NAMES) {
      if (chosen.includes(peer) && (peers === undefined || peers.includes(peer))) runs.push({ scenario, peer });
    }
  }
  return runs;
}

function listOf(text: string | undefined, known: readonly string[], what: string): string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  for (const name of names)
    if (!known.includes(name)) throw new Error(`there is no ${what} ${name}; there are ${known.join(', ')}`);
  return names;
}

function numberOf(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`${option} needs a whole number from ${least} on, not ${text}`);
  return value;
}

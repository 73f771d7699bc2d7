import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { PEER_NAMES } from '../../bench/peer-list.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const hasPeers = existsSync(fileURLToPath(new URL('../../bench/node_modules/.package-lock.json', import.meta.url)));

function bench(...args: string[]) {
  // Not the last core: measurements may be running there.
  const tiny = ['--ticks', '3', '--warm-up', '2', '--core', '0'];
  return spawnSync(process.execPath, [tsx, 'bench/run.ts', ...args, ...tiny], { cwd: root, encoding: 'utf8' });
}

describe('npm run bench', () => {
  it('prints one JSON object a line and nothing else', () => {
    const { stdout, stderr, status } = bench('--json', '--scenarios', 'N1', '--peers', 'ours');
    expect({ stderr, status }).toMatchObject({ status: 0 });
    const lines = stdout.trimEnd().split('\n');
    const results = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(results.map(({ peer, scenario }) => [peer, scenario])).toEqual([['ours', 'N1']]);
    for (const found of results) {
      for (const key of ['medianMs', 'meanMs', 'p95Ms', 'p99Ms', 'pairs', 'contacts', 'bytesPerTick'])
        expect(found[key], key).toEqual(expect.any(Number));
      expect(found.medianMs).toBeGreaterThan(0);
      expect(found.p95Ms).toBeGreaterThanOrEqual(found.medianMs as number);
      expect(found.p99Ms).toBeGreaterThanOrEqual(found.p95Ms as number);
      expect(found.pairs).toBeGreaterThan(100);
    }
  });

  it('refuses names it does not know, and says which there are', () => {
    const { status, stderr, stdout } = bench('--json', '--peers', 'nobody');
    expect(status).toBe(2);
    expect(stderr).toContain('there is no peer nobody; there are ours, grid');
    expect(stdout).toBe('');
  });

  it.skipIf(!hasPeers)('compares peers with ours (skipped without bench/node_modules)', () => {
    const { stdout, status, stderr } = bench(
      '--json',
      '--scenarios',
      'N1',
      '--peers',
      'ours,grid,flatbush,rapier-0.21',
    );
    expect({ stderr, status }).toMatchObject({ status: 0 });
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { peer: string; pairs: number });
    expect(results.map(({ peer }) => peer)).toEqual(['ours', 'grid', 'flatbush', 'rapier-0.21']);
    expect(new Set(results.map(({ pairs }) => pairs)).size).toBe(1);
  });
});

describe('options', () => {
  it('runs ours first, so that others can be compared with it', () => {
    const { runs } = readOptions(['--scenarios', 'S2,Q1', '--peers', 'rapier,ours']);
    expect(runs.map(({ scenario, peer }) => `${scenario} ${peer}`)).toEqual([
      'S2 ours',
      'S2 rapier',
      'Q1 ours',
      'Q1 rapier',
    ]);
  });

  it('takes S1–S5 and Q1–Q3 with all peers unless told otherwise', () => {
    const { runs } = readOptions([]);
    expect(new Set(runs.map(({ scenario }) => scenario))).toEqual(
      new Set(['S1', 'S2', 'S3', 'S4', 'S5', 'Q1', 'Q2', 'Q3']),
    );
    expect(runs).toHaveLength(8 * PEER_NAMES.length);
  });

  it('checks with every package that could be fastest, and writes only after everything', () => {
    const check = readOptions(['--check']);
    expect(check.runs).toContainEqual({ scenario: 'A9', peer: 'ours' });
    expect(check.runs).toContainEqual({ scenario: 'S5', peer: 'rapier-0.21' });
    expect(readOptions(['--write']).runs.length).toBeGreaterThan(check.runs.length);
  });

  it('rejects numbers that are none', () => {
    expect(() => readOptions(['--ticks', 'many'])).toThrow('--ticks needs a whole number from 1 on, not many');
    expect(() => readOptions(['--core', '-1'])).toThrow();
  });
});

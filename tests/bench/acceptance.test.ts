import { describe, expect, it } from 'vitest';
import { acceptance, type Line, summary } from '../../bench/acceptance.ts';
import { result } from './fixtures.ts';

function line(lines: readonly Line[], start: string): Line {
  const found = lines.find(({ name }) => name.startsWith(start));
  if (found === undefined) throw new Error(`no line starts with ${start}`);
  return found;
}

describe('acceptance', () => {
  it('judges by the fastest package, grid and unsupported left out', () => {
    const lines = acceptance([
      result('S1', 'ours', 2),
      result('S1', 'grid', 1),
      result('S1', 'flatbush', 12.2),
      result('S1', 'rapier', 15),
      result('S1', 'matter', 0, { unsupported: 'cannot' }),
    ]);
    const packages = line(lines, 'S1 against the fastest package');
    expect(packages.pass).toBe(true);
    expect(packages.measured).toContain('6.10× (flatbush');
    const grid = line(lines, 'S1 against a typed-array grid');
    expect(grid.pass).toBe(false);
    expect(grid.measured).toContain('0.50×');
  });

  it('takes the stricter of with and without reading', () => {
    const slowReader = line(
      acceptance([result('S2', 'ours', 2, { readMs: 0.1 }), result('S2', 'box2d', 40, { readMs: 33 })]),
      'S2 against the fastest package',
    );
    // 7 / 1.9, although 40 / 2 is far above.
    expect(slowReader.measured).toContain('3.68×');
    expect(slowReader.pass).toBe(false);
  });

  it('compares cost a body over sizes with the smallest world', () => {
    const sizes = [
      result('N1', 'ours', 0.2, { bodies: 1_000 }),
      result('S1', 'ours', 2.2, { bodies: 10_000 }),
      result('N3', 'ours', 13, { bodies: 50_000 }),
      result('A9', 'ours', 76, { bodies: 200_000 }),
      result('N4', 'ours', 210, { bodies: 500_000 }),
    ];
    expect(line(acceptance(sizes), 'cost a body')).toMatchObject({ pass: false });
    expect(line(acceptance(sizes), 'cost a body').measured).toContain('2.10×');
    expect(line(acceptance(sizes.slice(0, 3)), 'cost a body').pass).toBeUndefined();
  });

  it('compares awkward worlds with their even twins', () => {
    const lines = acceptance([
      result('A7', 'ours', 31, { pairs: 499_500 }),
      result('E7', 'ours', 10, { pairs: 499_000 }),
      result('A2', 'ours', 2.9),
      result('S1', 'ours', 1),
      result('A5', 'ours', 0.45),
    ]);
    expect(line(lines, 'A7').pass).toBe(false);
    expect(line(lines, 'A7').measured).toContain('499500 and 499000 pairs');
    expect(line(lines, 'A2').pass).toBe(true);
    expect(line(lines, 'A5,').pass).toBe(true);
    expect(line(lines, 'A5s').pass).toBeUndefined();
  });

  it('asks for no allocation and little memory in the worst scenario', () => {
    const memory = { bytesPerBody: 140, bytesPerContact: 70 };
    const good = result('S1', 'ours', 2, memory);
    const bad = result('S2', 'ours', 2, { ...memory, bytesPerTick: 16, bytesPerContact: 81 });
    expect(line(acceptance([good]), 'bytes allocated').pass).toBe(true);
    expect(line(acceptance([good, bad]), 'bytes allocated').pass).toBe(false);
    expect(line(acceptance([good, bad]), 'bytes a body').pass).toBe(true);
    expect(line(acceptance([good, bad]), 'bytes a contact').pass).toBe(false);
  });

  it('says what was not measured, and counts verdicts', () => {
    const lines = acceptance([]);
    expect(lines.every(({ pass }) => pass === undefined)).toBe(true);
    expect(summary(lines)).toContain(`0 met, 0 missed, ${lines.length} without a verdict`);
  });
});

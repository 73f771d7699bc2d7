import { describe, expect, it } from 'vitest';
import { PairDiff } from '../../bench/pair-diff.ts';
import { createRng } from '../support/rng.ts';

describe('PairDiff', () => {
  it('counts what began and ended as two Sets do, through growth and empty ticks', () => {
    const rng = createRng(5);
    const diff = new PairDiff();
    let before = new Set<string>();
    let changes = 0;
    for (let tick = 0; tick < 60; tick++) {
      const now = new Set<string>();
      const wanted = tick % 7 === 3 ? 0 : rng.integer(0, tick < 30 ? 300 : 6000);
      const bodies = tick < 30 ? 30 : 200;
      while (now.size < Math.min(wanted, (bodies * (bodies - 1)) / 3)) {
        const a = rng.integer(0, bodies - 1);
        const b = rng.integer(0, bodies - 1);
        if (a === b || now.has(`${Math.min(a, b)},${Math.max(a, b)}`)) continue;
        now.add(`${Math.min(a, b)},${Math.max(a, b)}`);
        // In either order.
        diff.add(a, b);
      }
      const tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
      diff.finish(tally);
      const began = [...now].filter((key) => !before.has(key)).length;
      const ended = [...before].filter((key) => !now.has(key)).length;
      expect({ tick, seed: rng.seed, ...tally }).toMatchObject({ tick, began, ended });
      changes += began + ended;
      before = now;
    }
    expect(changes).toBeGreaterThan(1000);
  });
});

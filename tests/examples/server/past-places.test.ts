import { expect, it } from 'vitest';
import { PastPlaces } from '../../../examples/server/client/past-places.ts';
import { createArena } from '../../../examples/server/shared/arena.ts';
import { AIMS } from '../../../examples/server/shared/words.ts';
import { createRng } from '../../support/rng.ts';

it('an aim between two ticks is a direction that there is, on the shorter way', () => {
  const arena = createArena({ seed: 1, bodies: 0 });
  const places = new PastPlaces(arena.fighters);
  const rng = createRng(5);
  const seen = { x: 0, y: 0, aim: 0, alive: false };
  for (let i = 0; i < 500; i++) {
    const aims = [rng.integer(0, AIMS - 1), rng.integer(0, AIMS - 1)];
    for (const [tick, aim] of aims.entries()) {
      arena.tick = tick;
      arena.Fighter.aim[arena.fighters[0]] = aim;
      places.record(arena);
    }
    const part = rng.range(0, 1);
    places.read(0, part, seen);
    expect(seen.aim, `${aims}`).toBeGreaterThanOrEqual(0);
    expect(seen.aim, `${aims}`).toBeLessThan(AIMS);
    const away = (from: number) => Math.abs(((seen.aim - from + AIMS * 1.5) % AIMS) - AIMS / 2);
    expect(away(aims[0]) + away(aims[1]), `${aims}`).toBeLessThanOrEqual(AIMS / 2 + 1e-9);
  }
});

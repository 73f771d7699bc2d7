import { expect, it } from 'vitest';
import { createPlace, PastPlaces } from '../../../examples/server/client/past-places.ts';
import { GAMES } from '../../../examples/server/games.ts';
import { makeAim, turnsOf } from '../../../examples/server/shared/words.ts';
import { createRng } from '../../support/rng.ts';

it.each(GAMES)('an aim between two ticks is a direction that there is, on the shorter way, $name', (game) => {
  const { format } = game;
  const turns = turnsOf(format);
  const lowest = -(1 << format.pitchBits) >> 1;
  const arena = game.create({ seed: 1, bodies: 0 });
  const places = new PastPlaces(format, arena.fighters.length);
  const rng = createRng(5);
  const seen = createPlace();
  for (let i = 0; i < 500; i++) {
    const aims = [rng.integer(0, turns - 1), rng.integer(0, turns - 1)];
    const pitches = [0, 1].map(() => (format.pitchBits === 0 ? 0 : rng.integer(lowest, -lowest - 1)));
    for (const [tick, aim] of aims.entries()) {
      arena.tick = tick;
      arena.Fighter.aim[arena.fighters[0]] = makeAim(format, aim, pitches[tick]);
      places.record(arena);
    }
    const part = rng.range(0, 1);
    places.read(0, part, seen);
    expect(seen.turn, `${aims}`).toBeGreaterThanOrEqual(0);
    expect(seen.turn, `${aims}`).toBeLessThan(turns);
    const away = (from: number) => Math.abs(((seen.turn - from + turns * 1.5) % turns) - turns / 2);
    expect(away(aims[0]) + away(aims[1]), `${aims}`).toBeLessThanOrEqual(turns / 2 + 1e-9);
    expect(seen.pitch, `${pitches}`).toBeCloseTo(pitches[0] + part * (pitches[1] - pitches[0]), 9);
  }
});

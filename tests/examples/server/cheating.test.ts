import { createCollisionHistory } from 'bitecs-collision/2d';
import { describe, expect, test } from 'vitest';
import { Match } from '../../../examples/server/server/match.ts';
import { createArena } from '../../../examples/server/shared/arena.ts';
import { hashArena } from '../../../examples/server/shared/hash-arena.ts';
import { AGO_STEPS, judgeRail } from '../../../examples/server/shared/judge.ts';
import { encodeInputs, MAX_INPUT_PACKET, NO_TICK } from '../../../examples/server/shared/protocol.ts';
import { FIGHTER_SPEED, MAX_REWIND } from '../../../examples/server/shared/rules.ts';
import { addRules, step } from '../../../examples/server/shared/step.ts';
import { makeWord, PRESENT } from '../../../examples/server/shared/words.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Things that no honest client sends, as they would come off a socket. */
function nonsense(rng: Rng, now: number): unknown {
  const bytes = new Uint8Array(rng.integer(0, 2 * MAX_INPUT_PACKET)).map(() => rng.integer(0, 255));
  const kind = rng.integer(0, 7);
  if (kind === 0) return bytes;
  if (kind === 1) return [undefined, null, 5, 'go', {}, [1, 2, 3], new Float64Array(4), () => 0][rng.integer(0, 7)];
  // Words with bits that are not the player's, moves of two steps, acknowledgements of what has not happened yet.
  if (kind === 2) return encodeInputs({ ack: now, first: now + 2, words: [0b11], agos: [0] });
  if (kind === 3)
    return encodeInputs({ ack: now, first: now + 2, words: [makeWord(1, 1, 0, true, true) | 0xc0], agos: [0] });
  if (kind === 4)
    return encodeInputs({ ack: now + 7, first: now + 2, words: [makeWord(1, 0, 0, false, false)], agos: [0] });
  // Ticks that are over, or far ahead.
  const first = kind === 5 ? Math.max(0, now - 20) : now + rng.integer(97, 2 ** 30);
  const words = Array.from({ length: kind === 5 ? now - first + 1 : 3 }, () => makeWord(1, 1, 77, true, true));
  return encodeInputs({ ack: kind === 7 ? NO_TICK : now, first, words, agos: words.map(() => 255) });
}

describe('a client that cheats', () => {
  test('moves nothing with what no honest client sends, not even itself', () => {
    const rng = createRng(5);
    const [plain, attacked] = [0, 1].map(() => new Match({ seed: 5, bodies: 12, reliable: true }));
    for (const match of [plain, attacked]) for (let i = 0; i < 3; i++) match.join();
    for (let now = 0; now < 300; now++) {
      for (const slot of [0, 1, 2]) {
        const words = [makeWord(rng.integer(-1, 1), rng.integer(-1, 1), rng.integer(0, 255), true, rng.next() < 0.1)];
        for (const match of [plain, attacked]) {
          match.receive(slot, encodeInputs({ ack: now, first: now + 1, words, agos: [12] }));
        }
      }
      if (rng.next() < 0.3) attacked.receive(2, nonsense(rng, now));
      // Says something else for the tick that it has spoken for, and speaks for who is not there.
      const other = { ack: now, first: now + 1, words: [makeWord(-1, -1, 9, false, false)], agos: [0] };
      if (rng.next() < 0.2) attacked.receive(2, encodeInputs(other));
      attacked.receive(7, encodeInputs(other));
      attacked.receive(-1, encodeInputs(other));
      for (const match of [plain, attacked]) {
        match.tick();
        for (const slot of [0, 1, 2]) match.packetFor(slot);
      }
      expect(hashArena(attacked.arena), `tick ${now}`).toBe(hashArena(plain.arena));
    }
    expect([0, 1, 2].map((slot) => attacked.isCheating(slot))).toEqual([false, false, true]);
  });

  test('is noticed when it floods', () => {
    const match = new Match({ seed: 5, bodies: 0, reliable: true });
    const slot = match.join();
    const bytes = encodeInputs({ ack: NO_TICK, first: 0, words: [], agos: [] });
    for (let tick = 0; tick < 600; tick++) {
      match.receive(slot, bytes);
      match.tick();
    }
    expect(match.isCheating(slot)).toBe(false);
    for (let i = 0; i < 200; i++) match.receive(slot, bytes);
    expect(match.isCheating(slot)).toBe(true);
  });

  test('is no faster for all its packets', () => {
    const match = new Match({ seed: 5, bodies: 0, reliable: true });
    const slot = match.join();
    for (let i = 0; i < 30; i++) match.tick();
    const [eid] = match.arena.fighters;
    const { x, y } = match.arena.collision.Transform;
    for (let i = 0; i < 60; i++) {
      const { tick } = match.arena;
      const before = [x[eid], y[eid]];
      const words = Array.from({ length: 96 }, () => makeWord(1, 1, 0, false, false));
      const agos = words.map(() => 0);
      for (let k = 0; k < 5; k++) match.receive(slot, encodeInputs({ ack: tick, first: tick - 40 + k, words, agos }));
      match.tick();
      expect(Math.hypot(x[eid] - before[0], y[eid] - before[1])).toBeLessThan(FIGHTER_SPEED + 1e-9);
    }
  });

  test('hits nobody where he was longer ago than the server looks back', () => {
    const arena = createArena({ seed: 1, bodies: 0 });
    addRules(arena);
    const history = createCollisionHistory(arena.world, { ticks: MAX_REWIND + 20 });
    const words = new Int32Array(8);
    const run = (ticks: number): void => {
      for (let i = 0; i < ticks; i++) {
        step(arena, words);
        history.record();
      }
    };
    words[0] = words[1] = makeWord(0, 0, 0, false, false) | PRESENT;
    run(2);
    const [shooter, target] = arena.fighters;
    const { x, y } = arena.collision.Transform;
    [x[shooter], y[shooter], x[target], y[target]] = [-8, 8, -4, 8];
    run(5);
    const word = makeWord(0, 0, 0, false, true);
    expect(judgeRail(arena, history, 0, word, 1 * AGO_STEPS)).toBe(1);
    y[target] = 4; // steps out of the line of fire
    run(10);
    expect(judgeRail(arena, history, 0, word, 1 * AGO_STEPS), 'gone').toBe(-1);
    expect(judgeRail(arena, history, 0, word, 13 * AGO_STEPS), 'as the shooter saw it').toBe(1);
    run(MAX_REWIND);
    expect(judgeRail(arena, history, 0, word, 45 * AGO_STEPS), 'too long ago').toBe(-1);
  });
});

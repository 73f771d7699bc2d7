import { describe, expect, test } from 'vitest';
import { GAMES } from '../../../examples/server/games.ts';
import { Match } from '../../../examples/server/server/match.ts';
import type { Game } from '../../../examples/server/shared/game.ts';
import { hashArena } from '../../../examples/server/shared/hash-arena.ts';
import { AGO_STEPS, judgeRail } from '../../../examples/server/shared/judge.ts';
import { encodeInputs, maxInputPacket, NO_TICK } from '../../../examples/server/shared/protocol.ts';
import { FIGHTER_SPEED, MAX_REWIND } from '../../../examples/server/shared/rules.ts';
import { addRules, slotOfHit, step } from '../../../examples/server/shared/step.ts';
import { FIRE, makeAim, makeWord, PRESENT, RAIL, turnsOf } from '../../../examples/server/shared/words.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** A packet whose word has a bit that no player may set: the highest, behind the head of nine bytes. */
function forbidden({ format }: Game, now: number): Uint8Array {
  const bytes = encodeInputs(format, { ack: now, first: now + 2, words: [makeWord(1, 1, 0, FIRE)], agos: [0] });
  bytes[9 + format.bytes - 1] |= 0x80;
  return bytes;
}

/** Things that no honest client sends, as they would come off a socket. */
function nonsense(game: Game, rng: Rng, now: number): unknown {
  const { format } = game;
  const bytes = new Uint8Array(rng.integer(0, 2 * maxInputPacket(format))).map(() => rng.integer(0, 255));
  const kind = rng.integer(0, 7);
  if (kind === 0) return bytes;
  if (kind === 1) return [undefined, null, 5, 'go', {}, [1, 2, 3], new Float64Array(4), () => 0][rng.integer(0, 7)];
  // Words with bits that are not the player's, moves of two steps, acknowledgements of what has not happened yet.
  if (kind === 2) return encodeInputs(format, { ack: now, first: now + 2, words: [0b11], agos: [0] });
  if (kind === 3) return forbidden(game, now);
  if (kind === 4) return encodeInputs(format, { ack: now + 7, first: now + 2, words: [makeWord(1, 0, 0)], agos: [0] });
  // Ticks that are over, or far ahead.
  const first = kind === 5 ? Math.max(0, now - 20) : now + rng.integer(97, 2 ** 30);
  const length = kind === 5 ? now - first + 1 : 3;
  const words = Array.from({ length }, () => makeWord(1, 1, 77, FIRE | RAIL));
  return encodeInputs(format, { ack: kind === 7 ? NO_TICK : now, first, words, agos: words.map(() => 255) });
}

describe.each(GAMES)('a client that cheats, $name', (game) => {
  const { format } = game;

  test('moves nothing with what no honest client sends, not even itself', () => {
    const rng = createRng(5);
    const [plain, attacked] = [0, 1].map(() => new Match({ game, seed: 5, bodies: 12, reliable: true }));
    for (const match of [plain, attacked]) for (let i = 0; i < 3; i++) match.join();
    for (let now = 0; now < 200; now++) {
      for (const slot of [0, 1, 2]) {
        const aim = makeAim(format, rng.integer(0, turnsOf(format) - 1));
        const buttons = rng.next() < 0.1 ? FIRE | RAIL : FIRE;
        const words = [makeWord(rng.integer(-1, 1), rng.integer(-1, 1), aim, buttons)];
        for (const match of [plain, attacked]) {
          match.receive(slot, encodeInputs(format, { ack: now, first: now + 1, words, agos: [12] }));
        }
      }
      if (rng.next() < 0.3) attacked.receive(2, nonsense(game, rng, now));
      // Says something else for the tick that it has spoken for, and speaks for who is not there.
      const other = { ack: now, first: now + 1, words: [makeWord(-1, -1, 9)], agos: [0] };
      if (rng.next() < 0.2) attacked.receive(2, encodeInputs(format, other));
      attacked.receive(7, encodeInputs(format, other));
      attacked.receive(-1, encodeInputs(format, other));
      for (const match of [plain, attacked]) {
        match.tick();
        for (const slot of [0, 1, 2]) match.packetFor(slot);
      }
      expect(hashArena(game, attacked.arena), `tick ${now}`).toBe(hashArena(game, plain.arena));
    }
    expect([0, 1, 2].map((slot) => attacked.isCheating(slot))).toEqual([false, false, true]);
  });

  test('is noticed when it floods', () => {
    const match = new Match({ game, seed: 5, bodies: 0, reliable: true });
    const slot = match.join();
    const bytes = encodeInputs(format, { ack: NO_TICK, first: 0, words: [], agos: [] });
    for (let tick = 0; tick < 600; tick++) {
      match.receive(slot, bytes);
      match.tick();
    }
    expect(match.isCheating(slot)).toBe(false);
    for (let i = 0; i < 200; i++) match.receive(slot, bytes);
    expect(match.isCheating(slot)).toBe(true);
  });

  test('is no faster for all its packets', () => {
    const match = new Match({ game, seed: 5, bodies: 0, reliable: true });
    const slot = match.join();
    for (let i = 0; i < 30; i++) match.tick();
    const [eid] = match.arena.fighters;
    const levelPlace = () => [match.arena.places[0][eid], match.arena.places.at(-1)![eid]];
    let way = 0;
    for (let i = 0; i < 60; i++) {
      const { tick } = match.arena;
      const [beforeX, beforeY] = levelPlace();
      const words = Array.from({ length: 96 }, () => makeWord(1, 1, makeAim(format, 0)));
      const packet = (k: number) => ({ ack: tick, first: tick - 40 + k, words, agos: words.map(() => 0) });
      for (let k = 0; k < 5; k++) match.receive(slot, encodeInputs(format, packet(k)));
      match.tick();
      const [x, y] = levelPlace();
      expect(Math.hypot(x - beforeX, y - beforeY)).toBeLessThan(FIGHTER_SPEED + 1e-9);
      way += Math.hypot(x - beforeX, y - beforeY);
    }
    expect(way, 'it does move').toBeGreaterThan(10 * FIGHTER_SPEED);
  });

  test('hits nobody where he was longer ago than the server looks back', () => {
    const arena = game.create({ seed: 1, bodies: 0 });
    addRules(arena);
    const history = game.engine.createCollisionHistory(arena.world, { ticks: MAX_REWIND + 20 });
    const words = new Int32Array(8);
    const run = (ticks: number): void => {
      for (let i = 0; i < ticks; i++) {
        step(game, arena, words);
        history.record();
      }
    };
    words[0] = words[1] = makeWord(0, 0, makeAim(format, 0)) | PRESENT;
    run(2);
    const [shooter, target] = arena.fighters;
    const [x, aside] = [arena.places[0], arena.places.at(-1)!];
    [x[shooter], aside[shooter], x[target], aside[target]] = [-8, 8, -4, 8];
    run(5);
    const word = makeWord(0, 0, makeAim(format, 0), RAIL);
    /** The slot of whom the ray hits. */
    const judge = (ago: number): number => {
      const hit = judgeRail(game, arena, history, 0, word, ago * AGO_STEPS);
      return hit < 0 ? hit : slotOfHit(hit);
    };
    expect(judge(1)).toBe(1);
    aside[target] = 4; // steps out of the line of fire
    run(10);
    expect(judge(1), 'gone').toBe(-1);
    expect(judge(13), 'as the shooter saw it').toBe(1);
    run(MAX_REWIND);
    expect(judge(45), 'too long ago').toBe(-1);
  });

  test.each([
    [29, 1],
    [31.5, -1],
  ])('hits nobody farther off than a ray reaches: %d units', (distance, expected) => {
    const arena = game.create({ seed: 1, bodies: 400 });
    addRules(arena);
    const history = game.engine.createCollisionHistory(arena.world, { ticks: 4 });
    const words = new Int32Array(8);
    words[0] = words[1] = makeWord(0, 0, makeAim(format, 0)) | PRESENT;
    for (let i = 0; i < 2; i++) step(game, arena, words);
    const [shooter, target] = arena.fighters;
    const [x, aside] = [arena.places[0], arena.places.at(-1)!];
    [x[shooter], aside[shooter], x[target], aside[target]] = [-20, 8, distance - 20, 8];
    game.engine.collisionSystem(arena.world);
    history.record();
    const hit = judgeRail(game, arena, history, 0, makeWord(0, 0, makeAim(format, 0), RAIL), 0);
    expect(hit < 0 ? hit : slotOfHit(hit)).toBe(expected);
  });
});

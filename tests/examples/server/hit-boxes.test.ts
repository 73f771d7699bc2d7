import { expect, test } from 'vitest';
import { Match } from '../../../examples/server/server/match.ts';
import { AGO_STEPS, judgeRail } from '../../../examples/server/shared/judge.ts';
import { encodeInputs } from '../../../examples/server/shared/protocol.ts';
import { FULL_HEALTH, MAX_PLAYERS, MAX_REWIND, RAIL_DAMAGE } from '../../../examples/server/shared/rules.ts';
import { addRules, step } from '../../../examples/server/shared/step.ts';
import { makeAim, makeWord, PRESENT, RAIL } from '../../../examples/server/shared/words.ts';
import { EYES, HEAD, TRUNK } from '../../../examples/server/space/field.ts';
import { spaceGame } from '../../../examples/server/space/space-game.ts';

const { format } = spaceGame;
const STAND = makeWord(0, 0, makeAim(format, 0));
const HEIGHT = 0.9;

/** A runner goes past a shooter, along z at x = −2, who stands at (−8, 8) and looks along x. */
function runPast() {
  const arena = spaceGame.create({ seed: 1, bodies: 0 });
  addRules(arena);
  const history = spaceGame.engine.createCollisionHistory(arena.world, { ticks: MAX_REWIND + 2 });
  const words = new Int32Array(MAX_PLAYERS);
  const [x, y, z] = arena.places;
  const [shooter, runner] = arena.fighters;
  const run = (ticks: number): void => {
    for (let i = 0; i < ticks; i++) {
      step(spaceGame, arena, words);
      history.record();
    }
  };
  words[0] = words[1] = STAND | PRESENT;
  run(2);
  for (const [eid, atX, atZ] of [
    [shooter, -8, 8],
    [runner, -2, 6],
  ])
    [x[eid], y[eid], z[eid]] = [atX, HEIGHT, atZ];
  // A quarter turn looks along z; ahead is −1, as on the screen.
  words[1] = makeWord(0, -1, makeAim(format, 256)) | PRESENT;
  run(20);
  /** What a ray from the shooter's eyes through a point meets, as the world was some ticks ago. */
  const shoot = (ago: number, atX: number, atY: number, atZ: number): number => {
    const aim = spaceGame.aimAlong(atX - x[shooter], atY - y[shooter] - EYES, atZ - z[shooter]);
    return judgeRail(spaceGame, arena, history, 0, makeWord(0, 0, aim, RAIL), ago * AGO_STEPS);
  };
  return { arena, words, run, shoot, runner };
}

test('a shot is judged through the head and the trunk of a runner as the shooter saw him', () => {
  const { arena, shoot, runner } = runPast();
  const [x, y, z] = arena.places;
  expect(z[runner], 'he has run').toBeCloseTo(8, 1);
  const feet = y[runner] - HEIGHT;
  const middle = y[runner];
  const [trunk, head] = [1, MAX_PLAYERS + 1];
  for (const ago of [1, 4.5, 9, 15]) {
    // A tick goes 0.1 on; `ago` counts from the tick that comes next.
    const then = z[runner] - 0.1 * (ago - 1);
    expect(shoot(ago, x[runner], middle + EYES, then + HEAD.x), `head, ${ago} ago`).toBe(head);
    expect(shoot(ago, x[runner], middle + TRUNK.y, then), `trunk, ${ago} ago`).toBe(trunk);
    expect(shoot(ago, x[runner], middle + HEAD.y + HEAD.radius + 0.15, then), `over him, ${ago} ago`).toBe(-1);
    // Beside the neck: within the capsule that he walks with, past both boxes. He has his left side to the shooter.
    const neck = middle + TRUNK.y + TRUNK.halfY + 0.06;
    expect(shoot(ago, x[runner], neck, then - 0.33), `beside the neck, ${ago} ago`).toBe(-1);
    if (ago >= 9) expect(shoot(1, x[runner], middle + EYES, then), `where he is no more, ${ago} ago`).toBe(-1);
  }
  expect(feet).toBeLessThan(0.1);
  expect(shoot(45, x[runner], middle + EYES, z[runner] - 0.1 * 19), 'no longer ago than the server looks back').toBe(
    -1,
  );
});

test('hit boxes turn with the one that they are attached to', () => {
  const { arena, words, run, shoot, runner } = runPast();
  const [x, y, z] = arena.places;
  // The face is where the runner looks: a ray just before it hits when he looks that way, and passes behind his back.
  const ahead = HEAD.x + HEAD.radius - 0.03;
  expect(shoot(1, x[runner], y[runner] + HEAD.y, z[runner] + ahead)).toBe(MAX_PLAYERS + 1);
  words[1] = makeWord(0, 0, makeAim(format, 768)) | PRESENT;
  run(1);
  expect(shoot(1, x[runner], y[runner] + HEAD.y, z[runner] + ahead)).toBe(-1);
  expect(shoot(1, x[runner], y[runner] + HEAD.y, z[runner] - ahead)).toBe(MAX_PLAYERS + 1);
});

test('a wall in between stops the shot, then as now', () => {
  const { arena, run, shoot, runner } = runPast();
  const [x, y, z] = arena.places;
  // Behind the pillar at (−6, 6), seen from (−8, 8).
  [x[runner], z[runner]] = [-4, 4];
  run(5);
  expect(shoot(1, x[runner], y[runner] + HEAD.y, z[runner])).toBe(-1);
});

test('a head counts for more than a trunk, and one shot hurts once', () => {
  for (const [height, left] of [
    [HEAD.y, 0],
    [TRUNK.y, FULL_HEALTH - RAIL_DAMAGE],
  ]) {
    const match = new Match({ game: spaceGame, seed: 1, bodies: 0, reliable: true });
    match.join();
    match.join();
    const { places, fighters, Fighter, Alive } = match.arena;
    const [x, y, z] = places;
    for (let i = 0; i < 3; i++) match.tick();
    const [shooter, target] = fighters;
    for (const [eid, atX] of [
      [shooter, -8],
      [target, -2],
    ])
      [x[eid], y[eid], z[eid]] = [atX, HEIGHT, 8];
    for (let i = 0; i < 5; i++) match.tick();
    const { tick } = match.arena;
    const aim = spaceGame.aimAlong(x[target] - x[shooter], y[target] + height - y[shooter] - EYES, 0);
    const words = Array.from({ length: 10 }, () => makeWord(0, 0, aim, RAIL));
    match.receive(0, encodeInputs(format, { ack: tick, first: tick + 1, words, agos: words.map(() => 4) }));
    for (let i = 0; i < 10; i++) match.tick();
    expect(Fighter.health[target]).toBe(left);
    expect([Alive[target], Fighter.score[shooter]]).toEqual(left > 0 ? [1, 0] : [0, 1]);
  }
});

import { collisionSystem, explainPair } from 'bitecs-collision/2d';
import { describe, expect, test } from 'vitest';
import { Bench, createPuzzleWorld } from '../../examples/scenes/learn/why-dont-they-touch/bench.ts';
import { PUZZLES } from '../../examples/scenes/learn/why-dont-they-touch/puzzles.ts';
import { createSim, NEXT_LINE } from '../../examples/scenes/learn/why-dont-they-touch/sim.ts';

test('there are twelve, and no reason comes twice', () => {
  expect(PUZZLES.length).toBe(12);
  expect(new Set(PUZZLES.map(({ reason }) => reason)).size).toBe(12);
});

describe.each(PUZZLES)('$title', ({ reason, parts, build, later, mends }) => {
  test.each([0, 1, 2])(
    'does not touch for the reason it is there for, and mend %i helps only if it is the first',
    (i) => {
      const puzzleWorld = createPuzzleWorld();
      const { world } = puzzleWorld;
      const bench = new Bench(puzzleWorld, 40, parts);
      const explain = () => explainPair(world, bench.ids[parts[0].name], bench.ids[parts[1].name]);
      build(bench);
      collisionSystem(world);
      later?.(bench);
      collisionSystem(world);
      expect(explain().reason).toBe(reason);
      mends[i].apply(bench);
      collisionSystem(world);
      expect(explain().touching, explain().message).toBe(i === 0);
    },
  );
});

/** Plays by keys; `order` says which lines are tried for each pair. */
function play(seed: number, order: readonly number[]) {
  const sim = createSim({ seed });
  const { input, state } = sim;
  const press = (line: number) => {
    while (state.line !== line) {
      input.moveY = 1;
      sim.step();
      input.moveY = 0;
      sim.step();
    }
    input.action = true;
    sim.step();
    input.action = false;
    for (let tick = 0; tick < 3; tick++) sim.step();
  };
  for (let tick = 0; tick < 3; tick++) sim.step();
  for (const [i] of PUZZLES.entries()) {
    for (const line of order) if (state.phase !== 'solved') press(line);
    if (i < PUZZLES.length - 1) press(NEXT_LINE);
  }
  return { sim, press };
}

test('all can be solved with keys, and points go by what was tried', () => {
  const { sim, press } = play(3, [2, 1, 0]);
  const { state, counts } = sim;
  expect([state.puzzle, state.phase, state.results.length]).toEqual([11, 'solved', 12]);
  const points = state.results.map((failed) => [3, 1, 0][failed]);
  expect(counts.points).toBe(points.reduce((sum, more) => sum + more, 0));
  // Lines are shuffled: no line is always the one.
  expect(new Set(state.results).size).toBe(3);
  press(NEXT_LINE);
  expect([state.puzzle, state.phase, counts.points, state.results]).toEqual([0, 'choosing', 0, []]);
  expect(sim.collision.counts.moving).toBe(2);
});

test('a line that did not help is not tried again, and says what is still wrong', () => {
  const sim = createSim({ seed: 1 });
  const { state, input } = sim;
  const pointAt = (line: number) => {
    Object.assign(input, { pointerX: 1, pointerY: line + 0.5, pointerDown: true });
    sim.step();
    input.pointerDown = false;
    for (let tick = 0; tick < 3; tick++) sim.step();
  };
  for (let tick = 0; tick < 3; tick++) sim.step();
  expect(state.answer).toContain('each category must be in the other');
  const wrong = [0, 1, 2].find((line) => !sim.textOf(line).startsWith('Collider.maskBits[coin]'))!;
  pointAt(wrong);
  pointAt(wrong);
  expect([state.failed, state.phase, state.isAfterMend]).toEqual([[wrong], 'choosing', true]);
  // Beside the lines, nothing is pressed.
  Object.assign(input, { pointerX: -1, pointerY: 0.5, pointerDown: true });
  sim.step();
  expect(state.failed).toEqual([wrong]);
});

import { expect, test } from 'vitest';
import type { Change } from '../../examples/shell/chosen-settings.ts';
import { createSceneInput } from '../../examples/shell/scene.ts';
import { Tape } from '../../examples/shell/tape.ts';
import { createRng } from '../support/rng.ts';

test('a tape plays what was recorded, tick by tick, and settings before the ticks that they were changed before', () => {
  const random = createRng(8);
  const tape = new Tape(new Map());
  const script = Array.from({ length: 300 }, (_, tick) => ({
    input: {
      ...createSceneInput(),
      moveX: random.integer(0, 9) === 0 ? 1 : 0,
      pointerDown: tick % 50 > 40,
      pointerX: tick % 50 > 40 ? tick : 0,
      tool: Math.floor(tick / 100),
    },
    change: tick % 37 === 5 ? { name: 'count', value: tick } : undefined,
  }));
  const input = createSceneInput();
  script.forEach((step, tick) => {
    if (step.change !== undefined) tape.recordChange(tick, step.change);
    tape.record(tick, Object.assign(input, step.input));
  });
  for (const end of [300, 120]) {
    const played = createSceneInput();
    tape.rewind();
    for (let tick = 0; tick < end; tick++) {
      const changes: Change[] = [];
      tape.play(tick, played, (change) => changes.push(change));
      expect(played, `tick ${tick}`).toEqual(script[tick].input);
      expect(changes).toEqual([script[tick].change].filter((change) => change !== undefined));
    }
  }
});

test('whoever goes back and does something else records over what was there', () => {
  const tape = new Tape(new Map());
  const press = { ...createSceneInput(), action: true };
  for (let tick = 0; tick < 10; tick++) tape.record(tick, tick === 7 ? press : createSceneInput());
  tape.recordChange(9, { name: 'a', value: 1 });
  expect(tape.end).toBe(9);
  tape.record(4, press);
  expect(tape.end).toBe(5);
  const played = createSceneInput();
  tape.rewind();
  const pressed = Array.from({ length: 9 }, (_, tick) => {
    tape.play(tick, played, () => expect.unreachable());
    return played.action;
  });
  expect(pressed).toEqual([false, false, false, false, true, true, true, true, true]);
});

test('a tape on which nobody did anything is empty', () => {
  const tape = new Tape(new Map());
  for (let tick = 0; tick < 5; tick++) tape.record(tick, createSceneInput());
  expect(tape.isEmpty).toBe(true);
  expect(tape.end).toBe(5);
  tape.record(5, { ...createSceneInput(), moveX: -1 });
  expect(tape.isEmpty).toBe(false);
  const changed = new Tape(new Map());
  changed.recordChange(0, { name: 'a', value: 1 });
  expect(changed.isEmpty).toBe(false);
});

import { expect, test } from 'vitest';
import type { Change } from '../../examples/shell/chosen-settings.ts';
import { createSceneInput, POINTER_STEPS } from '../../examples/shell/scene.ts';
import { type Act, Tape, type TapeListener } from '../../examples/shell/tape.ts';
import { createRng } from '../support/rng.ts';

const NOTHING: TapeListener = { change: () => expect.unreachable(), act: () => expect.unreachable() };

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
      tape.play(tick, played, { change: (change) => changes.push(change), act: () => expect.unreachable() });
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
    tape.play(tick, played, NOTHING);
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
  const acted = new Tape(new Map());
  acted.recordAct(0, { name: 'turn', values: [] });
  expect(acted.isEmpty).toBe(false);
  const changed = new Tape(new Map());
  changed.recordChange(0, { name: 'a', value: 1 });
  expect(changed.isEmpty).toBe(false);
});

test('a tape that is written and read plays the same, up to the tick that it is written for', () => {
  const random = createRng(21);
  const tape = new Tape(new Map());
  const inSteps = (): number => random.integer(-30_000, 30_000) / POINTER_STEPS;
  const inputs = Array.from({ length: 400 }, (_, tick) => ({
    ...createSceneInput(),
    moveX: random.integer(-1, 1),
    action: tick % 7 < 2,
    ...(tick > 50 && { pointerX: inSteps(), pointerY: inSteps(), pointerDown: tick % 90 > 60 }),
    tool: Math.floor(tick / 150),
  }));
  inputs.forEach((input, tick) => {
    if (tick % 100 === 40) tape.recordChange(tick, { name: 'speed', value: tick / 3 });
    if (tick % 150 === 20) tape.recordAct(tick, { name: 'turn', values: [tick / 7, 'a', tick > 100] });
    tape.record(tick, input);
  });
  const end = 333;
  const read = new Tape(new Map());
  read.read(JSON.parse(JSON.stringify(tape.write(end))), end);
  expect(read.end).toBe(end);
  const played = createSceneInput();
  const changes: Change[] = [];
  const acts: { tick: number; act: Act }[] = [];
  for (let tick = 0; tick < end; tick++) {
    read.play(tick, played, { change: (change) => changes.push(change), act: (act) => acts.push({ tick, act }) });
    expect(played, `tick ${tick}`).toEqual(inputs[tick]);
  }
  expect(changes).toEqual([40, 140, 240].map((tick) => ({ name: 'speed', value: tick / 3 })));
  expect(acts).toEqual(
    [20, 170, 320].map((tick) => ({ tick, act: { name: 'turn', values: [tick / 7, 'a', tick > 100] } })),
  );
});

test('what is in no whole steps is not written, and nonsense is read as nothing', () => {
  const tape = new Tape(new Map());
  tape.record(0, { ...createSceneInput(), pointerX: 1 / 3 });
  expect(tape.write(1)).toBeUndefined();
  for (const nonsense of [
    undefined,
    7,
    [],
    { inputs: ['x'], changes: 5 },
    {
      inputs: [0, 3],
      changes: [[1], null],
      acts: [
        [2, 'turn', {}],
        ['x', 'turn'],
      ],
    },
  ]) {
    tape.read(nonsense, 20);
    expect(tape.end).toBe(20);
    const played = createSceneInput();
    for (let tick = 0; tick < 20; tick++) tape.play(tick, played, NOTHING);
    expect(played).toEqual(createSceneInput());
  }
});

test('what is done at the end of a tape is done again by whoever goes back and comes there, and once only', () => {
  const tape = new Tape(new Map());
  for (let tick = 0; tick < 5; tick++) tape.record(tick, createSceneInput());
  tape.recordAct(5, { name: 'turn', values: [1] });
  tape.recordChange(5, { name: 'a', value: 2 });
  const heard: string[] = [];
  const listener: TapeListener = { change: ({ name }) => heard.push(name), act: ({ name }) => heard.push(name) };
  tape.play(5, undefined, listener);
  expect(heard).toEqual([]);
  tape.goTo(3, undefined);
  for (let tick = 3; tick <= 5; tick++) tape.play(tick, undefined, listener);
  expect(heard).toEqual(['a', 'turn']);
  expect([...tape.changedBefore(5)]).toEqual([['a', undefined]]);
  expect([...tape.changedBefore(6)]).toEqual([['a', 2]]);
});

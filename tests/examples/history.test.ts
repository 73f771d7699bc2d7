import { expect, test } from 'vitest';
import { History } from '../../examples/shell/history.ts';
import type { Moment } from '../../examples/shell/moments.ts';
import type { Run } from '../../examples/shell/run.ts';

/** A run whose moments take so many bytes each, and whose state at a tick is a number. */
function createRun(bytes: number) {
  const recalled: unknown[] = [];
  const run = {
    tick: 0,
    state: 0,
    sim: { hash: () => run.state },
    goTo(tick: number) {
      run.tick = tick;
    },
    keeper: {
      keep: () => ({ bytes }) as Moment,
      sizeOf: (moments: readonly Moment[]) => bytes * moments.length,
      recall: (moment: Moment) => recalled.push(moment),
    },
  };
  return { run, asRun: run as unknown as Run, recalled };
}

function play({ run, asRun }: ReturnType<typeof createRun>, history: History, ticks: number): (boolean | undefined)[] {
  return Array.from({ length: ticks }, () => {
    run.tick++;
    run.state = 3 * run.tick;
    return history.note(asRun);
  });
}

test('a moment is kept every second while there is room', () => {
  const made = createRun(10);
  const history = new History(made.asRun);
  play(made, history, 18_000);
  for (const tick of [0, 59, 60, 61, 9000, 17_999]) expect(history.momentBefore(tick)!.tick).toBe(tick - (tick % 60));
});

test('where moments are large they become fewer, evenly, and the first stays', () => {
  const made = createRun(5e6);
  const history = new History(made.asRun);
  play(made, history, 18_000);
  const ticks = new Set(Array.from({ length: 18_000 }, (_, tick) => history.momentBefore(tick)!.tick));
  expect(ticks.size * 5e6).toBeLessThanOrEqual(96e6);
  expect(ticks.size).toBeGreaterThan(7);
  expect([...ticks]).toEqual([...ticks].map((_, i) => i * [...ticks][1]));
});

test('ticks that run again are compared with what they were, and forgotten where something else happens', () => {
  const made = createRun(10);
  const { run, asRun, recalled } = made;
  const history = new History(asRun);
  expect(play(made, history, 200).filter((isSame) => isSame !== undefined)).toEqual([]);
  const kept = history.momentBefore(150)!;
  run.state = 3 * kept.tick;
  expect(history.recall(asRun, kept)).toBe(true);
  expect([kept.tick, run.tick, recalled]).toEqual([120, 120, [kept.moment]]);
  expect(play(made, history, 60).filter((isSame) => isSame !== undefined)).toEqual([true, true, true]);
  run.state = 7;
  expect(history.recall(asRun, kept)).toBe(false);
  history.cut(130);
  run.tick = 139;
  run.state = -1;
  expect(history.momentBefore(1000)!.tick).toBe(120);
  expect(play(made, history, 1)).toEqual([undefined]);
});

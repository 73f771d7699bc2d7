import { expect, test } from 'vitest';
import { createKeeper, type Moment } from '../../examples/shell/moments.ts';
import type { Paged } from '../../examples/shell/pages.ts';
import { createRandom } from '../../examples/shell/random.ts';
import { collectMemories } from '../../examples/shell/remember.ts';
import { createSceneInput, type Sim, type SimOptions } from '../../examples/shell/scene.ts';
import { loadSim, scenes } from '../e2e/support/scenes.ts';
import { effort } from '../support/effort.ts';

/** Every scene can be taken back to a moment, and goes on from there as it did, to the bit. */

const HEAVY = /^scale|^space|same-bits|room-walk/;
const city: SimOptions['settings'] = new Map([['place', 'city']]);
const cases = [...scenes.map((scene) => [scene, new Map()] as const), ['scale/fifty-thousand-bodies', city] as const];

test.each(cases)('%s goes back to a moment and comes forth again', async (scene, settings) => {
  const ticks = HEAVY.test(scene) ? effort(60, 1) : effort(600, 15);
  const { createSim } = await loadSim(scene);
  const { made: sim, memories } = collectMemories<Sim>(() => createSim({ seed: 5, settings }));
  const keeper = createKeeper(sim, memories);
  const script = inputs(4 * ticks);

  function run(from: number, to: number): number[] {
    const hashes: number[] = [];
    for (let tick = from; tick < to; tick++) {
      if (sim.input !== undefined) Object.assign(sim.input, script[tick]);
      sim.step();
      hashes.push(sim.hash());
    }
    return hashes;
  }

  const start = keeper.keep();
  const first = run(0, ticks);
  const middle = keeper.keep();
  const second = run(ticks, 2 * ticks);
  const end = keeper.keep();
  run(2 * ticks, 3 * ticks);
  keeper.recall(middle);
  expect(run(ticks, 2 * ticks)).toEqual(second);
  // All else that can be reached is what it was as well, not only what a scene takes into its hash.
  expect(difference(end, keeper.keep())).toBe('');
  keeper.recall(start);
  expect(run(0, 2 * ticks)).toEqual([...first, ...second]);
  keeper.recall(end);
  expect(sim.hash()).toBe(second.at(-1));
});

test('what has not changed takes no room in a moment', async () => {
  const { createSim } = await loadSim('scale/fifty-thousand-bodies');
  const { made: sim, memories } = collectMemories<Sim>(() => createSim({ seed: 5, settings: city }));
  const keeper = createKeeper(sim, memories);
  sim.step();
  const first = keeper.keep();
  // Thirty thousand houses stand, two thousand cars drive.
  expect(first.bytes).toBeGreaterThan(2e6);
  expect(keeper.keep().bytes).toBeLessThan(2000);
  sim.step();
  sim.step();
  const later = keeper.keep();
  expect(later.bytes).toBeLessThan(0.4 * first.bytes);
  expect(keeper.sizeOf([first, later])).toBeLessThan(1.4 * first.bytes);
});

/** What a visitor might do: keys, and the pointer here and there, each for a few ticks. */
function inputs(count: number) {
  const random = createRandom(3);
  let input = createSceneInput();
  return Array.from({ length: count }, (_, tick) => {
    if (tick % 4 === 0) {
      const [moveX, moveY] = [Math.floor(3 * random()) - 1, Math.floor(3 * random()) - 1];
      const [pointerX, pointerY] = [8 * random() - 4, 8 * random() - 4];
      input = { ...createSceneInput(), moveX, moveY, pointerX, pointerY };
      Object.assign(input, { action: random() < 0.3, pointerDown: random() < 0.5, tool: Math.floor(3 * random()) });
    }
    return input;
  });
}

/** Durations differ from run to run, versions count what was drawn, and columns have room with anything in it. */
const MEASURED = /^(stages|timings|version|columns)$/;

function areEqual(a: Paged, b: Paged): boolean {
  return a.length === b.length && a.pages.every((page, i) => page === b.pages[i] || page.join() === b.pages[i].join());
}

/** Names the first value that differs between two moments of a sim, by the way to it; nothing where none does. */
function difference(a: Moment, b: Moment): string {
  const seen = new Set<unknown>();
  const compare = (way: string, one: unknown, other: unknown): string => {
    const copies = [a.copies.get(one as object), b.copies.get(other as object)] as const;
    const [copyA, copyB] = copies;
    if (copyA === undefined || copyB === undefined) {
      const areValues = typeof one !== 'object' && typeof one !== 'function';
      return areValues && !Object.is(one, other) ? `${way}: ${String(one)}, then ${String(other)}` : '';
    }
    if (seen.has(one)) return '';
    seen.add(one);
    if (copyA.kind === 'numbers' || copyB.kind === 'numbers') {
      if (copyA.kind !== copyB.kind || copyA.kind !== 'numbers' || copyB.kind !== 'numbers') return way;
      return areEqual(copyA.paged, copyB.paged) ? '' : way;
    }
    if (copyA.values.length !== copyB.values.length) return `${way}: ${copyA.values.length} values`;
    for (let i = 0; i < copyA.values.length; i++) {
      const name = copyA.names[i] ?? String(i);
      const found = MEASURED.test(name) ? '' : compare(`${way}.${name}`, copyA.values[i], copyB.values[i]);
      if (found !== '') return found;
    }
    return '';
  };
  for (const [i, read] of a.read.entries()) {
    const found = compare(`memory ${i}`, read, b.read[i]);
    if (found !== '') return found;
  }
  return compare('sim', a.sim, b.sim);
}

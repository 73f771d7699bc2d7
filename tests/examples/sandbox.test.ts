import { expect, test } from 'vitest';
import { MOST_ITEMS, readItems, writeItems } from '../../examples/scenes/start/sandbox/link.ts';
import { createSim, EXTENT, type SceneSim, TOOLS } from '../../examples/scenes/start/sandbox/sim.ts';
import { type Item, SHAPE_NAMES } from '../../examples/scenes/start/sandbox/things.ts';
import { createRng } from '../support/rng.ts';

type Tool = (typeof TOOLS)[number];

/** Presses at the first place, drags to the others, a tick each, and lets go. */
function drag(sim: SceneSim, tool: Tool, ...places: readonly (readonly [number, number])[]): void {
  for (const [pointerX, pointerY] of places) {
    Object.assign(sim.input, { tool: TOOLS.indexOf(tool), pointerX, pointerY, pointerDown: true });
    sim.step();
  }
  sim.input.pointerDown = false;
  sim.step();
}

function run(sim: SceneSim, ticks: number): void {
  for (let tick = 0; tick < ticks; tick++) sim.step();
}

const kindsOf = (sim: SceneSim) => sim.things.map(({ item }) => ('points' in item ? 'chain' : item.shape));

test('what is written into an address is read again, as near as makes no difference', () => {
  const random = createRng(3);
  const items = Array.from({ length: 60 }, (_, i): Item => {
    if (i % 7 === 3) return { points: Array.from({ length: 2 * (2 + i) }, () => random.range(-9, 9)) };
    const shape = SHAPE_NAMES[i % SHAPE_NAMES.length];
    return { shape, x: random.range(-9, 9), y: random.range(-6, 6), rotation: random.range(-20, 20) };
  });
  const text = writeItems(items);
  expect(text).toMatch(/^[\w.-]+$/);
  const read = readItems(text);
  expect(read.length).toBe(items.length);
  read.forEach((item, i) => {
    const was = items[i];
    if ('points' in item && 'points' in was) {
      expect(item.points.every((value, k) => Math.abs(value - was.points[k]) < 0.005)).toBe(true);
    } else if (!('points' in item) && !('points' in was)) {
      expect(item.shape).toBe(was.shape);
      expect(Math.hypot(item.x - was.x, item.y - was.y)).toBeLessThan(0.008);
      expect(Math.cos(item.rotation - was.rotation)).toBeGreaterThan(1 - 1e-6);
    } else expect.unreachable();
  });
});

test('a mistyped address gives the things before the mistake', () => {
  const three = writeItems(SHAPE_NAMES.slice(0, 3).map((shape) => ({ shape, x: 1, y: 1, rotation: 0 })));
  expect(readItems('').length).toBe(0);
  expect(readItems(three.slice(0, -1)).length).toBe(2);
  expect(readItems(`${three}!!`).length).toBe(3);
  for (const nonsense of ['-', '-AA', '-zz', '-ACABABABA', '%%%%', 'zAAAAAA']) {
    expect(readItems(nonsense), nonsense).toEqual([]);
  }
  expect(readItems(three.repeat(2000)).length).toBe(MOST_ITEMS);
});

test('every tool does what it says', () => {
  const sim = createSim({ seed: 1, saved: '' });
  const { Transform } = sim.collision;
  expect(sim.things).toEqual([]);
  for (const [i, shape] of SHAPE_NAMES.entries()) {
    drag(sim, shape, [-7 + 1.8 * i, 0]);
  }
  expect(kindsOf(sim)).toEqual([...SHAPE_NAMES]);
  run(sim, 180);
  // They lie on the floor, whose top is a unit above the lower edge.
  for (const { eid } of sim.things) {
    expect(Transform.y[eid]).toBeGreaterThan(EXTENT.maxY - 2.5);
    expect(Transform.y[eid]).toBeLessThan(EXTENT.maxY - 1);
  }
  const [ball] = sim.things;
  drag(sim, 'grab', [Transform.x[ball.eid], Transform.y[ball.eid]], [-7, 2], [-6, -2], [-4, -6]);
  // Thrown, it flies on.
  expect(ball.body.velocityY).toBeLessThan(-5);
  run(sim, 120);
  drag(sim, 'chain', [-3, 0], [-2, 0], [-1, 0], [0, 0.05]);
  expect(kindsOf(sim).at(-1)).toBe('chain');
  drag(sim, 'circle', [-1.5, -1]);
  run(sim, 60);
  // It lies on the chain, or has rolled off towards its lower end.
  expect(Transform.y[sim.things.at(-1)!.eid]).toBeLessThan(1);

  Object.assign(sim.input, { tool: TOOLS.indexOf('ray'), pointerX: -2.5, pointerY: 3, pointerDown: true });
  sim.step();
  sim.input.pointerY = -1.5;
  sim.step();
  expect(sim.hits.map(({ entity }) => entity)).toContain(sim.things.at(-2)!.eid);
  sim.input.pointerDown = false;

  const before = sim.things.length;
  drag(sim, 'erase', [-2.5, 0.02]);
  expect(sim.things.length).toBe(before - 1);
  expect(kindsOf(sim)).not.toContain('chain');
  sim.input.tool = TOOLS.indexOf('empty');
  sim.step();
  expect(sim.things).toEqual([]);
  expect(sim.hits).toEqual([]);
});

test('a world that came to rest is the same one behind its link', () => {
  const sim = createSim({ seed: 4 });
  run(sim, 400);
  const again = createSim({ seed: 4, saved: sim.save() });
  expect(kindsOf(again)).toEqual(kindsOf(sim));
  run(again, 60);
  const moved = again.things.map(({ eid }, i) => {
    const { Transform } = sim.collision;
    const was = sim.things[i].eid;
    const now = again.collision.Transform;
    return Math.hypot(now.x[eid] - Transform.x[was], now.y[eid] - Transform.y[was]);
  });
  expect(Math.max(...moved)).toBeLessThan(0.3);
});

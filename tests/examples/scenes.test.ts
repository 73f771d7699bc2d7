import { readdirSync, readFileSync } from 'node:fs';
import { closestPoint, queryPoint } from 'bitecs-collision/2d';
import { describe, expect, test } from 'vitest';
import * as eventLog from '../../examples/scenes/learn/event-log/sim.ts';
import * as lineOfSight from '../../examples/scenes/learn/line-of-sight/sim.ts';
import * as twoShapes from '../../examples/scenes/learn/two-shapes/sim.ts';
import * as course from '../../examples/scenes/movement/obstacle-course/sim.ts';
import { isOnLand } from '../../examples/scenes/scale/coastlines/sea.ts';
import * as coastlines from '../../examples/scenes/scale/coastlines/sim.ts';
import * as fifty from '../../examples/scenes/scale/fifty-thousand-bodies/field.ts';
import * as driftingCircles from '../../examples/scenes/start/drifting-circles/sim.ts';
import { Press } from '../../examples/shared/press.ts';
import { SCENE_FACTS } from '../../examples/shell/scene-facts.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

const scenesFolder = new URL('../../examples/scenes/', import.meta.url);

test('every scene can be searched for, and no other', () => {
  const scenes = readdirSync(scenesFolder).flatMap((category) =>
    readdirSync(new URL(category, scenesFolder)).map((name) => `${category}/${name}`),
  );
  expect(Object.keys(SCENE_FACTS).sort()).toEqual(scenes.sort());
});

test('a button counts once when it goes down, and not within a second of the end', () => {
  const press = new Press();
  const up = { action: false, pointerDown: false };
  const down = { action: true, pointerDown: false };
  expect([up, down, down, up, down].map((state) => press.read(state))).toEqual([false, true, false, false, true]);
  press.lock();
  const heard = Array.from({ length: 60 }, (_, tick) => press.read(tick % 2 === 0 ? up : down));
  expect(heard.filter(Boolean)).toEqual([]);
  expect([up, down].map((state) => press.read(state))).toEqual([false, true]);
});

test('no ship is on land', () => {
  const sim = coastlines.createSim({ seed: 5 });
  const { Transform } = sim.collision;
  const ticks = effort(36_000, 150);
  let ashore = 0;
  for (let tick = 0; tick < ticks; tick++) {
    sim.step();
    if (tick % 60 !== 59) continue;
    ashore += sim.counts.contacts;
    const lost = sim.ships.filter((ship) => isOnLand(sim.lands, Transform.x[ship], Transform.y[ship]));
    expect(lost, `tick ${tick}`).toEqual([]);
  }
  // Coasts were met.
  expect(ashore).toBeGreaterThan(500);
});

test.each(Object.keys(course.WALKERS) as course.WalkerName[])('a %s passes every obstacle of the course', (walker) => {
  const sim = course.createSim({ seed: 1 });
  sim.choose(walker);
  const ends = new Map(sim.attempts.map(({ obstacle }) => [obstacle.title, '']));
  for (let tick = 0; tick < 360; tick++) {
    sim.step();
    for (const { obstacle, verdict } of sim.attempts) if (verdict !== course.RUNNING) ends.set(obstacle.title, verdict);
  }
  expect([...ends.values()]).toEqual(sim.attempts.map(() => course.PASSED));
  expect(sim.counts.failed).toBe(0);
});

test('the lamp never gets into a pillar or out of the room, wherever it is dragged', () => {
  const sim = lineOfSight.createSim({ seed: 2 });
  const { Transform } = sim.collision;
  const { minX, maxX, minY, maxY } = lineOfSight.EXTENT;
  const random = createRng(4);
  let met = 0;
  for (let tick = 0; tick < effort(3000, 300); tick++) {
    const aim = sim.pillars[random.integer(0, sim.pillars.length - 1)];
    if (tick % 7 === 0) {
      Object.assign(sim.input, { pointerDown: true, pointerX: Transform.x[aim], pointerY: 1.4 * Transform.y[aim] });
    }
    sim.step();
    const [x, y] = [Transform.x[sim.lamp], Transform.y[sim.lamp]];
    expect(x > minX && x < maxX && y > minY && y < maxY, `tick ${tick}: ${x}, ${y}`).toBe(true);
    expect(queryPoint(sim.world, { x, y }, [], { maskBits: 1 }), `tick ${tick}`).toBe(0);
    // Its radius, and the skin.
    if (closestPoint(sim.world, { x, y }, { maskBits: 1, maxDistance: 0.24 }) !== undefined) met++;
  }
  expect(met).toBeGreaterThan(5);
});

describe('two shapes', () => {
  test('are called A and B, and measured whether they touch or not', () => {
    const sim = twoShapes.createSim({ seed: 1 });
    let touched = 0;
    for (let tick = 0; tick < 600; tick++) {
      sim.step();
      const sentence = sim.explain();
      expect(sentence).toMatch(/\bA and B\b/);
      expect(sentence).not.toMatch(/entity|\d and/);
      const { separation } = sim.nearest!;
      if (separation < 0) touched++;
    }
    expect(touched).toBeGreaterThan(20);
    expect(touched).toBeLessThan(580);
  });
});

test('every begin in the event log has one end, for the reason of its lane unless it was dragged away', () => {
  const sim = eventLog.createSim({ seed: 2 });
  const open = new Set<number>();
  const causes = eventLog.LANES.map(() => new Set<string>());
  for (let tick = 0; tick < 2000; tick++) {
    const before = sim.counts.begins + sim.counts.ends;
    sim.step();
    const news = sim.log.slice(0, sim.counts.begins + sim.counts.ends - before);
    for (const { lane, cause } of news.reverse()) {
      expect(open.has(lane)).toBe(cause !== undefined);
      if (cause === undefined) open.add(lane);
      else {
        open.delete(lane);
        causes[lane].add(cause);
      }
    }
  }
  expect(causes.map((all) => [...all])).toEqual(eventLog.LANES.map(({ cause }) => [cause]));
  expect(sim.counts.begins).toBeGreaterThan(20);
  expect(sim.counts.begins - sim.counts.ends).toBe(open.size);
});

test('fifty thousand bodies become fewer, faster and larger while they move, and as many again', () => {
  const sim = fifty.createField({ seed: 3 });
  const { collision, settings } = sim;
  const { x } = collision.Transform;
  const LAST = fifty.COUNT;
  sim.step();
  expect(collision.counts.moving).toBe(LAST);
  const [radius, place] = [collision.Collider.radius[LAST], x[LAST]];
  Object.assign(settings, { count: 1000, speed: 0, size: 2 });
  const first = x[1];
  sim.step();
  expect(collision.counts.moving).toBe(1000);
  expect(x[1]).toBe(first);
  expect(collision.Collider.radius[LAST]).toBe(2 * radius);
  Object.assign(settings, { count: LAST, speed: 1, size: 1 });
  expect(x[LAST]).toBe(place);
  sim.step();
  expect(collision.counts.moving).toBe(LAST);
  expect(collision.Collider.radius[LAST]).toBe(radius);
  expect(x[LAST]).not.toBe(place);
});

test('circles drift for ten minutes, stay inside, and keep bouncing', () => {
  const sim = driftingCircles.createSim({ seed: 3 });
  const { Transform } = sim.collision;
  const { minX, maxX, minY, maxY } = driftingCircles.EXTENT;
  let begins = 0;
  sim.collision.onBegin(() => begins++);
  for (let tick = 0; tick < effort(36_000, 3000); tick++) {
    sim.input.pointerDown = tick % 600 < 200;
    sim.step();
  }
  for (const eid of sim.bodies) {
    expect(Transform.x[eid] > minX && Transform.x[eid] < maxX).toBe(true);
    expect(Transform.y[eid] > minY && Transform.y[eid] < maxY).toBe(true);
  }
  expect(begins).toBeGreaterThan(1000);
});

test('what scenes use of the shell is there for code that is edited in the page', () => {
  const library = readFileSync(new URL('../../examples/shell/code/library.ts', import.meta.url), 'utf8');
  const [, listed] = /'\.\.\/\{([\w,-]+)\}\.ts'/.exec(library)!;
  const used = new Set<string>();
  const packages = new Set<string>();
  for (const folder of ['scenes', 'shared']) {
    const url = new URL(`../../examples/${folder}/`, import.meta.url);
    for (const file of readdirSync(url, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(new URL(file.replaceAll('\\', '/'), url), 'utf8');
      for (const [, name] of text.matchAll(/^import (?!type)[^;]*? from '[./]+\/shell\/([\w-]+)\.ts'/gm))
        used.add(name);
      for (const [, name] of text.matchAll(/^import (?!type)[^;]*? from '(?!\.)([^']+)'/gm)) packages.add(name);
    }
  }
  for (const name of packages)
    expect(library, name).toMatch(new RegExp(`^  '?${name.replaceAll('.', '\\.')}'?: `, 'm'));
  expect(used.size).toBeGreaterThan(8);
  for (const name of used) expect(listed.split(','), name).toContain(name);
});

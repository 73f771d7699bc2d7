import { expect, test } from 'vitest';
import { createSim, type SceneSim } from '../../examples/scenes/games/platformer/sim.ts';
import type { Cue } from '../../examples/shared/juice/cues.ts';
import { effort } from '../support/effort.ts';

const seeds = Array.from({ length: effort(10, 1) }, (_, i) => i + 1);

/**
 * Runs to the right, jumps over what is in the way, waits for platforms, and drops through floors that end at walls.
 */
class Bot {
  readonly #sim: SceneSim;
  #back = 0;

  constructor(sim: SceneSim) {
    this.#sim = sim;
  }

  step(): void {
    const { input, player, collision, runner } = this.#sim;
    const { Transform } = collision;
    const x = Transform.x[player];
    const y = Transform.y[player];
    const { move } = runner;
    const isFlying = !move.grounded;
    const platforms = this.#sim.scenery.platforms.map(({ eid, moveY, y: highest }) => ({
      isLift: moveY !== 0,
      isHigh: moveY !== 0 && Transform.y[eid] < highest + 0.6,
      dx: Transform.x[eid] - x,
      y: Transform.y[eid],
    }));
    const under = platforms.find(
      ({ dx, y: top }) => move.grounded && Math.abs(dx) < 1.8 && Math.abs(top - y - 0.75) < 0.3,
    );
    const ahead = platforms.find(({ dx }) => dx > 0 && dx < 12);
    const isGap = !this.#hasGround(x + 0.7, y, 1.6);
    const foe = this.#sim.scenery.walkers.some(({ eid }) => {
      const dx = Transform.x[eid] - x;
      return dx > 0 && dx < 2.2 && Math.abs(Transform.y[eid] - y) < 1;
    });
    const isSpiky = this.#sim.scenery.level.things.some(
      (thing) => thing.kind === 'spikes' && thing.x > x && thing.x < x + 1.4 && Math.abs(thing.y - y - 1.2) < 1.5,
    );
    let moveX = 1;
    let moveY = 0;
    let jump = isFlying ? input.action && runner.speedY < 0 : isGap || isSpiky || move.onWall || foe;
    if (under !== undefined) {
      // On it until the other side is near.
      const isNear = under.isLift ? under.isHigh : this.#hasGround(x + 4.5, y + 1);
      moveX = isNear ? 1 : under.dx > 0.4 ? 1 : under.dx < -0.4 ? -1 : 0;
      jump = isNear && !isFlying;
    } else if (ahead !== undefined && !isFlying && ahead.isLift && ahead.dx < 4.2) {
      // A lift is waited for where it is low.
      const isLow = ahead.y > y - 1.2;
      moveX = isLow ? 1 : ahead.dx < 3.4 ? -1 : 0;
      jump = isLow && ahead.dx < 3.4 && ahead.y < y + 0.4;
    } else if (ahead !== undefined && !isFlying && isGap && !ahead.isLift && !this.#hasGround(x + 3.5, y, 1.6)) {
      moveX = ahead.dx < 4.2 ? 1 : 0;
      jump = ahead.dx < 4.2;
    } else if (isFlying && ahead !== undefined && Math.abs(ahead.dx) < 1 && ahead.isLift && ahead.y > y) moveX = 0;
    else if (move.onWall && !isFlying && this.#isThin(x, y + 0.7) && this.#isSolid(x + 0.8, y - 3)) {
      moveY = 1;
      jump = false;
    }
    // Too high a wall to jump, beyond a spring: back to that.
    if (!isFlying && move.onWall && moveY === 0 && this.#isSolid(x + 0.8, y - 3)) this.#back = 40;
    if (isFlying) this.#back = 0;
    if (this.#back > 0) {
      this.#back--;
      moveX = -1;
      jump = false;
    }
    input.moveX = moveX;
    input.moveY = moveY;
    input.action = jump;
    this.#sim.step();
  }

  /** Whether there is something to stand on within a depth. */
  #hasGround(x: number, y: number, depth = 3): boolean {
    const { rows } = this.#sim.scenery.level;
    const { x: placeX, y: placeY } = this.#sim.collision.Transform;
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(rows, y + depth); row++) {
      if (this.#tileAt(x, row) !== 0) return true;
    }
    return this.#sim.scenery.crumbling.some(({ eid }) => Math.abs(placeX[eid] - x) < 1 && placeY[eid] > y);
  }

  #tileAt(x: number, y: number): number {
    const { cells, columns } = this.#sim.scenery.level;
    return cells[Math.floor(y) * columns + Math.floor(x)] ?? 0;
  }

  #isSolid(x: number, y: number): boolean {
    return this.#tileAt(x, y) !== 0 && !this.#isThin(x, y);
  }

  #isThin(x: number, y: number): boolean {
    return this.#sim.scenery.level.pictures.get(this.#tileAt(x, y))?.isOneWay === true;
  }
}

test.each(seeds)('all levels can be won, seed %i', (seed) => {
  const sim = createSim({ seed });
  const bot = new Bot(sim);
  for (let tick = 0; tick < 14_400 && sim.game.phase === 'play'; tick++) bot.step();
  expect(sim.game.phase).toBe('won');
  expect(sim.counts.coins).toBeGreaterThan(0);
});

test('who does nothing stays where the level begins', () => {
  const sim = createSim({ seed: 1 });
  for (let tick = 0; tick < 300; tick++) sim.step();
  const { Transform } = sim.collision;
  expect(Transform.x[sim.player]).toBe(1.5);
  expect(sim.runner.move.grounded).toBe(true);
  expect(sim.counts.lives).toBe(5);
});

/** Lets the player fall out of the level, and waits until she is there again. */
function fall(sim: SceneSim): void {
  sim.step();
  sim.collision.Transform.y[sim.player] = 40;
  do sim.step();
  while (sim.game.away > 0 && sim.game.phase === 'play');
}

test('falling costs a life, five end the game, and a press begins the same game anew', () => {
  const sim = createSim({ seed: 1 });
  const hashes = Array.from({ length: 100 }, () => {
    sim.step();
    return sim.hash();
  });
  for (let lives = 4; lives >= 0; lives--) {
    fall(sim);
    expect(sim.counts.lives).toBe(lives);
  }
  expect(sim.game.phase).toBe('lost');
  sim.input.action = true;
  sim.step();
  expect(sim.game.phase).toBe('lost');
  sim.input.action = false;
  while (sim.press.isLocked) sim.step();
  sim.input.action = true;
  sim.step();
  sim.input.action = false;
  expect(sim.game.phase).toBe('play');
  expect(sim.counts).toEqual({ score: 0, level: 1, coins: 0, lives: 5 });
  for (const hash of hashes) {
    sim.step();
    expect(sim.hash()).toBe(hash);
  }
});

test('who is hurt is away for a while, in which nothing meets her', () => {
  const sim = createSim({ seed: 1 });
  sim.step();
  sim.collision.Transform.y[sim.player] = 40;
  sim.step();
  const { lives } = sim.counts;
  let away = 0;
  const { Transform } = sim.collision;
  // At a coin, which she would take.
  const [coin] = sim.scenery.coins;
  while (sim.game.away > 0) {
    Transform.x[sim.player] = Transform.x[coin];
    Transform.y[sim.player] = Transform.y[coin];
    sim.step();
    away++;
  }
  expect(away).toBe(6 + 36); // it stands still, then she is gone
  expect(sim.counts).toMatchObject({ coins: 0, lives });
  expect([Transform.x[sim.player], Transform.y[sim.player]]).toEqual([sim.life.startX, sim.life.startY]);
});

test('whoever comes down onto a walker is done with it, and the game stands still for a moment', () => {
  const sim = createSim({ seed: 3 });
  for (let tick = 0; tick < 60; tick++) sim.step();
  const { Transform } = sim.collision;
  const before = sim.scenery.walkers.length;
  const [{ eid }] = sim.scenery.walkers;
  Transform.x[sim.player] = Transform.x[eid];
  Transform.y[sim.player] = Transform.y[eid] - 2;
  while (sim.scenery.walkers.length === before) sim.step();
  const { ticks } = sim.game;
  expect(sim.counts.score).toBe(100 + 50 * sim.counts.coins);
  expect(sim.counts.lives).toBe(5);
  expect(sim.cues.after(0).at(-1)).toMatchObject({ kind: 'squash', value: 100, tick: sim.cues.now });
  expect(sim.runner.speedY).toBeLessThan(0);
  for (let held = 0; held < 4; held++) sim.step();
  expect(sim.game.ticks).toBe(ticks);
  sim.step();
  expect(sim.game.ticks).toBe(ticks + 1);
});

test('a coin is worth 50, and a level ten for each second below ninety', () => {
  const sim = createSim({ seed: 3 });
  const bot = new Bot(sim);
  const cues: Cue[] = [];
  let seen = 0;
  while (sim.counts.level === 1 && sim.cues.now < 6000) {
    bot.step();
    cues.push(...sim.cues.after(seen));
    seen = sim.cues.count;
  }
  expect(sim.counts.level).toBe(2);
  const valuesOf = (wanted: string) => cues.filter(({ kind }) => kind === wanted).map(({ value }) => value);
  const time = 10 * (90 - Math.floor(sim.game.ticks / 60));
  expect(valuesOf('coin')).toEqual(Array(sim.counts.coins).fill(50));
  expect(valuesOf('goal')).toEqual([time]);
  expect(sim.counts.score).toBe(50 * sim.counts.coins + time + 100 * valuesOf('squash').length);
});

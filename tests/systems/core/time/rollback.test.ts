import { describe, expect, it } from 'vitest';
import { type CollisionSnapshot, explainDivergence } from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { spaceKit } from '../../../support/game-kits.ts';
import { createRng } from '../../../support/rng.ts';
import { RollbackGame, type RollbackGameOptions } from '../../../support/rollback-game.ts';

const WINDOW = 16;
/** The part of the ticks before which a game is taken back. Long runs have many ticks, and spend less on each. */
const TAKEN_BACK = effort(0.1, 0.3);

/** Runs a game that is taken back at random, sees ticks that never come to be, and runs them again. */
function runWithRollbacks(options: RollbackGameOptions, ticks: number, every: boolean): RollbackGame {
  const game = new RollbackGame(options);
  const rng = createRng(options.seed + 5);
  const ring: CollisionSnapshot[] = Array.from({ length: WINDOW + 1 }, () => game.snapshot());
  const at = (tick: number): CollisionSnapshot => ring[tick % ring.length];
  game.save(at(0));
  while (game.tick < ticks) {
    if (every || rng.next() < TAKEN_BACK) {
      const depth = Math.min(rng.integer(1, WINDOW), game.tick);
      const back = game.tick - depth;
      if (rng.next() < 0.7) {
        // Ticks on wrong input, some of them saved over what comes later.
        game.restore(at(back));
        for (let i = 0; i < depth; i++) {
          game.step(1);
          game.save(at(game.tick));
        }
      }
      if (options.accept) breakOff(game, rng.integer(0, 40));
      game.restore(at(back));
      for (let i = 0; i < depth; i++) {
        game.step();
        game.save(at(game.tick));
      }
    }
    game.step();
    game.save(at(game.tick));
  }
  return game;
}

/** Runs a tick that a hook breaks off, should it be asked so often. */
function breakOff(game: RollbackGame, questions: number): void {
  game.questionsLeft = questions;
  try {
    game.step(2);
  } catch (error) {
    expect(error).toMatchObject({ message: 'broken off' });
  }
  game.questionsLeft = Infinity;
}

function runStraight(options: RollbackGameOptions, ticks: number): RollbackGame {
  const game = new RollbackGame(options);
  while (game.tick < ticks) game.step();
  return game;
}

/** The first tick of which the two logs say different things, with what they say. */
function firstDifference(a: RollbackGame, b: RollbackGame): unknown {
  for (let tick = 1; tick < a.logs.length; tick++) {
    const left = a.logs[tick];
    const right = b.logs[tick];
    const line = left.findIndex((text, i) => text !== right[i]);
    if (line >= 0 || left.length !== right.length) return { tick, line, left: left[line], right: right[line] };
  }
  return undefined;
}

function saved(game: RollbackGame): CollisionSnapshot {
  const snapshot = game.snapshot();
  game.save(snapshot);
  return snapshot;
}

describe('rollback', () => {
  const SIZE_OF_SPACE = 5;
  const ofPlane: [string, Partial<RollbackGameOptions>][] = [
    ['boxes', {}],
    ['circles as hierarchy', { spheres: true }],
    ['a hook and a margin', { hook: true, margin: 0.2 }],
    ['ids with versions', { isVersioned: true }],
    ['stores of its own', { ownStores: true }],
    ['snapshots without results', { results: false, hook: true }],
    ['crowded', { size: 5 }],
    ['swept colliders', { swept: true }],
    ['one-way colliders', { oneWay: true, margin: 0.1 }],
    ['margins of their own', { ownMargins: true, margin: 0.1 }],
    ['margins of their own, changed between tick and save', { ownMargins: true, late: true, swept: true, size: 10 }],
    ['margins of their own, seamless ones and tiles', { ownMargins: true, seamless: true, changing: true, size: 9 }],
    ['attachments', { attached: true }],
    ['seamless colliders', { seamless: true, size: 8 }],
    ['seamless ones, moved between tick and save', { seamless: true, late: true, size: 8, swept: true, oneWay: true }],
    ['moved between tick and save', { late: true, margin: 0.1 }],
    ['all of these, moved between tick and save', { late: true, size: 8, swept: true, oneWay: true, attached: true }],
    ['tiles that change, and change between tick and save', { changing: true, late: true, size: 9, swept: true }],
    ['tiles that change, without results', { changing: true, size: 9, results: false, hook: true }],
    ['smooth compounds, closed chains, seamless ones', { surfaces: true, seamless: true, size: 8, margin: 0.1 }],
    [
      'all of these',
      { size: 8, swept: true, oneWay: true, attached: true, accept: true, hook: true, changing: true, surfaces: true },
    ],
    ['all of these without results', { size: 8, swept: true, oneWay: true, accept: true, results: false, margin: 0.1 }],
  ];
  const MUCH_OF_SPACE = {
    attached: true,
    swept: true,
    oneWay: true,
    accept: true,
    seamless: true,
    surfaces: true,
    margin: 0.1,
  };
  const ofSpace: [string, Partial<RollbackGameOptions>][] = [
    ['boxes', {}],
    ['spheres as hierarchy, a hook and a margin', { spheres: true, hook: true, margin: 0.2 }],
    ['ids with versions, stores of its own', { isVersioned: true, ownStores: true }],
    ['snapshots without results', { results: false, hook: true }],
    ['margins of their own, changed between tick and save', { ownMargins: true, margin: 0.1, late: true }],
    ['attachments', { attached: true }],
    ['swept colliders', { swept: true }],
    ['one-way colliders and surfaces', { oneWay: true, surfaces: true, margin: 0.1 }],
    ['one-way colliders, moved between tick and save', { oneWay: true, late: true, swept: true, attached: true }],
    ['seamless colliders and surfaces', { seamless: true, surfaces: true, late: true, swept: true }],
    ['surfaces that change', { changing: true, size: 6 }],
    ['all of these', { ...MUCH_OF_SPACE, ownMargins: true, hook: true, late: true }],
    ['surfaces that change, and all else', { ...MUCH_OF_SPACE, changing: true }],
    ['surfaces that change, and all else, without results', { ...MUCH_OF_SPACE, changing: true, results: false }],
  ];
  const worlds: [string, Partial<RollbackGameOptions>][] = [
    ...ofPlane,
    ...ofSpace.map(([name, options]): (typeof ofPlane)[number] => [
      `in space, ${name}`,
      { size: SIZE_OF_SPACE, kit: spaceKit, ...options },
    ]),
  ];
  for (const [name, options] of worlds) {
    it(`gives the ticks that a run without gives: ${name}`, () => {
      // With 34 kinds of worlds, thirty of each are a thousand worlds.
      const seeds = effort(30, 1);
      const areDear = options.kit === spaceKit && (options.surfaces || options.changing);
      const ticks = effort(1000, areDear ? 12 : 50);
      let contacts = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        const all = { seed: seed * 101, ...options };
        const straight = runStraight(all, ticks);
        const game = runWithRollbacks(all, ticks, false);
        expect(firstDifference(straight, game), `seed ${all.seed}`).toBeUndefined();
        expect(explainDivergence(saved(straight), saved(game))).toBeUndefined();
        contacts += straight.contacts;
      }
      expect(contacts / seeds / ticks).toBeGreaterThan(1.5);
    });
  }

  it('gives the ticks that a run without gives when every tick is taken back', () => {
    const options = { seed: 77 };
    expect(firstDifference(runStraight(options, 60), runWithRollbacks(options, 60, true))).toBeUndefined();
  });
});

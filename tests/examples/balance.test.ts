import { describe, expect, test } from 'vitest';
import * as asteroids from '../../examples/scenes/games/asteroids/sim.ts';
import * as brickBreaker from '../../examples/scenes/games/brick-breaker/sim.ts';
import * as swarm from '../../examples/scenes/games/swarm/sim.ts';
import type { Sim } from '../../examples/shell/scene.ts';
import { effort } from '../support/effort.ts';
import { createAsteroidsBot } from './bots/asteroids-bot.ts';
import { createBrickBot } from './bots/brick-bot.ts';
import { type Played, play, type Rules, type Strength } from './bots/play.ts';
import { createSwarmBot } from './bots/swarm-bot.ts';

/** Players of three strengths play seeded games, as many as there is time for. */

/** Ten seconds: nowhere may so long go by in which nothing is gained or lost. */
const STALL = 600;
/** In milliseconds: fifty games of five minutes, in which thousands of enemies push each other apart. */
const PATIENCE = 7_200_000;
/** In ticks: no game lasts longer than this. */
const LIMIT = 90_000;

interface Game<S extends Sim> extends Rules<S> {
  readonly name: string;
  createSim(options: { seed: number }): S;
  createBot(strength: Strength, seed: number): (sim: S, tick: number) => void;
  /** How far a game has come, and what counts as an early loss and as having seen the middle. */
  reached(sim: S): number;
  readonly early: number;
  readonly middle: number;
  /** How many games are played, by strength, in the tests that every change runs, and the seed of the first of them. */
  readonly share: Readonly<Record<Strength, number>>;
  readonly first: number;
  /** The share of games that the weak win at most, by luck, and that the middling win, in the long tests. */
  readonly weakWins: number;
  readonly middleWins: readonly [least: number, most: number];
}

const swarmGame: Game<swarm.SceneSim> = {
  ...{ name: 'swarm', createSim: swarm.createSim, createBot: createSwarmBot },
  isOver: ({ game }) => game.over,
  won: ({ game }) => game.won,
  progress: ({ counts, game, gems, choice }) => `${counts.score} ${gems().length} ${game.health} ${choice.isOpen()}`,
  reached: ({ game }) => game.ticks / 60,
  // Whoever is not lost in the first minutes wins more often than not. These seeds are lost, and take no minute here.
  ...{ early: 60, middle: 50, share: { weak: 2, middle: 1, strong: 0 }, first: 3 },
  ...{ weakWins: 0.2, middleWins: [0.15, 0.55] },
};

const asteroidsGame: Game<asteroids.SceneSim> = {
  ...{ name: 'asteroids', createSim: asteroids.createSim, createBot: createAsteroidsBot },
  isOver: ({ game }) => game.over,
  won: ({ game }) => game.won,
  progress: ({ counts, rocks, saucers, saucerShots }) =>
    `${counts.score} ${counts.lives} ${rocks().length} ${saucers().length} ${saucerShots().length}`,
  reached: ({ counts }) => counts.wave,
  ...{ early: 4, middle: 4, share: { weak: 3, middle: 1, strong: 1 }, first: 1 },
  ...{ weakWins: 0, middleWins: [0, 1] },
};

const brickGame: Game<brickBreaker.SceneSim> = {
  ...{ name: 'brick breaker', createSim: brickBreaker.createSim, createBot: createBrickBot },
  isOver: ({ game }) => game.phase === 'over' || game.phase === 'won',
  won: ({ game }) => game.phase === 'won',
  progress: ({ counts, game, bricks, hitsLeft }) => {
    const hits = bricks().reduce((sum, brick) => sum + Math.min(9, hitsLeft[brick]), 0);
    return `${counts.score} ${counts.lives} ${game.phase} ${hits}`;
  },
  reached: ({ counts }) => counts.level,
  ...{ early: 2, middle: 3, share: { weak: 2, middle: 1, strong: 1 }, first: 1 },
  ...{ weakWins: 0, middleWins: [0, 1] },
};

describeGame(swarmGame);
describeGame(asteroidsGame);
describeGame(brickGame);

test('the first level of brick breaker takes a minute at most', () => {
  for (let seed = 1; seed <= effort(40, 6); seed++) {
    const sim = brickBreaker.createSim({ seed });
    const bot = createBrickBot('strong', seed);
    let tick = 0;
    for (; sim.counts.level === 1 && sim.game.phase !== 'over'; tick++) {
      bot(sim, tick);
      sim.step();
    }
    expect(tick, `seed ${seed}`).toBeLessThanOrEqual(3600);
  }
});

function describeGame<S extends Sim>(game: Game<S>): void {
  describe(game.name, () => {
    test('the weak lose early', () => {
      const { reached, wins } = playAll(game, 'weak');
      expect(wins).toBeLessThanOrEqual(effort(game.weakWins * reached.length, 0));
      expect(median(reached), `of ${reached}`).toBeLessThanOrEqual(game.early);
    });

    test('the middling see the middle', () => {
      const { reached, wins } = playAll(game, 'middle');
      expect(median(reached), `of ${reached}`).toBeGreaterThanOrEqual(game.middle);
      const [least, most] = game.middleWins;
      expect(wins).toBeGreaterThanOrEqual(effort(least * reached.length, 0));
      expect(wins).toBeLessThanOrEqual(effort(most * reached.length, 1));
    });

    test(
      'the strong come far, and some win',
      () => {
        const { reached, wins } = playAll(game, 'strong');
        if (reached.length === 0) return; // too long for every change
        expect(median(reached), `of ${reached}`).toBeGreaterThan(game.middle);
        expect(wins).toBeLessThan(reached.length + effort(0, 1));
        expect(wins).toBeGreaterThanOrEqual(effort(1, 0));
      },
      PATIENCE,
    );
  });
}

/** Plays the games of a strength; every one comes to its end, and none stalls. */
function playAll<S extends Sim>(game: Game<S>, strength: Strength): { reached: number[]; wins: number } {
  const reached: number[] = [];
  let wins = 0;
  const first = effort(1, game.first);
  for (let seed = first; seed < first + effort(50, game.share[strength]); seed++) {
    const sim = game.createSim({ seed });
    const played: Played = play(sim, game.createBot(strength, seed), game, LIMIT);
    expect(played.stall, `seed ${seed}: ticks in which nothing happened`).toBeLessThan(STALL);
    expect(played.ticks, `seed ${seed}: ticks`).toBeLessThan(LIMIT);
    if (played.won) wins++;
    reached.push(game.reached(sim));
  }
  return { reached, wins };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

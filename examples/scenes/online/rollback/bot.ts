import { remember } from '../../../shell/remember.ts';
import { type Arena, DOWN, LEFT, RIGHT, UP } from './arena.ts';

/**
 * The number of ticks that the bot keeps to a decision. Each change of its mind is an input that the other machine has
 * guessed wrong.
 */
const LEAST = 6;
const MORE = 22;

/**
 * Plays for a player: runs after the nearest ball that is not the player's, as the arena of the player's machine has
 * it.
 */
export function createBot(arena: Arena, player: 0 | 1, random: () => number): () => number {
  const { x, y } = arena.collision.Transform;
  let left = 0;
  let input = 0;
  remember(
    () => ({ left, input }),
    (was) => void ({ left, input } = was),
  );

  return () => {
    if (left-- > 0) return input;
    left = LEAST + Math.floor(MORE * random());
    const self = arena.players[player];
    let least = Infinity;
    input = 0;
    for (const ball of arena.balls) {
      const awayX = x[ball] - x[self];
      const awayY = y[ball] - y[self];
      const squared = awayX * awayX + awayY * awayY;
      if (squared >= least || arena.ownerOf(ball) === player) continue;
      least = squared;
      input = (awayX < -0.4 ? LEFT : awayX > 0.4 ? RIGHT : 0) + (awayY < -0.4 ? UP : awayY > 0.4 ? DOWN : 0);
    }
    return input;
  };
}

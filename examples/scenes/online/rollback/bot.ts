import { remember } from '../../../shell/remember.ts';
import { type Arena, DOWN, LEFT, RIGHT, UP } from './arena.ts';

/** How many ticks it keeps to what it has decided: a player who changes her mind is what rollback has to bear. */
const LEAST = 6;
const MORE = 22;

/** Plays for somebody: after the ball that is nearest and not hers, as the arena of her machine has it. */
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

import type { Sim } from '../../../examples/shell/scene.ts';

export type Strength = 'weak' | 'middle' | 'strong';

/** How a game went. */
export interface Played {
  readonly ticks: number;
  readonly won: boolean;
  /** The longest time, in ticks, in which nothing was gained or lost. */
  readonly stall: number;
}

/** Plays a game to its end, or for so many ticks. `progress` is any text that changes when something happens. */
export function play<S extends Sim>(
  sim: S,
  bot: (sim: S, tick: number) => void,
  { isOver, won, progress }: Readonly<Rules<S>>,
  limit: number,
): Played {
  let stall = 0;
  let last = '';
  let since = 0;
  let tick = 0;
  for (; tick < limit && !isOver(sim); tick++) {
    bot(sim, tick);
    sim.step();
    const now = progress(sim);
    if (now !== last) [last, since] = [now, tick];
    stall = Math.max(stall, tick - since);
  }
  return { ticks: tick, won: won(sim), stall };
}

/** What a game tells of itself. */
export interface Rules<S extends Sim> {
  isOver(sim: S): boolean;
  won(sim: S): boolean;
  progress(sim: S): string;
}

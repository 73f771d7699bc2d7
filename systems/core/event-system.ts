import { requireState } from './collision-state.ts';
import { dispatchEvents } from './events/dispatch.ts';

export interface TickOptions {
  /**
   * false: handlers hear nothing of this tick, as when it is run again after a rollback. Pairs that begin in it stay
   * and end without a begin. Default true.
   */
  readonly events?: boolean;
}

/**
 * Last stage: calls the handlers: all ends, then all begins, then all stays. What a handler throws is thrown again
 * after every event has been delivered. Run again before the next contact tracking, it does nothing. Handlers hear
 * nothing of a tick in which this stage was left out: a pair that began in it stays and ends without a begin.
 */
export function eventSystem<W extends object>(world: W, options?: TickOptions | number): W {
  const state = requireState(world);
  dispatchEvents(state.dispatch, (options as TickOptions | undefined)?.events === false);
  return world;
}

import { requireState } from './collision-state.ts';
import { dispatchEvents } from './events/dispatch.ts';

/**
 * Last stage: calls the handlers: all ends, then all begins, then all stays. What a handler throws is thrown again
 * after every event has been delivered. Run again before the next contact tracking, it does nothing. Handlers hear
 * nothing of a tick in which this stage was left out: a pair that began in it stays and ends without a begin.
 */
export function eventSystem<W extends object>(world: W): W {
  const state = requireState(world);
  dispatchEvents(state.dispatch);
  return world;
}

import { requireKeys } from '../../src/core/errors.ts';
import { requireState } from './collision-state.ts';
import { dispatchEvents } from './events/dispatch.ts';

/** Options of `collisionSystem` and `eventSystem`. */
export interface TickOptions {
  /**
   * With false, handlers are not called for this tick, for example when it is run again after a rollback. Pairs that
   * begin in it stay and end without a begin. Default true.
   */
  readonly events?: boolean;
}

/**
 * Last stage: calls the handlers: all ends, then all begins, then all stays. An error thrown by a handler is thrown
 * again after every event has been delivered. A second run before the next contact tracking does nothing. Handlers are
 * not called for a tick in which this stage was left out: a pair that began in such a tick stays and ends without a
 * begin.
 * @throws CollisionError `invalid-state` when the world has no collision, and for an unknown option; what a handler
 * throws.
 */
export function eventSystem<W extends object>(world: W, options?: TickOptions | number): W {
  const state = requireState(world);
  requireTickOptions(options);
  dispatchEvents(state.dispatch, state.features.events, (options as TickOptions | undefined)?.events === false);
  return world;
}

/**
 * Refuses unknown options. A number, as `forEach` gives one, stands for no options. @throws CollisionError
 * `invalid-state` for an unknown option.
 */
export function requireTickOptions(options: TickOptions | number | undefined): void {
  if (typeof options === 'object') requireKeys('tick options', options, KEYS);
}

const KEYS = ['events'];

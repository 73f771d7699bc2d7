import { boundsSystem } from './bounds-system.ts';
import { broadPhaseSystem } from './broad-phase-system.ts';
import { requireIdle } from './collision-state.ts';
import { contactTrackingSystem } from './contact-tracking-system.ts';
import { eventSystem, requireTickOptions, type TickOptions } from './event-system.ts';
import { narrowPhaseSystem } from './narrow-phase-system.ts';
import type { StageTimings } from './stage-timings.ts';
import { syncSystem } from './sync-system.ts';

/**
 * Runs a whole collision tick: sync → bounds → broad phase → narrow phase → contact tracking → events. Returns the
 * world, so it fits a bitECS `pipe`; a number as second argument, as `forEach` gives one, is ignored. Each stage is
 * a system of its own and can be run, replaced or left out. A tick that is refused for a value changes no contact and
 * delivers no event; see `boundsSystem`.
 * @throws CollisionError `invalid-state` when the world has no collision, or inside a handler, or while a query or a
 * tick waits for an answer of the game, and for an unknown option; what a stage or a handler throws.
 */
export function collisionSystem<W extends object>(world: W, options?: TickOptions | number): W {
  const { timings, dispatch } = requireIdle(world);
  requireTickOptions(options);
  let start = timings === undefined ? 0 : performance.now();
  for (let i = 0; i < STAGES.length && !dispatch.isOver; i++) {
    STAGES[i](world, options);
    if (timings === undefined) continue;
    const end = performance.now();
    timings[NAMES[i]] = end - start;
    start = end;
  }
  return world;
}

const STAGES = [syncSystem, boundsSystem, broadPhaseSystem, narrowPhaseSystem, contactTrackingSystem, eventSystem];
const NAMES: readonly (keyof StageTimings)[] = ['sync', 'bounds', 'broad phase', 'narrow phase', 'tracking', 'events'];

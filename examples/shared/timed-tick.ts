import {
  boundsSystem,
  broadPhaseSystem,
  contactTrackingSystem,
  eventSystem,
  narrowPhaseSystem,
  syncSystem,
} from 'bitecs-collision/2d';

/** Milliseconds of the last tick by stage, as the gallery shows them. */
export type StageTimes = Record<'sync' | 'bounds' | 'broad phase' | 'narrow phase' | 'tracking' | 'events', number>;

export function createStageTimes(): StageTimes {
  return { sync: 0, bounds: 0, 'broad phase': 0, 'narrow phase': 0, tracking: 0, events: 0 };
}

/** What collisionSystem does, stage by stage, with a clock beside it. */
export function timedTick(world: object, times: StageTimes): void {
  let start = performance.now();
  const lap = (stage: keyof StageTimes): void => {
    const now = performance.now();
    times[stage] = now - start;
    start = now;
  };
  syncSystem(world);
  lap('sync');
  boundsSystem(world);
  lap('bounds');
  broadPhaseSystem(world);
  lap('broad phase');
  narrowPhaseSystem(world);
  lap('narrow phase');
  contactTrackingSystem(world);
  lap('tracking');
  eventSystem(world);
  lap('events');
}

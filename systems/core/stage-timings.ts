/** The milliseconds that each stage of the last `collisionSystem` took. */
export type StageTimings = Record<'sync' | 'bounds' | 'broad phase' | 'narrow phase' | 'tracking' | 'events', number>;

export function createStageTimings(): StageTimings {
  return { sync: 0, bounds: 0, 'broad phase': 0, 'narrow phase': 0, tracking: 0, events: 0 };
}

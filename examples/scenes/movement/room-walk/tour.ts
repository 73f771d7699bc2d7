import { remember } from '../../../shell/remember.ts';
import { LANDING, LIFT_WAY, TOUR } from './house.ts';
import type { Wish } from './sim.ts';

/** Metres from a place at which it is reached. */
const NEAR = 0.12;
/** Half the height of the walker. */
const HALF = 0.85;
const THROW_TICKS = 130;

interface Walker {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface Stop {
  readonly to: { readonly x: number; readonly z: number };
  /** Whether to wait there still. */
  waits?(walker: Walker, liftHeight: number): boolean;
}

const STOPS: readonly Stop[] = [
  { to: TOUR.start },
  { to: TOUR.foot },
  // Up the stairs; then the lift has to be up.
  { to: TOUR.top, waits: (_walker, liftHeight) => liftHeight < LIFT_WAY },
  { to: TOUR.lift, waits: ({ y }) => y - HALF > 0.3 * LANDING },
  { to: TOUR.floor },
];

/** Returns what walks round and round while nobody else walks: up the stairs and down by the lift. */
export function createTour(): (walker: Walker, look: { x: number; z: number }, liftHeight: number) => Wish {
  let stop = 0;
  let tick = 0;
  remember(
    () => ({ stop, tick }),
    (was) => void ({ stop, tick } = was),
  );
  return (walker, look, liftHeight) => {
    const throws = ++tick % THROW_TICKS === 0;
    const { to, waits } = STOPS[stop];
    const [x, z] = [to.x - walker.x, to.z - walker.z];
    const distance = Math.sqrt(x * x + z * z);
    if (distance < NEAR) {
      if (waits?.(walker, liftHeight) !== true) stop = (stop + 1) % STOPS.length;
      return { ahead: 0, turn: 0.3, throws };
    }
    // The sine and the cosine of the angle to the right by which it has to turn.
    const right = (look.x * z - look.z * x) / distance;
    const straight = (look.x * x + look.z * z) / distance;
    const turn = straight < 0 ? Math.sign(right) || 1 : Math.max(-1, Math.min(1, 3 * right));
    return { ahead: straight > 0.9 ? Math.min(1, distance + 0.3) : 0, turn, throws };
  };
}

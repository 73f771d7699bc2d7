import { Cues } from '../../../shared/juice/cues.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { createCourse } from './course.ts';
import { Flight, type FlightEvent } from './flight.ts';
import { RunLog } from './run-log.ts';

export const about: SceneAbout = {
  summary:
    'A flight through a canyon of heightfields and rocks of a mesh. Rings are sensors, and are entered at an exact time.',
  hint: 'Arrow keys, a gamepad or the pointer steer, space, a button or a press fires. Rings give time; the ghost is your best run.',
  touchHint: 'Press and move: the ship flies there and fires. Rings give time; the ghost is your best run.',
};

/** How far from the middle of the picture the pointer steers wholly, as a share of its shorter half. */
const FULL_STEER = 0.55;

/** A cue of the flight, with the place in space: Cues have room for two coordinates. */
export type CueKind = FlightEvent;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const course = createCourse(seed);
  const input = createSceneInput();
  const cues = new Cues<CueKind>();
  const press = new Press();
  const depths = new Map<number, number>();
  const counts = { score: 0, rings: 0, drones: 0, shield: 0 };
  let log = new RunLog();
  let flight = startFlight();
  /** The best run so far, and what flies it again. */
  let best: RunLog | undefined;
  let ghost: Flight | undefined;
  remember(
    () => ({ depths, log, flight, best, ghost }),
    (was) => void ({ log, flight, best, ghost } = was),
  );

  function startFlight(): Flight {
    return new Flight(course, (event, x, y, z, value) => {
      log.note(event, value);
      depths.set(cues.count, z);
      depths.delete(cues.count - 300);
      cues.add(event, x, y, 1, value);
    });
  }

  function restart(): void {
    log = new RunLog();
    flight = startFlight();
    ghost = best === undefined ? undefined : new Flight(course);
  }

  /** Steers by keys or stick, else by where the pointer is pressed. */
  function wish(): { x: number; y: number; fires: boolean } {
    const { moveX, moveY, action, pointerDown, pointerX, pointerY } = input;
    if (!pointerDown) return { x: moveX, y: -moveY, fires: action };
    return { x: steer(pointerX), y: steer(-pointerY), fires: true };
  }

  return {
    get world() {
      return flight.world;
    },
    get collision() {
      return flight.collision;
    },
    get stages() {
      return flight.collision.timings!;
    },
    get flight() {
      return flight;
    },
    get ghost() {
      return ghost;
    },
    get best() {
      return best;
    },
    seed,
    course,
    input,
    counts,
    cues,
    press,
    /** How far along a cue happened, by its number. */
    depthOf: (cue: number) => depths.get(cue) ?? 0,
    step() {
      cues.now++;
      const pressed = press.read(input);
      if (flight.state.over) {
        if (pressed) restart();
        return;
      }
      const now = log.add(wish());
      flight.step(now);
      if (ghost !== undefined) ghost.step(best!.at(ghost.state.ticks));
      Object.assign(counts, flight.counts);
      if (!flight.state.over) return;
      press.lock();
      log.end(flight);
      if (best === undefined || log.isBetterThan(best)) best = log;
    },
    hash() {
      const { x, y, z } = flight.collision.Transform;
      const { score, shield } = flight.counts;
      return hashNumbers([x[flight.ship], y[flight.ship], z[flight.ship], score, shield, flight.state.clock]);
    },
  } satisfies Sim & Record<string, unknown>;
}

function steer(pointer: number): number {
  return Math.max(-1, Math.min(1, pointer / FULL_STEER));
}

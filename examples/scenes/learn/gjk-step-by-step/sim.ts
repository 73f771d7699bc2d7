import { collisionSystem } from 'bitecs-collision/2d';
import { computeMinkowskiDifference } from 'bitecs-collision/geometry2d';
import { POLYGON_KINDS } from '../../../shared/polygon-kinds.ts';
import { createPolygonPair } from '../../../shared/polygon-pair.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import type { SceneAbout, Sim, SimOptions } from '../../../shell/scene.ts';
import { type GjkStep, runGjk } from './gjk-step.ts';

export const about: SceneAbout = {
  summary: 'How GJK finds the distance of two convex shapes: step by step, on their Minkowski difference.',
  hint: 'Drag a shape, turn it by its handle, the wheel or Q and E; comma and period step.',
  touchHint: 'Drag a shape, turn it by its handle; the settings step.',
};

/** Steps are shown this many ticks each, the last one longer; then the shapes move on. */
const STEP_TICKS = 60;
const LAST_TICKS = 140;
const DRIFT_TICKS = 130;
/** The largest number of steps that any pair of these shapes takes. */
export const MOST_STEPS = 8;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  // Begin with pentagon, hexagon or octagon, which take a few steps.
  const kind = () => POLYGON_KINDS[3 + Math.floor(3 * random())];
  const pair = createPolygonPair(kind(), kind(), random);
  const [a, b] = pair.bodies;
  const show = { iteration: 0, automatic: true };
  const counts = { iterations: 0 };
  const difference = { points: new Float64Array(2 * 24 * 24), count: 0 };
  const steps: GjkStep[] = [];
  let wait = STEP_TICKS;
  let drift = 0;
  remember(
    () => ({ wait, drift }),
    (was) => void ({ wait, drift } = was),
  );

  function trace(): void {
    difference.count = computeMinkowskiDifference(difference.points, a.piece, b.piece);
    steps.length = 0;
    do steps.push(runGjk(a.piece, b.piece, steps.length));
    while (steps.at(-1)!.verdict === 'search' && steps.length <= MOST_STEPS);
    counts.iterations = steps.length - 1;
  }

  /** While shapes move, the answer is shown; while they rest, the steps that lead to it. */
  function play(): void {
    if (pair.hold.grip !== 'none') drift = 2;
    if (drift > 0) {
      if (pair.alone) pair.drift();
      if (--drift === 0) show.iteration = 0;
      wait = STEP_TICKS;
    } else if (--wait <= 0) {
      const last = steps.length - 1;
      if (show.iteration >= last && pair.alone) drift = DRIFT_TICKS;
      show.iteration = show.iteration < last ? show.iteration + 1 : 0;
      wait = show.iteration === last ? LAST_TICKS : STEP_TICKS;
    }
  }

  trace();
  return {
    ...pair,
    pair,
    show,
    counts,
    difference,
    steps,
    acts: Object.assign(pair.acts, {
      /** Shows an iteration, and goes on to no other by itself. */
      choose(iteration: number) {
        Object.assign(show, { iteration, automatic: false });
      },
      play(automatic: boolean) {
        show.automatic = automatic;
      },
    }),
    step() {
      pair.drive();
      if (show.automatic) play();
      collisionSystem(pair.world);
      trace();
      if (show.automatic && drift > 0) show.iteration = steps.length - 1;
    },
    hash() {
      const { nearest, distance } = steps.at(-1)!;
      return hashNumbers([...a.piece.vertices, ...b.piece.vertices, ...nearest, distance, show.iteration, wait]);
    },
  } satisfies Sim & Record<string, unknown>;
}

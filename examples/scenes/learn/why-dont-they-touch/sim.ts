import { collisionSystem, explainPair } from 'bitecs-collision/2d';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { Bench, createPuzzleWorld } from './bench.ts';
import { PUZZLES } from './puzzles.ts';

export const about: SceneAbout = {
  summary: 'Twelve pairs are drawn over each other and do not touch. explainPair says why: choose what mends it.',
  hint: 'Press a line, or use up, down and Space. Each is really done, and the next tick shows whether it helps.',
  touchHint: 'Tap a line: it is really done, and the next tick shows whether it helps.',
};

/** How far the middles of two rooms are apart. */
const ROOM = 40;
export const LINES = 3;
/** The choice that leads to the next pair once a pair touches; the first choice then says what made it touch. */
export const NEXT_LINE = 2;
/** The first tick sees what has been built; the second what the game did afterwards. */
const BUILDING_TICKS = 2;
/** The points for a pair, by the number of wrong mends that were tried before the right one. */
const POINTS = [3, 1, 0];
export const MOST_POINTS = POINTS[0] * PUZZLES.length;
export { PUZZLES };

/**
 * The phases of a puzzle: nothing can be done while the pair is built, then the visitor chooses a mend, then goes on.
 */
type Phase = 'building' | 'choosing' | 'solved';

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const puzzleWorld = createPuzzleWorld();
  const { world, collision } = puzzleWorld;
  const benches = PUZZLES.map(({ parts }, i) => new Bench(puzzleWorld, i * ROOM, parts));
  const random = createRandom(seed);
  /** By puzzle: the mends in the order of the lines in which they are shown. */
  const orders = PUZZLES.map(() => shuffled([0, 1, 2], random));
  const input = createSceneInput();
  const press = new Press();
  const counts = { pair: 1, points: 0 };
  const state = {
    puzzle: 0,
    phase: 'building' as Phase,
    /** The line that is chosen with keys, or pointed at. */
    line: 0,
    /** Lines that have been tried for this pair and did not help. */
    failed: [] as number[],
    /** The mend that has helped, by its index among the three lines; −1 before. */
    solvedBy: -1,
    /** The last answer of `explainPair`, and whether it was asked after a mend. */
    answer: '',
    isAfterMend: false,
    /** Mends that did not help, for each pair that has been solved. */
    results: [] as number[],
  };
  let built = 0;
  let wasMoveY = 0;
  let wasX = 0;
  let wasY = 0;
  remember(
    () => ({ built, wasMoveY, wasX, wasY }),
    (was) => void ({ built, wasMoveY, wasX, wasY } = was),
  );

  function build(): void {
    const bench = benches[state.puzzle];
    bench.clear();
    PUZZLES[state.puzzle].build(bench);
    state.phase = 'building';
    built = 0;
  }

  function explain() {
    const { ids } = benches[state.puzzle];
    const [a, b] = PUZZLES[state.puzzle].parts;
    return explainPair(world, ids[a.name], ids[b.name]);
  }

  /** Returns the line that is pressed in this tick, if one is. */
  function readLine(): number | undefined {
    const pressed = press.read(input);
    const { moveY, pointerX, pointerY, pointerDown } = input;
    const under = pointerX >= 0 && pointerY >= 0 && pointerY < LINES ? Math.floor(pointerY) : -1;
    if (under >= 0 && (pointerX !== wasX || pointerY !== wasY || pointerDown)) state.line = under;
    if (moveY !== wasMoveY && moveY !== 0) state.line = (state.line + moveY + LINES) % LINES;
    [wasMoveY, wasX, wasY] = [moveY, pointerX, pointerY];
    return pressed && (under >= 0 || !pointerDown) ? state.line : undefined;
  }

  /** Does what a line says, and asks the next tick whether it has helped. */
  function tryMend(line: number): void {
    PUZZLES[state.puzzle].mends[orders[state.puzzle][line]].apply(benches[state.puzzle]);
    collisionSystem(world);
    const { touching, message } = explain();
    state.answer = message;
    state.isAfterMend = true;
    if (touching) {
      state.phase = 'solved';
      state.solvedBy = line;
      state.line = NEXT_LINE;
      counts.points += POINTS[state.failed.length];
      state.results.push(state.failed.length);
    } else {
      state.failed.push(line);
      build();
    }
  }

  function goOn(): void {
    const isLast = state.puzzle === PUZZLES.length - 1;
    benches[state.puzzle].clear();
    if (isLast) {
      state.results = [];
      counts.points = 0;
    }
    state.puzzle = isLast ? 0 : state.puzzle + 1;
    Object.assign(state, { line: 0, failed: [], solvedBy: -1, isAfterMend: false });
    counts.pair = state.puzzle + 1;
    build();
  }

  /** Returns the text of a line. */
  function textOf(line: number): string {
    const { phase, puzzle, solvedBy } = state;
    if (phase !== 'solved') return PUZZLES[puzzle].mends[orders[puzzle][line]].text;
    if (line === NEXT_LINE) return isDone() ? 'Play again' : 'Next pair';
    return line === 0 ? PUZZLES[puzzle].mends[orders[puzzle][solvedBy]].text : '';
  }

  /** Whether all pairs touch. */
  function isDone(): boolean {
    return state.results.length === PUZZLES.length;
  }

  build();

  return {
    world,
    collision,
    input,
    counts,
    state,
    benches,
    seed,
    isDone,
    textOf,
    step() {
      const line = readLine();
      if (state.phase === 'building') {
        collisionSystem(world);
        built++;
        if (built === 1) PUZZLES[state.puzzle].later?.(benches[state.puzzle]);
        if (built < BUILDING_TICKS) return;
        state.phase = 'choosing';
        if (!state.isAfterMend) state.answer = explain().message;
        return;
      }
      if (line !== undefined && state.phase === 'solved' && line === NEXT_LINE) goOn();
      else if (line !== undefined && state.phase === 'choosing' && !state.failed.includes(line)) tryMend(line);
      else collisionSystem(world);
    },
    hash() {
      const { puzzle, failed, results, line } = state;
      return hashNumbers([puzzle, line, counts.points, built, ...failed, -1, ...results]);
    },
  } satisfies Sim & Record<string, unknown>;
}

function shuffled(values: number[], random: () => number): number[] {
  for (let i = values.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [values[i], values[other]] = [values[other], values[i]];
  }
  return values;
}

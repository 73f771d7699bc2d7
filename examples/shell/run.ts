import type { Change, Value } from './chosen-settings.ts';
import { History } from './history.ts';
import type { MomentKeeper } from './moments.ts';
import type { SceneEntry } from './registry.ts';
import { collectMemories, type Memory } from './remember.ts';
import type { SceneModules, Sim } from './scene.ts';
import { type Act, Tape } from './tape.ts';

export interface RunOptions {
  readonly entry: SceneEntry;
  readonly seed: number;
  readonly saved: string | undefined;
  readonly modules: SceneModules;
  /** Makes what keeps the sim as it is from time to time. */
  createKeeper(sim: Sim, memories: readonly Memory[]): MomentKeeper;
}

/** One run of a scene: its sim, and what was done to it. */
export class Run {
  readonly options: RunOptions;
  readonly sim: Sim;
  readonly keeper: MomentKeeper;
  readonly tape: Tape;
  readonly history: History;
  /** How many ticks have run. */
  tick = 0;
  /** Whether the state of the last second that ran again was what it was when it ran first; undefined if none did. */
  isSame: boolean | undefined;
  /** The functions by which the view acts on the sim, as the sim has them. */
  readonly #acts = new Map<string, (...values: never[]) => void>();

  constructor(options: RunOptions, chosen: ReadonlyMap<string, Value>, before?: Run) {
    const tape = before?.tape ?? new Tape(chosen);
    const { seed, saved, modules, createKeeper } = options;
    this.options = options;
    this.tape = tape;
    const { made, memories } = collectMemories(() => modules.sims.createSim({ seed, saved, settings: tape.chosen }));
    this.sim = made;
    this.keeper = createKeeper(made, memories);
    this.#noteActs();
    this.history = new History(this, before?.history);
  }

  /** The same run at its beginning, with what was done to it still to come. */
  fromStart(): Run {
    this.tape.rewind();
    return new Run(this.options, this.tape.chosen, this);
  }

  /** Says that the sim has been put back to after so many ticks. */
  goTo(tick: number): void {
    this.tick = tick;
    this.tape.goTo(tick, this.sim.input);
  }

  /** Whether the next tick has run before, and is on the tape. */
  get isRecorded(): boolean {
    return this.tick < this.tape.end;
  }

  /** Runs a tick with what somebody does in it. */
  stepWithInput(): void {
    this.somethingElse();
    this.tape.record(this.tick, this.sim.input);
    this.#step();
  }

  /** Runs a tick again as it is on the tape; `apply` changes the settings that were changed before it. */
  stepAgain(apply: (change: Change) => void): void {
    this.catchUp(apply);
    this.#step();
  }

  /** Does again what was done before the tick that comes next. */
  catchUp(apply: (change: Change) => void): void {
    const act = ({ name, values }: Act) => this.#acts.get(name)?.(...(values as never[]));
    this.tape.play(this.tick, this.sim.input, { change: apply, act });
  }

  /** Has the tape note what the view does to the sim. */
  #noteActs(): void {
    const { acts = {} } = this.sim;
    for (const [name, act] of Object.entries(acts)) {
      this.#acts.set(name, act);
      const noted = (...values: never[]): void => {
        this.somethingElse();
        this.tape.recordAct(this.tick, { name, values });
        act(...values);
      };
      Object.assign(acts, { [name]: noted });
    }
  }

  /** Forgets what comes after the tick that the run is at. */
  somethingElse(): void {
    if (this.isRecorded) this.history.cut(this.tick);
    this.isSame = undefined;
  }

  #step(): void {
    this.sim.step();
    this.tick++;
    this.isSame = this.history.note(this) ?? this.isSame;
  }
}

import type { Change, Value } from './chosen-settings.ts';
import type { SceneEntry } from './registry.ts';
import type { SceneModules, Sim } from './scene.ts';
import { Tape } from './tape.ts';

interface RunOptions {
  readonly entry: SceneEntry;
  readonly seed: number;
  readonly saved: string | undefined;
  readonly modules: SceneModules;
}

/** One run of a scene: its sim, and what was done to it. */
export class Run {
  readonly options: RunOptions;
  readonly sim: Sim;
  readonly tape: Tape;
  /** How many ticks have run. */
  tick = 0;

  constructor(options: RunOptions, chosen: ReadonlyMap<string, Value>, tape = new Tape(chosen)) {
    const { seed, saved, modules } = options;
    this.options = options;
    this.tape = tape;
    this.sim = modules.sims.createSim({ seed, saved, settings: tape.chosen });
  }

  /** The same run at its beginning, with what was done to it still to come. */
  fromStart(): Run {
    this.tape.rewind();
    return new Run(this.options, this.tape.chosen, this.tape);
  }

  /** Whether the next tick has run before, and is on the tape. */
  get isRecorded(): boolean {
    return this.tick < this.tape.end;
  }

  /** Runs a tick with what somebody does in it. */
  stepWithInput(): void {
    this.tape.record(this.tick, this.sim.input);
    this.#step();
  }

  /** Runs a tick again as it is on the tape; `apply` changes the settings that were changed before it. */
  stepAgain(apply: (change: Change) => void): void {
    this.tape.play(this.tick, this.sim.input, apply);
    this.#step();
  }

  #step(): void {
    this.sim.step();
    this.tick++;
  }
}

import type { Change, Value } from './chosen-settings.ts';
import { createSceneInput, type SceneInput } from './scene.ts';

/**
 * What a visitor did to a scene, by ticks. With the seed it says all: whoever runs the same ticks with it sees the same
 * again.
 */
export class Tape {
  /** The settings at the beginning, where they are not as usual. */
  readonly chosen: ReadonlyMap<string, Value>;
  /** Only ticks in which the input is another than in the one before. */
  readonly #inputs: { readonly tick: number; readonly input: SceneInput }[] = [];
  readonly #changes: { readonly tick: number; readonly change: Change }[] = [];
  /** Where a replay is in these lists. */
  #nextInput = 0;
  #nextChange = 0;
  #end = 0;

  constructor(chosen: ReadonlyMap<string, Value>) {
    this.chosen = new Map(chosen);
  }

  /** How many ticks are on it. */
  get end(): number {
    return this.#end;
  }

  /** Whether nobody did anything: the seed and the number of ticks are then all there is to tell. */
  get isEmpty(): boolean {
    const [first, second] = this.#inputs;
    const isIdle = first === undefined || (second === undefined && isUntouched(first.input));
    return isIdle && this.#changes.length === 0;
  }

  /** Notes the input of a tick; what was on the tape from there on is gone. */
  record(tick: number, input: SceneInput | undefined): void {
    if (tick < this.#end) this.#cut(tick);
    this.#end = tick + 1;
    const last = this.#inputs.at(-1)?.input;
    if (input === undefined || (last !== undefined && isSame(last, input))) return;
    this.#inputs.push({ tick, input: { ...input } });
  }

  /** Notes a setting that was changed before a tick. */
  recordChange(tick: number, change: Change): void {
    if (tick < this.#end) this.#cut(tick);
    this.#changes.push({ tick, change });
  }

  rewind(): void {
    this.#nextInput = this.#nextChange = 0;
  }

  /** Whether settings were changed while it ran. */
  get hasChanges(): boolean {
    return this.#changes.length > 0;
  }

  /** Goes on at a tick, and writes the input of the one before. */
  goTo(tick: number, input: SceneInput | undefined): void {
    this.rewind();
    if (input !== undefined) Object.assign(input, createSceneInput());
    this.play(tick - 1, input, () => {});
  }

  /** Writes the input of a tick, and has the settings changed that were changed before it; ticks come in order. */
  play(tick: number, input: SceneInput | undefined, apply: (change: Change) => void): void {
    for (; (this.#changes[this.#nextChange]?.tick ?? Infinity) <= tick; this.#nextChange++) {
      apply(this.#changes[this.#nextChange].change);
    }
    for (; (this.#inputs[this.#nextInput]?.tick ?? Infinity) <= tick; this.#nextInput++) {
      if (input !== undefined) Object.assign(input, this.#inputs[this.#nextInput].input);
    }
  }

  #cut(tick: number): void {
    while ((this.#inputs.at(-1)?.tick ?? -1) >= tick) this.#inputs.pop();
    while ((this.#changes.at(-1)?.tick ?? -1) >= tick) this.#changes.pop();
    this.#end = tick;
  }
}

function isSame(a: SceneInput, b: SceneInput): boolean {
  return (
    a.moveX === b.moveX &&
    a.moveY === b.moveY &&
    a.action === b.action &&
    a.pointerX === b.pointerX &&
    a.pointerY === b.pointerY &&
    a.pointerDown === b.pointerDown &&
    a.secondX === b.secondX &&
    a.secondY === b.secondY &&
    a.secondDown === b.secondDown &&
    a.tool === b.tool
  );
}

function isUntouched(input: SceneInput): boolean {
  return Object.values(input).every((value) => value === 0 || value === false);
}

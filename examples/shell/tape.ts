import type { Change, Value } from './chosen-settings.ts';
import { createSceneInput, MOVE_STEPS, POINTER_STEPS, type SceneInput } from './scene.ts';

const FIELDS = Object.entries(createSceneInput()).map(([name, value]) => ({
  name: name as keyof SceneInput,
  isSwitch: typeof value === 'boolean',
  steps: name.startsWith('move') ? MOVE_STEPS : /[XY]$/.test(name) ? POINTER_STEPS : 1,
}));

/**
 * A tape for a link. Of each change of the input `inputs` has the ticks since the one before, a bit for each field that
 * is another, and how much more each of these is, in steps.
 */
export interface WrittenTape {
  readonly inputs: readonly number[];
  readonly changes: readonly (readonly [tick: number, name: string, value: Value])[];
  readonly acts: readonly (readonly [tick: number, name: string, ...values: Value[]])[];
}

/** Something that a view has done to its sim: see `Sim.acts`. */
export interface Act {
  readonly name: string;
  readonly values: readonly Value[];
}

/** Who hears of what was done when it is played. */
export interface TapeListener {
  change(change: Change): void;
  act(act: Act): void;
}

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
  readonly #acts: { readonly tick: number; readonly act: Act }[] = [];
  /** Where a replay is in these lists. */
  #nextInput = 0;
  #nextChange = 0;
  #nextAct = 0;
  #end = 0;

  constructor(chosen: ReadonlyMap<string, Value>) {
    this.chosen = new Map(chosen);
  }

  /** The number of ticks that have been recorded. */
  get end(): number {
    return this.#end;
  }

  /** Whether nobody did anything: the seed and the number of ticks are then all there is to tell. */
  get isEmpty(): boolean {
    const [first, second] = this.#inputs;
    const isIdle = first === undefined || (second === undefined && isUntouched(first.input));
    return isIdle && this.#changes.length === 0 && this.#acts.length === 0;
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
    this.#nextChange = this.#changes.length;
  }

  /** Notes what a view has done before a tick. */
  recordAct(tick: number, act: Act): void {
    if (tick < this.#end) this.#cut(tick);
    this.#acts.push({ tick, act });
    this.#nextAct = this.#acts.length;
  }

  /** Writes what was done before a tick; nothing where that is not in whole steps. */
  write(end: number): WrittenTape | undefined {
    const inputs: number[] = [];
    let last = createSceneInput();
    let lastTick = 0;
    for (const { tick, input } of this.#inputs) {
      if (tick >= end) break;
      const by = FIELDS.map(({ name, steps }) => steps * (Number(input[name]) - Number(last[name])));
      if (!by.every(Number.isInteger)) return undefined;
      const others = by.filter((more) => more !== 0);
      inputs.push(
        tick - lastTick,
        by.reduce((bits, more, i) => bits | (more === 0 ? 0 : 1 << i), 0),
        ...others,
      );
      last = input;
      lastTick = tick;
    }
    const changes = this.#changes.filter(({ tick }) => tick < end);
    return {
      inputs,
      changes: changes.map(({ tick, change: { name, value } }) => [tick, name, value]),
      acts: this.#acts
        .filter(({ tick }) => tick < end)
        .map(({ tick, act: { name, values } }) => [tick, name, ...values]),
    };
  }

  /** Takes what `write` has made of so many ticks, or anything else: as much of it as makes sense. */
  read(written: unknown, end: number): void {
    this.#cut(0);
    this.rewind();
    const { inputs, changes, acts } = (written ?? {}) as Partial<Record<keyof WrittenTape, unknown>>;
    const numbers = Array.isArray(inputs) && inputs.every((value) => Number.isInteger(value)) ? inputs : [];
    let input = createSceneInput();
    let tick = 0;
    for (let at = 0; at + 1 < numbers.length; ) {
      tick += Math.max(0, numbers[at++]);
      const bits = numbers[at++];
      input = { ...input };
      FIELDS.forEach(({ name, isSwitch, steps }, i) => {
        if ((bits & (1 << i)) === 0) return;
        const value = Number(input[name]) + (numbers[at++] ?? 0) / steps;
        Object.assign(input, { [name]: isSwitch ? value > 0 : value });
      });
      if (tick < end) this.#inputs.push({ tick, input });
    }
    for (const [tick, name, ...values] of rowsOf(changes, end))
      if (values.length === 1) this.#changes.push({ tick, change: { name, value: values[0] } });
    for (const [tick, name, ...values] of rowsOf(acts, end)) this.#acts.push({ tick, act: { name, values } });
    this.#end = end;
  }

  rewind(): void {
    this.#nextInput = this.#nextChange = this.#nextAct = 0;
  }

  /**
   * The settings that were changed while it ran, by name, as they are before a tick; undefined: as at the beginning.
   */
  changedBefore(tick: number): Map<string, Value | undefined> {
    const settings = new Map(this.#changes.map(({ change: { name } }) => [name, this.chosen.get(name)]));
    for (const { tick: when, change } of this.#changes) if (when < tick) settings.set(change.name, change.value);
    return settings;
  }

  /** Goes on at a tick, and writes the input of the one before. */
  goTo(tick: number, input: SceneInput | undefined): void {
    this.rewind();
    if (input !== undefined) Object.assign(input, createSceneInput());
    this.play(tick - 1, input, { change() {}, act() {} });
  }

  /** Writes the input of a tick, and tells of what was changed and done before it; ticks come in order. */
  play(tick: number, input: SceneInput | undefined, listener: TapeListener): void {
    for (; (this.#changes[this.#nextChange]?.tick ?? Infinity) <= tick; this.#nextChange++) {
      listener.change(this.#changes[this.#nextChange].change);
    }
    for (; (this.#acts[this.#nextAct]?.tick ?? Infinity) <= tick; this.#nextAct++) {
      listener.act(this.#acts[this.#nextAct].act);
    }
    for (; (this.#inputs[this.#nextInput]?.tick ?? Infinity) <= tick; this.#nextInput++) {
      if (input !== undefined) Object.assign(input, this.#inputs[this.#nextInput].input);
    }
  }

  #cut(tick: number): void {
    while ((this.#inputs.at(-1)?.tick ?? -1) >= tick) this.#inputs.pop();
    while ((this.#changes.at(-1)?.tick ?? -1) >= tick) this.#changes.pop();
    while ((this.#acts.at(-1)?.tick ?? -1) >= tick) this.#acts.pop();
    this.#nextInput = Math.min(this.#nextInput, this.#inputs.length);
    this.#nextChange = Math.min(this.#nextChange, this.#changes.length);
    this.#nextAct = Math.min(this.#nextAct, this.#acts.length);
    this.#end = tick;
  }
}

/** Rows of a tick before `end`, a name and values, of whatever an address has in their place. */
function rowsOf(written: unknown, end: number): [tick: number, name: string, ...values: Value[]][] {
  const rows: unknown[][] = Array.isArray(written) ? written.filter(Array.isArray) : [];
  return rows.filter(
    ([tick, name, ...values]) =>
      Number.isInteger(tick) &&
      Number(tick) < end &&
      typeof name === 'string' &&
      values.every((value) => ['boolean', 'number', 'string'].includes(typeof value)),
  ) as [number, string, ...Value[]][];
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

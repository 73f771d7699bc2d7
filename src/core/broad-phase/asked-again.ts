import { createIndexList, type IndexList, reserveIndices } from '../index-list.ts';
import { NO_BYTES, reserve } from '../typed-array.ts';

const IN_NEXT_TICK = 1;
const IN_THIS_TICK = 2;

/**
 * The slots about whose pairs the hooks are asked again for one tick. Only worlds in which something asks for this
 * have one.
 */
export class AskedAgain {
  /** The slots that hooks add in a tick come after the slots that the tick began with. */
  readonly slots: IndexList = createIndexList();
  /**
   * By slot: whether its pairs are asked about in this tick, in the next one, or in both: IN_THIS_TICK | IN_NEXT_TICK.
   */
  #when = NO_BYTES;
  /** The number of slots in the list when the tick began. */
  #count = 0;

  /**
   * Asks everything about the pairs of a slot again in the next tick. A collider that came since the last tick needs no
   * call.
   */
  add(slot: number): void {
    this.#when = reserve(this.#when, slot + 1);
    if ((this.#when[slot] & IN_NEXT_TICK) !== 0) return;
    this.#when[slot] = this.#when[slot] | IN_NEXT_TICK;
    reserveIndices(this.slots, 1)[this.slots.count++] = slot;
  }

  /** Returns whether a pair is asked about again, in this tick or the next. */
  has(slotA: number, slotB: number): boolean {
    return this.slots.count > 0 && (this.#when[slotA] | this.#when[slotB]) !== 0;
  }

  /** Begins the tick in which everything is asked again. */
  begin(): void {
    const { items, count } = this.slots;
    for (let i = 0; i < count; i++) this.#when[items[i]] = IN_THIS_TICK;
    this.#count = count;
  }

  /** Ends the tick. Slots that hooks have added since its beginning are for the next tick. */
  end(): void {
    const { items, count } = this.slots;
    const asked = this.#count;
    if (asked === 0) return;
    for (let i = 0; i < asked; i++) this.#when[items[i]] = this.#when[items[i]] & IN_NEXT_TICK;
    items.copyWithin(0, asked, count);
    this.slots.count -= asked;
    this.#count = 0;
  }

  /** Forgets all pairs that were to be asked again. */
  clear(): void {
    this.begin();
    this.end();
  }
}

/** The part of the candidate pairs that says about which pairs hooks and rules are asked again. */
interface Asking {
  again: AskedAgain | undefined;
}

/** Makes the next tick ask the filters and the game about all pairs of a slot again. */
export function askAgain(candidates: Asking, slot: number): void {
  candidates.again ??= new AskedAgain();
  candidates.again.add(slot);
}

/** Returns whether the filters and the game are to be asked about a pair again. */
export function isAskedAgain({ again }: Asking, slotA: number, slotB: number): boolean {
  return again?.has(slotA, slotB) === true;
}

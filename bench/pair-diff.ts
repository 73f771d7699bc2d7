import type { Tally } from './peer.ts';

/**
 * Begin and end of pairs for peers that report none: the pairs of two ticks, each in a hash table over typed arrays
 * with open addressing. Nothing is allocated once the tables have grown, and none is cleared: a slot is empty unless it
 * bears its tick.
 */
export class PairDiff {
  #now = new PairTable();
  #before = new PairTable();
  /** Begins at 1: the stamp of an empty slot of a table is 0, which must not be the tick before the first one. */
  #tick = 1;
  #kept = 0;
  /** The indices in `before` of pairs that still touch. */
  #stays = new Uint8Array(1024);

  /** Notes a pair of this tick; every pair once. */
  add(a: number, b: number): void {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    this.#now.add(low, high, this.#tick);
    const index = this.#before.find(low, high, this.#tick - 1);
    if (index < 0) return;
    this.#stays[index] = 1;
    this.#kept++;
  }

  /** Ends a tick: counts what began, and goes through what ended as a game would. */
  finish(tally: Tally): void {
    const before = this.#before;
    const now = this.#now;
    tally.began += now.count - this.#kept;
    this.#tellEnds(tally);
    if (now.count > this.#stays.length) this.#stays = new Uint8Array(2 * now.count);
    else this.#stays.fill(0, 0, now.count);
    this.#before = now;
    this.#now = before;
    before.count = 0;
    this.#kept = 0;
    this.#tick++;
  }

  /** In a function of its own: V8 leaves compiled code for what follows a loop that was compiled while it ran. */
  #tellEnds(tally: Tally): void {
    const before = this.#before;
    for (let i = 0; i < before.count; i++) {
      if (this.#stays[i] === 1) continue;
      tally.ended++;
      tally.checksum += before.low[i] - before.high[i];
    }
  }
}

class PairTable {
  count = 0;
  low = new Uint32Array(1024);
  high = new Uint32Array(1024);
  /** By slot of the hash table: the index of the slot's pair in the columns `low` and `high`. */
  #index = new Uint32Array(4096);
  /** The tick that filled the slot, plus one. */
  #stamp = new Uint32Array(4096);
  #mask = 4095;

  add(low: number, high: number, tick: number): void {
    if (this.count === this.low.length) this.#grow(tick);
    this.low[this.count] = low;
    this.high[this.count] = high;
    this.#place(this.count++, tick);
  }

  find(low: number, high: number, tick: number): number {
    for (let slot = hash(low, high) & this.#mask; this.#stamp[slot] === tick + 1; slot = (slot + 1) & this.#mask) {
      const index = this.#index[slot];
      if (this.low[index] === low && this.high[index] === high) return index;
    }
    return -1;
  }

  #place(index: number, tick: number): void {
    let slot = hash(this.low[index], this.high[index]) & this.#mask;
    while (this.#stamp[slot] === tick + 1) slot = (slot + 1) & this.#mask;
    this.#stamp[slot] = tick + 1;
    this.#index[slot] = index;
  }

  #grow(tick: number): void {
    const size = 2 * this.low.length;
    const { low, high } = this;
    this.low = new Uint32Array(size);
    this.high = new Uint32Array(size);
    this.low.set(low);
    this.high.set(high);
    this.#index = new Uint32Array(4 * size);
    this.#stamp = new Uint32Array(4 * size);
    this.#mask = 4 * size - 1;
    for (let i = 0; i < this.count; i++) this.#place(i, tick);
  }
}

function hash(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}

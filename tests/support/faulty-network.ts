import type { Rng } from './rng.ts';

export interface NetworkFaults {
  /** The ticks that a packet takes in one direction. */
  readonly latency: number;
  /** Up to so many ticks more for each packet: those that are sent later may come first. */
  readonly jitter: number;
  /** The part of packets that never come. */
  readonly loss: number;
}

interface Packet {
  readonly bytes: Uint8Array;
  readonly due: number;
}

/** A way in one direction, on which packets are late, lost and overtaken. Time is counted in ticks. */
export class FaultyNetwork {
  readonly #faults: NetworkFaults;
  readonly #rng: Rng;
  #packets: Packet[] = [];
  #lastDue = -1;
  /** Counts of the faults, so that a test can require that they have happened. */
  lost = 0;
  overtaken = 0;

  constructor(faults: NetworkFaults, rng: Rng) {
    this.#faults = faults;
    this.#rng = rng;
  }

  send(bytes: Uint8Array | undefined, now: number): void {
    if (bytes === undefined) return;
    const { latency, jitter, loss } = this.#faults;
    if (this.#rng.next() < loss) {
      this.lost++;
      return;
    }
    // The bytes are copied: on a wire they could not be changed later.
    const packet = { bytes: bytes.slice(), due: now + latency + jitter * this.#rng.next() };
    if (packet.due < this.#lastDue) this.overtaken++;
    this.#lastDue = Math.max(this.#lastDue, packet.due);
    this.#packets.push(packet);
  }

  /** Hands out the packets that are due by now, in the order in which they arrive. */
  deliver(now: number, receive: (bytes: Uint8Array) => void): void {
    const come = this.#packets.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
    if (come.length === 0) return;
    this.#packets = this.#packets.filter(({ due }) => due > now);
    for (const { bytes } of come) receive(bytes);
  }
}

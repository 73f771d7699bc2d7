import { type InputPacket, MAX_INPUTS, NO_AHEAD, NO_TICK } from '../shared/protocol.ts';
import { RAIL, repeated, STAND } from '../shared/words.ts';

/** Inputs are kept by tick, modulo this. */
const ROOM = 128;
/** Packets a second that an honest client sends, with some to spare for those that a network held up. */
const PACKETS_A_SECOND = 90;
const PACKETS_TO_SPARE = 120;

/**
 * The inputs that one player has sent for future ticks. Nothing that a player sends can influence more than this
 * inbox.
 */
export class Inbox {
  /** The newest tick that the client has; NO_TICK while it needs the world. */
  ack = NO_TICK;
  /** How often something came that no honest client sends. */
  offences = 0;
  #newest = 0;
  readonly #ticks = new Float64Array(ROOM).fill(-1);
  readonly #words = new Int32Array(ROOM);
  readonly #agos = new Uint8Array(ROOM);
  #last = STAND;
  #allowance = PACKETS_TO_SPARE;

  /** Takes in a packet while the world is at tick `now`. */
  receive(packet: InputPacket | undefined, now: number): void {
    if (this.#allowance < 1 || packet === undefined || (packet.ack > now && packet.ack !== NO_TICK)) {
      this.offences++;
      return;
    }
    this.#allowance--;
    // Packets may come out of order, so an older answer does not replace a newer one. A request for the world always
    // counts.
    if (packet.ack === NO_TICK || this.ack === NO_TICK || packet.ack > this.ack) this.ack = packet.ack;
    packet.words.forEach((word, i) => {
      const tick = packet.first + i;
      // An input too far ahead comes from a clock that runs ahead, one that is late from a clock behind: an honest
      // client corrects its clock.
      if (tick > now + MAX_INPUTS) return;
      this.#newest = Math.max(this.#newest, tick);
      if (tick <= now) return;
      const at = tick % ROOM;
      // The first input for a tick counts: no player can change it after seeing what the others do.
      if (this.#ticks[at] === tick) return;
      this.#ticks[at] = tick;
      this.#words[at] = word;
      this.#agos[at] = packet.agos[i];
    });
  }

  /** How many ticks the newest input is ahead of a tick; NO_AHEAD before the first. */
  aheadOf(tick: number): number {
    return this.#newest === 0 ? NO_AHEAD : this.#newest - tick;
  }

  /** Returns the player's input in a tick: the one that was sent for it, else the last one again. */
  take(tick: number): number {
    this.#allowance = Math.min(PACKETS_TO_SPARE, this.#allowance + PACKETS_A_SECOND / 60);
    const at = tick % ROOM;
    this.#last = this.#ticks[at] === tick ? this.#words[at] : repeated(this.#last);
    return this.#last;
  }

  /** How long ago the shooter saw what he shoots at in a tick, in quarters of a tick. */
  agoAt(tick: number): number {
    return (this.#last & RAIL) !== 0 && this.#ticks[tick % ROOM] === tick ? this.#agos[tick % ROOM] : 0;
  }
}

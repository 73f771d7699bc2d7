/** The ticks by which even the latest of the last inputs should arrive before it is needed. */
const TARGET = 2;
/** The number of packets from the server that count as the last ones. */
const WINDOW = 60;
const FASTEST_CHANGE = 0.05;
/**
 * The surplus of ticks above which the lead is reduced faster: the larger the lead is, the more ticks are predicted.
 */
const MUCH_TOO_EARLY = 12;
const FASTEST_SLOWDOWN = 0.2;
const CHANGE_A_TICK = 0.01;
/** The largest shortage of ticks that is closed gradually; a larger one is closed by a jump. */
const MAX_ERROR = 6;
const LONGEST_JUMP = 60;
const SPARE_PACKETS = 3;

/**
 * How far a client runs ahead of the server: so far that its inputs arrive just in time, however long the way is. The
 * server says with every packet how early the newest one was; the clock goes a little faster or slower by that.
 */
export class Lead {
  readonly #aheads: number[] = [];
  #quiet = 0;
  /** The way to the server and back, in ticks. */
  #wayInTicks = 0;

  /** Notes a packet: an input came `ahead` ticks early, and this client is `lead` ticks ahead of the packet. */
  note(ahead: number, lead: number): void {
    // An input that is sent now is for a tick `lead` ahead of the server's packet. It will arrive `ahead` ticks before
    // its use, so the way to the server and back takes the difference.
    this.#wayInTicks = lead - ahead;
    if (this.#quiet > 0) {
      this.#quiet--;
      return;
    }
    this.#aheads.push(ahead);
    if (this.#aheads.length > WINDOW) this.#aheads.shift();
  }

  /** Ticks of the client for a tick of the clock. */
  get speed(): number {
    const error = this.#error;
    const slowest = error > MUCH_TOO_EARLY ? FASTEST_SLOWDOWN : FASTEST_CHANGE;
    return 1 - Math.max(-FASTEST_CHANGE, Math.min(slowest, error * CHANGE_A_TICK));
  }

  /** Returns how many ticks to go on at once, mostly 0. */
  takeJump(): number {
    const error = this.#error;
    if (error >= -MAX_ERROR) return 0;
    const jump = Math.min(LONGEST_JUMP, Math.ceil(-error));
    // Until an answer to inputs after the jump can be here, the server's packets tell of the time before it.
    this.#quiet = Math.max(0, this.#wayInTicks) + SPARE_PACKETS;
    this.#aheads.length = 0;
    return jump;
  }

  get #error(): number {
    return this.#aheads.length === 0 ? 0 : Math.min(...this.#aheads) - TARGET;
  }
}

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
  /** The ways to the server and back by the last packets, in ticks. */
  readonly #ways: number[] = [];
  #quiet = 0;

  /** Notes a packet: an input came `ahead` ticks early, and this client is `lead` ticks ahead of the packet. */
  note(ahead: number, lead: number): void {
    // A client that draws frames is never behind the packets. Those that come to a sleeping page tell of its pause
    // only.
    if (lead < 0) return;
    // An input that is sent now is for a tick `lead` ahead of the server's packet. It will arrive `ahead` ticks before
    // its use, so the way to the server and back takes the difference.
    keep(this.#ways, lead - ahead);
    if (this.#quiet > 0) this.#quiet--;
    else keep(this.#aheads, ahead);
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
    this.restart();
    return Math.min(LONGEST_JUMP, Math.ceil(-error));
  }

  /**
   * Begins to measure anew after the client has jumped ahead. Until an answer to inputs after the jump can be here, the
   * server's packets tell of the time before it.
   */
  restart(): void {
    this.#quiet = Math.max(0, ...this.#ways) + SPARE_PACKETS;
    this.#aheads.length = 0;
  }

  get #error(): number {
    return this.#aheads.length === 0 ? 0 : Math.min(...this.#aheads) - TARGET;
  }
}

/** Adds a value to the last ones, and drops the oldest when there are enough. */
function keep(values: number[], value: number): void {
  values.push(value);
  if (values.length > WINDOW) values.shift();
}

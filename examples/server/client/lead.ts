/** Ticks that the worst of the last inputs should arrive before they are needed. */
const TARGET = 2;
/** Packets that are looked at. */
const WINDOW = 60;
const FASTEST_CHANGE = 0.05;
/** Where inputs come far too early, all that is shown is predicted further than it has to be. */
const MUCH_TOO_EARLY = 12;
const FASTEST_SLOWDOWN = 0.2;
const CHANGE_A_TICK = 0.01;
/** An error that is not waited for to pass. */
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
  /** From here to the server and back. */
  #wayInTicks = 0;

  /** Takes in what the server says, when this client is `lead` ticks ahead of what it says it of. */
  note(ahead: number, lead: number): void {
    // An input that is sent now, for a tick `lead` ahead of what is known, will arrive with `ahead` of these left.
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
    // What comes until an answer can be here was said before the jump.
    this.#quiet = Math.max(0, this.#wayInTicks) + SPARE_PACKETS;
    this.#aheads.length = 0;
    return jump;
  }

  get #error(): number {
    return this.#aheads.length === 0 ? 0 : Math.min(...this.#aheads) - TARGET;
  }
}

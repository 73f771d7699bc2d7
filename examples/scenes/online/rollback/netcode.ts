/**
 * Rollback netcode for two players, without a server that knows better and with nothing in it about collision: copy it.
 *
 * Each machine runs the whole world at once. Of the other player it knows only the inputs that have come so far, and
 * guesses the rest: that she goes on doing what she did last. When an input comes that was guessed wrong, the world is
 * put back to before that tick and the ticks since then run again. A tick whose inputs are all known is confirmed: it
 * is the same on both machines, and never runs again.
 */

/** The world as the netcode needs it. It must do the same from the same state and inputs, to the bit. */
export interface RollbackWorld {
  /** Keeps the state from before a tick; it may be forgotten `MOST_UNCONFIRMED` ticks later. */
  save(tick: number): void;
  /** Puts back the state from before a tick. */
  restore(tick: number): void;
  /** Runs a tick with the input of each player. */
  run(tick: number, inputs: readonly [first: number, second: number]): void;
  /** Hears that a tick and all before it will not run again. */
  confirm(tick: number): void;
}

/** What a machine sends each frame. Messages may be lost, come twice or in another order. */
export interface InputMessage {
  /**
   * The inputs of the sender from this tick on: all that the receiver may not know yet, so that losses do not matter.
   */
  readonly from: number;
  readonly inputs: readonly number[];
  /** The last tick of which the sender knows the receiver's input, or −1. */
  readonly known: number;
}

/** The most ticks a machine runs on guesses: two thirds of a second. Then it waits for the other. */
export const MOST_UNCONFIRMED = 40;

/**
 * How many inputs are kept. A machine is at most `MOST_UNCONFIRMED` ticks ahead of what it knows of the other, which is
 * as far ahead of what it knows of this one: no input is needed for longer than twice that.
 */
const KEPT = 3 * MOST_UNCONFIRMED;

/** One of the two machines. */
export class RollbackPeer {
  private readonly world: RollbackWorld;
  private readonly player: 0 | 1;
  /** Inputs by tick modulo `KEPT`: of this player, of the other as they came, and as they were taken when ticks ran. */
  private readonly own = new Int32Array(KEPT);
  private readonly others = new Int32Array(KEPT);
  private readonly guesses = new Int32Array(KEPT);
  /** The next tick to run. */
  tick = 0;
  /** The last tick of which the other's input is known here, and of which the other knows this player's. */
  private known = -1;
  private acknowledged = -1;
  /** The last tick that will not run again, or −1. */
  confirmed = -1;
  private firstWrong = Infinity;

  constructor(world: RollbackWorld, player: 0 | 1) {
    this.world = world;
    this.player = player;
  }

  /** Takes in what the other has sent. */
  receive({ from, inputs, known }: InputMessage): void {
    this.acknowledged = Math.max(this.acknowledged, known);
    inputs.forEach((input, i) => {
      const tick = from + i;
      if (tick !== this.known + 1) return; // known already, or what comes before it is not
      this.known = tick;
      this.others[tick % KEPT] = input;
      if (tick < this.tick && this.guesses[tick % KEPT] !== input) this.firstWrong = Math.min(this.firstWrong, tick);
    });
  }

  /**
   * Corrects what was guessed wrong, then runs a tick with an input of this player. To be called once a frame. Returns
   * how many ticks ran again, or −1 when the machine waits for the other and has run nothing new.
   */
  advance(input: number): number {
    const again = this.#correct();
    this.#confirm();
    if (this.tick - this.confirmed > MOST_UNCONFIRMED) return -1;
    this.own[this.tick % KEPT] = input;
    this.#run(this.tick++);
    this.#confirm();
    return again;
  }

  /** Returns what is to be sent to the other, once a frame. */
  message(): InputMessage {
    const from = this.acknowledged + 1;
    const inputs = Array.from({ length: this.tick - from }, (_, i) => this.own[(from + i) % KEPT]);
    return { from, inputs, known: this.known };
  }

  /** Runs every tick again that is not confirmed. */
  runAgain(): void {
    this.firstWrong = this.confirmed + 1;
    this.#correct();
    this.firstWrong = Infinity;
  }

  #correct(): number {
    const again = this.tick - this.firstWrong;
    if (again <= 0) return 0;
    this.world.restore(this.firstWrong);
    for (let tick = this.firstWrong; tick < this.tick; tick++) this.#run(tick);
    this.firstWrong = Infinity;
    return again;
  }

  #run(tick: number): void {
    const own = this.own[tick % KEPT];
    // Before the first input has come, nothing is pressed.
    const other = this.known < 0 ? 0 : this.others[Math.min(tick, this.known) % KEPT];
    this.guesses[tick % KEPT] = other;
    this.world.save(tick);
    this.world.run(tick, this.player === 0 ? [own, other] : [other, own]);
  }

  #confirm(): void {
    const confirmed = Math.min(this.known, this.tick - 1);
    if (confirmed <= this.confirmed) return;
    this.confirmed = confirmed;
    this.world.confirm(confirmed);
  }
}

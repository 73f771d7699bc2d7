import { remember } from '../../shell/remember.ts';
/** Something that happened in a game, for a view to show and to sound. */
export interface Cue<Kind extends string = string> {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  /** How large the thing was that it happened to, in units of the scene. */
  readonly size: number;
  /** The value of the event to the player: points, damage. */
  readonly value: number;
  /** When it happened, in ticks of `Cues.now`. */
  readonly tick: number;
}

const MOST = 256;

/**
 * The last few hundred events of a game. The game only writes cues and never reads them, so they cannot influence it.
 */
export class Cues<Kind extends string> {
  /** Ticks since the start. */
  now = 0;
  /** How many there have ever been. */
  count = 0;
  readonly #ring: Cue<Kind>[] = [];

  constructor() {
    remember(() => ({ ring: this.#ring }));
  }

  add(kind: Kind, x: number, y: number, size = 1, value = 0): void {
    this.#ring[this.count++ % MOST] = { kind, x, y, size, value, tick: this.now };
  }

  /** Returns those after the first `count`, the oldest first, as far as they are still known. */
  after(count: number): Cue<Kind>[] {
    const cues: Cue<Kind>[] = [];
    for (let i = Math.max(count, this.count - MOST); i < this.count; i++) cues.push(this.#ring[i % MOST]);
    return cues;
  }

  /** Returns the cues of this many last ticks, the oldest first. */
  recent(ticks: number): Cue<Kind>[] {
    const oldest = Math.max(0, this.count - MOST);
    let first = this.count;
    while (first > oldest && this.now - this.#ring[(first - 1) % MOST].tick < ticks) first--;
    return this.after(first);
  }
}

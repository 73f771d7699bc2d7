import type { Arena } from '../shared/arena.ts';
import { AIMS } from '../shared/words.ts';

const KEPT = 128;
const STRIDE = 4;
const X = 0;
const Y = 1;
const AIM = 2;
const ALIVE = 3;

export interface Place {
  x: number;
  y: number;
  aim: number;
  alive: boolean;
}

/** Where the fighters were in the last ticks that are certain: others are shown there, and shot at there. */
export class PastPlaces {
  readonly #places: Float64Array;
  readonly #fighters: readonly number[];

  constructor(fighters: readonly number[]) {
    this.#fighters = fighters;
    this.#places = new Float64Array(KEPT * fighters.length * STRIDE);
  }

  record({ tick, fighters, collision: { Transform }, Fighter, Alive }: Arena): void {
    fighters.forEach((eid, slot) => {
      const at = this.#at(tick, slot);
      this.#places[at + X] = Transform.x[eid];
      this.#places[at + Y] = Transform.y[eid];
      this.#places[at + AIM] = Fighter.aim[eid];
      this.#places[at + ALIVE] = Alive[eid];
    });
  }

  /** Writes where a fighter was at a time, which may lie between two ticks. */
  read(slot: number, time: number, out: Place): void {
    const tick = Math.floor(time);
    const before = this.#at(tick, slot);
    const after = this.#at(Math.ceil(time), slot);
    const places = this.#places;
    // Who has just entered was elsewhere before.
    const part = places[before + ALIVE] === places[after + ALIVE] ? time - tick : 0;
    out.x = places[before + X] + (places[after + X] - places[before + X]) * part;
    out.y = places[before + Y] + (places[after + Y] - places[before + Y]) * part;
    const turn = ((places[after + AIM] - places[before + AIM] + AIMS * 1.5) % AIMS) - AIMS / 2;
    // From the last direction on to the first.
    out.aim = (places[before + AIM] + turn * part + AIMS) % AIMS;
    out.alive = places[before + ALIVE] === 1;
  }

  #at(tick: number, slot: number): number {
    return ((tick % KEPT) * this.#fighters.length + slot) * STRIDE;
  }
}

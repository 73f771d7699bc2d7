import type { Arena } from '../shared/arena.ts';
import { pitchOf, turnOf, turnsOf, type WordFormat } from '../shared/words.ts';

const KEPT = 128;
const STRIDE = 6;
/** The column of the first axis; the columns of the other axes follow. */
const PLACE = 0;
const TURN = 3;
const PITCH = 4;
const ALIVE = 5;

/**
 * The position of a fighter, and how far it is turned and raised, in parts of a whole turn; in the plane z and pitch
 * are 0.
 */
export interface Place {
  x: number;
  y: number;
  z: number;
  turn: number;
  pitch: number;
  alive: boolean;
}

export function createPlace(): Place {
  return { x: 0, y: 0, z: 0, turn: 0, pitch: 0, alive: false };
}

/**
 * The places of the fighters in the last certain ticks. Other players' fighters are shown there, and rays aim at them
 * there.
 */
export class PastPlaces {
  readonly #places: Float64Array;
  readonly #fighters: number;
  readonly #format: WordFormat;

  constructor(format: WordFormat, fighters: number) {
    this.#format = format;
    this.#fighters = fighters;
    this.#places = new Float64Array(KEPT * fighters * STRIDE);
  }

  record({ tick, fighters, places, Fighter, Alive }: Arena): void {
    fighters.forEach((eid, slot) => {
      const at = this.#at(tick, slot);
      for (let axis = 0; axis < places.length; axis++) this.#places[at + PLACE + axis] = places[axis][eid];
      this.#places[at + TURN] = turnOf(this.#format, Fighter.aim[eid]);
      this.#places[at + PITCH] = pitchOf(this.#format, Fighter.aim[eid]);
      this.#places[at + ALIVE] = Alive[eid];
    });
  }

  /** Writes where a fighter was at a time, which may lie between two ticks. */
  read(slot: number, time: number, out: Place): void {
    const tick = Math.floor(time);
    const before = this.#at(tick, slot);
    const after = this.#at(Math.ceil(time), slot);
    const places = this.#places;
    // A fighter that has just entered, or has just died, was elsewhere one tick before: between the two there is no
    // way.
    const part = places[before + ALIVE] === places[after + ALIVE] ? time - tick : 0;
    const between = (column: number): number =>
      places[before + column] + (places[after + column] - places[before + column]) * part;
    out.x = between(PLACE);
    out.y = between(PLACE + 1);
    out.z = between(PLACE + 2);
    out.pitch = between(PITCH);
    const turns = turnsOf(this.#format);
    const turn = ((places[after + TURN] - places[before + TURN] + turns * 1.5) % turns) - turns / 2;
    // The remainder lets a turn beyond the last direction go on from the first.
    out.turn = (places[before + TURN] + turn * part + turns) % turns;
    out.alive = places[before + ALIVE] === 1;
  }

  #at(tick: number, slot: number): number {
    return ((tick % KEPT) * this.#fighters + slot) * STRIDE;
  }
}

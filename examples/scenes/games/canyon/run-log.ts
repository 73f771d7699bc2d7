import type { Flight, FlightEvent, Wish } from './flight.ts';

/** Steps from the middle to the rim of a stick. */
const STEPS = 100;

/** What has happened to a flight in a tick: its pilot wants something else, or the flight has told of something. */
export type RunEvent =
  | { readonly tick: number; readonly kind: 'wish'; readonly wish: Wish }
  | { readonly tick: number; readonly kind: FlightEvent; readonly value: number };

/**
 * The events of a flight, in their order. The same flight that is given the pilot's again does the same again and tells
 * the same again, so the log is a ghost, with all that it meets on its way.
 */
export class RunLog {
  private readonly all: RunEvent[] = [];
  private ticks = 0;
  private last: Wish | undefined;
  private score = 0;
  private way = 0;
  private won = false;
  private ringTimes: readonly number[] = [];
  /**
   * The state of the replay at the last call of `at`: its tick, the index of the next event, and what the pilot wants.
   */
  private readonly replay = { tick: -1, next: 0, wish: { x: 0, y: 0, fires: false } as Wish };

  get events(): readonly RunEvent[] {
    return this.all;
  }

  /** Notes what the pilot wants in the next tick, and returns it as it has been noted: rounded. */
  add({ x, y, fires }: Wish): Wish {
    const wish = { x: Math.round(STEPS * x) / STEPS, y: Math.round(STEPS * y) / STEPS, fires };
    const last = this.last;
    if (last === undefined || last.x !== wish.x || last.y !== wish.y || last.fires !== fires)
      this.all.push({ tick: this.ticks, kind: 'wish', wish });
    this.last = wish;
    this.ticks++;
    return wish;
  }

  /** Notes what the flight tells of the tick that has been added last. */
  note(kind: FlightEvent, value: number): void {
    this.all.push({ tick: this.ticks - 1, kind, value });
  }

  /** Returns what the pilot wanted in a tick. Fast when ticks are asked for one after the other. */
  at(tick: number): Wish {
    const replay = this.replay;
    if (tick < replay.tick) replay.next = 0;
    replay.tick = tick;
    for (; replay.next < this.all.length && this.all[replay.next].tick <= tick; replay.next++) {
      const event = this.all[replay.next];
      if (event.kind === 'wish') replay.wish = event.wish;
    }
    return replay.wish;
  }

  /** Notes how it has ended. */
  end({ counts, state, way, ringTimes }: Flight): void {
    this.score = counts.score;
    this.way = way;
    this.won = state.won;
    this.ringTimes = [...ringTimes];
  }

  /** Returns the exact time at which a ring was entered, in seconds; NaN if it was not. */
  ringTime(ring: number): number {
    return this.ringTimes[ring] ?? Number.NaN;
  }

  /**
   * Whether this run is better than another: a run that has come through beats one that has not. Of two that have, the
   * higher score wins; of two that have not, the one that got farther.
   */
  isBetterThan(other: RunLog): boolean {
    if (this.won !== other.won) return this.won;
    return this.won ? this.score > other.score : this.way > other.way;
  }
}

import type { EventLog, LogHandlers } from 'bitecs-collision/2d';
import type { Arena } from '../shared/arena.ts';
import { MAX_PLAYERS } from '../shared/rules.ts';
import type { SoundName, Sounds } from './sounds.ts';

const SHOWN = 14;

type Fate = 'predicted' | 'confirmed' | 'cancelled';

interface Entry {
  readonly key: string;
  readonly item: HTMLLIElement;
  fate: Fate;
}

/**
 * Shows what becomes of events. A sound is played when one is predicted: at once, and once, however often its tick runs
 * again.
 */
export class EventLane {
  readonly counts: Record<Fate, number> = { predicted: 0, confirmed: 0, cancelled: 0 };
  readonly #list: HTMLElement;
  readonly #sounds: Sounds;
  #entries: Entry[] = [];

  constructor(list: HTMLElement, sounds: Sounds) {
    this.#list = list;
    this.#sounds = sounds;
  }

  /** Listens to the log of a world. */
  follow(arena: Arena, log: EventLog): void {
    const { Bolt, Spark, Fighter, Pickup, fighters, Shot } = arena;
    const name = (fighter: number): string => `player ${fighters.indexOf(fighter) + 1}`;
    log.onBegin(
      [Bolt],
      [Fighter],
      this.#handlers('bolt', (bolt, hit) => `bolt of player ${Shot.owner[bolt] + 1} hits ${name(hit)}`),
    );
    log.onBegin(
      [Spark],
      [Fighter],
      this.#handlers('ray', (spark, hit) => {
        const where = Shot.hit[spark] < MAX_PLAYERS ? '' : ' in the head';
        return `ray of player ${Shot.owner[spark] + 1} hits ${name(hit)}${where}`;
      }),
    );
    log.onBegin(
      [Fighter],
      [Pickup],
      this.#handlers('pickup', (fighter) => `${name(fighter)} is healed`),
    );
  }

  #handlers(sound: SoundName, textOf: (first: number, second: number) => string): LogHandlers {
    return {
      predicted: (first, second, { tick }) => {
        this.#sounds.play(sound);
        this.#add(`${tick} ${first} ${second}`, textOf(first, second));
      },
      confirmed: (first, second, { tick }) => this.#settle(`${tick} ${first} ${second}`, 'confirmed'),
      cancelled: (first, second, { tick }) => this.#settle(`${tick} ${first} ${second}`, 'cancelled'),
    };
  }

  #add(key: string, text: string): void {
    this.counts.predicted++;
    const item = document.createElement('li');
    item.textContent = text;
    item.className = 'predicted';
    this.#list.prepend(item);
    this.#entries.unshift({ key, item, fate: 'predicted' });
    for (const old of this.#entries.splice(SHOWN)) old.item.remove();
  }

  #settle(key: string, fate: Fate): void {
    this.counts[fate]++;
    const entry = this.#entries.find((other) => other.key === key && other.fate === 'predicted');
    if (entry === undefined) return;
    entry.fate = fate;
    entry.item.className = fate;
  }
}

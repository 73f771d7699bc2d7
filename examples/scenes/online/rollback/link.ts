import { remember } from '../../../shell/remember.ts';
import { TICK } from '../../../shell/scene.ts';

/** What the network between the machines does to messages: delays in milliseconds, losses as a share of 1. */
export interface Weather {
  delay: number;
  jitter: number;
  loss: number;
}

/** A way for messages that takes its time, mixes them up and loses some. */
export class Link<Message> {
  readonly #random: () => number;
  readonly #weather: Readonly<Weather>;
  readonly #underway: { readonly message: Message; readonly sent: number; readonly due: number }[] = [];

  constructor(weather: Readonly<Weather>, random: () => number) {
    this.#weather = weather;
    this.#random = random;
    remember(() => ({ underway: this.#underway }));
  }

  /** How far each message has come, from 0 to 1. */
  progress(now: number): number[] {
    return this.#underway.map(({ sent, due }) => Math.min(1, (now - sent) / Math.max(1, due - sent)));
  }

  send(message: Message, now: number): void {
    const { delay, jitter, loss } = this.#weather;
    const isLost = this.#random() < loss;
    const due = now + Math.round((delay + jitter * this.#random()) / 1000 / TICK);
    if (!isLost) this.#underway.push({ message, sent: now, due });
  }

  /** Returns what arrives now. */
  receive(now: number): Message[] {
    const arrived = this.#underway.filter(({ due }) => due <= now).map(({ message }) => message);
    const rest = this.#underway.filter(({ due }) => due > now);
    this.#underway.splice(0, Infinity, ...rest);
    return arrived;
  }
}

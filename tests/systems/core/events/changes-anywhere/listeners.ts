import type { EndCause } from '../../../../../entry/2d.ts';
import type { EventKind, Life, PairEvent, Tag } from '../../../../support/event-model-2d.ts';
import { type Bodies, TAGS } from './bodies.ts';
import type { GameContext } from './context.ts';

type ModelSelector = number | readonly Tag[];

interface Listener {
  readonly kind: EventKind;
  readonly first: ModelSelector;
  readonly second: ModelSelector;
  readonly since: number;
  isActive: boolean;
  /** When the collider of the entity that it names left for good. */
  expiredAt: number;
  stop: () => void;
}

interface Call {
  readonly listener: Listener;
  readonly first: number;
  readonly second: number;
}

/** Who listens to what, and whether each hears what the model says it should, in that order. */
export class Listeners {
  readonly #context: GameContext;
  readonly #bodies: Bodies;
  /** What a handler does besides. */
  readonly #act: () => void;
  readonly #listeners: Listener[] = [];
  /** Events still to come, and the calls that the one in delivery still has to make. */
  #events: PairEvent[] = [];
  #calls: Call[] = [];

  constructor(context: GameContext, bodies: Bodies, act: () => void) {
    this.#context = context;
    this.#bodies = bodies;
    this.#act = act;
    for (const kind of ['end', 'begin', 'stay'] as const) this.#probe(kind);
  }

  /** Takes what shall be heard next. */
  await(events: PairEvent[]): void {
    this.#events = events;
  }

  /** How many there are but the first. */
  get count(): number {
    return this.#listeners.filter(({ isActive }) => isActive).length;
  }

  /** The first listener of each kind hears everything and knows what comes next. */
  #probe(kind: EventKind): void {
    const heard = (a: number, b: number, cause?: EndCause): void => {
      this.requireCallsMade();
      const event = this.nextEvent();
      const expected = event && `${event.kind} ${event.a.body.eid} ${event.b.body.eid} ${event.cause ?? ''}`;
      const actual = `${kind} ${a} ${b} ${cause ?? ''}`;
      if (expected !== actual) this.#context.fail(`heard "${actual}", expected "${expected}"`);
      this.#context.count(cause ?? kind);
      this.#calls = this.#callsFor(event!);
      this.#act();
    };
    const { collision } = this.#context;
    if (kind === 'end') collision.onEnd((a, b, end) => heard(a, b, end.cause));
    else if (kind === 'begin') collision.onBegin((a, b) => heard(a, b));
    else collision.onStay((a, b) => heard(a, b));
  }

  nextEvent(): PairEvent | undefined {
    for (;;) {
      const event = this.#events.shift();
      if (event === undefined || this.#context.model.isHeard(event)) return event;
      this.#context.count('unheard');
    }
  }

  #callsFor({ kind, a, b }: PairEvent): Call[] {
    const calls: Call[] = [];
    for (const listener of this.#listeners) {
      if (listener.kind !== kind || !listener.isActive) continue;
      const { first, second } = listener;
      const isForward = this.#answers(listener, first, a) && this.#answers(listener, second, b);
      const isBackward = this.#answers(listener, first, b) && this.#answers(listener, second, a);
      if (isForward) calls.push({ listener, first: a.body.eid, second: b.body.eid });
      else if (isBackward) calls.push({ listener, first: b.body.eid, second: a.body.eid });
    }
    return calls;
  }

  #answers({ since, expiredAt }: Listener, selector: ModelSelector, life: Life): boolean {
    const { eid, tags } = life.body;
    const isNamed = typeof selector === 'number';
    if (life.gone === undefined) {
      return isNamed ? selector === eid && expiredAt === Infinity : selector.every((tag) => tags.includes(tag));
    }
    // Who names an entity, but subscribed after its collider left, means its successor.
    if (isNamed) return selector === eid && since <= life.goneAt && life.goneAt < expiredAt;
    return selector.length === 0 || (life.isReadable && selector.every((tag) => tags.includes(tag)));
  }

  expire(eid: number, cause: EndCause): void {
    if (cause === 'disabled') return;
    for (const listener of this.#listeners) {
      const isNamed = listener.first === eid || listener.second === eid;
      if (isNamed && listener.expiredAt === Infinity) listener.expiredAt = this.#context.model.clock;
    }
  }

  requireCallsMade(): void {
    for (const { listener, first, second } of this.#calls) {
      if (listener.isActive) this.#context.fail(`a listener to ${listener.kind} did not hear of ${first} ${second}`);
    }
    this.#calls = [];
  }

  listen(): void {
    const rng = this.#context.rng;
    const kind = (['end', 'begin', 'stay'] as const)[rng.integer(0, 2)];
    const first = this.#randomSelector();
    const second = this.#randomSelector();
    const since = this.#context.model.clock++;
    const listener: Listener = { kind, first, second, since, isActive: true, expiredAt: Infinity, stop: () => {} };
    const heard = (a: number, b: number): void => {
      let call = this.#calls.shift();
      while (call !== undefined && !call.listener.isActive) call = this.#calls.shift();
      if (call?.listener !== listener || call.first !== a || call.second !== b) {
        const expected = call && `${call.first} ${call.second} by ${JSON.stringify(call.listener)}`;
        this.#context.fail(`${JSON.stringify(listener)} heard ${a} ${b}, expected ${expected}`);
      }
      this.#context.count('selected');
      if (rng.next() < 0.2) this.#act();
    };
    const select = (selector: ModelSelector) =>
      typeof selector === 'number' ? selector : selector.map((tag) => TAGS[tag]);
    const { collision } = this.#context;
    if (kind === 'end') listener.stop = collision.onEnd(select(first), select(second), heard);
    else {
      const subscribe = kind === 'begin' ? collision.onBegin : collision.onStay;
      listener.stop = subscribe.call(collision, select(first), select(second), (a, b, contact) => {
        if (contact.a !== a || contact.b !== b || !contact.touching)
          this.#context.fail(`the contact of ${a} ${b} is another`);
        heard(a, b);
      });
    }
    this.#listeners.push(listener);
  }

  #randomSelector(): ModelSelector {
    const rng = this.#context.rng;
    if (rng.next() < 0.3) {
      const body = this.#bodies.pick();
      if (body?.hasCollider) return body.eid;
    }
    const lists: Tag[][] = [[], ['red'], ['blue'], ['red', 'blue']];
    return lists[rng.integer(0, 3)];
  }

  unlisten(): void {
    const active = this.#listeners.filter(({ isActive }) => isActive);
    const listener = active[this.#context.rng.integer(0, active.length - 1)];
    if (listener === undefined) return;
    this.#context.count('unlisten');
    listener.isActive = false;
    listener.stop();
  }
}

import { expect } from 'vitest';
import {
  boundsSystem,
  broadPhaseSystem,
  collisionSystem,
  contactTrackingSystem,
  eventSystem,
  narrowPhaseSystem,
  syncSystem,
} from '../../../../../entry/2d.ts';
import { validateColliderSlots } from '../../../../../src/core/collider-slots.ts';
import { validateContacts } from '../../../../../src/core/validate-contacts.ts';
import { Actions } from './actions.ts';
import { Bodies } from './bodies.ts';
import { GameContext, type Recipe } from './context.ts';
import { Listeners } from './listeners.ts';

/** A game whose code does everything the documentation allows, wherever it may, and what should be heard of it. */
export class Game {
  readonly #context: GameContext;
  readonly #bodies: Bodies;
  readonly #listeners: Listeners;
  readonly #actions: Actions;

  constructor(recipe: Recipe, counts: Map<string, number>) {
    this.#context = new GameContext(recipe, counts, {
      answer: (a, b) => this.#answer(a, b),
      expire: (eid, cause) => this.#listeners.expire(eid, cause),
    });
    this.#bodies = new Bodies(this.#context);
    this.#listeners = new Listeners(this.#context, this.#bodies, () => this.#actions.act('handler'));
    this.#actions = new Actions(this.#context, this.#bodies, this.#listeners);
  }

  /** How many bodies there are, those among them that bitECS has lost. */
  get size(): number {
    return this.#context.model.bodies.length;
  }

  #answer(a: number, b: number): boolean {
    const rng = this.#context.rng;
    const answer = rng.next() < 0.7;
    const problem = this.#context.model.ask(a, b, answer);
    if (problem !== '') this.#context.fail(problem);
    if (rng.next() < 0.1) this.#actions.act('hook');
    this.#context.count(answer ? 'accepted' : 'refused');
    if (rng.next() < 0.02) throw this.#context.error('hook');
    return answer;
  }

  tick(): void {
    const { world, collision, model } = this.#context;
    this.#context.ticks++;
    this.#actions.act('between');
    if (this.#bodies.able < 14 && this.#context.model.bodies.length < 50) this.#bodies.spawn();
    const isWhole = !model.hasHook && this.#context.rng.next() < 0.5;
    const between = (): void => {
      if (!isWhole && this.#context.rng.next() < 0.3) this.#actions.act('stage');
    };
    const problems: string[] = [];
    const stage = (system: (world: object) => object, follow: () => void): void => {
      if (!isWhole) system(world);
      follow();
      between();
    };
    try {
      stage(syncSystem, () => model.sync());
      stage(boundsSystem, () => model.bounds());
      stage(broadPhaseSystem, () => {});
    } catch (error) {
      if (error !== this.#context.thrown.pop()) throw error;
      // The tick is off: nothing was said, and everybody is asked again.
      model.forgetAnswers();
      return;
    }
    stage(narrowPhaseSystem, () => model.narrow(problems));
    if (problems.length > 0) this.#context.fail(problems.join(', '));
    stage(contactTrackingSystem, () => {
      this.#listeners.await(model.track());
    });
    this.#hear(isWhole ? collisionSystem : eventSystem);
    this.#listeners.requireCallsMade();
    const left = this.#listeners.nextEvent();
    if (left !== undefined)
      this.#context.fail(`never heard ${left.kind} ${left.a.body.eid} ${left.b.body.eid} ${left.cause}`);
    const pairs = new Set<string>();
    for (const { a, b, touching } of collision.contacts()) if (touching) pairs.add(`${a} ${b}`);
    expect([...pairs], `${this.#context.label}, tick ${this.#context.ticks}`).toEqual(model.touchingNow());
    validateColliderSlots(collision.state.set.slots);
    validateContacts(collision.state.contacts, collision.state.set.slots);
  }

  /** Runs what calls the handlers: what they threw comes out again, all of it and in order. */
  #hear(system: (world: object) => object): void {
    let caught: unknown[] = [];
    try {
      system(this.#context.world);
    } catch (error) {
      const isOne = this.#context.thrown.length < 2;
      caught = !isOne && error instanceof AggregateError ? error.errors : [error];
    }
    const thrown = this.#context.thrown.splice(0);
    const isExpected = caught.length === thrown.length && caught.every((error, i) => error === thrown[i]);
    if (isExpected) return;
    const stranger = caught.find((error) => !thrown.includes(error as Error));
    if (stranger !== undefined) throw stranger;
    this.#context.fail(`${caught.length} errors came out, ${thrown.length} were thrown`);
  }
}

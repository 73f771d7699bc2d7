import { createEntityIndex, createWorld, withVersioning } from 'bitecs';
import { type Collision, type CollisionOptions, createCollision, type EndCause } from '../../../../../entry/2d.ts';
import { EventModel } from '../../../../support/event-model-2d.ts';
import { createRng, type Rng } from '../../../../support/rng.ts';

/** Where code of the game runs: in an event handler, in `shouldCollide`, after a stage, or between two ticks. */
export type Where = 'handler' | 'hook' | 'stage' | 'between';

export interface Recipe {
  readonly seed: number;
  readonly options: Omit<CollisionOptions, 'transform' | 'shouldCollide'>;
  readonly hasHook: boolean;
  readonly isVersioned: boolean;
}

interface Hooks {
  /** What `shouldCollide` says. */
  answer(a: number, b: number): boolean;
  /** The collider of an entity has left. */
  expire(eid: number, cause: EndCause): void;
}

/** What all parts of a game share: the world, the model of what should be heard, chance, and what went wrong. */
export class GameContext {
  readonly recipe: Recipe;
  readonly world: object;
  readonly collision: Collision;
  readonly model: EventModel;
  readonly rng: Rng;
  readonly label: string;
  readonly expire: Hooks['expire'];
  /** What handlers threw and nobody has caught yet. */
  readonly thrown: Error[] = [];
  ticks = 0;
  readonly #counts: Map<string, number>;

  constructor(recipe: Recipe, counts: Map<string, number>, { answer, expire }: Hooks) {
    const { seed, options, hasHook, isVersioned } = recipe;
    this.recipe = recipe;
    this.#counts = counts;
    this.rng = createRng(seed);
    this.label = `seed ${seed}`;
    this.expire = expire;
    this.world = isVersioned ? createWorld(createEntityIndex(withVersioning(8))) : createWorld();
    this.collision = createCollision(this.world, { ...options, ...(hasHook && { shouldCollide: answer }) });
    this.model = new EventModel(options.margin ?? 0, hasHook, expire);
  }

  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  fail(message: string): never {
    throw new Error(`${this.label}, tick ${this.ticks}: ${message}`);
  }

  error(where: string): Error {
    this.count(`thrown in ${where}`);
    const error = new Error(`thrown on purpose in ${where}`);
    this.thrown.push(error);
    return error;
  }
}

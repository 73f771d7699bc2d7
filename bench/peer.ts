import type { Questions, Scene } from './scene.ts';

/** What one tick found. */
export interface Tally {
  /** Overlapping pairs; of queries, the hits. */
  pairs: number;
  contacts: number;
  began: number;
  ended: number;
  /** Sum over what was read, so that reading is not optimised away. */
  checksum: number;
}

/** One peer in one world. */
export interface Session {
  /** Hands over the transforms, finds pairs and contacts, and what began and ended. */
  update(tally: Tally): void;
  /** Reads normal, depth and points of every contact in JavaScript. */
  read(tally: Tally): void;
  rays?(questions: Questions, tally: Tally): void;
  boxes?(questions: Questions, tally: Tally): void;
  closest?(questions: Questions, tally: Tally): void;
}

export type Peer = (scene: Scene) => Session | Promise<Session>;

/** Loads a peer's package. The name is no literal, so that types and bundles do without the package being there. */
export async function loadPackage<T>(name: string): Promise<T> {
  const loaded = (await import(name)) as { default?: T } & T;
  return loaded.default ?? loaded;
}

/** Pairs of two ticks compared by a Set of numbers: for peers that report no begin and end. */
export class PairDiff {
  #now = new Set<number>();
  #before = new Set<number>();
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  add(a: number, b: number): void {
    this.#now.add(a < b ? a * this.#count + b : b * this.#count + a);
  }

  /** Ends a tick. */
  finish(tally: Tally): void {
    for (const pair of this.#now) if (!this.#before.has(pair)) tally.began++;
    for (const pair of this.#before) if (!this.#now.has(pair)) tally.ended++;
    const empty = this.#before;
    this.#before = this.#now;
    this.#now = empty;
    empty.clear();
  }
}

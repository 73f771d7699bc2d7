import type { Questions, Scene } from './scene.ts';

/** The numbers that one tick of a peer found. */
export interface Tally {
  /** Overlapping pairs. */
  pairs: number;
  /** Contacts read; more than pairs where a peer also reports bodies that come close. */
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
  /** Removes a static body, and adds another one at its place in the scene. */
  replace?(body: number): void;
  /** Reads normal, depth and points of every contact in JavaScript. */
  read(tally: Tally): void;
  /** Appends the overlapping pairs of the last update, as `pairKey`s in any order. Not timed: for comparison only. */
  list(keys: number[]): void;
  /** Writes the distance to the first hit of each ray, Infinity for none. */
  rays?(questions: Questions, answers: Float64Array): void;
  /** Writes how many colliders' bounds each box meets. */
  boxes?(questions: Questions, answers: Float64Array): void;
  /** Writes the distance to the closest collider, 0 inside. */
  closest?(questions: Questions, answers: Float64Array): void;
  /** Bytes that a body and a contact take, for peers that can tell. */
  memory?(): { body: number; contact: number };
}

export type Peer = (scene: Scene) => Session | Promise<Session>;

/** Thrown by a peer that cannot do a scenario; the message says why. */
export class Unsupported extends Error {}

/** One number for an unordered pair of bodies. */
export function pairKey(a: number, b: number, count: number): number {
  return a < b ? a * count + b : b * count + a;
}

/**
 * A value of a package that is installed for benchmarks alone, in a folder of their own: its types are known there
 * alone.
 */
// biome-ignore lint/suspicious/noExplicitAny: such a value can be read, called and constructed
export type Foreign = any;

/** Loads a peer's package. The name is no literal, so that types and bundles do without the package being there. */
export async function loadPackage<T>(name: string): Promise<T> {
  const loaded = (await import(name)) as { default?: unknown } & T;
  // A default that is a function or the whole module again; some packages export a default that is neither.
  const whole = loaded.default;
  const isWhole = typeof whole === 'function' || (typeof whole === 'object' && Object.keys(loaded).length <= 3);
  return isWhole ? (whole as T) : loaded;
}

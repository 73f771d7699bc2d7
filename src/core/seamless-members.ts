import type { Bvh } from './bvh/bvh.ts';

/** The questions that the dimensions ask of the seamless colliders of a world. */
export interface SeamlessMembers {
  /** Returns whether a collider is seamless. */
  has(slot: number): boolean;
  /** Returns whether two seamless colliders are of the same surface for every other collider, by their filters. */
  join(slot: number, other: number): boolean;
  /** Returns whether anything has changed since neighbours were last looked for: they may not be where they were. */
  areOutdated(): boolean;
  /** The number of seamless colliders. */
  readonly count: number;
  /** Returns the hierarchies that together hold all seamless colliders. */
  hierarchies(): readonly Bvh[];
}

import type { FlatHull } from '../convex/flat-hull.ts';

/** How the body in `round` is collided with a hull. */
export interface RoundContacts {
  /** See `findRoundAxis`. */
  findAxis(hull: FlatHull): number;
  /** See `locateRoundContact`. */
  locate(hull: FlatHull, kind: number): number;
}

/**
 * The routines for cylinders and cones; undefined before one of their makers has brought them. The triangles of a
 * surface may meet such a body, and take the routines from here: a game with meshes and without cylinders and cones
 * does not ship them.
 */
export let roundContacts: RoundContacts | undefined;

/**
 * Sets `roundContacts`. The makers of cylinders and cones call it, so that routines which meet such bodies can collide
 * with them.
 */
export function setRoundContacts(routines: RoundContacts): void {
  roundContacts = routines;
}

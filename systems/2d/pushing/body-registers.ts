import { createScalar, createVector, type Scalar, type Vector } from '../../../src/core/movement/vector.ts';

/**
 * Registers of the functions that work on one body of a crowd at a time, "the current body": V8 puts fractions that are
 * given to a function, or returned by one, on the heap unless it inlines the function. Nothing in a register outlives
 * the work on one body.
 */

/**
 * Written by `PushedBody.readSize`: the size of the current body, the width plus the height of its largest collider.
 */
export const size: Scalar = createScalar();
/** Written by `readSize`: walls nearer than this count while pushes are shared out. */
export const look: Scalar = createScalar();
/** Written by `readSize`: travelling less than this is standing. */
export const still: Scalar = createScalar();
/** Written by `readSize`: the distance that a stopped body keeps from the wall that has stopped it. */
export const gap: Scalar = createScalar();

/** Read by `findNear` and `place`: how far beyond `look` they search. */
export const extent: Scalar = createScalar();

/**
 * Written by `PushedBody.readWalk`: the way that the body has moved on its own in this tick, 0 where it is not known.
 */
export const walk: Vector = createVector();
/** Where the body is, from where the tick found it. `PushedBody.travel` adds to it. */
export const offset: Vector = createVector();
/** Read by `travel`: the way that the body is to travel. Overwritten. */
export const rest: Vector = createVector();

/** Read by `keepOnSide`, written by what finds a side: the normal of a wall, from the wall to the body. */
export const normal: Vector = createVector();
/** Written by `writeWayOut`, read by `PushedBody.isFree`: a way out of all walls that the body is in. */
export const wayOut: Vector = createVector();
/** A number that a function returns, or is given, as its comment says. */
export const amount: Scalar = createScalar();

import type { IndexList } from '../../core/index-list.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { bodyA } from '../geometry/convex/convex-body.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { manifold } from './emit-contact.ts';
import type { SurfaceSeams } from './surface-seams.ts';

/* The surface and the convex body whose contacts are being collected, and its current triangle (in `bodyA`). */

/**
 * The gap up to which triangles still adjoin, and the height up to which a step in the surface counts as none, as a
 * share of the body's size.
 */
export const ADJOINS = 1e-6;
/**
 * The same gap as a share of the surface's coordinates: those that are stored as f32 are rounded to 2^−24 of
 * themselves.
 */
export const ADJOINS_ROUNDING = 2 ** -22;
/** Sine by which a normal may lean over what adjoins. */
export const LEANS = 1e-7;
/** Share of the size by which a point may miss the depth and still be the deepest. */
export const DEEPEST_SLACK = 1e-10;
/** The triangle's unit normal, on the side on which the body's middle is; times −1 for its back. */
export const faceNormal = new Float64Array(3);
/** The point of the body's core that is lowest above the triangle's plane. */
export const lowestPoint = new Float64Array(3);
/** The middle of the body, relative to the pair's origin. */
export const bodyMiddle = new Float64Array(3);
/** A point of the surface, relative to the pair's origin. */
export const surfacePoint = new Float64Array(3);

/** The two colliders whose contacts are being collected. */
interface Subject {
  set: ColliderSet;
  slot: number;
  shape: RegisteredShape;
  origin: Float64Array;
  /** The other colliders that adjoin the surface; undefined where none is near. */
  seams: SurfaceSeams | undefined;
  /** The triangles near the body. */
  triangles: IndexList | undefined;
}

export let subject: Subject | undefined;
/** The current triangle: its place among those that are placed, and whether the body's middle is behind it. */
export const atHand = { place: 0, isBehind: false };
/**
 * Indices in `pairNumbers`: the largest separation of cores that counts as a contact, and the gap up to which
 * triangles adjoin.
 */
export const pairNumbers = new Float64Array(6);
/** `LIMIT` is the first number, as `setBodyBox` reads the limit from the start of the array. */
export const LIMIT = 0;
export const APART = 1;
/**
 * Indices in `pairNumbers`: the height of the body's lowest point above the triangle, the body's depth along the
 * triangle, a gap between cores, and the height of the body's middle above the triangle.
 */
export const LOW = 2;
export const LEAST = 3;
export const GAP = 4;
export const HEIGHT = 5;

/** Sets the surface and the other collider whose contacts are to be collected. */
export function setSubject(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  origin: Float64Array,
  seams: SurfaceSeams | undefined,
  triangles: IndexList | undefined,
): void {
  if (subject === undefined) subject = { set, slot, shape, origin, seams, triangles };
  else {
    subject.set = set;
    subject.slot = slot;
    subject.shape = shape;
    subject.origin = origin;
    subject.seams = seams;
    subject.triangles = triangles;
  }
}

/** Writes point number i of the manifold, on the core of the triangle, to `surfacePoint`. */
export function writePointOfTriangle(i: number): void {
  const from = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
  // The point moves from half-way between the surfaces back to the core of the triangle.
  const back = 0.5 * manifold[from + CONTACT_SEPARATION] + bodyA.rounding;
  for (let axis = 0; axis < 3; axis++) {
    surfacePoint[axis] = manifold[from + axis] - subject!.origin[axis] - back * manifold[axis];
  }
}

import type { ColliderSet } from '../collider-set.ts';
import type { IndexList } from '../index-list.ts';
import { contactMargin } from '../narrow-phase/contact-margin.ts';
import {
  addShapeContact,
  SHAPE_POINT_SEPARATION,
  SHAPE_POINT_STRIDE,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  VECTOR_STRIDE,
} from '../shape-contacts.ts';
import { compositeOf, type ShapeOf } from '../shapes/registered-of.ts';
import { PieceCursor, type PieceLoader, setFrame } from './pieces.ts';
import type { QueryShape } from './query-shape.ts';

/**
 * The routines of a dimension that compute contacts of placed pieces. A manifold is the normal, then the coordinates
 * and the separation of each point.
 */
export interface ContactRoutines<Set extends ColliderSet, Piece> {
  readonly loader: PieceLoader<Set, Piece>;
  /** The largest number of points of a contact. */
  readonly maxPoints: number;
  /** Collides two pieces in one frame up to `margin[0]`, and returns how many points there are. */
  collide(manifold: Float64Array, features: Uint32Array, a: Piece, b: Piece, margin: Float64Array): number;
  /** Undefined where all pieces are met one by one. */
  readonly surfaces: ContactSurfaces<Set, Piece> | undefined;
}

/** Adds a contact with a piece of a collider to the contacts of a query; its manifold is in the current frame. */
export type TakeContact = (
  out: ShapeContacts,
  slot: number,
  child: number,
  manifold: Float64Array,
  points: number,
) => void;

/** The routines for contacts with surfaces that several pieces make. */
export interface ContactSurfaces<Set extends ColliderSet, Piece> {
  /** Returns whether the pieces of a composite make one surface. */
  isSurface(shape: ShapeOf<Set>): boolean;
  /** Takes the contacts of a shape with the surface that a composite makes, by piece of the composite. */
  collide(
    out: ShapeContacts,
    set: Set,
    slot: number,
    composite: ShapeOf<Set>,
    shape: QueryShape<Piece>,
    take: TakeContact,
  ): void;
  /**
   * Takes the contacts where the placed shape is the surface, by piece of a collider that is no surface; returns false,
   * having done nothing, where the placed shape is no surface. Undefined where no shape that is placed makes a surface.
   */
  readonly collidePlaced:
    | ((out: ShapeContacts, set: Set, slot: number, shape: QueryShape<Piece>, take: TakeContact) => boolean)
    | undefined;
  /** Replaces contacts with seamless colliders, one by one, by those with the solid that they make. */
  filterSeamless(out: ShapeContacts, set: Set, shape: QueryShape<Piece>, take: TakeContact): void;
}

/** Finds where a placed shape touches colliders. */
export class ShapeCollider<Set extends ColliderSet, Piece> {
  readonly #routines: ContactRoutines<Set, Piece>;
  readonly #cursor: PieceCursor<Set, Piece>;
  readonly #manifold: Float64Array;
  readonly #features: Uint32Array;
  readonly #take: TakeContact;

  constructor(routines: ContactRoutines<Set, Piece>) {
    const { loader, maxPoints } = routines;
    const { axes, frameOrigin } = loader;
    this.#routines = routines;
    this.#cursor = new PieceCursor(loader);
    this.#manifold = new Float64Array(axes + maxPoints * (axes + 1));
    this.#features = new Uint32Array(maxPoints);
    this.#take = (out, slot, child, from, points) => takeContact(out, slot, child, from, points, axes, frameOrigin);
  }

  /**
   * Writes where a placed shape touches some colliders, which come by ascending entity index and are known to be
   * visible, or is no farther from them than `margin[0]`, by which its box has been grown. Contacts are sorted by
   * collider, then child, then piece of the shape. As in a tick, the joints of chains make no contacts, and one-sided
   * chains collide on one side only.
   */
  collideAmong(out: ShapeContacts, set: Set, slots: IndexList, shape: QueryShape<Piece>, margin: Float64Array): void {
    const { loader, surfaces } = this.#routines;
    out.count = 0;
    contactMargin[0] = margin[0];
    setFrame(loader, shape);
    for (let i = 0; i < slots.count; i++) {
      const slot = slots.items[i];
      const composite = surfaces === undefined ? undefined : compositeOf(set, slot);
      if (composite !== undefined && surfaces!.isSurface(composite)) {
        surfaces!.collide(out, set, slot, composite, shape, this.#take);
      } else if (surfaces?.collidePlaced?.(out, set, slot, shape, this.#take) !== true)
        this.#collideWithPieces(out, set, slot, shape);
    }
    surfaces?.filterSeamless(out, set, shape, this.#take);
  }

  #collideWithPieces(out: ShapeContacts, set: Set, slot: number, shape: QueryShape<Piece>): void {
    const { collide } = this.#routines;
    const cursor = this.#cursor;
    const manifold = this.#manifold;
    cursor.find(set, slot, shape.box);
    for (let i = 0; i < cursor.count; i++) {
      const child = cursor.load(set, slot, i);
      for (let k = 0; k < shape.count; k++) {
        const points = collide(manifold, this.#features, cursor.piece, shape.pieces[k], contactMargin);
        if (points > 0) this.#take(out, slot, child, manifold, points);
      }
    }
  }
}

/** Adds a contact, of which only the points within the margin count. */
function takeContact(
  out: ShapeContacts,
  slot: number,
  child: number,
  from: Float64Array,
  points: number,
  axes: number,
  frameOrigin: Float64Array,
): void {
  let row = -1;
  for (let i = 0; i < points; i++) {
    const at = axes + i * (axes + 1);
    const separation = from[at + axes];
    if (!(separation <= contactMargin[0])) continue;
    if (row < 0) {
      row = addShapeContact(out, slot, child);
      for (let axis = 0; axis < axes; axis++) out.normals[row * VECTOR_STRIDE + axis] = from[axis];
    }
    const to = row * SHAPE_POINTS_STRIDE + out.pointCounts[row]++ * SHAPE_POINT_STRIDE;
    for (let axis = 0; axis < axes; axis++) out.points[to + axis] = from[at + axis] + frameOrigin[axis];
    out.points[to + SHAPE_POINT_SEPARATION] = separation;
    if (separation < out.separations[row]) out.separations[row] = separation;
  }
}

import type { ColliderSlots } from '../../src/core/collider-slots.ts';
import {
  CONTACT_CHILDREN,
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
  featureOrExtraOf,
} from '../../src/core/contact-list.ts';
import type { ContactTracking } from '../../src/core/contact-tracking.ts';
import { CollisionError, textOf } from '../../src/core/errors.ts';
import type { EntityId } from './adapter/entities.ts';
import type { ContactCursor } from './events/dispatch.ts';

/**
 * The fields of a contact in any dimension: between two colliders, or between two children of them. In world units and
 * axes.
 *
 * A contact is a view: the same object shows the next contact when the loop or handler goes on. Copy what is to be
 * kept.
 */
export interface ContactBase {
  /** The first entity: the one of the lower index, or the one that the selectors put first. */
  readonly a: EntityId;
  readonly b: EntityId;
  /** Where the stores keep a and b: their ids without version bits. */
  readonly indexA: number;
  readonly indexB: number;
  /** The index of the segment of a chain, child of a compound or cell of tiles touches; 0 for other shapes. */
  readonly childA: number;
  readonly childB: number;
  /** 0 for sensors, else 1 to 2 in the plane and 1 to 4 in space. */
  readonly pointCount: number;
  /**
   * The least separation over the points: negative when penetrating; −Infinity for sensors, which do not measure it.
   */
  readonly separation: number;
  /** max(0, −separation); 0 for sensors. */
  readonly penetration: number;
  /** False for a contact that is within the margin and does not touch yet. */
  readonly touching: boolean;
  readonly sensor: boolean;
  /**
   * When in the tick the two met, 0 … 1, where one of them is `Swept`: normal and points are of that moment, in the
   * tick in which they meet. 1, the end of the tick, for all other contacts.
   */
  readonly fraction: number;
  /**
   * When in the tick the two parted for the last time, if they met on the way; 1 when they touch at the end of the
   * tick. A contact of two that pass through each other begins in this tick and ends in the next.
   */
  readonly exitFraction: number;
  /** A number that the contact keeps as long as it lasts. */
  readonly id: number;
  /** Ticks since the contact appeared: 0 in its first. */
  readonly age: number;
  pointSeparation(i: number): number;
  /** Returns which features of the two made point i: the same number as long as the same features do. */
  pointFeature(i: number): number;
}

/** The number of bits by which the feature of B is shifted in a feature id. */
const FEATURE_SHIFT = 16;

/**
 * The view of a contact, and the methods that move it, without the coordinates, which a dimension adds. Its fields are
 * plain numbers, written when it is shown: a getter that is not inlined would box the fraction it returns, and reading
 * contacts must allocate nothing.
 */
export abstract class ContactViewBase implements ContactBase, ContactCursor {
  a: EntityId = 0;
  b: EntityId = 0;
  childA = 0;
  childB = 0;
  pointCount = 0;
  separation = 0;
  penetration = 0;
  touching = false;
  sensor = false;
  fraction = 1;
  exitFraction = 1;
  id = 0;
  age = 0;
  /** @internal */
  protected readonly slots: ColliderSlots;
  /** @internal */
  protected readonly list: ContactList;
  /** @internal */
  protected row = 0;
  /**
   * @internal Where the normal of the row is in `manifolds`, and its second point in `extraPoints`, where there is one.
   */
  protected first = 0;
  /** @internal */
  protected second = 0;
  /** @internal */
  protected flipped = false;
  readonly #tracking: ContactTracking;

  constructor(tracking: ContactTracking) {
    this.slots = tracking.slots;
    this.list = tracking.list;
    this.#tracking = tracking;
  }

  /** @internal Writes the normal of the row that is shown: that of `manifolds`, times `sign`; 0 for none. */
  protected abstract showNormal(sign: number): void;

  /** Shows a row of the list; flipped when its B is to come first. */
  show(row: number, flipped: boolean): void {
    const { list } = this;
    const { entity } = this.slots;
    this.row = row;
    this.flipped = flipped;
    const a = entity[list.slotA[row]];
    const b = entity[list.slotB[row]];
    this.a = flipped ? b : a;
    this.b = flipped ? a : b;
    this.id = list.id[row];
    this.age = this.#tracking.tick - list.beginTick[row];
    const flags = list.flags[row];
    const points = flags & CONTACT_POINT_COUNT_MASK;
    this.pointCount = points;
    this.touching = (flags & CONTACT_TOUCHING) !== 0;
    this.sensor = points === 0;
    this.childA = 0;
    this.childB = 0;
    if ((flags & CONTACT_CHILDREN) !== 0) {
      const at = list.featureOrExtra[row];
      this.childA = flipped ? list.childB[at] : list.childA[at];
      this.childB = flipped ? list.childA[at] : list.childB[at];
    }
    this.fraction = 1;
    this.exitFraction = 1;
    list.swept?.show(row, this);
    this.first = row * list.manifoldStride;
    const pointStride = list.dimension + 1;
    if (points > 1) this.second = featureOrExtraOf(list, row) * (list.maxPoints - 1) * pointStride;
    this.showNormal(points === 0 ? 0 : flipped ? -1 : 1);
    let least = points > 0 ? list.manifolds[this.first + 2 * list.dimension] : -Infinity;
    for (let i = 1; i < points; i++) {
      const separation = list.extraPoints[this.second + i * pointStride - 1];
      if (separation < least) least = separation;
    }
    this.separation = least;
    this.penetration = points > 0 && least < 0 ? -least : 0;
  }

  get indexA(): number {
    return this.#indexOf(this.flipped);
  }

  get indexB(): number {
    return this.#indexOf(!this.flipped);
  }

  pointSeparation(i: number): number {
    return this.readPoint(i, this.list.dimension);
  }

  pointFeature(i: number): number {
    this.#require(i);
    const detail = featureOrExtraOf(this.list, this.row);
    const feature = this.pointCount === 1 ? detail : this.list.extraFeatures[detail * this.list.maxPoints + i];
    return this.flipped ? ((feature >>> FEATURE_SHIFT) | (feature << FEATURE_SHIFT)) >>> 0 : feature;
  }

  #indexOf(isB: boolean): number {
    return this.slots.index[(isB ? this.list.slotB : this.list.slotA)[this.row]];
  }

  /** @internal Returns number `at` of point i: the coordinates come first and then the separation. */
  protected readPoint(i: number, at: number): number {
    this.#require(i);
    const { list } = this;
    return i === 0
      ? list.manifolds[this.first + list.dimension + at]
      : list.extraPoints[this.second + (i - 1) * (list.dimension + 1) + at];
  }

  #require(i: number): void {
    if (Number.isInteger(i) && i >= 0 && i < this.pointCount) return;
    throw new CollisionError(
      'out-of-range',
      `contact point ${textOf(i)} does not exist: the contact has ${this.pointCount}`,
    );
  }
}

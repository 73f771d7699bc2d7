import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_SHIFT,
} from '../../src/2d/geometry/contact/contact-layout.ts';
import { EXTRA_STRIDE, ROW_STRIDE } from '../../src/2d/narrow-phase/emit-contact.ts';
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
import type { EntityId } from '../core/adapter/entities.ts';
import type { ContactCursor } from '../core/events/dispatch.ts';

/**
 * One contact between two colliders, or between two children of them. World units and axes.
 *
 * A view: the same object shows the next contact when the loop or handler goes on. Copy what is to be kept.
 */
export interface Contact {
  /** The entity that comes first: the lower index, or the one the selectors put first. */
  readonly a: EntityId;
  readonly b: EntityId;
  /** Where the stores keep a and b: their ids without version bits. */
  readonly indexA: number;
  readonly indexB: number;
  /** Which segment of a chain, child of a compound or cell of tiles touches; 0 for other shapes. */
  readonly childA: number;
  readonly childB: number;
  /** Unit, from a to b. (0, 0) for sensors. */
  readonly normalX: number;
  readonly normalY: number;
  /** 0 for sensors, else 1 or 2. */
  readonly pointCount: number;
  /**
   * The least separation over the points: negative when penetrating; −Infinity for sensors, which do not measure it.
   */
  readonly separation: number;
  /** max(0, −separation); 0 for sensors. */
  readonly penetration: number;
  /** False for a contact within the speculative margin that does not touch yet. */
  readonly touching: boolean;
  readonly sensor: boolean;
  /**
   * When in the tick the two met, 0 … 1, where one of them is `Swept`: normal and points are of that moment, in the
   * tick in which they meet. 1, the end of the tick, for all other contacts.
   */
  readonly fraction: number;
  /**
   * When in the tick the two parted again that met on the way; 1 when they touch at its end. One that was passed
   * through begins in this tick and ends in the next.
   */
  readonly exitFraction: number;
  /** Stable while the contact persists. */
  readonly id: number;
  /** Ticks since the contact appeared: 0 in its first. */
  readonly age: number;
  /** Coordinates of point i, midway between the two surfaces. */
  pointX(i: number): number;
  pointY(i: number): number;
  pointSeparation(i: number): number;
  /** Which features of the two made point i: the same number as long as the same features do. */
  pointFeature(i: number): number;
}

/**
 * The view and what moves it. Its fields are plain numbers, written when it is shown: a getter that is not inlined
 * would box the fraction it returns, and reading contacts must allocate nothing.
 */
export class ContactView implements Contact, ContactCursor {
  a: EntityId = 0;
  b: EntityId = 0;
  childA = 0;
  childB = 0;
  normalX = 0;
  normalY = 0;
  pointCount = 0;
  separation = 0;
  penetration = 0;
  touching = false;
  sensor = false;
  fraction = 1;
  exitFraction = 1;
  id = 0;
  age = 0;
  readonly #slots: ColliderSlots;
  readonly #list: ContactList;
  readonly #tracking: ContactTracking;
  #row = 0;
  /**
   * Where the first point is in `manifolds`, and what is before the second, if there is one, in `extraPoints`: adding
   * i, which is 1, makes a fraction find nothing.
   */
  #first = 0;
  #second = 0;
  #flipped = false;

  constructor(tracking: ContactTracking) {
    this.#slots = tracking.slots;
    this.#list = tracking.list;
    this.#tracking = tracking;
  }

  /** Shows a row of the list; flipped when its B is to come first. */
  show(row: number, flipped: boolean): void {
    const list = this.#list;
    const { entity } = this.#slots;
    this.#row = row;
    this.#flipped = flipped;
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
    this.#first = row * ROW_STRIDE + CONTACT_POINTS;
    if (points > 1) this.#second = featureOrExtraOf(list, row) * EXTRA_STRIDE - 1;
    this.#showManifold(points);
  }

  get indexA(): number {
    return this.#indexOf(this.#flipped);
  }

  get indexB(): number {
    return this.#indexOf(!this.#flipped);
  }

  pointX(i: number): number {
    return this.#readPoint(i, 0);
  }

  pointY(i: number): number {
    return this.#readPoint(i, 1);
  }

  pointSeparation(i: number): number {
    return this.#readPoint(i, CONTACT_SEPARATION);
  }

  pointFeature(i: number): number {
    this.#require(i);
    const detail = featureOrExtraOf(this.#list, this.#row);
    const feature = this.pointCount === 1 ? detail : this.#list.extraFeatures[detail * CONTACT_MAX_POINTS + i];
    return this.#flipped ? ((feature >>> FEATURE_SHIFT) | (feature << FEATURE_SHIFT)) >>> 0 : feature;
  }

  #indexOf(isB: boolean): number {
    return this.#slots.index[(isB ? this.#list.slotB : this.#list.slotA)[this.#row]];
  }

  #showManifold(points: number): void {
    const { manifolds, extraPoints } = this.#list;
    const first = this.#first;
    this.normalX = 0;
    this.normalY = 0;
    let least = -Infinity;
    if (points > 0) {
      const at = first - CONTACT_POINTS;
      // Adding to 0 keeps a zero positive.
      const sign = this.#flipped ? -1 : 1;
      this.normalX = 0 + sign * manifolds[at + CONTACT_NORMAL_X];
      this.normalY = 0 + sign * manifolds[at + CONTACT_NORMAL_Y];
      least = manifolds[first + CONTACT_SEPARATION];
    }
    if (points > 1) least = Math.min(least, extraPoints[this.#second + 1 + CONTACT_SEPARATION]);
    this.separation = least;
    this.penetration = points > 0 && least < 0 ? -least : 0;
  }

  #readPoint(i: number, at: number): number {
    this.#require(i);
    return i === 0 ? this.#list.manifolds[this.#first + at] : this.#list.extraPoints[this.#second + at + i];
  }

  #require(i: number): void {
    if ((i === 0 || i === 1) && i < this.pointCount) return;
    throw new CollisionError(
      'out-of-range',
      `contact point ${textOf(i)} does not exist: the contact has ${this.pointCount}`,
    );
  }
}

import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  FEATURE_SHIFT,
} from '../../src/2d/geometry/contact-layout.ts';
import { MORE_STRIDE, ROW_STRIDE } from '../../src/2d/narrow-phase/contact-row.ts';
import type { ColliderSlots } from '../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
  childAOf,
  childBOf,
  detailOf,
} from '../../src/core/contact-list.ts';
import { CollisionError } from '../../src/core/errors.ts';
import type { EntityId } from '../adapter/adapter.ts';
import type { ContactCursor } from '../events/dispatch.ts';

/**
 * One contact between two colliders, or between two children of them. World units and axes.
 *
 * A view: the same object shows the next contact when the loop or handler goes on. Copy what is to be kept.
 */
export interface Contact {
  /** The entity that comes first: the lower index, or the one the selectors put first. */
  readonly a: EntityId;
  readonly b: EntityId;
  /** Which segment of a chain or child of a compound touches; 0 for other shapes. */
  readonly childA: number;
  readonly childB: number;
  /** Unit, from a to b. (0, 0) for sensors. */
  readonly normalX: number;
  readonly normalY: number;
  /** 0 for sensors, else 1 or 2. */
  readonly pointCount: number;
  /** The least separation over the points: negative when penetrating; −Infinity for sensors, which do not measure it. */
  readonly separation: number;
  /** max(0, −separation); 0 for sensors. */
  readonly penetration: number;
  /** False for a contact within the speculative margin that does not touch yet. */
  readonly touching: boolean;
  readonly sensor: boolean;
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
 * The view and what moves it. Its fields are plain numbers, written when it is shown: a getter that is not inlined would box the
 * fraction it returns, and reading contacts must allocate nothing.
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
  id = 0;
  age = 0;
  readonly #slots: ColliderSlots;
  readonly #list: ContactList;
  readonly #clock: { tick: number };
  #row = 0;
  /** Where the second point is, if there is one. */
  #more = 0;
  #flipped = false;

  constructor(slots: ColliderSlots, list: ContactList, clock: { tick: number }) {
    this.#slots = slots;
    this.#list = list;
    this.#clock = clock;
  }

  /** Shows a row of the list; flipped when its B is to come first. */
  show(row: number, flipped: boolean): void {
    const list = this.#list;
    const { entity } = this.#slots;
    this.#row = row;
    this.#flipped = flipped;
    const a = entity[list.slotA[row]!]!;
    const b = entity[list.slotB[row]!]!;
    this.a = flipped ? b : a;
    this.b = flipped ? a : b;
    this.childA = flipped ? childBOf(list, row) : childAOf(list, row);
    this.childB = flipped ? childAOf(list, row) : childBOf(list, row);
    this.id = list.id[row]!;
    this.age = this.#clock.tick - list.beginTick[this.id]!;
    const flags = list.flags[row]!;
    this.pointCount = flags & CONTACT_POINT_COUNT_MASK;
    this.touching = (flags & CONTACT_TOUCHING) !== 0;
    this.sensor = this.pointCount === 0;
    if (this.sensor) this.#showSensor();
    else this.#showManifold();
  }

  pointX(i: number): number {
    const at = this.#point(i);
    return i === 0 ? this.#list.manifolds[at]! : this.#list.morePoints[at]!;
  }

  pointY(i: number): number {
    const at = this.#point(i) + 1;
    return i === 0 ? this.#list.manifolds[at]! : this.#list.morePoints[at]!;
  }

  pointSeparation(i: number): number {
    const at = this.#point(i) + CONTACT_SEPARATION;
    return i === 0 ? this.#list.manifolds[at]! : this.#list.morePoints[at]!;
  }

  pointFeature(i: number): number {
    this.#point(i);
    const detail = detailOf(this.#list, this.#row);
    const feature = this.pointCount === 1 ? detail : this.#list.moreFeatures[detail * CONTACT_MAX_POINTS + i]!;
    return this.#flipped ? ((feature >>> FEATURE_SHIFT) | (feature << FEATURE_SHIFT)) >>> 0 : feature;
  }

  #showSensor(): void {
    this.normalX = 0;
    this.normalY = 0;
    this.separation = -Infinity;
    this.penetration = 0;
  }

  #showManifold(): void {
    const { manifolds, morePoints } = this.#list;
    const at = this.#row * ROW_STRIDE;
    // Adding to 0 keeps a zero positive.
    const sign = this.#flipped ? -1 : 1;
    this.normalX = 0 + sign * manifolds[at + CONTACT_NORMAL_X]!;
    this.normalY = 0 + sign * manifolds[at + CONTACT_NORMAL_Y]!;
    let least = manifolds[at + CONTACT_POINTS + CONTACT_SEPARATION]!;
    if (this.pointCount > 1) {
      this.#more = detailOf(this.#list, this.#row) * MORE_STRIDE;
      const second = morePoints[this.#more + CONTACT_SEPARATION]!;
      if (second < least) least = second;
    }
    this.separation = least;
    this.penetration = least < 0 ? -least : 0;
  }

  /** Where point i is: the first in `manifolds`, the other in `morePoints`. */
  #point(i: number): number {
    if (!(i >= 0 && i < this.pointCount)) {
      throw new CollisionError('out-of-range', `contact point ${i} does not exist: the contact has ${this.pointCount}`);
    }
    return i === 0 ? this.#row * ROW_STRIDE + CONTACT_POINTS : this.#more;
  }
}

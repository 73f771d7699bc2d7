import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
  CONTACT_STRIDE,
  FEATURE_SHIFT,
} from '../../src/2d/geometry/contact-layout.ts';
import type { ColliderSlots } from '../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_SENSOR,
  CONTACT_TOUCHING,
  type ContactList,
} from '../../src/core/contact-list.ts';
import { CollisionError } from '../../src/core/errors.ts';
import type { EntityId } from '../adapter/adapter.ts';

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

/** The view and what moves it. */
export class ContactView implements Contact {
  readonly #slots: ColliderSlots;
  readonly #list: ContactList;
  readonly #clock: { tick: number };
  #row = 0;
  #flipped = false;

  constructor(slots: ColliderSlots, list: ContactList, clock: { tick: number }) {
    this.#slots = slots;
    this.#list = list;
    this.#clock = clock;
  }

  get view(): Contact {
    return this;
  }

  show(row: number, flipped: boolean): void {
    this.#row = row;
    this.#flipped = flipped;
  }

  get a(): EntityId {
    const { slotA, slotB } = this.#list;
    return this.#slots.entity[this.#flipped ? slotB[this.#row]! : slotA[this.#row]!]!;
  }

  get b(): EntityId {
    const { slotA, slotB } = this.#list;
    return this.#slots.entity[this.#flipped ? slotA[this.#row]! : slotB[this.#row]!]!;
  }

  get childA(): number {
    return this.#flipped ? this.#list.childB[this.#row]! : this.#list.childA[this.#row]!;
  }

  get childB(): number {
    return this.#flipped ? this.#list.childA[this.#row]! : this.#list.childB[this.#row]!;
  }

  get normalX(): number {
    return this.#normal(CONTACT_NORMAL_X);
  }

  get normalY(): number {
    return this.#normal(CONTACT_NORMAL_Y);
  }

  get pointCount(): number {
    return this.#list.flags[this.#row]! & CONTACT_POINT_COUNT_MASK;
  }

  get separation(): number {
    // Short enough to be inlined where it is read, so that reading it does not box the fraction.
    const { manifolds, flags } = this.#list;
    const points = flags[this.#row]! & CONTACT_POINT_COUNT_MASK;
    if (points === 0) return -Infinity;
    const at = this.#row * CONTACT_STRIDE + CONTACT_POINTS + CONTACT_SEPARATION;
    const first = manifolds[at]!;
    const second = manifolds[at + CONTACT_POINT_STRIDE]!;
    return points > 1 && second < first ? second : first;
  }

  get penetration(): number {
    return this.sensor ? 0 : Math.max(0, -this.separation);
  }

  get touching(): boolean {
    return (this.#list.flags[this.#row]! & CONTACT_TOUCHING) !== 0;
  }

  get sensor(): boolean {
    return (this.#list.flags[this.#row]! & CONTACT_SENSOR) !== 0;
  }

  get id(): number {
    return this.#list.id[this.#row]!;
  }

  get age(): number {
    return this.#clock.tick - this.#list.beginTick[this.#row]!;
  }

  pointX(i: number): number {
    return this.#list.manifolds[this.#point(i)]!;
  }

  pointY(i: number): number {
    return this.#list.manifolds[this.#point(i) + 1]!;
  }

  pointSeparation(i: number): number {
    return this.#list.manifolds[this.#point(i) + CONTACT_SEPARATION]!;
  }

  pointFeature(i: number): number {
    this.#point(i);
    const feature = this.#list.features[this.#row * CONTACT_MAX_POINTS + i]!;
    return this.#flipped ? ((feature >>> FEATURE_SHIFT) | (feature << FEATURE_SHIFT)) >>> 0 : feature;
  }

  #normal(component: number): number {
    if (this.sensor) return 0;
    const value = this.#list.manifolds[this.#row * CONTACT_STRIDE + component]!;
    return this.#flipped ? -value : value;
  }

  #point(i: number): number {
    if (!(i >= 0 && i < this.pointCount)) {
      throw new CollisionError('out-of-range', `contact point ${i} does not exist: the contact has ${this.pointCount}`);
    }
    return this.#row * CONTACT_STRIDE + CONTACT_POINTS + i * CONTACT_POINT_STRIDE;
  }
}

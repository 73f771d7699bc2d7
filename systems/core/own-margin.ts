import { type OwnMarginStore, ownMarginSpec } from '../../components/own-margin.ts';
import { createStore } from '../../components/store.ts';
import { type BoundsRule, type ColliderSet, featureOf } from '../../src/core/collider-set.ts';
import type { FeatureKey } from '../../src/core/feature-key.ts';
import { LARGEST_LENGTH, requireDistance } from '../../src/core/limits.ts';
import { lengthened } from '../../src/core/typed-array.ts';
import { addMembers, type Members } from './adapter/members.ts';
import { requireState } from './collision-state.ts';
import { addFeature } from './feature.ts';

/** Reads the component when bounds are computed, and grows them by it. */
class GrownByMargins implements BoundsRule {
  readonly #component: OwnMarginStore;
  readonly #members: Members;

  constructor(component: OwnMarginStore, members: Members) {
    this.#component = component;
    this.#members = members;
  }

  apply(set: ColliderSet, active: Uint32Array, count: number): number {
    const { index, changed } = set.slots;
    const { bounds, boundsStride } = set;
    const axes = boundsStride / 2;
    set.slotMargins = lengthened(set.slotMargins, set.kinds.length);
    const { slotMargins } = set;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = active[i];
      const at = slot * boundsStride;
      const margin = this.#read(index[slot]);
      if (!(margin >= 0 && margin <= LARGEST_LENGTH)) {
        if (set.refused < 0) set.refused = slot;
        continue;
      }
      active[kept++] = slot;
      if (margin !== slotMargins[slot]) {
        slotMargins[slot] = margin;
        changed[slot] = 1;
      }
      for (let low = at; low < at + axes; low++) {
        bounds[low] -= margin;
        bounds[low + axes] += margin;
      }
    }
    return kept;
  }

  isApplied({ slots, slotMargins }: ColliderSet, slot: number): boolean {
    return this.#read(slots.index[slot]) === slotMargins[slot];
  }

  requireValid({ slots }: ColliderSet, slot: number): void {
    requireDistance(`OwnMargin.distance of entity ${slots.entity[slot]}`, this.#read(slots.index[slot]));
  }

  /** Returns the margin that the game has written for an entity index, unchecked; 0 without the component. */
  #read(index: number): number {
    return this.#members.has(index) ? this.#component.distance[index] : 0;
  }
}

const OWN_MARGIN: FeatureKey<OwnMarginStore> = { name: 'ownMargin' };

/**
 * Returns the component by which colliders of a world look ahead, each as far as the game says: for solvers that want
 * contacts of pairs that will touch soon, and not of all pairs that are near. The first call makes the component.
 *
 *     const OwnMargin = ownMargin(world);
 *     addComponent(world, ball, OwnMargin);
 *     OwnMargin.distance[ball] = speed * dt; // before each tick
 *
 * A pair has a contact up to a separation of the world's `margin` and the distances of both: two colliders that
 * approach each other come nearer by the sum of their movements. So if every distance is at least how far any point of
 * that collider moves until the next tick, a pair of convex shapes that touches then has a contact now. Events still
 * begin at touch, and sensors, casts and other queries know no margin.
 *
 * The component is read together with the Transform: in each tick, and for a `Static` collider when that is `set()` or
 * touched. Snapshots save the component if it is among their `stores`.
 *
 * @throws CollisionError `invalid-state` when the world has no collision. The tick throws `invalid-number` for a
 * distance that is no number or below 0, naming the entity.
 */
export function ownMargin(world: object): OwnMarginStore {
  const state = requireState(world);
  const { set } = state;
  const known = featureOf(set, OWN_MARGIN);
  if (known !== undefined) return known;
  const keeper = createStore('OwnMargin', ownMarginSpec, state.limits);
  const component = keeper.component as unknown as OwnMarginStore;
  set.boundsRules.push(new GrownByMargins(component, addMembers(state, keeper)));
  set.slotMargins = new Float64Array(set.kinds.length);
  return addFeature(state, { key: OWN_MARGIN, value: component });
}

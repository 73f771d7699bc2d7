import { type OwnMarginStore, ownMarginSpec } from '../../components/own-margin.ts';
import { createStore } from '../../components/store.ts';
import { BOUNDS_STRIDE, type ColliderSet } from '../../src/2d/collider-set.ts';
import type { ColliderSet as AnySet, OwnMargins } from '../../src/core/collider-set.ts';
import { requireNonNegative } from '../../src/core/errors.ts';
import { lengthened } from '../../src/core/typed-array.ts';
import { addMembers, type Members } from '../core/adapter/members.ts';
import { type CollisionState, requireState } from '../core/collision-state.ts';
import { plane } from './dimension.ts';

/** Reads the component when bounds are computed, and grows them by it. */
class ComponentMargins implements OwnMargins {
  bySlot: Float64Array;
  readonly component: OwnMarginStore;
  readonly #members: Members;

  constructor(component: OwnMarginStore, members: Members, slots: number) {
    this.component = component;
    this.#members = members;
    this.bySlot = new Float64Array(slots);
  }

  read(index: number): number {
    return this.#members.has(index) ? this.component.distance[index] : 0;
  }

  grow(set: AnySet, active: Uint32Array, count: number): number {
    const { index, changed } = set.slots;
    const { bounds } = set;
    this.bySlot = lengthened(this.bySlot, set.kinds.length);
    const { bySlot } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = active[i];
      const at = slot * BOUNDS_STRIDE;
      const margin = this.read(index[slot]);
      const size = bounds[at + 2] - bounds[at] + (bounds[at + 3] - bounds[at + 1]);
      if (!(margin >= 0 && size + 4 * margin < Infinity)) {
        if (set.refused < 0) set.refused = slot;
        continue;
      }
      active[kept++] = slot;
      if (margin !== bySlot[slot]) {
        bySlot[slot] = margin;
        changed[slot] = 1;
      }
      bounds[at] -= margin;
      bounds[at + 1] -= margin;
      bounds[at + 2] += margin;
      bounds[at + 3] += margin;
    }
    return kept;
  }

  requireValid({ slots }: AnySet, slot: number): void {
    requireNonNegative(`OwnMargin.distance of entity ${slots.entity[slot]}`, this.read(slots.index[slot]));
  }
}

/**
 * Returns the component by which colliders of a world look ahead, each as far as the game says: for solvers that want
 * contacts of what will touch soon, and not of all that is near. The first call makes it.
 *
 *     const OwnMargin = ownMargin(world);
 *     addComponent(world, ball, OwnMargin);
 *     OwnMargin.distance[ball] = speed * dt; // before each tick
 *
 * A pair has a contact up to a separation of the world's `margin` and the distances of both: two that approach each
 * other come nearer by the sum of what each of them moves. So if every distance is at least how far any point of that
 * collider moves until the next tick, a pair of convex shapes that touches then has a contact now. Events still begin
 * at touch, and sensors, casts and other queries know no margin.
 *
 * It is read with the Transform: in each tick, and of what is `Static` when that is `set()` or touched. Snapshots save
 * it as they do other components that are among their `stores`.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision. The tick throws `invalid-number` for a
 *   distance that is no number or below 0, naming the entity.
 */
export function ownMargin(world: object): OwnMarginStore {
  const state = requireState<ColliderSet>(world, plane);
  const { set } = state;
  if (set.ownMargins !== undefined) return (set.ownMargins as ComponentMargins).component;
  const keeper = createStore('OwnMargin', ownMarginSpec, state.limits);
  const members = addMembers(state as unknown as CollisionState, keeper);
  const component = keeper.component as unknown as OwnMarginStore;
  set.ownMargins = new ComponentMargins(component, members, set.kinds.length);
  return component;
}

import { createStore, type StoreSpec } from '../../components/store.ts';
import { type ColliderSet, featureOf } from '../../src/core/collider-set.ts';
import { addMembers } from './adapter/members.ts';
import { requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { addFeature } from './feature.ts';
import { ONE_WAY, type OneWayGate, type SideColumns } from './one-way.ts';
import { OneWayRule } from './one-way-rule.ts';
import type { OneWaySides } from './one-way-sides.ts';

/** The routines of a dimension that one-way colliders need. */
export interface OneWayKind<Set extends ColliderSet, Piece, One = Piece> {
  readonly dimension: Dimension<Set>;
  readonly spec: StoreSpec;
  readonly sides: OneWaySides<Set, Piece, One>;
}

/** Returns the component by which colliders of a world are solid from one side only; the first call makes it. */
export function oneWayComponent<Set extends ColliderSet, Piece, One>(
  kind: OneWayKind<Set, Piece, One>,
  world: object,
): SideColumns {
  const state = requireState(world, kind.dimension);
  const known = featureOf(state.set, ONE_WAY);
  if (known !== undefined) return known.component as SideColumns;
  const keeper = createStore('OneWay', kind.spec, state.limits);
  const component = keeper.component as unknown as SideColumns;
  const gate = new OneWayRule(kind.sides, state, component, addMembers(state, keeper));
  addFeature<OneWayGate<unknown>>(state, {
    key: ONE_WAY,
    value: gate,
    beginTick: () => gate.requireValid(),
    gate,
    saved: gate,
    past: gate,
  });
  return component;
}

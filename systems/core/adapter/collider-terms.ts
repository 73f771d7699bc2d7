import { Not, Prefab } from 'bitecs';
import type { Adapter } from './adapter.ts';

/**
 * Returns the terms of a query for colliders. With Not(Prefab) among them, the query's observers also run when Prefab
 * is removed from an entity, which no other observer hears of.
 */
export function colliderTerms({ required }: Pick<Adapter, 'required'>): object[] {
  return [required[required.length - 1], Not(Prefab)];
}

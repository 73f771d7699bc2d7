import { Not, Prefab } from 'bitecs';
import type { Adapter } from './adapter.ts';

/**
 * What a query for colliders names: Prefab too, so that word comes when an entity is one no more. Nothing else tells of
 * that.
 */
export function colliderTerms({ required }: Pick<Adapter, 'required'>): object[] {
  return [required[required.length - 1], Not(Prefab)];
}

import { Not, Prefab } from 'bitecs';
import type { Adapter } from './adapter.ts';

/**
 * What a query for colliders names. With Not(Prefab) in it, its observers also run when Prefab is removed from an
 * entity, of which nothing else tells.
 */
export function colliderTerms({ required }: Pick<Adapter, 'required'>): object[] {
  return [required[required.length - 1], Not(Prefab)];
}

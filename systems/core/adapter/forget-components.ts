import type { Adapter } from './adapter.ts';
import { internals, isWorld } from './bitecs-internals.ts';

/**
 * Removes the collision's components from a world, as if the world had never known them: from its entities, and
 * together with every query that names them, since bitECS keeps queries for good and tests each whenever an entity
 * changes. No observer is called.
 */
export function forgetComponents({ world, bindings, tags, extensions }: Adapter): void {
  if (!isWorld(world)) return;
  const { componentMap, queries, queriesHashMap, notQueries, dirtyQueries, ...entities } = internals(world);
  const added = extensions.flatMap((extension) => [extension.binding.component, ...extension.tags]);
  for (const component of [...bindings.map((binding) => binding.component), ...Object.values(tags), ...added]) {
    const data = componentMap.get(component);
    if (data === undefined) continue;
    entities.entityComponents.forEach((life, eid) => {
      if (life.delete(component)) entities.entityMasks[data.generationId][eid] &= ~data.bitflag;
    });
    for (const query of data.queries) {
      for (const set of [queries, notQueries, dirtyQueries]) set.delete(query);
      for (const other of query.allComponents) if (other !== component) componentMap.get(other)?.queries.delete(query);
    }
    componentMap.delete(component);
  }
  for (const [hash, query] of queriesHashMap) if (!queries.has(query)) queriesHashMap.delete(hash);
}

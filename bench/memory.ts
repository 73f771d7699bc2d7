import type { CollisionState } from '../systems/core/collision-state.ts';

/** Bytes of all typed arrays that can be reached, each buffer once. */
export function bytesOf(root: object): number {
  const seen = new Set<object>();
  let bytes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      if (!seen.has(value.buffer)) bytes += value.buffer.byteLength;
      seen.add(value.buffer);
    } else for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return bytes;
}

/** What a world keeps for each body, by part. */
export function bodyStores(state: CollisionState): Record<string, object> {
  const { transform, collider, set, moving, statics, pairCache } = state;
  const { fatAabbs, startBounds, lastInside, bvh, escaped, escapedBvh } = pairCache;
  return {
    transform: transform ?? {},
    collider,
    'slots, poses, bounds': { ...set, transform: undefined, shape: undefined },
    'fat boxes': { fatAabbs, startBounds, lastInside, escaped },
    'moving hierarchies': { moving, bvh, escapedBvh },
    'static hierarchy': statics,
  };
}

/** What it keeps for each contact. */
export function contactStores({ contacts, tracking }: CollisionState): Record<string, object> {
  const { ends, freeIds } = tracking;
  return { contacts, transitions: { ends, freeIds } };
}

/** What it keeps for each pair, by part. */
export function pairStores({ candidates, pairCache }: CollisionState): Record<string, object> {
  const { pairs, overlapping, escapedPairs, sorter } = pairCache;
  return { 'candidate pairs': candidates, 'pair cache': { pairs, overlapping, escapedPairs, sorter } };
}

import type { CollisionState } from '../systems/core/collision-state.ts';

/** Bytes of all typed arrays that can be reached; of two over the same bytes, the first. Small ones share buffers. */
export function bytesOf(root: object): number {
  const seen = new Set<object>();
  const starts = new Map<object, Set<number>>();
  let bytes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      const known = starts.get(value.buffer) ?? new Set();
      if (!known.has(value.byteOffset)) bytes += value.byteLength;
      starts.set(value.buffer, known.add(value.byteOffset));
    } else for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return bytes;
}

/** Returns the columns that a world keeps for each body, by the part of the engine that they belong to. */
export function bodyStores(state: CollisionState): Record<string, object> {
  const { transform, collider, set, moving, statics, pairCache } = state;
  const { serving, next, startBounds, inside, settled, escaped, escapedBvh } = pairCache;
  const fat = [serving, next];
  return {
    transform: transform ?? {},
    collider,
    'slots, poses, bounds': { ...set, transform: undefined, shape: undefined },
    'fat boxes': {
      boxes: fat.map(({ fatAabbs }) => fatAabbs),
      startBounds,
      inside,
      settled,
      escaped,
    },
    'moving hierarchies': { moving, bvhs: fat.map(({ bvh }) => bvh), escapedBvh },
    'static hierarchy': statics,
  };
}

/** The columns that a world keeps for each contact. */
export function contactStores({ contacts, tracking }: CollisionState): Record<string, object> {
  const { ends, freeIds } = tracking;
  return { contacts, transitions: { ends, freeIds } };
}

/** Returns the columns that a world keeps for each pair, by the part of the engine that they belong to. */
export function pairStores({ candidates, pairCache }: CollisionState): Record<string, object> {
  const { serving, next, overlapping, escapedPairs } = pairCache;
  return {
    'candidate pairs': candidates,
    'pair cache': { serving: serving.pairs, next: next.pairs, overlapping, escapedPairs },
  };
}

import { box, circle, compound, polygon, type ShapeSpec } from '../../../../../entry/2d.ts';
import type { ModelFilter, Piece } from '../../../../support/event-model-2d.ts';
import type { Rng } from '../../../../support/rng.ts';

export const PLAIN_FILTER: ModelFilter = { category: 1, mask: 0xffffffff, group: 0 };
export const PREFAB_SHAPE = {
  spec: circle(0.5),
  pieces: [{ x: 0, y: 0, halfWidth: 0, halfHeight: 0, radius: 0.5 }],
};

/** A shape, and the pieces that the model knows it by. */
export function randomShape(rng: Rng): { spec: ShapeSpec; pieces: Piece[] } {
  const size = (): number => rng.integer(4, 14) / 16;
  const none = { x: 0, y: 0, halfWidth: 0, halfHeight: 0, radius: 0 };
  const kind = rng.integer(0, 5);
  if (kind < 2) {
    const radius = size();
    return { spec: circle(radius), pieces: [{ ...none, radius }] };
  }
  const halfWidth = size();
  const halfHeight = size();
  if (kind < 4) return { spec: box(halfWidth, halfHeight), pieces: [{ ...none, halfWidth, halfHeight }] };
  if (kind === 4) {
    const points = [-halfWidth, -halfHeight, halfWidth, -halfHeight, halfWidth, halfHeight, -halfWidth, halfHeight];
    return { spec: polygon(points), pieces: [{ ...none, halfWidth, halfHeight }] };
  }
  const radius = size();
  const spec = compound([
    { ...circle(radius), offsetX: -halfWidth },
    { ...circle(radius), offsetX: halfWidth },
  ]);
  const pieces = [-halfWidth, halfWidth].map((x) => ({ ...none, x, radius }));
  return { spec, pieces };
}

export function randomFilter(rng: Rng): ModelFilter {
  if (rng.next() < 0.6) return PLAIN_FILTER;
  return { category: 1 << rng.integer(0, 1), mask: rng.integer(1, 3), group: rng.integer(-1, 1) };
}

export function bitsOf({ category, mask, group }: ModelFilter) {
  return { categoryBits: category, maskBits: mask, groupIndex: group };
}

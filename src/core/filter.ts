/** The filter of who has set none: category 1, all in the mask, no group. Two such always meet. */
export const DEFAULT_CATEGORY = 1;
export const DEFAULT_MASK = 0xffffffff;

/**
 * Decides by bits whether two colliders may meet, with Box2D's meanings: a shared non-zero group decides alone
 * (positive: always, negative: never); else each one's category must be in the other's mask.
 */
export function filterAllows(
  categoryA: number,
  maskA: number,
  groupA: number,
  categoryB: number,
  maskB: number,
  groupB: number,
): boolean {
  if (groupA === groupB && groupA !== 0) return groupA > 0;
  return (categoryA & maskB) !== 0 && (categoryB & maskA) !== 0;
}

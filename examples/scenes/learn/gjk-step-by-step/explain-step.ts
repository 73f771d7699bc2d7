import type { GjkStep } from './gjk-step.ts';

const KEPT = ['', 'w alone', 'an edge', 'a triangle'];

export function titleOf({ verdict, distance }: GjkStep, index: number, last: number): string {
  const end = { search: '', overlap: ': they overlap', nearest: `: distance ${distance.toFixed(3)}` };
  return `Iteration ${index} of ${last}${end[verdict]}`;
}

/** Returns a sentence about the last of these steps. */
export function explain(steps: readonly GjkStep[]): string {
  const distances = steps.map(({ distance }) => distance.toFixed(3)).join(' → ');
  return `${sentences(steps.at(-1)!, steps.length === 1)}\nDistance of c: ${distances}`;
}

function sentences({ verdict, simplex }: GjkStep, isFirst: boolean): string {
  if (isFirst)
    return 'GJK begins with any corner w of the differences. The origin 0 is what it looks for: there, a = b.';
  if (verdict === 'overlap')
    return 'With the corner w the simplex holds the origin: some b − a is 0, a point of A is a point of B.';
  if (verdict === 'nearest')
    return 'The farthest corner w along the arrow is no farther than c: nothing is nearer to the origin.';
  return `The arrow leads from c to the origin; w = b − a is the farthest corner along it. The simplex keeps ${KEPT[simplex.length]}.`;
}

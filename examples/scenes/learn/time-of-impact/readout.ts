import { type Impact, lengthOf } from './shot.ts';
import type { SceneSim } from './sim.ts';

/** How often looking once a tick was not enough. */
export function tallyInWords({ counts }: SceneSim): string {
  return counts.shots > 1 ? `overlapShape missed ${counts.missed} of ${counts.shots - 1}` : '';
}

/** The result of looking for overlaps once a tick. */
export function answerInWords(sim: SceneSim): string {
  const { everyTick, impact, shot } = sim;
  if (impact.fraction === Infinity) return 'nothing in the way';
  if (everyTick.tick < 0) return 'flies through, unseen';
  const late = everyTick.tick * shot.stride - impact.fraction * lengthOf(shot);
  return sim.isMissed() ? `sees only another, ${late.toFixed(2)} later` : `sees it ${late.toFixed(2)} late`;
}

export function impactInWords({ fraction, normalX, normalY }: Impact): string {
  if (fraction === Infinity) return 'nothing in the way';
  return `${fraction.toFixed(5)}   normal (${normalX.toFixed(2)}, ${normalY.toFixed(2)})`;
}

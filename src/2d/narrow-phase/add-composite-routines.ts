import { SHAPE_CHAIN, SHAPE_CIRCLE, SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import { collideComposite } from './collide-composite.ts';
import type { CollideRoutine } from './collide-routine.ts';

/** Chains and compounds, among each other and with everything else. */
export function addCompositeRoutines(routines: (CollideRoutine | undefined)[]): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    for (let composite = SHAPE_CHAIN; composite < SHAPE_KIND_COUNT; composite++) {
      routines[kind * SHAPE_KIND_COUNT + composite] = collideComposite;
      routines[composite * SHAPE_KIND_COUNT + kind] = collideComposite;
    }
  }
}

import { SHAPE_CHAIN, SHAPE_CIRCLE, SHAPE_COMPOUND, SHAPE_KIND_COUNT } from '../shapes/shape-kind.ts';
import { collideComposite } from './collide-composite.ts';
import { type CollideRoutine, setRoutines } from './collide-routine.ts';

/** Chains and compounds, among each other and with everything else. */
export function addCompositeRoutines(routines: (CollideRoutine | undefined)[]): void {
  for (let kind = SHAPE_CIRCLE; kind < SHAPE_KIND_COUNT; kind++) {
    setRoutines(routines, kind, SHAPE_CHAIN, collideComposite, collideComposite);
    setRoutines(routines, kind, SHAPE_COMPOUND, collideComposite, collideComposite);
  }
}

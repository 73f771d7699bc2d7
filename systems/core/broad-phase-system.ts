import { updateNeighbours } from '../../src/2d/broad-phase/update-neighbours.ts';
import { collectCandidates } from '../../src/core/candidate-pairs.ts';
import { requireIdle } from './collision-state.ts';
import { buildStatics } from './hierarchies.ts';

/**
 * Third stage: finds the pairs whose bounds overlap, of what moves among each other and with what is static, through the hierarchies
 * and the list of neighbours; filters these into candidate pairs.
 */
export function broadPhaseSystem<W extends object>(world: W): W {
  const state = requireIdle(world);
  const { statics, moving, neighbours, set } = state;
  set.slots.rounds++;
  buildStatics(state);
  updateNeighbours(neighbours, set.bounds, set.slots, moving.active, statics.bvh);
  collectCandidates(state.candidates, neighbours.near, neighbours.strayPairs, set.slots, set.shape, state.hook);
  return world;
}

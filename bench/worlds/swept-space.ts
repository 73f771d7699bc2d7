import { ours } from '../space/peers/ours.ts';
import { SPACE_SCENARIOS } from '../space/scene.ts';
import type { Timed } from './compare.ts';

/** A world of the benchmark in space in which all that moves is swept, beside the same not swept. */
export function sweptSpace(name: string): Timed {
  const { title } = SPACE_SCENARIOS[name];
  const [swept, unswept] = [openWorld(name, true), openWorld(name, false)];
  return {
    family: 'swept',
    name: `${title}, all swept`,
    rival: 'the same not swept',
    operations: 1,
    ours: swept.tick,
    theirs: unswept.tick,
    before: { ours: swept.step, theirs: unswept.step },
    // Few are so fast that a contact is missed without sweeps.
    tolerance: 0.01,
  };
}

function openWorld(name: string, isSwept: boolean): { step(): void; tick(): number } {
  const scene = SPACE_SCENARIOS[name].make();
  const session = ours(scene, false, isSwept);
  const tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  return {
    step: scene.step,
    tick() {
      tally.contacts = 0;
      session.update(tally);
      session.read(tally);
      return tally.contacts;
    },
  };
}

import { addComponent, addEntity, createWorld, getAllEntities, removeEntity, set, type World } from 'bitecs';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import type { Contest } from '../geometry/contest.ts';
import { bareStores } from './bare-stores.ts';
import { RADIUS } from './even.ts';

/** Entities that get a transform and a collider, or lose them all, beside bitECS with observers that keep numbers. */
export function spawning(removes: boolean): Contest {
  const count = 5000;
  const makeOurs = () => {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world, { capacity: count + 1 });
    return { world, Transform, Collider, shape: circle(RADIUS) };
  };
  const makeTheirs = () => {
    const world = createWorld();
    const { Transform, Collider } = bareStores(world, count + 1);
    return { world, Transform, Collider, shape: { radius: RADIUS } };
  };
  const pass = ({ world, Transform, Collider, shape }: ReturnType<typeof makeOurs | typeof makeTheirs>): number => {
    for (let i = 0; i < count; i++) {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x: i, y: 0 }));
      addComponent(world, eid, set(Collider as object, shape));
    }
    return count;
  };
  const clear = ({ world }: { world: World }): number => {
    let removed = 0;
    for (const eid of [...getAllEntities(world)]) {
      removeEntity(world, eid);
      removed++;
    }
    return removed;
  };
  const name = removes ? 'removing an entity with a collider' : 'giving an entity transform and collider';
  // Half of a side's work is not timed: spawned bodies must be removed again, and bodies that are to be removed must be
  // added.
  const sideOf = (side: ReturnType<typeof makeOurs | typeof makeTheirs>, isOurs: boolean) => {
    if (removes) pass(side);
    const work = (): number => (removes ? clear(side) : pass(side));
    const after = (): void => {
      if (removes) pass(side);
      else clear(side);
      if (isOurs) collisionSystem(side.world);
    };
    return { work, after };
  };
  const mine = sideOf(makeOurs(), true);
  const other = sideOf(makeTheirs(), false);
  const afterwards = { ours: mine.after, theirs: other.after };
  const contest = { family: 'spawning', name, rival: 'bitECS, own observers', operations: count, tolerance: 0 };
  return { ...contest, ours: mine.work, theirs: other.work, afterwards } as Contest;
}

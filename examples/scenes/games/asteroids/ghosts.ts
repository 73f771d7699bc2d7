import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import type { Collision, ShapeSpec } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { HALF } from './flight.ts';

/** What is nearer to an edge than its own radius and this can touch something beyond it. */
const REACH = 2.2;
/** Where the world is seen again: to the sides, above and below, and at the corners. */
const SHIFTS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [2 * HALF * x, 2 * HALF * y] as const));

/** Has no flight of its own: what it is the ghost of has. */
export const Ghost = {};

/**
 * The world has no edge, so a body that reaches beyond it is also on the other side. There it has a ghost: the same
 * collider, moved by the width of the world, so that it is met there as it is seen there.
 */
export function createGhosts(world: World, { Transform, Collider }: Collision) {
  // By entity: whose ghost, or the body itself; and by body: its ghosts, by the number of the shift.
  const ownerOf: number[] = [];
  const ghostsOf = new Map<number, Map<number, number>>();
  remember(() => ({ ownerOf, ghostsOf }));

  function remove(ghosts: Map<number, number>, shift: number): void {
    const ghost = ghosts.get(shift);
    if (ghost === undefined) return;
    ghosts.delete(shift);
    removeEntity(world, ghost);
  }

  return {
    all: (): number[] => [...query(world, [Ghost])],

    /** Whose ghost this is; a body is its own. */
    owner: (eid: number): number => ownerOf[eid] ?? eid,

    /** Puts the ghosts of a body where they are now. `parts` are what they carry beside a collider. */
    follow(body: number, shape: ShapeSpec, radius: number, parts: readonly object[]): void {
      const ghosts = ghostsOf.get(body) ?? new Map<number, number>();
      ghostsOf.set(body, ghosts);
      ownerOf[body] = body;
      SHIFTS.forEach(([shiftX, shiftY], shift) => {
        const x = Transform.x[body] + shiftX;
        const y = Transform.y[body] + shiftY;
        const far = HALF + radius + REACH;
        if ((shiftX === 0 && shiftY === 0) || Math.abs(x) > far || Math.abs(y) > far) {
          remove(ghosts, shift);
          return;
        }
        const place = { x, y, rotation: Transform.rotation[body], scale: Transform.scale[body] };
        let ghost = ghosts.get(shift);
        if (ghost === undefined) {
          ghost = addEntity(world);
          for (const part of [set(Transform, place), set(Collider, shape), Ghost, ...parts])
            addComponent(world, ghost, part);
          ghosts.set(shift, ghost);
          ownerOf[ghost] = body;
        }
        Transform.x[ghost] = x;
        Transform.y[ghost] = y;
        Transform.rotation[ghost] = place.rotation;
      });
    },

    /** A body that goes takes its ghosts along. */
    dismiss(body: number): void {
      const ghosts = ghostsOf.get(body);
      if (ghosts === undefined) return;
      for (const shift of [...ghosts.keys()]) remove(ghosts, shift);
      ghostsOf.delete(body);
    },
  };
}

import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import type { Collision, ShapeSpec } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { HALF } from './flight.ts';

/**
 * A body has ghosts when it is nearer to an edge than its radius plus this length: nothing farther away can meet it
 * across the edge.
 */
const REACH = 2.2;
/**
 * The shifts that lead to the copies of the world around it: to the sides, above and below, and at the corners. The
 * shift in the middle is zero.
 */
const SHIFTS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [2 * HALF * x, 2 * HALF * y] as const));

/** Tags ghosts, which have no flight of their own: they follow the body that they are ghosts of. */
export const Ghost = {};

/**
 * The world has no edge, so a body that reaches beyond it is also on the other side. There it has a ghost: the same
 * collider, moved by the width of the world, so that it is met there as it is seen there.
 */
export function createGhosts(world: World, { Transform, Collider }: Collision) {
  // `ownerOf`, by entity: the body that the entity is a ghost of, or the entity itself. `ghostsOf`, by body: its
  // ghosts by the index of their shift.
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

    /** Returns the body that an entity is a ghost of; a body is its own owner. */
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

import { type CollisionSnapshot, createSnapshot, restoreCollision, saveCollision } from 'bitecs-collision/2d';

/** All that the next tick of a sim depends on, as it was once. */
export interface Moment {
  readonly snapshot: CollisionSnapshot;
  readonly copies: readonly Copy[];
}

/** How a world is saved and restored. */
export interface Saving {
  save(world: object, snapshot: CollisionSnapshot): void;
  restore(world: object, snapshot: CollisionSnapshot): void;
}

/** What changes from tick to tick: numbers by place or by name. */
export type Changing = number[] | Float64Array | Uint8Array | Record<string, number>;
type Copy = ArrayLike<number> | Readonly<Record<string, number>>;

/**
 * Makes the two functions by which a sim can be taken back at once (see `Sim.keep`): `changing` returns what the game
 * itself keeps from tick to tick beside the transforms. The world keeps its entities, components and shapes. A world in
 * space is saved by the functions of the entry for space.
 */
export function createMoments(
  world: object,
  Transform: object,
  changing: () => readonly Changing[],
  { save, restore }: Saving = { save: saveCollision, restore: restoreCollision },
) {
  const stores = { Transform: Transform as Record<string, Float64Array> };
  return {
    keep(): Moment {
      const snapshot = createSnapshot({ stores });
      save(world, snapshot);
      return { snapshot, copies: changing().map(copyOf) };
    },

    recall({ snapshot, copies }: Moment): void {
      restore(world, snapshot);
      changing().forEach((values, i) => {
        putBack(values, copies[i]);
      });
    },
  };
}

function copyOf(values: Changing): Copy {
  return Array.isArray(values) || ArrayBuffer.isView(values) ? values.slice() : { ...values };
}

function putBack(values: Changing, copy: Copy): void {
  if (Array.isArray(values)) values.splice(0, Infinity, ...Array.from(copy as ArrayLike<number>));
  else if (ArrayBuffer.isView(values)) values.set(copy as ArrayLike<number>);
  else Object.assign(values, copy);
}

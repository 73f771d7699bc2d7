/**
 * What a scene keeps from tick to tick beside its world, so that the gallery can take it back in time: see
 * `moments.ts`.
 *
 * Worlds, their components and all that can be reached from the properties of a sim are taken back for nothing. A
 * variable inside a function cannot be reached; one line beside it hands it over.
 */
export interface Memory {
  /** Returns the values by name. Whatever objects are among them is taken back with all that it leads to. */
  read(): object;
  /** Puts values back that are no objects: the variables get what they had. */
  readonly write: ((was: never) => void) | undefined;
}

let open: Memory[] | undefined;

/**
 * Hands over variables of a sim that is being made: `read` returns them in an object, and `write` gives them what they
 * were. Without a `write` they are never assigned anew: arrays, maps and objects whose content changes. Outside of
 * `createSim` it does nothing.
 *
 *     let cooldown = 0;
 *     const ticksLeft: number[] = [];
 *     remember(() => ({ cooldown, ticksLeft }), (was) => void ({ cooldown } = was));
 */
export function remember<T extends object>(read: () => T, write?: (was: T) => void): void {
  open?.push({ read, write });
}

/** Makes a sim, and returns with it what it has handed over. */
export function collectMemories<S>(make: () => S): { readonly made: S; readonly memories: readonly Memory[] } {
  const before = open;
  const memories: Memory[] = [];
  open = memories;
  try {
    return { made: make(), memories };
  } finally {
    open = before;
  }
}

import { remember } from './remember.ts';

/**
 * Returns a generator of numbers in [0, 1), the same for the same seed: 32 bits of state, a Weyl step and a mix. The
 * state is a property of the generator, where moments of a scene find it.
 */
export function createRandom(seed: number): () => number {
  const memory = { state: seed >>> 0 };
  remember(() => ({ memory }));
  const roll = (): number => {
    memory.state = (memory.state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(memory.state ^ (memory.state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x100000000;
  };
  return Object.assign(roll, { memory });
}

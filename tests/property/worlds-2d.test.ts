import { describe, expect, it } from 'vitest';
import { boxHierarchy, sphereHierarchy } from '../../entry/2d.ts';
import { findFault, judgePair } from '../support/compare-contacts-2d.ts';
import { effort } from '../support/effort.ts';
import {
  buildWorld,
  type ContactRow,
  placeBodies,
  randomRecipe,
  tick,
  type WorldRecipe,
} from '../support/random-worlds-2d.ts';
import { filtersMeet, isClose } from '../support/reference-2d.ts';
import { createRng } from '../support/rng.ts';

interface Tally {
  close: number;
  touching: number;
  kinds: Map<string, number>;
}

/** Compares every pair of a world with the reference and throws with the seed at the first difference. */
function compareWorld(
  recipe: WorldRecipe,
  rows: readonly ContactRow[],
  entities: number[],
  seed: number,
  tally: Tally,
): void {
  const shapes = placeBodies(recipe);
  const byPair = new Map<string, ContactRow[]>();
  for (const row of rows) {
    const key = `${row.a} ${row.b}`;
    byPair.set(key, [...(byPair.get(key) ?? []), row]);
  }
  for (let i = 0; i < shapes.length; i++) {
    for (let k = i + 1; k < shapes.length; k++) {
      const key = `${entities[i]} ${entities[k]}`;
      const found = byPair.get(key) ?? [];
      byPair.delete(key);
      const fault = comparePair(recipe, i, k, shapes, found, tally);
      if (fault !== undefined) throw new Error(`seed ${seed}, bodies ${i} and ${k}: ${fault}`);
    }
  }
  if (byPair.size > 0) throw new Error(`seed ${seed}: contacts of no pair in order: ${[...byPair.keys()].join('; ')}`);
}

function comparePair(
  recipe: WorldRecipe,
  i: number,
  k: number,
  shapes: ReturnType<typeof placeBodies>,
  found: ContactRow[],
  tally: Tally,
): string | undefined {
  const a = recipe.bodies[i];
  const b = recipe.bodies[k];
  const meets = filtersMeet(a.filter, b.filter) && !(a.isStatic && b.isStatic) && !a.isDisabled && !b.isDisabled;
  if (!meets) return found.length > 0 ? 'has contacts, but may not meet' : undefined;
  if (!isClose(shapes[i], shapes[k], recipe.margin * 1.01))
    return found.length > 0 ? 'has contacts, far apart' : undefined;
  const verdict = judgePair(shapes[i], shapes[k]);
  if (verdict.ambiguous) return undefined;
  tally.close++;
  if (verdict.separation <= 0) tally.touching++;
  const kinds = [a.shape.kind, b.shape.kind].sort().join('-');
  if (verdict.separation <= 0) tally.kinds.set(kinds, (tally.kinds.get(kinds) ?? 0) + 1);
  const fault = findFault(shapes[i], shapes[k], verdict, found, recipe.margin, a.isSensor || b.isSensor, recipe);
  return fault === undefined ? undefined : `${kinds}, margin ${recipe.margin}: ${fault}`;
}

const WORLDS = effort(1000, 200);
const FIRST_SEED = Number(process.env.WORLD_SEED ?? 1);

describe.each([1e-3, 1, 1e4])('random worlds of size %f', (size) => {
  it('have the contacts that brute force finds', () => {
    const tally: Tally = { close: 0, touching: 0, kinds: new Map() };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      const recipe = randomRecipe(createRng(seed), size);
      const built = buildWorld(recipe);
      compareWorld(recipe, tick(built), built.entities, seed, tally);
    }
    const rate = tally.touching / tally.close;
    expect(rate).toBeGreaterThan(0.3);
    expect(rate).toBeLessThan(0.7);
    expect(tally.kinds.size).toBe(28);
  });
});

describe('both kinds of hierarchy', () => {
  it('give the same contacts to the bit', () => {
    for (let seed = 5000; seed < 5000 + effort(300, 60); seed++) {
      const recipe = randomRecipe(createRng(seed), [1e-3, 1, 1e4][seed % 3]);
      const boxes = tick(buildWorld(recipe, { hierarchy: boxHierarchy }));
      const spheres = tick(buildWorld(recipe, { hierarchy: sphereHierarchy }));
      expect(spheres, `seed ${seed}`).toStrictEqual(boxes);
    }
  });
});

describe('shouldCollide', () => {
  it('is asked once for each pair whose bounds come together, and its no holds while they do', () => {
    let refused = 0;
    let accepted = 0;
    for (let seed = 6000; seed < 6000 + effort(200, 40); seed++) {
      const recipe = randomRecipe(createRng(seed), 1);
      const asked = new Map<string, number>();
      const says = (a: number, b: number): boolean => Math.imul(a * 31 + b, 0x9e3779b1) >>> 31 === 0;
      const built = buildWorld(recipe, {
        shouldCollide: (a, b) => {
          if (a >= b) throw new Error(`seed ${seed}: asked about (${a}, ${b})`);
          asked.set(`${a} ${b}`, (asked.get(`${a} ${b}`) ?? 0) + 1);
          return says(a, b);
        },
      });
      const free = tick(buildWorld(recipe));
      for (let round = 0; round < 3; round++) {
        const rows = tick(built);
        expect(rows, `seed ${seed}`).toStrictEqual(free.filter((row) => says(row.a, row.b)));
        for (const [key, times] of asked)
          if (times !== 1) throw new Error(`seed ${seed}: ${key} was asked ${times} times`);
      }
      for (const row of free) {
        if (!asked.has(`${row.a} ${row.b}`)) throw new Error(`seed ${seed}: ${row.a}, ${row.b} was never asked about`);
        if (says(row.a, row.b)) accepted++;
        else refused++;
      }
    }
    expect(refused / (refused + accepted)).toBeGreaterThan(0.3);
    expect(refused / (refused + accepted)).toBeLessThan(0.7);
  });
});

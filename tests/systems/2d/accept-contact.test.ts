import { describe, expect, it } from 'vitest';
import { type Contact, chain, circle, collisionSystem } from '../../../entry/2d.ts';
import { validateContacts } from '../../../src/core/validate-contacts.ts';
import { createGame } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { buildWorld, randomRecipe, readContacts } from '../../support/random-worlds-2d.ts';
import { createRng } from '../../support/rng.ts';

describe('acceptContact', () => {
  it('chooses among the segments of a chain', () => {
    const { world, collision, spawn } = createGame({ acceptContact: (_a, _b, { childA }) => childA === 1 });
    const floor = spawn(0, 0, chain([-4, 4, 0, 0, 4, 4]));
    spawn(0, 1, circle(1));
    collisionSystem(world);
    expect(Array.from(collision.contactsOf(floor), (contact) => contact.childA)).toEqual([1]);
  });

  it('leaves what a world without it has, less what it refuses', () => {
    const rate = new HitRate();
    for (let seed = 1; seed <= 40; seed++) {
      const rng = createRng(seed);
      const recipe = randomRecipe(rng, 1);
      // By numbers that both worlds have, so that they say the same.
      const accepts = ({ a, b, childA, childB, normalX }: Pick<Contact, 'a' | 'b' | 'childA' | 'childB' | 'normalX'>) =>
        (Math.imul(a * 31 + b * 17 + childA * 7 + childB * 3 + (normalX > 0 ? 1 : 0), 0x9e3779b1) >>> 9) % 2 === 0;
      const free = buildWorld(recipe);
      const gated = buildWorld(recipe, { acceptContact: (_a, _b, contact) => accepts(contact) });
      const touchingPairs = new Set<string>();
      const ended: string[] = [];
      const begun: string[] = [];
      gated.collision.onBegin((a, b) => begun.push(`${a} ${b}`));
      gated.collision.onEnd((a, b) => ended.push(`${a} ${b}`));
      for (let tick = 0; tick < 8; tick++) {
        for (const { collision } of [free, gated]) {
          const { Transform } = collision;
          const move = createRng(100 * seed + tick);
          for (const eid of gated.entities) {
            Transform.x[eid] += move.range(-0.3, 0.3);
            Transform.rotation[eid] += move.range(-0.5, 0.5);
          }
        }
        collisionSystem(free.world);
        collisionSystem(gated.world);
        const all = readContacts(free.collision);
        for (const row of all) rate.count(accepts(row));
        const kept = all.filter(accepts);
        expect(readContacts(gated.collision)).toEqual(kept);
        validateContacts(gated.collision.state.contacts, gated.collision.state.set.slots);
        const now = new Set(kept.filter((row) => row.touching).map((row) => `${row.a} ${row.b}`));
        expect(begun.splice(0)).toEqual([...now].filter((pair) => !touchingPairs.has(pair)));
        expect(ended.splice(0)).toEqual([...touchingPairs].filter((pair) => !now.has(pair)));
        touchingPairs.clear();
        for (const pair of now) touchingPairs.add(pair);
      }
    }
    rate.expectBalanced();
  });
});

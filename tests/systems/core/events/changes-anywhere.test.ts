import { expect, it } from 'vitest';
import { sphereHierarchy } from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import type { Recipe } from './changes-anywhere/context.ts';
import { Game } from './changes-anywhere/game.ts';

const ALL_TICKS = 600;
const TICKS = effort(ALL_TICKS, 200);

const RECIPES: Recipe[] = [
  { seed: 1, options: { capacity: 16 }, hasHook: false, isVersioned: false },
  { seed: 2, options: { hierarchy: sphereHierarchy, capacity: 2 }, hasHook: true, isVersioned: false },
  { seed: 3, options: { capacity: 2 }, hasHook: true, isVersioned: true },
  { seed: 4, options: { hierarchy: sphereHierarchy, margin: 0.25, capacity: 16 }, hasHook: false, isVersioned: true },
  { seed: 5, options: { margin: 0.25, shared: true, capacity: 2 }, hasHook: true, isVersioned: false },
];

/** What has to happen often in every run for it to say anything. */
const OFTEN = [
  'begin stay separated removed disabled filtered unheard selected unlisten look query refresh copy spawn remove prefab',
  'collider transform enable sensor static move refilter reshape rescale',
].flatMap((names) => names.split(' '));

function rarities({ isVersioned, hasHook }: Recipe): Record<string, number> {
  const least = Object.fromEntries([...OFTEN, 'thrown in handler'].map((what) => [what, 15]));
  return {
    ...least,
    grown: 1,
    ...(isVersioned ? { lost: 20 } : { reset: 2 }),
    ...(hasHook && { 'thrown in hook': 10 }),
  };
}

/** So many, most of them lost to bitECS, are no longer worth the time: the game starts anew. */
const CROWD = 60;

it.each(RECIPES)('events are exact whatever is changed wherever, seed $seed', (recipe) => {
  const counts = new Map<string, number>();
  let game: Game | undefined;
  for (let tick = 0; tick < TICKS; tick++) {
    if (game === undefined || game.size > CROWD) {
      game = new Game({ ...recipe, seed: recipe.seed + 1000 * tick }, counts);
    }
    game.tick();
  }
  const tooRare = Object.entries(rarities(recipe)).filter(
    ([what, least]) => (counts.get(what) ?? 0) < Math.floor((least * TICKS) / ALL_TICKS),
  );
  expect(tooRare, `seed ${recipe.seed}`).toEqual([]);
});

import { remember } from '../../../shell/remember.ts';
/** What can be chosen at a new level: how often, and what it says of itself. */
export const UPGRADES = [
  { name: 'Barrels', text: 'One more barrel', most: 4 },
  { name: 'Trigger', text: 'Fires faster', most: 4 },
  { name: 'Calibre', text: 'Hits harder, knocks further', most: 4 },
  { name: 'Piercing', text: 'Bullets go through one more', most: 4 },
  { name: 'Blades', text: 'One more blade circles you', most: 5 },
  { name: 'Nova', text: 'A wave throws all back, oftener', most: 4 },
  { name: 'Boots', text: 'You run faster', most: 3 },
  { name: 'Magnet', text: 'Gems come from further', most: 3 },
  { name: 'Vigour', text: 'More health, and half of it now', most: 4 },
] as const;

export type UpgradeName = (typeof UPGRADES)[number]['name'];

export type Upgrades = ReturnType<typeof createUpgrades>;

/** What the player has chosen so far. */
export function createUpgrades(random: () => number) {
  const levels = new Map<UpgradeName, number>();
  remember(() => ({ levels }));
  const level = (name: UpgradeName): number => levels.get(name) ?? 0;

  return {
    level,
    reset: () => levels.clear(),
    take: (name: UpgradeName) => levels.set(name, level(name) + 1),

    /** Returns three different ones that are not used up yet, or fewer when there are no more. */
    offer(): UpgradeName[] {
      const open = UPGRADES.filter(({ name, most }) => level(name) < most).map(({ name }) => name);
      const offered: UpgradeName[] = [];
      while (offered.length < 3 && open.length > 0) offered.push(...open.splice(Math.floor(random() * open.length), 1));
      return offered;
    },

    barrels: () => 1 + level('Barrels'),
    fireTicks: () => 13 - 2.1 * level('Trigger'),
    damage: () => 1 + level('Calibre'),
    pierces: () => level('Piercing'),
    blades: () => level('Blades'),
    /** Ticks from one wave to the next; Infinity without. */
    novaTicks: () => (level('Nova') === 0 ? Infinity : 420 - 70 * level('Nova')),
    speed: () => 6 * (1 + 0.1 * level('Boots')),
    reach: () => 2 + 1.6 * level('Magnet'),
    health: () => 100 + 25 * level('Vigour'),
  };
}

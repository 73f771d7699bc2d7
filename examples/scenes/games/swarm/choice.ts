import { Press } from '../../../shared/press.ts';
import { stickWay } from '../../../shared/stick-way.ts';
import { remember } from '../../../shell/remember.ts';
import type { SceneInput } from '../../../shell/scene.ts';
import type { UpgradeName } from './upgrades.ts';

/** The cards to choose from, side by side around the player, in units of the scene. */
export const CARD = { width: 7.8, height: 9.5, gap: 0.7 };

/** Before this many ticks nothing is taken: the player still runs. After so many the game chooses for who does not. */
const DEAF_TICKS = 24;
export const CHOICE_TICKS = 540;

/** The middle of a card, across, as seen from the player. */
export function cardX(index: number, count: number): number {
  return (index - (count - 1) / 2) * (CARD.width + CARD.gap);
}

export type Choice = ReturnType<typeof createChoice>;

/** A new level: one of some upgrades is chosen, with arrow keys and space or with a press. The game waits meanwhile. */
export function createChoice() {
  const press = new Press();
  let wasMoveX = 0;
  let wasX = 0;
  let wasY = 0;
  remember(
    () => ({ wasMoveX, wasX, wasY }),
    (was) => void ({ wasMoveX, wasX, wasY } = was),
  );

  const choice = {
    offered: [] as UpgradeName[],
    picked: 0,
    ticksLeft: 0,

    open(offered: UpgradeName[]): void {
      Object.assign(choice, { offered, picked: Math.floor(offered.length / 2), ticksLeft: CHOICE_TICKS });
    },

    isOpen: (): boolean => choice.offered.length > 0,

    close(): void {
      choice.offered = [];
    },

    /** Reads a tick of input, with the pointer as seen from the player. Returns what is chosen in it, if anything. */
    read(input: SceneInput, x: number, y: number): UpgradeName | undefined {
      const pressed = press.read(input);
      const { offered } = choice;
      const way = stickWay(input.moveX);
      const moved = way !== wasMoveX ? way : 0;
      wasMoveX = way;
      const under = offered.findIndex(
        (_, i) => Math.abs(x - cardX(i, offered.length)) < CARD.width / 2 && Math.abs(y) < CARD.height / 2,
      );
      if (under >= 0 && (x !== wasX || y !== wasY || input.pointerDown)) choice.picked = under;
      [wasX, wasY] = [x, y];
      const isHeard = --choice.ticksLeft < CHOICE_TICKS - DEAF_TICKS;
      if (isHeard && moved !== 0) choice.picked = (choice.picked + moved + offered.length) % offered.length;
      const isTaken = isHeard && pressed && (under >= 0 || !input.pointerDown);
      if (!isTaken && choice.ticksLeft > 0) return undefined;
      const chosen = offered[choice.picked];
      choice.close();
      return chosen;
    },
  };
  return choice;
}

import { type Effects, ring } from '../../../shared/juice/juice.ts';
import { type CueKind, POWER_UPS } from './sim.ts';

/** The words that are shown for each power-up. */
const NAMES: Record<(typeof POWER_UPS)[number], string> = {
  wider: 'Wide paddle',
  ball: 'One more ball',
  slower: 'Slow balls',
  laser: 'Laser!',
  comet: 'Comet!',
};

export const effects: Effects<CueKind> = ({ ink, player, contact, kinds }) => {
  const [, orange, , green, , yellow] = kinds as [number, number, number, number, number, number];
  const named = ({ value }: { readonly value: number }): string => NAMES[POWER_UPS[value]];
  return {
    paddle: { bursts: [{ count: 6, colour: player, size: 0.07, speed: 0.08, life: 16 }], sound: 'hit' },
    wall: { sound: 'tick' },
    chip: { bursts: [{ piece: 'shard', count: 4, colour: orange, size: 0.1, speed: 0.1, life: 20 }], sound: 'hit' },
    steel: { bursts: [{ count: 3, colour: ink, size: 0.05, speed: 0.12, life: 12 }], sound: 'tick' },
    shatter: {
      bursts: [
        { piece: 'shard', count: 12, colour: orange, size: 0.2, speed: 0.16, life: 40 },
        { count: 4, colour: ink, size: 0.05, speed: 0.16, life: 20 },
      ],
      shake: 0.05,
      text: ({ value }) => (value > 1 ? `×${Math.min(8, value)}` : ''),
      textSize: 15,
      sound: 'break',
    },
    catch: {
      bursts: [ring({ colour: green, size: 0.3, growth: 4, life: 22 })],
      text: named,
      textColour: green,
      sound: 'gain',
    },
    comet: {
      bursts: [ring({ colour: contact, size: 0.3, growth: 6, life: 26 })],
      text: named,
      textColour: contact,
      shake: 0.25,
      sound: 'boom',
    },
    laser: { sound: 'laser' },
    bolt: {
      bursts: [
        { count: 20, colour: yellow, size: 0.1, speed: 0.25, life: 30 },
        ring({ colour: yellow, size: 0.3, growth: 5, life: 20 }),
      ],
      text: () => 'Zap!',
      textColour: yellow,
      shake: 0.15,
      sound: 'laser',
    },
    lost: { bursts: [{ count: 24, colour: contact, size: 0.08, speed: 0.2, life: 40 }], shake: 0.3, sound: 'hurt' },
    level: { text: ({ value }) => `Level ${value}`, textColour: green, textSize: 26, sound: 'win' },
    over: { shake: 0.4, sound: 'lose' },
    won: { bursts: [{ count: 80, colour: green, size: 0.1, speed: 0.4, life: 90 }], sound: 'win' },
  };
};

import { type Effects, ring } from '../../../shared/juice/juice.ts';
import { mixColours } from '../../../shared/mix-colours.ts';
import type { CueKind } from './sim.ts';

export const effects: Effects<CueKind> = ({ background, ink, player, contact, kinds }) => {
  const [blue, , , green, pink, yellow] = kinds as [number, number, number, number, number, number];
  const dust = mixColours(background, ink, 0.55);
  const points = ({ value }: { readonly value: number }): string => `+${value}`;
  return {
    jump: { bursts: [{ count: 5, colour: dust, size: 0.1, speed: 0.06, life: 18, growth: 1.5 }], sound: 'jump' },
    land: { bursts: [{ count: 12, colour: dust, size: 0.16, speed: 0.12, life: 26, growth: 1.5 }], sound: 'land' },
    run: { bursts: [{ count: 2, colour: dust, size: 0.09, speed: 0.03, life: 20, growth: 1.6 }] },
    coin: {
      bursts: [
        { count: 9, colour: yellow, size: 0.07, speed: 0.13, life: 26 },
        ring({ colour: yellow, size: 0.25, growth: 3, life: 16 }),
      ],
      text: points,
      textColour: yellow,
      textRise: 0.6,
      sound: 'gem',
    },
    spring: {
      bursts: [ring({ colour: yellow, size: 0.3, growth: 3.5, life: 16 })],
      sound: 'spring',
    },
    squash: {
      bursts: [
        { piece: 'shard', count: 12, colour: contact, size: 0.16, speed: 0.2, life: 34 },
        ring({ colour: ink, size: 0.3, growth: 4, life: 16 }),
      ],
      shake: 0.12,
      text: points,
      textColour: contact,
      textSize: 20,
      textRise: 1,
      sound: 'break',
    },
    crumble: { bursts: [{ count: 5, colour: pink, size: 0.08, speed: 0.08, life: 22 }], sound: 'tick' },
    collapse: {
      bursts: [{ piece: 'shard', count: 14, colour: pink, size: 0.2, speed: 0.14, life: 36 }],
      sound: 'burst',
    },
    flag: {
      bursts: [ring({ colour: blue, size: 0.4, growth: 5, life: 26 })],
      text: () => 'From here on',
      textColour: blue,
      textSize: 20,
      textRise: 1.2,
      sound: 'gain',
    },
    appear: { bursts: [ring({ colour: player, size: 1.2, growth: 0.2, life: 20 })] },
    hurt: {
      bursts: [
        { piece: 'shard', count: 22, colour: player, size: 0.16, speed: 0.22, life: 44 },
        ring({ colour: contact, size: 0.4, growth: 5, life: 22 }),
      ],
      shake: 0.4,
      sound: 'hurt',
    },
    fall: { shake: 0.3, sound: 'hurt' },
    goal: {
      bursts: [
        { count: 40, colour: green, size: 0.1, speed: 0.35, life: 70 },
        { piece: 'shard', count: 20, colour: yellow, size: 0.14, speed: 0.3, life: 70 },
      ],
      text: points,
      textColour: green,
      textSize: 24,
      textRise: 1.6,
      sound: 'win',
    },
    won: {
      bursts: [
        { count: 70, colour: green, size: 0.1, speed: 0.45, life: 90 },
        { piece: 'shard', count: 40, colour: yellow, size: 0.14, speed: 0.4, life: 90 },
        ring({ colour: player, size: 0.4, growth: 12, life: 50 }),
      ],
      text: points,
      textColour: green,
      textSize: 26,
      textRise: 1.6,
      sound: 'win',
    },
    lost: { sound: 'lose' },
  };
};

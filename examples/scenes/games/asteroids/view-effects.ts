import { type Effects, ring } from '../../../shared/juice/juice.ts';
import type { CueKind } from './sim.ts';

export const effects: Effects<CueKind> = ({ ink, player, contact, kinds }) => {
  const [blue, orange, , green] = kinds as [number, number, number, number];
  const points = ({ value }: { readonly value: number }): string => (value > 0 ? String(value) : '');
  return {
    shot: { sound: 'shot' },
    thrust: { bursts: [{ count: 2, colour: orange, size: 0.14, speed: 0.05, life: 20 }] },
    rock: {
      bursts: [
        { piece: 'shard', count: 14, colour: blue, size: 0.34, speed: 0.24, life: 60 },
        { count: 8, colour: ink, size: 0.1, speed: 0.34, life: 30 },
        ring({ colour: ink, size: 0.5, growth: 3, life: 16 }),
      ],
      shake: 0.12,
      text: points,
      sound: 'burst',
    },
    ship: {
      bursts: [
        { piece: 'shard', count: 30, colour: player, size: 0.12, speed: 0.22, life: 70 },
        { count: 20, colour: contact, size: 0.07, speed: 0.3, life: 36 },
        ring({ colour: ink, size: 0.4, growth: 6, life: 30 }),
      ],
      shake: 0.7,
      sound: 'boom',
    },
    life: { text: () => 'Extra life', textColour: green, textSize: 22, sound: 'gain' },
    wave: { text: ({ value }) => `Wave ${value}`, textSize: 26, sound: 'warn' },
    saucer: {
      bursts: [
        { piece: 'shard', count: 24, colour: contact, size: 0.16, speed: 0.25, life: 50 },
        ring({ colour: contact, size: 0.4, growth: 5, life: 26 }),
      ],
      shake: 0.4,
      text: points,
      textColour: contact,
      textSize: 20,
      sound: 'boom',
    },
    saucerShot: { sound: 'laser' },
    win: {
      bursts: [{ count: 60, colour: green, size: 0.08, speed: 0.5, life: 90 }],
      sound: 'win',
    },
  };
};

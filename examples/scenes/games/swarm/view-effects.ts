import { type Effects, ring } from '../../../shared/juice/juice.ts';
import type { CueKind } from './sim.ts';

export const effects: Effects<CueKind> = ({ ink, player, contact, kinds }) => {
  const [, runner, walker, gem, brute] = kinds as [number, number, number, number, number];
  return {
    shot: { sound: 'shot' },
    hit: {
      bursts: [{ count: 4, colour: brute, size: 0.35, speed: 0.2, life: 16 }],
      text: ({ value, size }) => (size > 0.6 ? String(value) : ''),
      textSize: 12,
      sound: 'tick',
    },
    fall: { bursts: [{ piece: 'shard', count: 9, colour: walker, size: 0.8, speed: 0.34, life: 32 }], sound: 'burst' },
    bigFall: {
      bursts: [
        { piece: 'shard', count: 20, colour: brute, size: 0.6, speed: 0.36, life: 44 },
        ring({ colour: brute, size: 0.5, growth: 5, life: 20 }),
      ],
      shake: 0.25,
      sound: 'boom',
    },
    gem: { sound: 'gem' },
    heart: { text: ({ value }) => `+${value}`, textColour: contact, sound: 'gain' },
    level: {
      bursts: [ring({ colour: gem, size: 0.6, growth: 8, life: 26 })],
      sound: 'gain',
    },
    hurt: { bursts: [{ count: 5, colour: contact, size: 0.12, speed: 0.2, life: 18 }], shake: 0.12, sound: 'hurt' },
    nova: {
      bursts: [ring({ colour: player, size: 0.15, growth: 6.5, life: 18 })],
      sound: 'laser',
    },
    ring: { text: () => 'They close in!', textColour: runner, textSize: 22, sound: 'warn' },
    boss: { text: ({ value }) => `Boss ${value}`, textColour: contact, textSize: 24, shake: 0.3, sound: 'warn' },
    end: {
      bursts: [
        { piece: 'shard', count: 40, colour: player, size: 0.12, speed: 0.3, life: 60 },
        ring({ colour: ink, size: 0.3, growth: 6, life: 30 }),
      ],
      shake: 0.8,
      sound: 'lose',
    },
    win: {
      bursts: [
        { count: 60, colour: gem, size: 0.08, speed: 0.5, life: 80 },
        ring({ colour: player, size: 0.3, growth: 20, life: 50 }),
      ],
      sound: 'win',
    },
  };
};

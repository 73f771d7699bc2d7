import type { Sound } from './sounds.ts';

/** The sounds of the games. */
export const SOUNDS = {
  shot: { wave: 'square', from: 620, to: 180, seconds: 0.09, volume: 0.03 },
  laser: { wave: 'sawtooth', from: 1400, to: 300, seconds: 0.12, volume: 0.03 },
  tick: { wave: 'triangle', from: 520, to: 480, seconds: 0.05, volume: 0.1 },
  hit: { wave: 'triangle', from: 760, to: 500, seconds: 0.08, volume: 0.12 },
  break: { wave: 'square', from: 340, to: 90, seconds: 0.12, volume: 0.05 },
  boom: { wave: 'noise', from: 900, to: 60, seconds: 0.5, volume: 0.35 },
  burst: { wave: 'noise', from: 2400, to: 200, seconds: 0.16, volume: 0.12 },
  jump: { wave: 'square', from: 240, to: 560, seconds: 0.11, volume: 0.03 },
  land: { wave: 'noise', from: 700, to: 90, seconds: 0.09, volume: 0.12 },
  spring: { wave: 'triangle', from: 200, to: 980, seconds: 0.24, volume: 0.12 },
  gem: { wave: 'sine', from: 900, to: 1350, seconds: 0.09, volume: 0.08 },
  gain: { wave: 'triangle', from: 440, to: 1320, seconds: 0.35, volume: 0.14 },
  hurt: { wave: 'sawtooth', from: 220, to: 70, seconds: 0.18, volume: 0.1 },
  warn: { wave: 'square', from: 160, to: 240, seconds: 0.4, volume: 0.06 },
  lose: { wave: 'sawtooth', from: 330, to: 55, seconds: 0.9, volume: 0.14 },
  win: { wave: 'triangle', from: 330, to: 1320, seconds: 0.9, volume: 0.2 },
} as const satisfies Record<string, Sound>;

import { keep, readKept } from './kept.ts';

export type Theme = 'dark' | 'light';

/** Colours for views, as PixiJS takes them. Made for both backgrounds, and told apart without seeing red and green. */
export interface Palette {
  readonly theme: Theme;
  readonly background: number;
  /** Walls, text, outlines. */
  readonly ink: number;
  /** What should stay behind: grids, trails, boxes. */
  readonly faint: number;
  /** What the player is, and what is hers. */
  readonly player: number;
  /** What touches, hits or hurts. */
  readonly contact: number;
  /** Bodies of different kinds. */
  readonly kinds: readonly number[];
}

const PALETTES: Record<Theme, Palette> = {
  dark: {
    theme: 'dark',
    background: 0x10141c,
    ink: 0xe6e9f0,
    faint: 0x3a4356,
    player: 0x4cc9f0,
    contact: 0xff5d73,
    kinds: [0x4c8df0, 0xf0a04c, 0x9d7bf0, 0x4fd1a5, 0xf07bc4, 0xd9d94f],
  },
  light: {
    theme: 'light',
    background: 0xf6f7fa,
    ink: 0x1b2130,
    faint: 0xc3cad8,
    player: 0x0077b6,
    contact: 0xd62246,
    kinds: [0x2f62c9, 0xc46a10, 0x6a48c9, 0x1b8f68, 0xb83a86, 0x8a8a10],
  },
};

const STORAGE_KEY = 'bitecs-collision-theme';

let current: Theme = remembered() ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

/** Returns the colours of the current theme. Views are made anew when it changes, so they may keep what they read. */
export function palette(): Palette {
  return PALETTES[current];
}

/** Gives the page the current theme. */
export function showTheme(): void {
  document.documentElement.dataset.theme = current;
}

/** Sets the theme of page and palette, and remembers it: until somebody chooses, the system's applies. */
export function setTheme(theme: Theme): void {
  current = theme;
  showTheme();
  keep(STORAGE_KEY, theme);
}

function remembered(): Theme | undefined {
  const kept = readKept(STORAGE_KEY);
  return kept === 'dark' || kept === 'light' ? kept : undefined;
}

import { Gallery } from './shell/gallery.ts';
import { createRegistry } from './shell/registry.ts';
import { parseRoute } from './shell/router.ts';
import type { OverlaySettings } from './shell/scene.ts';

const gallery = new Gallery(
  createRegistry({
    modules: import.meta.glob('./scenes/*/*/{sim,view}.ts'),
    sources: import.meta.glob<string>(['./scenes/*/*/*.ts', './shared/**/*.ts'], { query: '?raw', import: 'default' }),
    thumbnails: import.meta.glob<string>('./thumbnails/*/*.webp', {
      query: '?no-inline',
      import: 'default',
      eager: true,
    }),
  }),
);

/** What browser tests, and curious people at the console, can reach. */
export interface GalleryHandle {
  readonly scenes: readonly string[];
  readonly current: string | undefined;
  readonly tick: number;
  readonly errors: readonly string[];
  readonly sim: unknown;
  readonly app: unknown;
  /** What is drawn over the scene; may be written. */
  readonly overlay: OverlaySettings | undefined;
  /** Opens a scene: 'games/meteor-shower?seed=3&paused'. */
  open(route: string): Promise<void>;
  pause(): void;
  play(): void;
  step(count?: number): void;
  back(count: number): Promise<void>;
  hash(): number;
}

declare global {
  interface Window {
    __gallery?: GalleryHandle;
  }
}

gallery.start().then(() => {
  window.__gallery = {
    scenes: gallery.entries.map((entry) => entry.id),
    get current() {
      return gallery.shown?.run.options.entry.id;
    },
    get tick() {
      return gallery.shown?.run.tick ?? 0;
    },
    errors: gallery.errors,
    get sim() {
      return gallery.shown?.run.sim;
    },
    app: gallery.app,
    get overlay() {
      return gallery.shown?.picture.overlay.settings;
    },
    open: (route) => gallery.open(parseRoute(`#/${route}`)),
    pause: () => gallery.player.setPlaying(false),
    play: () => gallery.player.setPlaying(true),
    step: (count) => gallery.player.step(count),
    back: (count) => gallery.player.back(count),
    hash: () => gallery.shown?.run.sim.hash() ?? 0,
  };
});

import { Gallery } from './shell/gallery.ts';
import { createRegistry } from './shell/registry.ts';
import { parseRoute } from './shell/router.ts';

const modules = import.meta.glob('./scenes/*/*/{sim,view}.ts');
const sources = import.meta.glob<string>('./scenes/*/*/{sim,view}.ts', { query: '?raw', import: 'default' });

const gallery = new Gallery(createRegistry(modules, sources));

/** What browser tests, and curious people at the console, can reach. */
export interface GalleryHandle {
  readonly scenes: readonly string[];
  readonly current: string | undefined;
  readonly tick: number;
  readonly errors: readonly string[];
  readonly sim: unknown;
  readonly app: unknown;
  /** Opens a scene: 'games/meteor-shower?seed=3&paused'. */
  open(route: string): Promise<void>;
  pause(): void;
  play(): void;
  step(count?: number): void;
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
      return gallery.running?.entry.id;
    },
    get tick() {
      return gallery.running?.tick ?? 0;
    },
    errors: gallery.errors,
    get sim() {
      return gallery.running?.sim;
    },
    app: gallery.app,
    open: (route) => gallery.open(parseRoute(`#/${route}`)),
    pause: () => gallery.pause(),
    play: () => gallery.play(),
    step: (count) => gallery.step(count),
    hash: () => gallery.running?.sim.hash() ?? 0,
  };
});

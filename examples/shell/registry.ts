import type { SceneModules, SimModule, ViewModule } from './scene.ts';
import { NO_FACTS, SCENE_FACTS, type SceneFacts } from './scene-facts.ts';

/** One scene of the gallery, not loaded yet. */
export interface SceneEntry {
  /** '<category>/<name>', as in the address. */
  readonly id: string;
  readonly category: string;
  readonly title: string;
  readonly facts: SceneFacts;
  /** Addresses of small pictures, on dark and on light ground; scenes that have none yet are listed without. */
  readonly thumbnails: Readonly<Record<'dark' | 'light', string>> | undefined;
  loadModules(): Promise<SceneModules>;
  loadCode(): Promise<readonly CodeFile[]>;
  /** Returns the text of any file of scenes, or of what they share, by its path. */
  readFile(path: string): Promise<string> | undefined;
}

/** The text of a file that a scene is made of. */
export interface CodeFile {
  /** As `SceneFiles` has it. */
  readonly path: string;
  readonly text: string;
}

type Loaders<T> = Record<string, () => Promise<T>>;

/** What `import.meta.glob` found, by paths that begin with './'. */
export interface SceneFiles {
  /** ./scenes/<category>/<name>/{sim,view}.ts */
  readonly modules: Loaders<unknown>;
  /** The text of every file of a scene, and of those below ./shared/ that scenes have in common. */
  readonly sources: Loaders<string>;
  /** Addresses of ./thumbnails/<category>/<name>.webp, and of <name>.light.webp. */
  readonly thumbnails: Readonly<Record<string, string>>;
}

/** What a visitor sees first. */
const FIRST_SCENE = 'online/rollback';

/** Categories in this order come first, all others after them by name. */
const CATEGORY_ORDER = ['online', 'scale', 'space', 'start', 'learn', 'movement', 'physics', 'games'];

/** Makes the list of scenes. One that lacks a file is listed all the same, and says so when it is opened. */
export function createRegistry({ modules, sources, thumbnails }: SceneFiles): SceneEntry[] {
  const ids = new Set<string>();
  for (const path of Object.keys(modules)) {
    const id = /^\.\/scenes\/([^/]+\/[^/]+)\/(?:sim|view)\.ts$/.exec(path)?.[1];
    if (id !== undefined) ids.add(id);
  }
  const entries = [...ids].map((id): SceneEntry => {
    const [category, name] = id.split('/') as [string, string];
    return {
      id,
      category: titleOf(category),
      title: titleOf(name),
      facts: SCENE_FACTS[id] ?? NO_FACTS,
      thumbnails: picturesOf(thumbnails, id),
      loadModules: () => loadModules(modules, id),
      loadCode: () => loadCode(sources, id),
      readFile: (path) => sources[path]?.(),
    };
  });
  return entries.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.category, b.category) ||
      Number(b.id === FIRST_SCENE) - Number(a.id === FIRST_SCENE) ||
      compare(a.title, b.title),
  );
}

function picturesOf(thumbnails: SceneFiles['thumbnails'], id: string): SceneEntry['thumbnails'] {
  const dark = thumbnails[`./thumbnails/${id}.webp`];
  return dark === undefined ? undefined : { dark, light: thumbnails[`./thumbnails/${id}.light.webp`] ?? dark };
}

async function loadModules(modules: Loaders<unknown>, id: string): Promise<SceneModules> {
  const [sims, views] = await Promise.all([
    load<SimModule>(modules, id, 'sim.ts', 'createSim'),
    load<ViewModule<never>>(modules, id, 'view.ts', 'createView'),
  ]);
  return { sims, views };
}

async function load<T extends object>(modules: Loaders<unknown>, id: string, file: string, name: string): Promise<T> {
  const module = (await modules[`./scenes/${id}/${file}`]?.()) as T | undefined;
  if (module === undefined) throw new Error(`The scene has no ${file}: write examples/scenes/${id}/${file}`);
  if (!(name in module)) throw new Error(`examples/scenes/${id}/${file} does not export ${name}`);
  return module;
}

const IMPORT = /\bfrom '(\.[^']+)'/g;

/**
 * All files of the scene: the sim first, what it is made of, the view; and then what they import of those that scenes
 * share.
 */
async function loadCode(sources: Loaders<string>, id: string): Promise<CodeFile[]> {
  const folder = `./scenes/${id}/`;
  const own = Object.keys(sources).filter((path) => path.startsWith(folder));
  const place = (path: string) => (path.endsWith('/sim.ts') ? 0 : path.endsWith('/view.ts') ? 2 : 1);
  own.sort((a, b) => place(a) - place(b) || compare(a, b));
  const texts = new Map<string, string>();
  const shared: string[] = [];
  for (const path of own) await read(path);
  // The list grows while it is read.
  for (const path of shared) await read(path);

  async function read(path: string): Promise<void> {
    const text = await sources[path]();
    texts.set(path, text);
    for (const [, target] of text.matchAll(IMPORT)) {
      const imported = `.${new URL(target, `http://examples${path.slice(1)}`).pathname}`;
      if (imported.startsWith('./shared/') && imported in sources && !shared.includes(imported)) shared.push(imported);
    }
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

function rank(entry: SceneEntry): number {
  const index = CATEGORY_ORDER.indexOf(entry.id.slice(0, entry.id.indexOf('/')));
  return index < 0 ? CATEGORY_ORDER.length : index;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a folder cannot be named. */
const TITLES: Readonly<Record<string, string>> = { 'why-dont-they-touch': "Why don't they touch?" };

const ACRONYMS = ['aabb', 'bvh', 'ccd', 'gjk', 'obb', 'sat'];

/** 'meteor-shower' becomes 'Meteor shower', 'gjk-steps' 'GJK steps'. */
export function titleOf(name: string): string {
  if (Object.hasOwn(TITLES, name)) return TITLES[name];
  const words = name.split('-').map((word) => (ACRONYMS.includes(word) ? word.toUpperCase() : word));
  const title = words.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

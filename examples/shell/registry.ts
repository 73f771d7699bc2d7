import type { SimModule, ViewModule } from './scene.ts';

/** One scene of the gallery, not loaded yet. */
export interface SceneEntry {
  /** '<category>/<name>', as in the address. */
  readonly id: string;
  readonly category: string;
  readonly title: string;
  loadSim(): Promise<SimModule>;
  loadView(): Promise<ViewModule<never>>;
  loadCode(): Promise<readonly { readonly file: string; readonly text: string }[]>;
}

type Loaders<T> = Record<string, () => Promise<T>>;

/** What a visitor sees first. */
const FIRST_SCENE = 'scale/coastlines';

/** Categories in this order come first, all others after them by name. */
const CATEGORY_ORDER = ['scale', 'start', 'learn', 'games'];

/** Makes the list of scenes from what `import.meta.glob` found: paths ./scenes/<category>/<name>/{sim,view}.ts. */
export function createRegistry(modules: Loaders<unknown>, sources: Loaders<string>): SceneEntry[] {
  const entries: SceneEntry[] = [];
  for (const path of Object.keys(modules)) {
    const match = /^\.\/scenes\/([^/]+)\/([^/]+)\/sim\.ts$/.exec(path);
    if (match === null) continue;
    const [, category, name] = match as unknown as [string, string, string];
    const folder = `./scenes/${category}/${name}`;
    const view = modules[`${folder}/view.ts`];
    if (view === undefined) throw new Error(`${folder} has a sim.ts but no view.ts`);
    entries.push({
      id: `${category}/${name}`,
      category: titleOf(category),
      title: titleOf(name),
      loadSim: modules[path] as () => Promise<SimModule>,
      loadView: view as () => Promise<ViewModule<never>>,
      loadCode: () =>
        Promise.all(
          ['sim.ts', 'view.ts'].map(async (file) => ({ file, text: (await sources[`${folder}/${file}`]?.()) ?? '' })),
        ),
    });
  }
  return entries.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.category, b.category) ||
      Number(b.id === FIRST_SCENE) - Number(a.id === FIRST_SCENE) ||
      compare(a.title, b.title),
  );
}

function rank(entry: SceneEntry): number {
  const index = CATEGORY_ORDER.indexOf(entry.id.slice(0, entry.id.indexOf('/')));
  return index < 0 ? CATEGORY_ORDER.length : index;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** 'meteor-shower' becomes 'Meteor shower'. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

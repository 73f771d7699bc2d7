import type { Pane } from 'tweakpane';

export type Value = boolean | number | string;

/** A setting that the visitor has changed. */
export interface Change {
  readonly name: string;
  readonly value: Value;
}

type BladeState = ReturnType<Pane['exportState']>;

/** A setting as the pane exports it. */
interface Leaf {
  readonly name: string;
  readonly binding: { value: unknown };
  readonly options?: readonly { readonly value: unknown }[];
  readonly min?: number;
  readonly max?: number;
}

/** The folder of the overlay, which is the same for all scenes. */
const SHARED = 'overlay';

/**
 * What the visitor has set otherwise than a scene does, by the names of the settings: it outlives restarts, changes of
 * scene and of theme, and stands in the address. Overlay settings go by 'overlay.<name>' and hold for all scenes.
 */
export class ChosenSettings {
  readonly #byScene = new Map<string, Map<string, Value>>();
  #pane: Pane | undefined;
  #scene = '';
  #live: readonly string[] = [];
  #initial = new Map<string, unknown>();
  #shown = new Map<string, unknown>();

  /**
   * Takes over the pane that a scene has just made: applies the settings that were chosen before, then notes changes
   * except those of `live` settings.
   */
  attach(pane: Pane, scene: string, live: readonly string[], onChange: (changes: readonly Change[]) => void): void {
    this.#live = live;
    this.#pane = pane;
    this.#scene = scene;
    this.#initial = new Map(leavesOf(pane.exportState()).map(({ name, binding }) => [name, binding.value]));
    const chosen = this.chosenFor(scene);
    // Settings are applied one after another, as one setting may change which others there are.
    for (const [name, value] of chosen) applyTo(pane, name, value);
    this.#shown = new Map(leavesOf(pane.exportState()).map(({ name, binding }) => [name, binding.value]));
    pane.on('change', () => onChange(this.#note()));
  }

  detach(): void {
    this.#pane = undefined;
  }

  /** Adds what an address asks for. */
  choose(scene: string, settings: ReadonlyMap<string, string>): void {
    for (const [name, text] of settings) this.#mapFor(scene, name).set(name, parseValue(text));
  }

  /** The settings that differ from the scene's initial ones, by name. */
  chosenFor(scene: string): Map<string, Value> {
    return new Map([...(this.#byScene.get(SHARED) ?? []), ...(this.#byScene.get(scene) ?? [])]);
  }

  /** Sets what the pane has, as if the visitor did. */
  apply({ name, value }: Change): void {
    if (this.#pane !== undefined) applyTo(this.#pane, name, value);
  }

  /** Sets what the pane has as it was: undefined is what the scene came with. */
  applyAll(settings: ReadonlyMap<string, Value | undefined>): void {
    for (const [name, known] of settings) {
      const value = known ?? this.#initial.get(name);
      if (isValue(value)) this.apply({ name, value });
    }
  }

  /** Makes the choices for a scene what they were; the overlay stays as it is. */
  restore(scene: string, chosen: ReadonlyMap<string, Value>): void {
    this.#byScene.set(scene, new Map([...chosen].filter(([name]) => !isShared(name))));
  }

  /** Returns what has changed since it was asked last. */
  #note(): Change[] {
    const changes: Change[] = [];
    if (this.#pane === undefined) return changes;
    for (const { name, binding } of leavesOf(this.#pane.exportState())) {
      if (this.#live.includes(name)) continue;
      if (binding.value !== this.#shown.get(name) && isValue(binding.value))
        changes.push({ name, value: binding.value });
      this.#shown.set(name, binding.value);
      const map = this.#mapFor(this.#scene, name);
      // A value that the scene was started with counts as chosen, even if it is also the initial one.
      if (binding.value === map.get(name)) continue;
      if (binding.value === this.#initial.get(name)) map.delete(name);
      else if (isValue(binding.value)) map.set(name, binding.value);
    }
    return changes;
  }

  #mapFor(scene: string, name: string): Map<string, Value> {
    const key = isShared(name) ? SHARED : scene;
    const known = this.#byScene.get(key);
    if (known !== undefined) return known;
    const made = new Map<string, Value>();
    this.#byScene.set(key, made);
    return made;
  }
}

function isShared(name: string): boolean {
  return name.startsWith(`${SHARED}.`);
}

/** Sets one setting of a pane, unless it has none of that name or does not take the value. */
function applyTo(pane: Pane, name: string, value: Value): void {
  const state = pane.exportState();
  const leaf = leavesOf(state).find((leaf) => leaf.name === name);
  if (leaf === undefined || !takes(leaf, value)) return;
  leaf.binding.value = value;
  pane.importState(state);
}

function takes({ binding, options, min = -Infinity, max = Infinity }: Leaf, value: Value): boolean {
  if (options !== undefined) return options.some((option) => option.value === value);
  return typeof value === typeof binding.value && !(typeof value === 'number' && !(value >= min && value <= max));
}

/** All settings, with the titles of the folders that they are in before their names: 'overlay.boxes'. */
function leavesOf(state: BladeState, path = ''): Leaf[] {
  const { children, binding, label, title } = state as {
    children?: BladeState[];
    binding?: { key: string; value: unknown; readonly?: boolean };
    label?: string;
    title?: string;
  };
  if (binding !== undefined) {
    return binding.readonly === true
      ? []
      : [{ ...(state as object), binding, name: path + slug(label ?? binding.key) }];
  }
  const folder = title === undefined || title === 'Settings' ? '' : `${slug(title)}.`;
  return (children ?? []).flatMap((child) => leavesOf(child, path + folder));
}

function slug(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '-');
}

function isValue(value: unknown): value is Value {
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
}

function parseValue(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

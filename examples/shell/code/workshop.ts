import { transform } from 'sucrase';
import type { SceneModules, SimModule, ViewModule } from '../scene.ts';
import { loadFromLibrary } from './library.ts';
import { guardLoops } from './loop-guard.ts';
import { CodeError, EDITED } from './problem.ts';

type Exports = Record<string, unknown>;

/** A file that has been compiled. */
interface Compiled {
  readonly text: string;
  readonly code: string;
  /** The imported files: by the name in the code, the path. */
  readonly imports: ReadonlyMap<string, string>;
}

interface Linked {
  readonly compiled: Compiled;
  readonly imports: readonly (readonly [name: string, exports: Exports])[];
  readonly exports: Exports;
}

/** Returns the text of a file by its path, './scenes/…' or './shared/…'; nothing where there is none. */
export type ReadFile = (path: string) => Promise<string> | undefined;

/**
 * Makes modules of the text of scene files in the page. Types are stripped, not checked; what a file imports comes from
 * the other files, or from the gallery itself.
 */
export class Workshop {
  readonly #compiled = new Map<string, Compiled>();
  /** The modules that have run, by path. A module is not run again unless it or one that it imports has changed. */
  readonly #linked = new Map<string, Linked>();

  /** The exports of modules that the gallery itself gives, by name. */
  readonly #outside = new Map<string, Exports>();

  /**
   * Makes the two modules of a scene.
   *
   * @throws CodeError for code that is no TypeScript, or imports what is not there; and what the code itself throws
   */
  async build(scene: string, read: ReadFile): Promise<SceneModules> {
    const folder = `./scenes/${scene}`;
    const ordered: string[] = [];
    for (const file of ['sim.ts', 'view.ts']) await this.#collect(`${folder}/${file}`, read, ordered, []);
    const linked = new Map<string, Exports>(this.#outside);
    for (const path of ordered) linked.set(path, this.#link(path, linked));
    return {
      sims: exporting<SimModule>(linked, `${folder}/sim.ts`, 'createSim'),
      views: exporting<ViewModule<never>>(linked, `${folder}/view.ts`, 'createView'),
    };
  }

  /** Compiles a file and what it imports; lists every file after those that it needs. */
  async #collect(path: string, read: ReadFile, ordered: string[], importers: readonly string[]): Promise<void> {
    if (ordered.includes(path) || importers.includes(path)) return;
    const compiled = this.#compile(path, (await read(path)) ?? '');
    for (const [name, target] of compiled.imports) {
      if (read(target) !== undefined) await this.#collect(target, read, ordered, [...importers, path]);
      else if (!this.#outside.has(target)) {
        const loading = loadFromLibrary(target);
        if (loading === undefined)
          throw new CodeError(path, lineOf(compiled.text, name), `There is no module '${name}'`);
        // The mark `__esModule` makes compiled code take named exports as they are.
        this.#outside.set(target, { ...((await loading) as Exports), __esModule: true });
      }
    }
    ordered.push(path);
  }

  #compile(path: string, text: string): Compiled {
    const known = this.#compiled.get(path);
    if (known?.text === text) return known;
    const code = guardLoops(strip(path, text));
    const names = [...code.matchAll(/\brequire\('([^']+)'\)/g)].map(([, name]) => name);
    const compiled = { text, code, imports: new Map(names.map((name) => [name, resolve(path, name)])) };
    this.#compiled.set(path, compiled);
    return compiled;
  }

  #link(path: string, linked: ReadonlyMap<string, Exports>): Exports {
    const compiled = this.#compiled.get(path)!;
    const imports = [...compiled.imports].map(([name, target]) => [name, linked.get(target) ?? {}] as const);
    const known = this.#linked.get(path);
    const isSame = known?.compiled === compiled && known.imports.every(([, exports], i) => exports === imports[i][1]);
    if (isSame) return known.exports;
    const byName = new Map(imports);
    const exports: Exports = {};
    const module = new Function('require', 'exports', `${compiled.code}\n//# sourceURL=${EDITED}${path}`);
    module((name: string) => byName.get(name), exports);
    this.#linked.set(path, { compiled, imports, exports });
    return exports;
  }
}

/** Turns TypeScript into what a function can hold, line by line. */
function strip(path: string, text: string): string {
  try {
    return transform(text, { transforms: ['typescript', 'imports'], disableESTransforms: true }).code;
  } catch (error) {
    const { loc, message } = error as Error & { loc?: { line: number } };
    throw new CodeError(path, loc?.line ?? 1, message.replace(/^Error transforming[^:]*: | \(\d+:\d+\)$/g, ''));
  }
}

/** Returns the name by which a module is known here: relative names become paths from examples/. */
function resolve(from: string, name: string): string {
  return name.startsWith('.') ? `.${new URL(name, `http://examples${from.slice(1)}`).pathname}` : name;
}

function lineOf(text: string, name: string): number {
  return text.slice(0, Math.max(0, text.indexOf(`'${name}'`))).split('\n').length;
}

function exporting<T>(linked: ReadonlyMap<string, Exports>, path: string, name: string): T {
  const exports = linked.get(path);
  if (exports === undefined || !(name in exports)) throw new CodeError(path, 1, `This file does not export ${name}`);
  return exports as T;
}

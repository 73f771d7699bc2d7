import { autocompletion } from '@codemirror/autocomplete';
import type { Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { tsAutocompleteWorker, tsFacetWorker, tsHoverWorker, tsSyncWorker } from '@valtown/codemirror-ts';
import type { WorkerShape } from '@valtown/codemirror-ts/worker';
import { wrap } from 'comlink';
import type { CodeFile } from '../registry.ts';

/** The type checker behind the editor: errors, completion, and the type of the name under the pointer. */
export class Types {
  /** Whether it knows three.js, which scenes of the plane need not wait for. */
  readonly knowsSpace: boolean;
  readonly #thread: Worker;
  readonly #worker: WorkerShape;

  private constructor(knowsSpace: boolean) {
    this.knowsSpace = knowsSpace;
    const name = knowsSpace ? 'space' : 'plane';
    this.#thread = new Worker(new URL('./types-worker.ts', import.meta.url), { type: 'module', name });
    this.#worker = wrap(this.#thread) as WorkerShape;
  }

  /** Starts a compiler that knows what some files import. */
  static async start(files: readonly CodeFile[]): Promise<Types> {
    const types = new Types(Types.areOfSpace(files));
    await types.#worker.initialize();
    return types;
  }

  static areOfSpace(files: readonly CodeFile[]): boolean {
    return files.some(({ text }) => /from '(?:three|bitecs-collision\/three)'/.test(text));
  }

  /** Says what files are like now: those that others import, too. */
  async update(files: readonly CodeFile[]): Promise<void> {
    for (const { path, text } of files) await this.#worker.updateFile({ path: placeOf(path), code: text });
  }

  /** Returns the errors in a file, in the state that `update` gave last. */
  async errorsOf(path: string): Promise<Diagnostic[]> {
    return [...(await this.#worker.getLints({ path: placeOf(path), diagnosticCodesToIgnore: [] }))];
  }

  /** Returns the extension by which the editor of a file asks the type checker by itself. */
  extensionFor(path: string): Extension {
    return [
      tsFacetWorker.of({ worker: this.#worker, path: placeOf(path) }),
      tsSyncWorker(),
      autocompletion({ override: [tsAutocompleteWorker()] }),
      tsHoverWorker(),
    ];
  }

  stop(): void {
    this.#thread.terminate();
  }
}

/** Returns the path that a file has for the compiler: in the folder of the gallery, so that relative imports work. */
function placeOf(path: string): string {
  return path.replace(/^\./, '/examples');
}

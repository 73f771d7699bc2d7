import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Mutant } from './find-mutants.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** A test that takes this many times as long as it takes without a mutant, and some seconds, is in a loop. */
const PATIENCE = 5;
const GRACE = 20_000;

/** A test as it is without a mutant, and the numbers of the mutants whose places it passes. */
interface MeasuredTest {
  readonly name: string;
  readonly milliseconds: number;
  readonly passes: boolean;
  readonly places: readonly number[];
}

interface PlannedFile {
  readonly file: string;
  readonly path: string;
  readonly tests: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

/** What run-planned-tests.mjs tells: a file or a test of it begins, a test has been measured, a file is done. */
type Message =
  | { readonly file: string; readonly usual?: number }
  | { readonly measured: MeasuredTest }
  | { readonly done: string };

type Run = ChildProcess & { limit?: NodeJS.Timeout };

export type Verdict = { readonly noticedBy: string } | 'survived' | 'open';

/**
 * The unit tests, and the mutants whose places each of them passes: a mutant is judged by these tests alone. All tests
 * are bundled once, with all mutants that are tried in the sources; each run of them chooses one mutant. To start
 * Vitest for each would take longer than the tests do.
 */
export class BundledTests {
  readonly #root: string;
  readonly #work: string;
  readonly #tests = new Map<string, MeasuredTest[]>();

  /** `root` is the tree that is tested, `work` a folder for bundles. */
  constructor(root: string, work: string) {
    this.#root = root;
    this.#work = work;
  }

  /** Bundles test files with other texts in place of some files. Returns the test files that use one of these. */
  async bundle(files: readonly string[], texts: ReadonlyMap<string, string>): Promise<string[]> {
    const root = this.#root;
    rmSync(this.#work, { recursive: true, force: true });
    const { metafile } = await build({
      ...{ absWorkingDir: root, entryPoints: [...files], outdir: this.#work, outbase: root, metafile: true },
      ...{ bundle: true, splitting: true, format: 'esm', outExtension: { '.js': '.mjs' } },
      ...{ platform: 'node', packages: 'external', logLevel: 'silent' },
      plugins: [
        {
          name: 'mutants',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^vitest$/ }, () => ({ path: join(here, 'vitest-stand-in.mjs'), external: true }));
            onLoad({ filter: /\.ts$/ }, ({ path }) => {
              const text = texts.get(relative(root, path).replaceAll('\\', '/')) ?? readFileSync(path, 'utf8');
              // Tests find their data beside themselves.
              const url = JSON.stringify(pathToFileURL(path).href);
              return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
            });
          },
        },
      ],
    });
    const isUsing = ([path, { entryPoint }]: [string, { entryPoint?: string }]): boolean => {
      const parts = new Set([path]);
      for (const part of parts) for (const { path: other } of metafile.outputs[part]?.imports ?? []) parts.add(other);
      const inputs = [...parts].flatMap((part) => Object.keys(metafile.outputs[part]?.inputs ?? {}));
      return entryPoint !== undefined && inputs.some((input) => texts.has(input));
    };
    return Object.entries(metafile.outputs)
      .filter(isUsing)
      .map(([, { entryPoint }]) => entryPoint!);
  }

  /**
   * Runs all tests of bundled files once without a mutant, those of a file for `longest` milliseconds. Returns the
   * files of which no test or not every test can be used: they start processes, fail when bundled, or take too long.
   */
  async measure(files: readonly string[], longest: number): Promise<string[]> {
    const startsProcesses = (file: string): boolean =>
      /measureAllocation|node:child_process/.test(readFileSync(join(this.#root, file), 'utf8'));
    const whole = new Set<string>();
    for (const file of files) this.#tests.set(file, []);
    let rest = files.filter((file) => !startsProcesses(file));
    while (rest.length > 0) {
      // Begins with the file after the one that has ended the last run.
      let file = rest[0];
      const run = rest.map((one) => ({ file: one, path: this.#pathOf(one) }));
      await this.#run({ files: run }, (message, child) => {
        if ('measured' in message) {
          this.#tests.get(file)!.push(message.measured);
        } else if ('done' in message) {
          if (this.#tests.get(file)!.every(({ passes }) => passes)) whole.add(file);
        } else if (message.usual === undefined) {
          file = message.file;
          clearTimeout(child.limit);
          child.limit = setTimeout(() => child.kill('SIGKILL'), longest);
        }
      });
      rest = rest.slice(rest.indexOf(file) + 1);
    }
    return files.flatMap((file) => {
      const tests = this.#tests.get(file)!;
      const passing = tests.filter(({ passes }) => passes);
      this.#tests.set(file, passing);
      return whole.has(file) ? [] : [`${file} (${passing.length} tests are used)`];
    });
  }

  /**
   * Runs the measured tests that pass the place of a mutant until one fails or does not end, those of the quickest
   * files first. After `longest` milliseconds the verdict is open.
   */
  async judge({ id }: Mutant, isMeant: (file: string) => boolean, longest: number): Promise<Verdict> {
    const files = this.#planOf(Number(id)).filter(({ file }) => isMeant(file));
    if (files.length === 0) return 'survived';
    let verdict: Verdict = { noticedBy: files[0].file };
    let begun: number | undefined;
    const code = await this.#run({ files, mutant: Number(id) }, (message, child) => {
      if (!('file' in message)) return;
      verdict = { noticedBy: message.file };
      begun ??= performance.now();
      clearTimeout(child.limit);
      if (performance.now() - begun < longest) {
        child.limit = setTimeout(() => child.kill('SIGKILL'), PATIENCE * (message.usual ?? 0) + GRACE);
      } else {
        verdict = 'open';
        child.kill('SIGKILL');
      }
    });
    return code === 0 ? 'survived' : verdict;
  }

  /** Lists the tests that pass the place of a mutant, those of the quickest files first. */
  #planOf(id: number): PlannedFile[] {
    const plan: PlannedFile[] = [];
    for (const [file, tests] of this.#tests) {
      const passing = tests.filter(({ places }) => places.includes(id));
      if (passing.length === 0) continue;
      const milliseconds = passing.reduce((sum, test) => sum + test.milliseconds, 0);
      const times = Object.fromEntries(passing.map((test) => [test.name, test.milliseconds]));
      plan.push({ file, path: this.#pathOf(file), tests: times, milliseconds });
    }
    return plan.sort((a, b) => a.milliseconds - b.milliseconds);
  }

  #pathOf(file: string): string {
    return join(this.#work, file.replace(/\.ts$/, '.mjs'));
  }

  /**
   * Runs a plan in a process, which ends with 0 when it is done, else when a test has failed or `hear` stops it.
   * Returns what it has ended with.
   */
  #run(plan: object, hear: (message: Message, child: Run) => void): Promise<number | null> {
    return new Promise((resolve) => {
      const child: Run = spawn(process.execPath, [join(here, 'run-planned-tests.mjs')], {
        cwd: this.#root,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      child.on('message', (message: Message) => hear(message, child));
      child.on('close', (code) => {
        clearTimeout(child.limit);
        resolve(code);
      });
      child.send(plan);
    });
  }
}

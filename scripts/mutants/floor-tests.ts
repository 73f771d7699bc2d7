import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Mutant } from './find-mutants.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** A run that takes this many times as long as its tests take without a mutant, and some seconds, is in a loop. */
const PATIENCE = 5;
const GRACE = 30_000;

/** What run-planned-tests.mjs writes of a file: name, milliseconds and success of each test, and its counters. */
interface Report {
  readonly results: readonly (readonly [name: string, milliseconds: number, passes: boolean])[];
  readonly coverage: {
    readonly static?: Readonly<Record<string, number>>;
    readonly perTest?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

interface PlannedFile {
  readonly file: string;
  readonly tests: readonly string[];
  readonly milliseconds: number;
}

/**
 * The tests of a floor, and the mutants whose places each of them passes. Of these tests alone a mutant is judged, from
 * bundles: to start Vitest for each mutant would take longer than the tests do.
 */
export class FloorTests {
  /** The files that are left out: they take too long, start processes, or fail when bundled. */
  readonly leftOut: string[] = [];
  readonly #root: string;
  readonly #work: string;
  readonly #longest: number;
  readonly #reports = new Map<string, Report>();

  /**
   * `root` is the tree that is tested, `work` a folder for bundles; the tests of a file may take `longest` milliseconds
   * with counters in the sources, else the file is left out.
   */
  constructor(root: string, work: string, longest: number) {
    this.#root = root;
    this.#work = work;
    this.#longest = longest;
  }

  /** Runs all files once, with sources that count which places of mutants are passed. */
  async measure(files: readonly string[], instrumented: ReadonlyMap<string, string>): Promise<void> {
    const startsProcesses = (file: string): boolean =>
      /measureAllocation|node:child_process/.test(readFileSync(join(this.#root, file), 'utf8'));
    this.leftOut.push(...files.filter(startsProcesses));
    const bundled = files.filter((file) => !startsProcesses(file));
    if (bundled.length === 0) return;
    await this.#bundle(bundled, instrumented);
    for (const file of bundled) {
      const report = join(this.#work, 'report.json');
      rmSync(report, { force: true });
      await this.#run({ files: [{ path: this.#pathOf(file) }], report }, this.#longest);
      const found = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined;
      if (found?.results.every(([, , passes]) => passes) === true) this.#reports.set(file, found);
      else this.leftOut.push(file);
    }
  }

  /** Whether a test that passes the place of a mutant, which stands in the tree now, fails or does not end. */
  async notices(mutant: Mutant): Promise<boolean> {
    const plan = this.#planOf(mutant);
    if (plan.length === 0) return false;
    try {
      await this.#bundle(plan.map(({ file }) => file));
    } catch {
      // A mutant that cannot be compiled is noticed by whoever makes the change.
      return true;
    }
    const usual = plan.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const files = plan.map((planned) => ({ path: this.#pathOf(planned.file), tests: planned.tests }));
    return this.#run({ files }, PATIENCE * usual + GRACE);
  }

  /** Lists the tests that pass the place of a mutant, those of the quickest files first. */
  #planOf({ id }: Mutant): PlannedFile[] {
    const plan: PlannedFile[] = [];
    for (const [file, { results, coverage }] of this.#reports) {
      const isAlwaysPassed = (coverage.static?.[id] ?? 0) > 0;
      const passing = results.filter(([name]) => isAlwaysPassed || (coverage.perTest?.[name]?.[id] ?? 0) > 0);
      if (passing.length === 0) continue;
      const milliseconds = passing.reduce((sum, [, time]) => sum + time, 0);
      plan.push({ file, tests: passing.map(([name]) => name), milliseconds });
    }
    return plan.sort((a, b) => a.milliseconds - b.milliseconds);
  }

  /** Bundles test files, with other texts in place of some files. */
  async #bundle(files: readonly string[], texts: ReadonlyMap<string, string> = new Map()): Promise<void> {
    const root = this.#root;
    rmSync(this.#work, { recursive: true, force: true });
    mkdirSync(this.#work, { recursive: true });
    await build({
      ...{
        absWorkingDir: root,
        entryPoints: [...files],
        outdir: this.#work,
        outbase: root,
        outExtension: { '.js': '.mjs' },
      },
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'silent' },
      plugins: [
        {
          name: 'mutants',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^vitest$/ }, () => ({ path: join(here, 'vitest-stand-in.mjs'), external: true }));
            onLoad({ filter: /\.ts$/ }, ({ path }) => {
              const contents = texts.get(relative(root, path).replaceAll('\\', '/'));
              return contents === undefined ? undefined : { contents, loader: 'ts' };
            });
          },
        },
      ],
    });
  }

  #pathOf(file: string): string {
    return join(this.#work, file.replace(/\.ts$/, '.mjs'));
  }

  /** Runs a plan. Returns whether a test has failed or the run took too long. */
  #run(plan: object, limit: number): Promise<boolean> {
    const path = join(this.#work, 'plan.json');
    writeFileSync(path, JSON.stringify(plan));
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [join(here, 'run-planned-tests.mjs'), path], {
        cwd: this.#root,
        stdio: 'ignore',
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), limit);
      child.on('close', (code) => {
        clearTimeout(timer);
        resolve(code !== 0);
      });
    });
  }
}

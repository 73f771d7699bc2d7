import { posix } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A change of one place of a source file. */
export interface Mutant {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** StrykerJS' name of the kind of change. */
  readonly name: string;
  readonly original: string;
  readonly replacement: string;
  /** The offsets in the file at which the original text begins and ends. */
  readonly start: number;
  readonly end: number;
  /** StrykerJS' number of it, by which instrumented sources count how often its place is passed. */
  readonly id: string;
}

export interface Source {
  readonly name: string;
  readonly text: string;
}

/** Changes that only messages and names would show. */
const EXCLUDED = ['StringLiteral', 'Regex', 'ArrayDeclaration', 'ObjectLiteral'];

const SILENT = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, fatal: () => {} },
};

/** Lists all mutants of some files, in the order of the files and then of their places. */
export async function findMutants(sources: readonly Source[]): Promise<Mutant[]> {
  return (await instrument(sources)).mutants;
}

/** Does what `findMutants` does, and returns the files with counters at the places of all mutants, too. */
export async function instrument(
  sources: readonly Source[],
): Promise<{ readonly mutants: Mutant[]; readonly instrumented: ReadonlyMap<string, string> }> {
  const instrumenter = new Instrumenter(SILENT);
  const given = sources.map(({ name, text }) => ({ name, mutate: true, content: text }));
  const { mutants, files } = await instrumenter.instrument(given, {
    plugins: null,
    excludedMutations: EXCLUDED,
    ignorers: [],
  });
  const texts = new Map(sources.map(({ name, text }) => [name, text]));
  const counted = mutants.filter(({ status }) => status !== 'Ignored');
  const found = counted.map(({ id, fileName, location, mutatorName, replacement }) => {
    const text = texts.get(fileName)!;
    const start = offsetOf(text, location.start);
    const end = offsetOf(text, location.end);
    const line = location.start.line + 1;
    return { file: fileName, line, name: mutatorName, original: text.slice(start, end), replacement, start, end, id };
  });
  return { mutants: found, instrumented: new Map(files.map(({ name, content }) => [name, content])) };
}

/** Returns a text with a mutant in the place of the original. */
export function mutate(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Draws `count` of some values by a seed, each at most once; the same for the same values, count and seed. */
export function sample<T>(values: readonly T[], count: number, seed: number): T[] {
  const rest = [...values];
  let state = seed >>> 0;
  const next = (): number => {
    // A step of mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(Math.floor(next() * rest.length), 1));
  return drawn;
}

/** Returns a function that lists the files which import a file, directly or by way of others. */
export function testsThatReach(
  files: readonly string[],
  read: (file: string) => string,
): (file: string) => ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    if (!/\.(ts|mts|mjs)$/.test(file)) continue;
    for (const [, path] of read(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const target = posix.join(posix.dirname(file), path);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return (file) => {
    const found = new Set<string>([file]);
    for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
    return found;
  };
}

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let at = 0;
  for (let i = 0; i < line; i++) at = text.indexOf('\n', at) + 1;
  return at + column;
}

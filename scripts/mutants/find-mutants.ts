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
  /** StrykerJS' number of it, by which the files that hold all mutants are told which of them is meant. */
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

/**
 * Lists all mutants of some files, in the order of the files and then of their places, and returns by name the texts
 * of the files with all their mutants in them; `keepMutants` makes of such a text what can be run.
 */
export async function findMutants(
  sources: readonly Source[],
): Promise<{ readonly mutants: Mutant[]; readonly texts: ReadonlyMap<string, string> }> {
  const instrumenter = new Instrumenter(SILENT);
  const given = sources.map(({ name, text }) => ({ name, mutate: true, content: text }));
  const { mutants, files } = await instrumenter.instrument(given, {
    plugins: null,
    excludedMutations: EXCLUDED,
    ignorers: [],
  });
  const originals = new Map(sources.map(({ name, text }) => [name, text]));
  const counted = mutants.filter(({ status }) => status !== 'Ignored');
  const found = counted.map(({ id, fileName, location, mutatorName, replacement }) => {
    const text = originals.get(fileName)!;
    const original = text.slice(offsetOf(text, location.start), offsetOf(text, location.end));
    return { file: fileName, line: location.start.line + 1, name: mutatorName, original, replacement, id };
  });
  return { mutants: found, texts: new Map(files.map(({ name, content }) => [name, content])) };
}

/**
 * Takes all mutants but some out of a text of `findMutants`. The places of those that stay call
 * `globalThis.passMutant(id)`, and where it returns true the mutant runs instead of the original. Places that count and
 * choose cost time: those of all mutants of a folder would make its tests several times as slow.
 */
export function keepMutants(text: string, ids: ReadonlySet<string>): string {
  return text
    .replaceAll(/stryMutAct_\w+\("(\d+)"\)/g, (_, id) => (ids.has(id) ? `globalThis.passMutant(${id})` : 'false'))
    .replaceAll(/stryCov_\w+\("[^)]*\)/g, '0');
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

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let at = 0;
  for (let i = 0; i < line; i++) at = text.indexOf('\n', at) + 1;
  return at + column;
}

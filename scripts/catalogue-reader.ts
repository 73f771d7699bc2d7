import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('..', import.meta.url));

export type Dimension = '2d' | '3d';

/** Which public names answer a row of the catalogue, by dimension. */
export type Catalogue = Record<string, Partial<Record<Dimension, readonly string[]>>>;

/** One routine a package entry exports. */
export interface Routine {
  readonly name: string;
  /** The entries that export it: 'geometry2d', '2d', … */
  readonly entries: readonly string[];
  /** Path from the root of the repository. */
  readonly file: string;
  /** `(out: WritableNumberArray, outOffset: number, …): number` */
  readonly signature: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** The whole docstring; empty if there is none. */
  readonly documentation: string;
}

/** The entries a dimension's routines may come from, geometry first. */
export const ENTRIES: Record<Dimension, readonly string[]> = {
  '2d': ['geometry2d', '2d'],
  '3d': ['geometry3d', '3d'],
};

export function readCatalogue(): Catalogue {
  return JSON.parse(readFileSync(`${root}docs/catalogue.json`, 'utf8')) as Catalogue;
}

/** Reads every routine the entries of both dimensions export, by name. */
export function readRoutines(): Record<Dimension, Map<string, Routine>> {
  const files = (entries: readonly string[]) =>
    entries.map((entry) => ({ entry, path: `${root}entry/${entry}.ts` })).filter(({ path }) => existsSync(path));
  const all = [...files(ENTRIES['2d']), ...files(ENTRIES['3d'])];
  const program = ts.createProgram(
    all.map(({ path }) => path),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const read = (dimension: Dimension) => {
    const routines = new Map<string, Routine>();
    for (const { entry, path } of files(ENTRIES[dimension])) {
      const source = program.getSourceFile(path);
      const symbol = source && checker.getSymbolAtLocation(source);
      if (symbol === undefined) continue;
      for (const exported of checker.getExportsOfModule(symbol)) {
        const known = routines.get(exported.name);
        const routine = describe(checker, exported, entry);
        if (routine === undefined) continue;
        routines.set(exported.name, known === undefined ? routine : { ...known, entries: [...known.entries, entry] });
      }
    }
    return routines;
  };
  return { '2d': read('2d'), '3d': read('3d') };
}

/** The first sentence of a docstring, on one line. */
export function summaryOf(documentation: string): string {
  const paragraph = documentation
    .split(/\n\s*\n/)[0]
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = /^.*?[.!?](?=\s+[A-Z0-9`(]|$)/.exec(paragraph);
  return sentence === null ? paragraph : sentence[0];
}

/**
 * What a docstring says after "Source:", or from "Derived here:" on, up to the end of the paragraph; empty if it says
 * neither.
 */
export function sourceOf(documentation: string): string {
  const match = /\b(?:Sources?:\s*|(?=Derived here:))([\s\S]*?)(?:\n\s*\n|$)/.exec(documentation);
  return match === null ? '' : match[1].replace(/\s+/g, ' ').trim();
}

/** A call with the usual arguments: arrays by their names, offsets 0. */
export function exampleCall(routine: Routine): string {
  const call = `${routine.name}(${routine.parameters.map(exampleArgument).join(', ')})`;
  return routine.returns === 'void' ? `${call};` : `const ${resultName(routine)} = ${call};`;
}

function exampleArgument(parameter: string): string {
  if (/offset$/i.test(parameter)) return '0';
  if (/^(maxFraction|fraction)$/.test(parameter)) return '1';
  return parameter;
}

/** The names of results, by the names of routines; the first entry that fits counts. */
const RESULTS: readonly (readonly [names: RegExp, result: string])[] = [
  [/^(cast.*All$|findNearest|query|find.*Pairs|collide)/, 'count'],
  [/^(cast|timeOfImpact|intersectLine)/, 't'],
  [/^(closestSurfacePoint|separation|findSeparatingAxis)/, 'separation'],
  [/^(closestPointUnitPlane|closestBvh|signedDistance|distanceGjk|deepestPoint)/, 'distance'],
  [/^(closest|distanceSquared)/, 'squared'],
  [/^penetration/, 'depth'],
  [/^build.*Tree$/, 'tree'],
  [/^buildConvexHull$/, 'hull'],
  [/^triangulate$/, 'triangles'],
  [/^decomposeConvex$/, 'pieces'],
  [/^createBvh$/, 'bvh'],
  [/^create.*Support$/, 'support'],
  [/^create.*Report$/, 'report'],
  [/^create.*Cache$/, 'cache'],
];

function resultName(routine: Routine): string {
  if (routine.returns === 'boolean') return 'yes';
  return RESULTS.find(([names]) => names.test(routine.name))?.[1] ?? 'result';
}

function describe(checker: ts.TypeChecker, exported: ts.Symbol, entry: string): Routine | undefined {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const declaration = symbol.valueDeclaration;
  if (declaration === undefined) return undefined;
  const signature = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures()[0];
  if (signature === undefined) return undefined;
  return {
    name: exported.name,
    entries: [entry],
    file: relative(root, declaration.getSourceFile().fileName).replaceAll('\\', '/'),
    signature: checker.signatureToString(signature, declaration, ts.TypeFormatFlags.NoTruncation),
    parameters: signature.getParameters().map((parameter) => parameter.name),
    returns: checker.typeToString(signature.getReturnType()),
    documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
  };
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}tsconfig.build.json`, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

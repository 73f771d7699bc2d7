import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueMarkdown } from '../scripts/catalogue-markdown.ts';
import { type Dimension, readCatalogue, readRoutines, root, sourceOf, summaryOf } from '../scripts/catalogue-reader.ts';
import { CATALOGUE } from '../scripts/catalogue-rows.ts';

/** What must be answered; written out again here, so that a row cannot vanish from both table and check. */
const PROMISED: Record<Dimension, string> = {
  '2d':
    'A1 A2 A3 A4 A6 A8 A10 A13 A14 A15 B1 B2 B3 B7 B12 B13 B14 C1 C2 C3 C7 C8 C9 ' + 'D1 D2 D3 D4 D5 D7 D8 D9 E1 E3 E4',
  '3d':
    'A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A15 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B13 B15 ' +
    'C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D1 D2 D3 D4 D5 D6 D7 D8 D9 E1 E2 E3 E4',
};
const DIMENSIONS: readonly Dimension[] = ['2d', '3d'];

const catalogue = readCatalogue();
const routines = readRoutines();
const importedByTests = namesImportedByTests();

const answers = DIMENSIONS.flatMap((dimension) =>
  PROMISED[dimension].split(' ').map((id) => [id, dimension, catalogue[id]?.[dimension] ?? []] as const),
);

test.each(answers)('%s is answered in %s', (_id, dimension, names) => {
  expect(names.length).toBeGreaterThan(0);
  const problems = names.flatMap((name) => {
    const routine = routines[dimension].get(name);
    if (routine === undefined) return [`${name} is not exported`];
    const found: string[] = [];
    if (summaryOf(routine.documentation).length < 20) found.push(`${name} has no docstring`);
    if (!importedByTests.get(name)?.some((file) => !file.includes(dimension === '2d' ? '/3d/' : '/2d/'))) {
      found.push(`${name} is imported by no test`);
    }
    return found;
  });
  expect(problems).toEqual([]);
});

test('docs/catalogue.json has no rows besides those promised', () => {
  const listed = Object.entries(catalogue).flatMap(([id, byDimension]) =>
    Object.keys(byDimension).map((dimension) => `${id} ${dimension}`),
  );
  const promised = answers.map(([id, dimension]) => `${id} ${dimension}`);
  expect(listed.filter((row) => !promised.includes(row))).toEqual([]);
  const table = CATALOGUE.flatMap(({ rows }) =>
    rows.flatMap((row) => row.dimensions.map((dimension) => `${row.id} ${dimension}`)),
  );
  expect(table.sort()).toEqual(promised.sort());
});

test('every routine of the geometry entries has a docstring', () => {
  const bare = DIMENSIONS.flatMap((dimension) =>
    [...routines[dimension].values()]
      .filter((routine) => summaryOf(routine.documentation).length < 20)
      .map((routine) => `${routine.file}: ${routine.name}`),
  );
  expect(bare).toEqual([]);
});

/** They make empty storage; there is no geometry in them. */
const MAKERS = new Set(
  (
    'createBvh createConvexPiece createEpaReport createGjkCache createIndexList createMeshSection createPairList ' +
    'createSegmentHits createToiReport createTriangleHits'
  ).split(' '),
);

test('every routine of the geometry entries names its source, or says that it was derived here', () => {
  const named = (dimension: Dimension, name: string) =>
    sourceOf(routines[dimension].get(name)?.documentation ?? '').length > 10;
  const bare = DIMENSIONS.flatMap((dimension) =>
    [...routines[dimension].values()]
      .filter(({ name, entries }) => entries.some((entry) => entry.startsWith('geometry')) && !MAKERS.has(name))
      .filter(({ name }) => !named(dimension, name))
      .map(({ file, name }) => `${file}: ${name}`),
  );
  expect(bare).toEqual([]);
});

test('docs/catalogue.md is what `npm run catalogue` writes', () => {
  const path = `${root}docs/catalogue.md`;
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8') === catalogueMarkdown(catalogue, routines), 'run `npm run catalogue`').toBe(true);
});

/** Which test files import a name, whichever module it comes from. */
function namesImportedByTests(): Map<string, string[]> {
  const imported = new Map<string, string[]>();
  const files = readdirSync(`${root}tests`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  for (const file of files) {
    const code = readFileSync(`${root}tests/${file}`, 'utf8');
    for (const [, clause] of code.matchAll(/\bimport\s*\{([^}]*)\}\s*from/g)) {
      for (const part of clause.split(',')) {
        const name = part.trim().split(/\s+as\s+/)[0];
        if (name === '') continue;
        imported.set(name, [...(imported.get(name) ?? []), `/${file.replaceAll('\\', '/')}`]);
      }
    }
  }
  return imported;
}

import {
  type Catalogue,
  type Dimension,
  exampleCall,
  type Routine,
  type readRoutines,
  sourceOf,
  summaryOf,
} from './catalogue-reader.ts';
import { CATALOGUE, type CatalogueRow } from './catalogue-rows.ts';

const DIMENSION_TITLES: Record<Dimension, string> = { '2d': '2D', '3d': '3D' };

/** Returns the text of docs/catalogue.md. */
export function catalogueMarkdown(catalogue: Catalogue, routines: ReturnType<typeof readRoutines>): string {
  const lines = [
    '# Catalogue of geometric routines',
    '',
    '<!-- Written by `npm run catalogue` from docs/catalogue.json and the docstrings; do not edit. -->',
    '',
    'Every row is answered by public functions of the package. Layouts of points, boxes and other operands, and the rules',
    'that hold for all of them, are in [geometry-conventions.md](geometry-conventions.md).',
    '',
  ];
  for (const section of CATALOGUE) {
    lines.push(`## ${section.letter}. ${section.title}`, '');
    for (const row of section.rows) lines.push(...rowLines(row, catalogue, routines));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function rowLines(row: CatalogueRow, catalogue: Catalogue, routines: ReturnType<typeof readRoutines>): string[] {
  const lines = [`### ${row.id} ${row.title}`, ''];
  for (const dimension of row.dimensions) {
    const names = catalogue[row.id]?.[dimension] ?? [];
    for (const name of names) {
      const routine = routines[dimension].get(name);
      if (routine !== undefined) lines.push(...routineLines(routine, dimension));
    }
  }
  return lines;
}

function routineLines(routine: Routine, dimension: Dimension): string[] {
  const source = sourceOf(routine.documentation);
  return [
    `**\`${routine.name}\`** (${DIMENSION_TITLES[dimension]}) – ${summaryOf(routine.documentation)}`,
    '',
    '```ts',
    `import { ${routine.name} } from 'bitecs-collision/${routine.doors[0]}';`,
    `// ${routine.signature}`,
    exampleCall(routine),
    '```',
    '',
    ...(source === '' ? [] : [source.startsWith('Derived here') ? source : `Source: ${source}`, '']),
  ];
}

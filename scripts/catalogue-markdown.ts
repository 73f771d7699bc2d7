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
import { TASKS, type Task } from './catalogue-tasks.ts';

const DIMENSION_TITLES: Record<Dimension, string> = { '2d': '2D', '3d': '3D' };
const DIMENSIONS: readonly Dimension[] = ['2d', '3d'];

/** The headings for routines that answer no row of the catalogue, by the folder of their source. */
const ROOM_TITLES: readonly (readonly [folder: RegExp, title: string])[] = [
  [/\/closest$/, 'More closest points and distances'],
  [/\/overlap$/, 'More overlap tests'],
  [/\/ray$/, 'More rays'],
  [/\/sweep$/, 'More moving objects'],
  [/\/contact$/, 'Contact points'],
  [/\/convex$/, 'Convex shapes: making and cutting them, supports, reports'],
  [/\/partition$/, 'Triangles and convex pieces of polygons'],
  [/\/measure$/, 'Bounds, areas, volumes, poses'],
  [/\/tree$/, 'Trees over segments and meshes'],
  [/./, 'Lists, hierarchies and exact predicates'],
];

type Routines = ReturnType<typeof readRoutines>;

/** A routine and where docs/catalogue.md describes it. */
export interface Place {
  readonly name: string;
  readonly anchor: string;
}

/** Returns the text of docs/catalogue.md. */
export function catalogueMarkdown(catalogue: Catalogue, routines: Routines): string {
  const lines = [
    '# Catalogue of geometric routines',
    '',
    '<!-- Written by `npm run catalogue` from docs/catalogue.json and the docstrings; do not edit. -->',
    '',
    'By task first, then in the order of the textbooks, then what else there is. Layouts of points, boxes and other operands,',
    'and the rules that hold for all of them, are in [geometry-conventions.md](geometry-conventions.md). Who has a world of',
    'colliders asks the world instead: see its [queries](guide/queries.md).',
    '',
    ...taskLines(catalogue, routines),
  ];
  for (const section of CATALOGUE) {
    lines.push(`## ${section.letter}. ${section.title}`, '');
    for (const row of section.rows) lines.push(...rowLines(row, catalogue, routines));
  }
  lines.push(...remainderLines(catalogue, routines));
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Returns the routines that answer a task in one dimension, with their places. */
export function answersOf(task: Task, dimension: Dimension, catalogue: Catalogue, routines: Routines): Place[] {
  const places = new Map<string, string>();
  for (const row of CATALOGUE.flatMap(({ rows }) => rows)) {
    if (task.rows !== undefined && !task.rows.includes(row.id)) continue;
    for (const name of catalogue[row.id]?.[dimension] ?? []) {
      if (!places.has(name)) places.set(name, anchorOf(rowHeading(row)));
    }
  }
  if (task.rows === undefined) {
    for (const routine of withoutRow(dimension, catalogue, routines)) {
      places.set(routine.name, anchorOf(roomOf(routine)));
    }
  }
  return [...places]
    .filter(([name]) => task.names === undefined || task.names.test(name))
    .map(([name, anchor]) => ({ name, anchor }));
}

/** Returns the anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function taskLines(catalogue: Catalogue, routines: Routines): string[] {
  const lines = ['## Index by task', ''];
  for (const { title, tasks } of TASKS) {
    lines.push(`### ${title}`, '', '| question | in the plane | in space |', '|---|---|---|');
    for (const task of tasks) {
      const cells = DIMENSIONS.map((dimension) =>
        answersOf(task, dimension, catalogue, routines)
          .map(({ name, anchor }) => `[\`${name}\`](#${anchor})`)
          .join(', '),
      );
      lines.push(`| ${task.question} | ${cells.map((cell) => cell || '–').join(' | ')} |`);
    }
    lines.push('');
  }
  return lines;
}

function rowHeading(row: CatalogueRow): string {
  return `${row.id} ${row.title}`;
}

function rowLines(row: CatalogueRow, catalogue: Catalogue, routines: Routines): string[] {
  const lines = [`### ${rowHeading(row)}`, ''];
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
    `import { ${routine.name} } from 'bitecs-collision/${routine.entries[0]}';`,
    `// ${routine.signature}`,
    exampleCall(routine),
    '```',
    '',
    ...(source === '' ? [] : [source.startsWith('Derived here') ? source : `Source: ${source}`, '']),
  ];
}

/** The public routines that answer no row, one line each. */
function remainderLines(catalogue: Catalogue, routines: Routines): string[] {
  const lines = ['## F. What else there is', ''];
  for (const [, title] of ROOM_TITLES) {
    const listed = DIMENSIONS.flatMap((dimension) =>
      withoutRow(dimension, catalogue, routines)
        .filter((routine) => roomOf(routine) === title)
        .map(({ name, documentation }) => {
          return `- **\`${name}\`** (${DIMENSION_TITLES[dimension]}) – ${summaryOf(documentation)}`;
        }),
    );
    if (listed.length > 0) lines.push(`### ${title}`, '', ...listed.sort(), '');
  }
  return lines;
}

function withoutRow(dimension: Dimension, catalogue: Catalogue, routines: Routines): Routine[] {
  const answering = new Set(Object.values(catalogue).flatMap((names) => names[dimension] ?? []));
  return [...routines[dimension].values()].filter(
    ({ name, entries }) => entries[0].startsWith('geometry') && !answering.has(name),
  );
}

function roomOf({ file }: Routine): string {
  const folder = file.slice(0, file.lastIndexOf('/'));
  return (ROOM_TITLES.find(([pattern]) => pattern.test(folder)) ?? ROOM_TITLES[ROOM_TITLES.length - 1])[1];
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../ensure-installed.mjs';

export type Dimension = '2d' | '3d';

/** A page of the reference: names of an entry that serve one task. */
export interface Task {
  /** The name of the page, in its folder. */
  readonly page: string;
  readonly title: string;
  /** Matches the paths of the sources whose names belong to the task. */
  readonly sources: RegExp;
}

/** In the order of the sidebar; a name belongs to the first task that its source is of. */
const TASKS: readonly Task[] = [
  { page: 'time', title: 'Saving, rollback and logs', sources: /\/time\/|saved-/ },
  { page: 'debug', title: 'Debug lines', sources: /\/debug\// },
  { page: 'queries', title: 'Queries', sources: /\/queries\/(?!mass)/ },
  {
    page: 'movement',
    title: 'Movement',
    sources: /\/(movement|pushing)\/|one-way|attach|seamless|swept/,
  },
  { page: 'shapes', title: 'Shapes', sources: /\/(kinds|shapes)\/|shape-of|mass-properties/ },
  { page: 'stages', title: 'Stages of a tick', sources: /(?<!\/collision)-system\.ts|stage-timings|hierarch|\/bvh\// },
  {
    page: 'contacts',
    title: 'Contacts and events',
    sources: /contact|events\/|explain-pair|touching|reconsider|collider-slots/,
  },
  { page: 'numbers', title: 'Numbers and errors', sources: /atan2|trigonometry|errors/ },
  { page: 'world', title: 'World and components', sources: /./ },
];

const ORDER = ['world', 'shapes', 'contacts', 'queries', 'movement', 'time', 'debug', 'stages', 'numbers'];

export interface PageOfTask extends Task {
  /** The names that the entry exports for the task. */
  readonly names: readonly string[];
}

/** Returns the pages of an entry, each with its names; a task without names has no page. */
export function pagesOf(dimension: Dimension): readonly PageOfTask[] {
  const file = join(root, 'entry', `${dimension}.ts`);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
  const names = new Map<string, string[]>(TASKS.map(({ page }) => [page, []]));
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    const path = (statement.moduleSpecifier as ts.StringLiteral).text;
    const { page } = TASKS.find(({ sources }) => sources.test(path))!;
    names.get(page)!.push(...statement.exportClause.elements.map(({ name }) => name.text));
  }
  return ORDER.map((page) => ({ ...TASKS.find((task) => task.page === page)!, names: names.get(page)! })).filter(
    ({ names }) => names.length > 0,
  );
}

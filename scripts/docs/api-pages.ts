import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter, type DeclarationReflection, type ProjectReflection } from 'typedoc';
import { root } from '../ensure-installed.mjs';
import { describeAll, undescribed } from './api-descriptions.ts';
import { readableMarkdown } from './api-markdown.ts';
import { pagesOf } from './api-tasks.ts';

/** The folder of the generated pages: beside the written ones, and only for the site. */
export const API_FOLDER = 'docs/api';

/** Pages of the catalogue are by room: as one page, each of its two entries would be ten thousand lines. */
const CATALOGUES = ['2d', '3d'] as const;

/** The class that `createCollision` returns: the entry exports only its type. */
const COLLISION_CLASS = 'systems/core/collision.ts';

/** The folder for modules that each export the names of one page. */
const MODULES = '.cache/api-modules';

/** Makes the pages of the API, by task and by room of the catalogue, from the docstrings of what the entries export. */
export async function writeApiPages(): Promise<void> {
  rmSync(join(root, API_FOLDER), { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins({
    entryPoints: writeModules(),
    plugin: ['typedoc-plugin-markdown'],
    tsconfig: join(root, MODULES, 'tsconfig.json'),
    basePath: root,
    readme: 'none',
    out: join(root, API_FOLDER),
    logLevel: 'Warn',
    skipErrorChecking: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    validation: false,
    excludeReferences: true,
    sort: ['alphabetical'],
    groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', '*'],
    ...MARKDOWN,
  } as Parameters<typeof Application.bootstrapWithPlugins>[0]);
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const module of project.children ?? []) module.name = pageOf(module.name);
    describeAll(project);
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources');
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error('TypeDoc could not write its pages');
  if (undescribed.length > 0)
    console.warn(`Without a description, or words in scripts/docs/parameter-words.ts: ${undescribed.join(', ')}`);
  for (const { name } of project.children ?? []) finishPage(name);
  writeIndexPages(project);
}

/**
 * Writes a module for each page of a task, and returns all modules in the order in which they describe what they
 * export: a declaration is described by the first, so that pages of tasks come before the entries that gather them.
 */
function writeModules(): string[] {
  const folder = join(root, MODULES);
  rmSync(folder, { recursive: true, force: true });
  const modules = [COLLISION_CLASS];
  for (const dimension of CATALOGUES) {
    mkdirSync(join(folder, dimension), { recursive: true });
    for (const { page, names } of pagesOf(dimension)) {
      const file = join(MODULES, dimension, `${page}.ts`);
      writeFileSync(join(root, file), `export { ${names.join(', ')} } from '../../../entry/${dimension}.ts';\n`);
      modules.push(file);
    }
    modules.push(dimension === '2d' ? 'entry/pixi.ts' : 'entry/three.ts');
    if (dimension === '2d') modules.push('entry/maps.ts');
  }
  for (const dimension of CATALOGUES) {
    for (const room of roomsOf(dimension)) modules.push(`src/${dimension}/${room}/index.ts`);
    modules.push(`entry/geometry${dimension}.ts`);
  }
  const include = ['./**/*.ts', ...['src', 'systems', 'components', 'entry'].map((name) => `../../${name}`)];
  // The names are exported as they are, types or not, which single files could not tell.
  const compilerOptions = { isolatedModules: false, verbatimModuleSyntax: false };
  const config = { extends: '../../tsconfig.build.json', compilerOptions, include };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return modules;
}

const MARKDOWN = {
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  // Links to names that occur twice on a page would else lead to nothing.
  useHTMLAnchors: true,
  hideGroupHeadings: false,
  expandObjects: true,
  expandParameters: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  tableColumnSettings: {
    hideSources: true,
    hideDefaults: true,
    hideInherited: true,
    hideOverrides: true,
    hideModifiers: true,
  },
};

/** The rooms of a dimension: 'geometry/closest', …, 'bvh'. */
function roomsOf(dimension: string): string[] {
  const rooms = readdirSync(join(root, 'src', dimension, 'geometry'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `geometry/${entry.name}`);
  return [...rooms.sort(), 'bvh'];
}

/**
 * 'src/2d/geometry/closest' → 'geometry2d/closest', 'entry/maps' → 'maps', '.cache/api-modules/2d/queries' →
 * '2d/queries'.
 */
function pageOf(module: string): string {
  const room = /^src\/(?<dimension>\dd)\/(?:geometry\/)?(?<name>[\w-]+)/.exec(module)?.groups;
  if (room !== undefined) return `geometry${room.dimension}/${room.name}`;
  return module.replace(/^(entry|systems\/core|\.cache\/api-modules)\//, '');
}

/** Heads a page by what its names are for, says where they are imported from, and makes its text that of a guide. */
function finishPage(page: string): void {
  const file = join(root, API_FOLDER, `${page}.md`);
  const text = readFileSync(file, 'utf8');
  const titled = text.replace(/^# .+$/m, `# ${titleOf(page)}\n\n${leadOf(page)}`);
  if (titled === text) throw new Error(`the page ${page} has no heading to replace`);
  writeFileSync(file, `---\noutline: deep\n---\n\n${readableMarkdown(titled)}`);
}

function titleOf(page: string): string {
  if (page === 'collision') return 'Collision';
  const [entry, part] = page.split('/') as [string, string | undefined];
  if (part === undefined) return `bitecs-collision/${entry}`;
  const task = entry === '2d' || entry === '3d' ? pagesOf(entry).find((one) => one.page === part) : undefined;
  return task === undefined ? `${entry}: ${part}` : `${task.title} (/${entry})`;
}

function leadOf(page: string): string {
  if (page === 'collision') {
    return (
      'What `createCollision(world)` returns, in the plane and in space. `Contact`, `ShapeSpec` and the stores are ' +
      'those of the entry that it was imported from.'
    );
  }
  return `Imported from \`bitecs-collision/${page.split('/')[0]}\`.`;
}

/** Writes the pages that lead to all others: of the whole API, and of the entries whose names are on several pages. */
function writeIndexPages(project: ProjectReflection): void {
  const pages = new Map((project.children ?? []).map((module) => [module.name, module.children ?? []]));
  for (const dimension of CATALOGUES) {
    const parts = pagesOf(dimension).map(({ page, title, names }) => {
      const rows = names.flatMap((name) => rowOf(name, [`${dimension}/${page}`, ...pages.keys()], pages));
      return `## [${title}](${dimension}/${page}.md)\n\n| Name | |\n| --- | --- |\n${rows.join('\n')}`;
    });
    const head = `# bitecs-collision/${dimension}\n\nWhat it exports, by task. \`createCollision\` returns a [Collision](collision.md).`;
    writeFileSync(join(root, API_FOLDER, `${dimension}.md`), `${head}\n\n${parts.join('\n\n')}\n`);
  }
  writeFileSync(join(root, API_FOLDER, 'index.md'), INDEX);
}

/**
 * Returns a row of an index, the name and the first sentence of its description; nothing for a name that is on no page.
 */
function rowOf(
  name: string,
  order: readonly string[],
  pages: ReadonlyMap<string, readonly DeclarationReflection[]>,
): string[] {
  for (const page of order) {
    const found = pages.get(page)?.find((child) => child.name === name);
    if (found === undefined) continue;
    const comment = found.comment ?? found.signatures?.[0]?.comment;
    const words = (comment?.summary ?? []).map((part) => part.text).join('');
    const text = words.replaceAll(/\s+/g, ' ').trim();
    const [sentence] = /^.*?[.:](?= [A-Z]|$)/.exec(text) ?? [text];
    return [`| [\`${name}\`](${page}.md#${name.toLowerCase()}) | ${sentence.replace(/:$/, '.')} |`];
  }
  return [];
}

const INDEX = `# API

| Entry | What it has |
| --- | --- |
| [bitecs-collision/2d](2d.md) | the plane: worlds, shapes, contacts, queries, movement, time |
| [bitecs-collision/3d](3d.md) | space: the same |
| [Collision](collision.md) | what \`createCollision\` returns: stores, tags, events, contacts |
| [bitecs-collision/maps](maps.md) | levels of Tiled and LDtk as shapes |
| [bitecs-collision/pixi](pixi.md) | drawing with PixiJS |
| [bitecs-collision/three](three.md) | shapes of three.js's objects, and objects where their entities are |
| [Geometry by task](../catalogue.md) | routines for the plane (\`/geometry2d\`) and for space (\`/geometry3d\`), without an ECS |
`;

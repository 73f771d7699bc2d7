import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter } from 'typedoc';
import { root } from '../ensure-installed.mjs';

/** Where the pages go: beside the written ones, for the site alone. */
export const API_FOLDER = 'docs/api';

/** Pages of the catalogue are by room: as one page, each of its two entries would be ten thousand lines. */
const CATALOGUES = ['2d', '3d'] as const;

/** What `createCollision` returns is a class that the entry exports the type of alone. */
const COLLISION_CLASS = 'systems/core/collision.ts';

/** Makes a page for each package entry, and for each room of the catalogue, from the docstrings of what it exports. */
export async function writeApiPages(): Promise<void> {
  rmSync(join(root, API_FOLDER), { recursive: true, force: true });
  // A declaration is described by the first that exports it: rooms come before the entries that gather them.
  const entryPoints = [COLLISION_CLASS, 'entry/2d.ts', 'entry/pixi.ts', 'entry/3d.ts', 'entry/three.ts'];
  for (const dimension of CATALOGUES) {
    for (const room of roomsOf(dimension)) entryPoints.push(`src/${dimension}/${room}/index.ts`);
    entryPoints.push(`entry/geometry${dimension}.ts`);
  }
  const app = await Application.bootstrapWithPlugins({
    entryPoints,
    plugin: ['typedoc-plugin-markdown'],
    tsconfig: join(root, 'tsconfig.build.json'),
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
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the sources');
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error('TypeDoc could not write its pages');
  for (const { name } of project.children ?? []) giveTitle(name);
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
  tableColumnSettings: { hideSources: true, hideInherited: true, hideOverrides: true, hideModifiers: true },
};

/** The rooms of a dimension: 'geometry/closest', …, 'bvh'. */
function roomsOf(dimension: string): string[] {
  const rooms = readdirSync(join(root, 'src', dimension, 'geometry'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `geometry/${entry.name}`);
  return [...rooms.sort(), 'bvh'];
}

/** 'src/2d/geometry/closest' → 'geometry2d/closest', 'entry/2d' → '2d'. */
function pageOf(module: string): string {
  const room = /^src\/(?<dimension>\dd)\/(?:geometry\/)?(?<name>[\w-]+)/.exec(module)?.groups;
  if (room !== undefined) return `geometry${room.dimension}/${room.name}`;
  return module.replace(/^(entry|systems\/core)\//, '');
}

/** A page is headed by its module's name: this says what to import from where. */
function giveTitle(page: string): void {
  const file = join(root, API_FOLDER, `${page}.md`);
  const text = readFileSync(file, 'utf8');
  const [entry, room] = page.split('/');
  const heading =
    page === 'collision' ? 'Collision' : room === undefined ? `bitecs-collision/${entry}` : `${entry}: ${room}`;
  const lead =
    page === 'collision'
      ? 'What `createCollision(world)` returns. `Types` are those of the plane: `Transform`, `Collider` and `Contact`.'
      : `Imported from \`bitecs-collision/${entry}\`.`;
  const titled = text.replace(/^# .+$/m, `# ${heading}\n\n${lead}`);
  if (titled === text) throw new Error(`the page ${page} has no heading to replace`);
  writeFileSync(file, titled);
}

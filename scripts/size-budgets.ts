import { existsSync, readFileSync } from 'node:fs';
import { doorPath, exportedFunctions, KILOBYTE } from './bundle-size.ts';

export interface SizeBudget {
  readonly title: string;
  /** The module whose bundle is measured. */
  readonly source: string;
  /** Most bytes allowed, gzipped; undefined where the size is only reported. */
  readonly limit: number | undefined;
}

const SHAPE_MAKERS = ['circle', 'capsule', 'box', 'polygon', 'segment', 'chain'];

/** The doors of the collision engine; the catalogues of geometry are taken routine by routine. */
const ENGINES = ['index', '2d', '3d'];

/** Returns what is measured: the usual game first, then the whole engine, then each door alone. */
export async function sizeBudgets(): Promise<SizeBudget[]> {
  const doors = builtDoors();
  const exported = new Set(await exportedFunctions('2d'));
  const core = ['createCollision', 'collisionSystem', ...SHAPE_MAKERS.filter((name) => exported.has(name))];
  const engines = doors.filter((door) => ENGINES.includes(door));
  return [
    {
      title: `2D core (${core.join(', ')})`,
      source: `export { ${core.join(', ')} } from '${doorPath('2d')}';`,
      limit: 12 * KILOBYTE,
    },
    {
      title: `2D + 3D engine (all of ${engines.join(', ')})`,
      source: engines.map((door) => `export * as door_${door} from '${doorPath(door)}';`).join('\n'),
      limit: 45 * KILOBYTE,
    },
    ...doors.map((door) => ({
      title: `all of ${door}`,
      source: `export * from '${doorPath(door)}';`,
      limit: undefined,
    })),
  ];
}

/** Returns the names of the doors in package.json's exports: index, 2d, geometry2d, … */
export function builtDoors(): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, string | object>;
  };
  const doors = Object.keys(exports)
    .filter((key) => typeof exports[key] !== 'string')
    .map((key) => (key === '.' ? 'index' : key.slice(2)));
  const missing = doors.filter((door) => !existsSync(new URL(`.${doorPath(door)}`, import.meta.url)));
  if (missing.length > 0) throw new Error(`dist/ has no ${missing.join(', ')}: run \`npm run build\` first`);
  return doors;
}

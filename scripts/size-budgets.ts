import { existsSync, readFileSync } from 'node:fs';
import { exportedFunctions, KILOBYTE } from './bundle-size.ts';

export interface SizeBudget {
  readonly title: string;
  /** The module whose bundle is measured. */
  readonly source: string;
  /** Most bytes allowed, gzipped; undefined where the size is only reported. */
  readonly limit: number | undefined;
}

const SHAPE_MAKERS = ['circle', 'capsule', 'box', 'polygon', 'segment', 'chain'];

/** Returns what is measured: the usual game first, then all of it, then each door alone. */
export async function sizeBudgets(): Promise<SizeBudget[]> {
  const doors = builtDoors();
  const exported = new Set(await exportedFunctions('2d'));
  const core = ['createCollision', 'collisionSystem', ...SHAPE_MAKERS.filter((name) => exported.has(name))];
  const withoutPixi = doors.filter((door) => door !== 'pixi');
  return [
    {
      title: `2D core (${core.join(', ')})`,
      source: `export { ${core.join(', ')} } from './dist/2d.js';`,
      limit: 12 * KILOBYTE,
    },
    {
      title: `everything (${withoutPixi.join(', ')})`,
      source: withoutPixi.map((door) => `export * as ${identifier(door)} from './dist/${door}.js';`).join('\n'),
      limit: 45 * KILOBYTE,
    },
    ...doors.map((door) => ({
      title: `all of ${door}`,
      source: `export * from './dist/${door}.js';`,
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
  const missing = doors.filter((door) => !existsSync(new URL(`../dist/${door}.js`, import.meta.url)));
  if (missing.length > 0) throw new Error(`dist/ has no ${missing.join(', ')}: run \`npm run build\` first`);
  return doors;
}

function identifier(door: string): string {
  return `door_${door}`;
}

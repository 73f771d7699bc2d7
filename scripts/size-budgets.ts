import { existsSync, readFileSync } from 'node:fs';
import { entryPath, KILOBYTE } from './bundle-size.ts';

export interface SizeBudget {
  readonly title: string;
  /** The module whose bundle is measured. */
  readonly source: string;
  /** Most bytes allowed, gzipped; undefined where the size is only reported. */
  readonly limit: number | undefined;
  /** The wanted size, where it is less than what is allowed today. */
  readonly target?: number;
}

/**
 * Shapes that live in the stores. The other kinds bring their routines along, so that only games that import their
 * makers pay.
 */
const CORE_SHAPES = ['circle', 'capsule', 'box'];
const ALL_SHAPES = [...CORE_SHAPES, 'polygon', 'segment', 'chain', 'compound', 'ellipse', 'sector'];

/** Limits that keep bundles which are above their target from growing. */
const CORE_LIMIT = 36.9 * KILOBYTE;
const POLYGON_LIMIT = 45.9 * KILOBYTE;
const ENGINE_LIMIT = 95.1 * KILOBYTE;
/** Space: what lives in the stores, and with hulls. */
const SPACE_SHAPES = ['sphere', 'box', 'capsule'];
const SPACE_LIMIT = 42.6 * KILOBYTE;
const SPACE_HULLS_LIMIT = 77.7 * KILOBYTE;
const SPACE_MESHES_LIMIT = 82.9 * KILOBYTE;

/** Features that a game adds to the engine by importing them. */
const MOVEMENT = ['moveAndSlide', 'createMoveResult', 'collideShape', 'castCollider', 'refreshCollider'];
const EXTRAS = [
  ...MOVEMENT,
  'attachedTo',
  'ownerOf',
  'oneWay',
  'ownMargin',
  'reconsider',
  'seamless',
  'closestEntities',
  ...['readContacts', 'createContactColumns', 'POINTS_PER_CONTACT'],
  'overlapSector',
  'pushApart',
  ...['moveAndBounce', 'createBounceResult', 'castRayExit'],
];
const MOVER_LIMIT = 73.6 * KILOBYTE;
/** For games with bullets. */
const SWEPT = ['sweptColliders', 'castRays', 'createRayHits', 'RAY_STRIDE'];
const SWEPT_LIMIT = 68.5 * KILOBYTE;
/** Snapshots, and what rollback and questions about the past need besides. */
const TIME = [
  ...['createSnapshot', 'saveCollision', 'restoreCollision', 'savedEntities', 'hashCollision', 'explainDivergence'],
  ...['createEventLog', 'createCollisionHistory'],
];
/** Maps of tiles, which no other shape needs. */
const TILES = ['tiles', 'setTile', 'tileAt', 'tileOutlines'];
const TILES_LIMIT = 62.5 * KILOBYTE;

/** Solids of any outline: a triangulation, and what smooth compounds take besides. */
const CONCAVE = ['concave'];
const CONCAVE_LIMIT = 57.7 * KILOBYTE;

/** Saving shapes. */
const FORMATS = [
  ...['circle', 'capsule', 'box', 'polygon', 'segment', 'chain', 'compound'].map((kind) => `${kind}Format`),
  ...['ellipse', 'tiles', 'concave', 'sector'].map((kind) => `${kind}Format`),
  ...['SHAPE_FORMATS', 'shapeToJson', 'shapeFromJson', 'shapeOf'],
];

/** The entries of the collision engine; the catalogues of geometry are taken routine by routine. */
const ENGINES = ['index', '2d'];

/** For development, with any renderer. */
const DEBUG = ['createDebugLines', 'updateDebugLines', 'DEBUG_COLOURS', 'LINE_COLOUR', 'LINE_STRIDE'];

/** Returns what is measured: the usual game first, then the whole engine, then each entry alone. */
export function sizeBudgets(): SizeBudget[] {
  const entries = builtEntries();
  const core = ['createCollision', 'collisionSystem'];
  const game = (shapes: readonly string[]): string =>
    `export { ${[...core, ...shapes].join(', ')} } from '${entryPath('2d')}';`;
  const spaceGame = (shapes: readonly string[]): string =>
    `export { ${[...core, ...shapes].join(', ')} } from '${entryPath('3d')}';`;
  const engines = entries.filter((entry) => ENGINES.includes(entry));
  return [
    {
      title: `2D core (${[...core, ...CORE_SHAPES].join(', ')})`,
      source: game(CORE_SHAPES),
      limit: CORE_LIMIT,
      target: 20 * KILOBYTE,
    },
    { title: '2D core with polygons', source: game([...CORE_SHAPES, 'polygon']), limit: POLYGON_LIMIT },
    { title: '2D core with all shapes', source: game(ALL_SHAPES), limit: undefined },
    {
      title: '2D core with a mover',
      source: game([...CORE_SHAPES, ...MOVEMENT]),
      limit: MOVER_LIMIT,
    },
    { title: '2D core with rollback and history', source: game([...CORE_SHAPES, ...TIME]), limit: undefined },
    { title: '2D core with maps of tiles', source: game([...CORE_SHAPES, ...TILES]), limit: TILES_LIMIT },
    { title: '2D core with concave solids', source: game([...CORE_SHAPES, ...CONCAVE]), limit: CONCAVE_LIMIT },
    {
      title: '2D core with swept colliders and castRays',
      source: game([...CORE_SHAPES, ...SWEPT]),
      limit: SWEPT_LIMIT,
    },
    {
      title: `2D engine (all of ${engines.join(', ')}, without extras)`,
      source: engines
        .map(
          (entry) =>
            `${exportAllBut(entry, [...EXTRAS, ...SWEPT, ...TIME, ...TILES, ...CONCAVE, ...FORMATS, ...DEBUG])}`,
        )
        .join('\n'),
      limit: ENGINE_LIMIT,
      target: 46 * KILOBYTE,
    },
    {
      title: `3D core (${[...core, ...SPACE_SHAPES].join(', ')})`,
      source: spaceGame(SPACE_SHAPES),
      limit: SPACE_LIMIT,
      target: 40 * KILOBYTE,
    },
    { title: '3D core with hulls', source: spaceGame([...SPACE_SHAPES, 'hull']), limit: SPACE_HULLS_LIMIT },
    { title: '3D core with meshes', source: spaceGame([...SPACE_SHAPES, 'mesh']), limit: SPACE_MESHES_LIMIT },
    ...entries.map((entry) => ({
      title: `all of ${entry}`,
      source: `export * from '${entryPath(entry)}';`,
      limit: undefined,
    })),
  ];
}

/**
 * Writes exports of all that a built entry has but for some names. Those of an entry that exports another's are the
 * same.
 */
function exportAllBut(entry: string, left: readonly string[]): string {
  const text = readFileSync(new URL(`.${entryPath(entry)}`, import.meta.url), 'utf8');
  const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].map((match) => match[1].split(','));
  const names = lists.flat().map((name) => name.trim());
  const kept = names.filter((name) => name !== '' && !left.includes(name));
  return kept.length === 0 ? '' : `export { ${kept.join(', ')} } from '${entryPath(entry)}';`;
}

/** Returns the names of the entries in package.json's exports: index, 2d, geometry2d, … */
export function builtEntries(): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, string | object>;
  };
  const entries = Object.keys(exports)
    .filter((key) => typeof exports[key] !== 'string')
    .map((key) => (key === '.' ? 'index' : key.slice(2)));
  const missing = entries.filter((entry) => !existsSync(new URL(`.${entryPath(entry)}`, import.meta.url)));
  if (missing.length > 0) throw new Error(`dist/ has no ${missing.join(', ')}: run \`npm run build\` first`);
  return entries;
}

/**
 * Who may import whom. Geometry knows no ECS, the two dimensions know nothing of each other, and only the doors in
 * entry/ see everything.
 */

const BITECS = '^bitecs(/|$)|(^|/)node_modules/bitecs/';
const PIXI = '^pixi\\.js(/|$)|(^|/)node_modules/pixi\\.js/';
const THREE = '^three(/|$)|(^|/)node_modules/(@types/)?three/';
const CONTROLS = '(^|/)node_modules/tweakpane/|^tweakpane$';
const OUTSIDE = '^(tests|examples|bench|scripts)/';
const PUBLIC_ENTRIES = '^entry/[^/]+\\.ts$';

/** The floors of a dimension, from the ground up. Folders of one entry do not know each other's order. */
const FLOORS = ['geometry', 'bvh', 'shapes', 'bounds', 'narrow-phase', 'queries', 'movement|swept', 'kinds', 'maps'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Modules that need each other at run time are one module, or miss a third. Types may refer to each other.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-types-in-src',
      severity: 'error',
      comment:
        'In src/ types count too: a circle of types is a rule spread over several files. What belongs to both goes below.',
      from: { path: '^src/' },
      to: { path: '^src/', circular: true },
    },
    {
      name: 'src-knows-no-ecs',
      severity: 'error',
      comment: 'src/ is pure algorithms: no components, systems, doors, bitECS or renderer.',
      from: { path: '^src/' },
      to: { path: ['^components/', '^systems/', '^entry/', BITECS, PIXI] },
    },
    {
      name: 'core-is-dimension-free',
      severity: 'error',
      comment: 'src/core serves both dimensions and imports neither.',
      from: { path: '^src/core/' },
      to: { path: '^src/(?!core/)' },
    },
    {
      name: 'dimensions-are-strangers',
      severity: 'error',
      comment: 'A 2D game must not carry 3D code, nor the other way round.',
      from: { path: '^(src|components|systems)/(2d|3d)/' },
      to: { path: '^(src|components|systems)/(2d|3d)/', pathNot: '^(src|components|systems)/$2/' },
    },
    ...FLOORS.slice(0, -1).map((floor, i) => ({
      name: 'floors-lead-downwards',
      severity: 'error',
      comment: `Inside a dimension imports lead downwards, types included: ${FLOORS.join(' < ')}.`,
      from: { path: `^src/(2d|3d)/(${floor})/` },
      to: { path: `^src/$1/(${FLOORS.slice(i + 1).join('|')})/` },
    })),
    {
      name: 'engine-is-dimension-free',
      severity: 'error',
      comment: 'systems/core serves both dimensions: what differs comes in the record that a dimension gives it.',
      from: { path: '^systems/core/' },
      to: { path: '^(src|components|systems)/(2d|3d)/' },
    },
    {
      name: 'components-carry-data',
      severity: 'error',
      comment:
        'components/ are stores and defaults: they may use src/core and their own dimension of src, nothing else.',
      from: { path: '^components/' },
      to: { path: ['^systems/', '^entry/', BITECS, PIXI, THREE] },
    },
    {
      name: 'shared-components-are-dimension-free',
      severity: 'error',
      comment: 'What lies directly in components/ serves both dimensions.',
      from: { path: '^components/', pathNot: '^components/(2d|3d)/' },
      to: { path: '^(src|components)/(2d|3d)/' },
    },
    {
      name: 'systems-use-components-and-src',
      severity: 'error',
      comment: 'Systems import components and src; no door, and no renderer but in the folder made for it.',
      from: { path: '^systems/', pathNot: '^systems/(pixi|three)/' },
      to: { path: ['^entry/', '^systems/(pixi|three)/', PIXI, THREE] },
    },
    {
      name: 'only-the-adapter-knows-bitecs',
      severity: 'error',
      comment: 'One place turns entity ids into collider slots and back: systems/core/adapter (types included).',
      from: { path: '^(systems|entry)/', pathNot: '^systems/core/adapter(/|\\.ts$)' },
      to: { path: BITECS },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      comment: 'What is shipped imports nothing from tests, examples, bench or scripts.',
      from: { path: '^(src|components|systems|entry)/' },
      to: { path: OUTSIDE },
    },
    {
      name: 'product-has-no-dependencies',
      severity: 'error',
      comment: 'No runtime dependency besides the peers bitecs, pixi.js and three, and nothing that only Node has.',
      from: { path: '^(src|components|systems|entry)/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'core', 'unknown'],
        pathNot: [BITECS, PIXI, THREE],
      },
    },
    {
      name: 'only-the-pixi-door-draws',
      severity: 'error',
      comment: 'pixi.js is an optional peer: only what lies behind entry/pixi.ts may need it.',
      from: { path: '^entry/', pathNot: '^entry/pixi(/|\\.ts$)' },
      to: { path: ['^systems/pixi/', PIXI] },
    },
    {
      name: 'only-the-three-door-draws-space',
      severity: 'error',
      comment: 'three is an optional peer: only what lies behind entry/three.ts may need it.',
      from: { path: '^(entry|systems/pixi)/', pathNot: '^entry/three\\.ts$' },
      to: { path: ['^systems/three/', THREE] },
    },
    {
      name: 'three-knows-no-plane',
      severity: 'error',
      comment: 'What works with three.js is about space, and leads neither to the plane nor to PixiJS.',
      from: { path: '^systems/three/' },
      to: { path: ['^(src|components|systems)/2d/', '^systems/pixi/', PIXI] },
    },
    {
      name: 'sims-use-the-public-entries',
      severity: 'error',
      comment: 'A scene is what a user would write: the package, bitECS, types of the shell, its own files.',
      from: { path: '^examples/scenes/([^/]+)/([^/]+)/', pathNot: '/view[-a-z]*\\.ts$' },
      to: {
        pathNot: [
          '^examples/scenes/$1/$2/(?!view[-a-z]*\\.ts)',
          '^examples/shell/(scene|random|hash|remember)\\.ts$',
          '^examples/(scenes/)?shared/',
          PUBLIC_ENTRIES,
          BITECS,
        ],
      },
    },
    {
      name: 'views-draw-with-pixi-and-three',
      severity: 'error',
      comment: 'A view may also use pixi.js, three, the panel of controls and the helpers of the shell.',
      from: { path: '^examples/scenes/([^/]+)/([^/]+)/view[-a-z]*\\.ts$' },
      to: {
        pathNot: [
          '^examples/scenes/$1/$2/',
          '^examples/shell/',
          '^examples/(scenes/)?shared/',
          PUBLIC_ENTRIES,
          BITECS,
          PIXI,
          THREE,
          CONTROLS,
        ],
      },
    },
    {
      name: 'examples-use-the-public-entries',
      severity: 'error',
      comment: 'No example reaches past the package into its sources.',
      from: { path: '^examples/' },
      to: { path: ['^src/', '^components/', '^systems/', '^(tests|bench|scripts)/'] },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'Every import leads to a file, but for modules that a plugin of Vite makes.',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?raw$', '\\?url$', '^virtual:'] },
    },
  ],
  options: {
    doNotFollow: { path: ['(^|/)node_modules/', '^dist'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    cache: false,
  },
};

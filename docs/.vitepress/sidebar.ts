/**
 * What the guide has, in the order of its sidebar: the one place to add a page to. A link is the name of a file in
 * docs/guide without its ending.
 */
interface Section {
  readonly text: string;
  readonly pages: readonly (readonly [title: string, link: string])[];
}

const GUIDE: readonly Section[] = [
  {
    text: 'Start',
    pages: [
      ['Quick start', 'quick-start'],
      ['Concepts', 'concepts'],
      ['Why do my two things not touch?', 'why-not-touching'],
    ],
  },
  {
    text: 'The parts',
    pages: [
      ['Shapes', 'shapes'],
      ['Who meets whom', 'filters'],
      ['Contacts and events', 'contacts-and-events'],
      ['Queries', 'queries'],
      ['In space', 'space'],
      ['three.js', 'three'],
      ['Geometry on its own', 'geometry'],
    ],
  },
  {
    text: 'How to: movement',
    pages: [
      ['A character that walks', 'character-controller'],
      ['A platform that moves', 'moving-platform'],
      ['Tile maps', 'tile-maps'],
      ['One-way platforms', 'one-way-platforms'],
      ['Fast bullets', 'fast-bullets'],
      ['Balls that bounce', 'bouncing-balls'],
      ['Things attached to things', 'attachments'],
      ['Pushing out correctly', 'pushing-out'],
      ['Pushing crates', 'pushing-crates'],
    ],
  },
  {
    text: 'How to: play',
    pages: [
      ['Picking and dragging', 'picking-and-dragging'],
      ['Vision cones', 'vision-cones'],
      ['Hit boxes and hurt boxes', 'hit-and-hurt-boxes'],
      ['Pooling instead of spawning', 'pooling'],
    ],
  },
  {
    text: 'How to: code',
    pages: [
      ['Your own stores', 'own-stores'],
      ['Sharing collision between files', 'sharing-collision'],
      ['Several worlds', 'several-worlds'],
      ['Saving and loading', 'saving-and-loading'],
      ['Rollback', 'rollback'],
      ['A ray as of three ticks ago', 'lag-compensation'],
      ['A game on a server', 'server'],
      ['Hot reload', 'hot-reload'],
      ['In a worker', 'workers'],
      ['Writing a solver', 'writing-a-solver'],
      ['Debug drawing', 'debug-drawing'],
      ['y up or down', 'y-up-or-down'],
      ['Performance', 'performance'],
    ],
  },
  {
    text: 'Coming from',
    pages: [
      ['matter-js', 'coming-from-matter-js'],
      ['Rapier', 'coming-from-rapier'],
      ['detect-collisions', 'coming-from-detect-collisions'],
      ['three-mesh-bvh', 'coming-from-three-mesh-bvh'],
    ],
  },
];

const ROOMS = ['closest', 'overlap', 'ray', 'sweep', 'contact', 'convex', 'tree', 'measure', 'bvh'];

const guide = GUIDE.map(({ text, pages }) => ({
  text,
  items: pages.map(([title, link]) => ({ text: title, link: `/guide/${link}` })),
}));

const catalogueOf = (dimension: string) => ({
  text: `geometry${dimension}`,
  collapsed: false,
  items: [
    ...ROOMS.map((room) => ({ text: room, link: `/api/geometry${dimension}/${room}` })),
    { text: 'shared types', link: `/api/geometry${dimension}` },
  ],
});

const reference = [
  {
    text: 'API',
    items: [
      { text: 'Collision', link: '/api/collision' },
      { text: '/2d', link: '/api/2d' },
      { text: '/pixi', link: '/api/pixi' },
      { text: '/3d', link: '/api/3d' },
      { text: '/three', link: '/api/three' },
    ],
  },
  {
    text: 'Catalogue of geometry',
    items: [
      { text: 'By task', link: '/catalogue' },
      { text: 'Layouts and rules', link: '/geometry-conventions' },
    ],
  },
  catalogueOf('2d'),
  catalogueOf('3d'),
  {
    text: 'Behind it',
    items: [
      { text: 'How fast', link: '/benchmarks' },
      { text: 'How fast: worlds that change', link: '/benchmarks-worlds' },
      { text: 'How fast: in space', link: '/benchmarks-3d' },
      { text: 'How fast: geometry', link: '/benchmarks-geometry' },
      { text: 'What made it fast', link: '/performance-notes' },
      { text: 'Architecture', link: '/site/architecture' },
      { text: 'Changes', link: '/site/changes' },
    ],
  },
];

/** By the path that a page's address begins with. */
export const sidebar = {
  '/guide/': guide,
  '/': reference,
};

import { existsSync } from 'node:fs';
import { SCENE_FACTS } from '../../examples/shell/scene-facts.ts';
import { type Dimension, pagesOf } from '../../scripts/docs/api-tasks.ts';

/**
 * What the guide has, in the order of its sidebar: the one place to add a page to. A link is the name of a file in
 * docs/guide without its ending; the scene of the gallery that shows what the page is about can be run at its end.
 */
interface Section {
  readonly text: string;
  readonly pages: readonly (readonly [title: string, link: string, scene: string])[];
}

const GUIDE: readonly Section[] = [
  {
    text: 'Start',
    pages: [
      ['Quick start', 'quick-start', 'start/drifting-circles'],
      ['Concepts', 'concepts', 'learn/event-log'],
      ['Why do my two things not touch?', 'why-not-touching', 'learn/why-dont-they-touch'],
    ],
  },
  {
    text: 'The parts',
    pages: [
      ['Shapes', 'shapes', 'start/sandbox'],
      ['Who meets whom', 'filters', 'learn/filters-and-sensors'],
      ['Contacts and events', 'contacts-and-events', 'learn/event-log'],
      ['Queries', 'queries', 'learn/line-of-sight'],
      ['In space', 'space', 'space/five-thousand-shapes'],
      ['Levels', 'levels', 'space/volcano'],
      ['From a .glb to a first-person game', 'first-person-game', 'movement/room-walk'],
      ['three.js', 'three', 'space/dragon-rain'],
      ['Only what the camera sees', 'frustum-culling', 'space/frustum-culling'],
      ['Geometry on its own', 'geometry', 'learn/gjk-step-by-step'],
    ],
  },
  {
    text: 'How to: movement',
    pages: [
      ['A character that walks', 'character-controller', 'movement/obstacle-course'],
      ['A platform that moves', 'moving-platform', 'games/platformer'],
      ['Tile maps', 'tile-maps', 'movement/tile-painter'],
      ['One-way platforms', 'one-way-platforms', 'games/platformer'],
      ['Fast bullets', 'fast-bullets', 'movement/bullets'],
      ['Balls that bounce', 'bouncing-balls', 'games/brick-breaker'],
      ['Things attached to things', 'attachments', 'games/asteroids'],
      ['Pushing out correctly', 'pushing-out', 'games/swarm'],
      ['Pushing crates', 'pushing-crates', 'movement/obstacle-course'],
      ['Ladders, water and volumes', 'ladders-and-water', 'games/platformer'],
      ['Vehicles on rays', 'vehicles', 'space/volcano'],
    ],
  },
  {
    text: 'How to: play',
    pages: [
      ['Picking and dragging', 'picking-and-dragging', 'start/sandbox'],
      ['Vision cones', 'vision-cones', 'learn/line-of-sight'],
      ['Hit boxes and hurt boxes', 'hit-and-hurt-boxes', 'games/swarm'],
      ['Pooling instead of spawning', 'pooling', 'games/swarm'],
    ],
  },
  {
    text: 'How to: code',
    pages: [
      ['Your own stores', 'own-stores', 'start/drifting-circles'],
      ['Sharing collision between files', 'sharing-collision', 'start/drifting-circles'],
      ['Several worlds', 'several-worlds', 'movement/bullets'],
      ['Saving and loading', 'saving-and-loading', 'start/sandbox'],
      ['Rollback', 'rollback', 'online/rollback'],
      ['A ray as of three ticks ago', 'lag-compensation', 'movement/bullets'],
      ['A game on a server', 'server', 'online/rollback'],
      ['Hot reload', 'hot-reload', 'start/drifting-circles'],
      ['In a worker', 'workers', 'scale/fifty-thousand-bodies'],
      ['Writing a solver', 'writing-a-solver', 'physics/pyramid'],
      ['Debug drawing', 'debug-drawing', 'learn/hierarchies'],
      ['y up or down', 'y-up-or-down', 'games/platformer'],
      ['Performance', 'performance', 'scale/fifty-thousand-bodies'],
    ],
  },
  {
    text: 'Coming from',
    pages: [
      ['matter-js', 'coming-from-matter-js', 'physics/bowl'],
      ['Rapier', 'coming-from-rapier', 'physics/pyramid'],
      ['detect-collisions', 'coming-from-detect-collisions', 'learn/two-shapes'],
      ['three-mesh-bvh', 'coming-from-three-mesh-bvh', 'space/two-dragons'],
      ['cannon-es', 'coming-from-cannon-es', 'space/five-thousand-shapes'],
      ["three.js' Octree", 'coming-from-three-octree', 'movement/room-walk'],
    ],
  },
];

const pagesOfEntry = (dimension: Dimension) => ({
  text: `/${dimension}`,
  link: `/api/${dimension}`,
  collapsed: dimension === '3d',
  items: pagesOf(dimension).map(({ page, title }) => ({ text: title, link: `/api/${dimension}/${page}` })),
});

const ROOMS = ['closest', 'overlap', 'ray', 'sweep', 'contact', 'convex', 'tree', 'measure', 'bvh'];

const guide = GUIDE.map(({ text, pages }) => ({
  text,
  items: pages.map(([title, link]) => ({ text: title, link: `/guide/${link}` })),
}));

const catalogueOf = (dimension: string) => ({
  text: `geometry${dimension}`,
  collapsed: true,
  items: [
    ...(dimension === '2d' ? [...ROOMS, 'partition'] : ROOMS).map((room) => ({
      text: room,
      link: `/api/geometry${dimension}/${room}`,
    })),
    { text: 'shared types', link: `/api/geometry${dimension}` },
  ],
});

const reference = [
  {
    text: 'API',
    link: '/api/',
    items: [
      { text: 'Collision', link: '/api/collision' },
      { text: '/maps', link: '/api/maps' },
      { text: '/pixi', link: '/api/pixi' },
      { text: '/three', link: '/api/three' },
    ],
  },
  pagesOfEntry('2d'),
  pagesOfEntry('3d'),
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

const SCENE_OF_PAGE = new Map(
  GUIDE.flatMap(({ pages }) => pages.map(([, link, scene]) => [`guide/${link}.md`, scene])),
);

/** The scene that shows what a page is about; pages of the reference have none. */
export function sceneOf(page: string): string | undefined {
  return SCENE_OF_PAGE.get(page);
}

/** The scenes of which a page tells how they are done: the one that it runs, and those that name the page. */
export function scenesOf(page: string): string[] {
  const others = Object.keys(SCENE_FACTS).filter((id) => `guide/${SCENE_FACTS[id].guide}.md` === page);
  const own = sceneOf(page);
  return own === undefined ? others : [own, ...others.filter((id) => id !== own)];
}

/** Of pages without a scene, and of scenes that have no picture yet. */
const DEFAULT_PICTURE = 'scale/coastlines';

/** The picture that a link to a page is previewed with. */
export function pictureOf(page: string): string {
  const scene = sceneOf(page) ?? DEFAULT_PICTURE;
  const isThere = existsSync(new URL(`../../examples/previews/${scene}.jpg`, import.meta.url));
  return `previews/${isThere ? scene : DEFAULT_PICTURE}.jpg`;
}

/** What the list of scenes can be narrowed to, in the order in which it is shown. */
export const TAGS = [
  'play',
  'learn',
  'events',
  'queries',
  'movement',
  'tunnelling',
  'solver',
  'large',
  'space',
] as const;

export type Tag = (typeof TAGS)[number];

/** What is known of a scene beside its files. */
export interface SceneFacts {
  readonly tags: readonly Tag[];
  /** What else somebody may look for it by, beside its title, category and tags. */
  readonly keywords: string;
  /** The page of the guide that tells how what it shows is done: the name of a file in docs/guide. */
  readonly guide: string;
}

export const NO_FACTS: SceneFacts = { tags: [], keywords: '', guide: 'quick-start' };

/** By the scene's id. */
export const SCENE_FACTS: Readonly<Record<string, SceneFacts>> = {
  'games/asteroids': {
    tags: ['play', 'events'],
    keywords: 'space ship bullets polygons scale wrap seam ghost saucer game',
    guide: 'shapes',
  },
  'games/brick-breaker': {
    tags: ['play', 'tunnelling'],
    keywords: 'breakout arkanoid ball paddle cast castShape continuous swept laser tunneling bounce game',
    guide: 'bouncing-balls',
  },
  'games/canyon': {
    tags: ['play', 'space', 'tunnelling', 'events'],
    keywords:
      '3d three.js threejs ship flight fly rings race time trial ghost drones shoot canyon heightfield mesh swept sensor gamepad game',
    guide: 'fast-bullets',
  },
  'games/platformer': {
    tags: ['play', 'movement'],
    keywords:
      'jump run tiles tiled tmj map slopes one-way moving platform lift spring coins moveAndSlide character level game',
    guide: 'tile-maps',
  },
  'games/swarm': {
    tags: ['play', 'large'],
    keywords: 'survivors bullet hell enemies push apart pushApart crowd separation upgrades boss game',
    guide: 'pushing-out',
  },
  'learn/event-log': {
    tags: ['learn', 'events'],
    keywords: 'onBegin onEnd begin end cause separated removed disabled filtered handlers why',
    guide: 'contacts-and-events',
  },
  'learn/filters-and-sensors': {
    tags: ['learn', 'events'],
    keywords: 'category mask group layers shouldCollide explainPair trigger static disabled why not',
    guide: 'filters',
  },
  'learn/gjk-step-by-step': {
    tags: ['learn'],
    keywords: 'simplex minkowski difference support distance convex algorithm',
    guide: 'geometry',
  },
  'learn/hierarchies': {
    tags: ['learn', 'queries'],
    keywords: 'bvh broad phase aabb bounding volume tree circles query',
    guide: 'performance',
  },
  'learn/line-of-sight': {
    tags: ['learn', 'queries'],
    keywords: 'castRay rays light shadow visibility lamp raycast vision cone',
    guide: 'vision-cones',
  },
  'learn/separating-axes': {
    tags: ['learn'],
    keywords: 'sat separating axis theorem projection overlap depth algorithm',
    guide: 'geometry',
  },
  'learn/time-of-impact': {
    tags: ['learn', 'tunnelling'],
    keywords: 'continuous swept toi 3d tunneling conservative advancement',
    guide: 'fast-bullets',
  },
  'learn/triangle-regions': {
    tags: ['learn', 'queries'],
    keywords: 'closest point voronoi barycentric ericson',
    guide: 'geometry',
  },
  'learn/two-shapes': {
    tags: ['learn', 'queries'],
    keywords: 'closestPoints distance depth normal circle capsule box polygon chain compound contact explainPair',
    guide: 'why-not-touching',
  },
  'learn/why-dont-they-touch': {
    tags: ['learn', 'play'],
    keywords: 'explainPair quiz puzzle debugging no collision mask group static disabled no shape reconsider one-sided',
    guide: 'why-not-touching',
  },
  'movement/bullets': {
    tags: ['tunnelling', 'events'],
    keywords: 'swept fast continuous tunneling ccd projectile castCollider hit miss',
    guide: 'fast-bullets',
  },
  'movement/obstacle-course': {
    tags: ['movement'],
    keywords: 'character controller moveAndSlide mover stairs slope wedge lift platform capsule kinematic',
    guide: 'character-controller',
  },
  'movement/paper-wall': {
    tags: ['tunnelling', 'learn', 'events'],
    keywords: 'swept fraction point normal slow motion continuous ccd tunneling bullet through paper time of impact',
    guide: 'fast-bullets',
  },
  'movement/room-walk': {
    tags: ['movement', 'space', 'play'],
    keywords:
      '3d three.js threejs first person walk room scan mesh stairs steps lift elevator capsule character controller moveAndSlide throw balls',
    guide: 'first-person-game',
  },
  'movement/tile-painter': {
    tags: ['movement', 'play'],
    keywords: 'tilemap tiles editor seams ghost edges seamless slopes one-way paint draw moveAndSlide setTile',
    guide: 'tile-maps',
  },
  'online/rollback': {
    tags: ['play', 'events'],
    keywords:
      'netcode multiplayer network prediction delay latency jitter loss snapshot saveCollision restoreCollision createEventLog hash deterministic desync',
    guide: 'rollback',
  },
  'online/same-bits': {
    tags: ['learn', 'movement'],
    keywords:
      'deterministic determinism cross platform engine hash hashCollision desync v8 javascriptcore safari firefox',
    guide: 'rollback',
  },
  'physics/bowl': {
    tags: ['solver'],
    keywords: 'rigid body pile chain circles capsules rest sleep gravity drum tumbler washer turning',
    guide: 'writing-a-solver',
  },
  'physics/dominoes': {
    tags: ['solver'],
    keywords: 'rigid body friction topple fall gravity',
    guide: 'writing-a-solver',
  },
  'physics/pyramid': {
    tags: ['solver'],
    keywords: 'rigid body boxes stack of fifteen tower rest warm starting impulses gravity',
    guide: 'writing-a-solver',
  },
  'scale/coastlines': {
    tags: ['large'],
    keywords: 'chain segments ships map world polyline',
    guide: 'shapes',
  },
  'scale/fifty-thousand-bodies': {
    tags: ['large'],
    keywords: '50000 benchmark stress many performance static city buildings cars crowd',
    guide: 'performance',
  },
  'space/dragon-rain': {
    tags: ['space', 'solver', 'large'],
    keywords:
      '3d three.js threejs mesh triangle triangles trimesh stanford dragon scan level contacts manifold patch rigid body solver',
    guide: 'levels',
  },
  'space/five-thousand-shapes': {
    tags: ['space', 'large', 'events'],
    keywords: '3d three.js threejs hull mesh bunny dragon sphere box capsule cylinder cone bounce impulse instanced',
    guide: 'space',
  },
  'space/frustum-culling': {
    tags: ['space', 'large', 'queries'],
    keywords: '3d three.js threejs queryFrustum camera visible boxes 100000 performance Box3 instanced',
    guide: 'frustum-culling',
  },
  'space/living-room': {
    tags: ['space', 'solver', 'play'],
    keywords:
      '3d three.js threejs room scan mesh triangles headset quest webxr furniture throw balls boxes hulls level',
    guide: 'levels',
  },
  'space/two-dragons': {
    tags: ['space', 'large', 'queries'],
    keywords:
      '3d three.js threejs mesh against mesh triangles pairs contact patches manifold stanford dragon drag turn',
    guide: 'levels',
  },
  'space/two-solids': {
    tags: ['space', 'learn', 'queries'],
    keywords:
      '3d three.js threejs closestPoints distance depth normal manifold gjk simplex minkowski drag turn hull bunny dragon',
    guide: 'space',
  },
  'space/volcano': {
    tags: ['space', 'solver', 'play'],
    keywords:
      '3d three.js threejs heightfield heightmap terrain height heights chunks hole edit sculpt brush hill crater rolling',
    guide: 'levels',
  },
  'start/sandbox': {
    tags: ['play', 'solver'],
    keywords: 'playground draw spawn throw chain ray erase build share editor shapes',
    guide: 'shapes',
  },
  'start/drifting-circles': {
    tags: ['events'],
    keywords: 'first simple template begin here balls bounce',
    guide: 'quick-start',
  },
};

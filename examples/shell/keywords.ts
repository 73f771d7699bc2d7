/** What else somebody may look for a scene by, beside its title and category. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  'games/asteroids': 'space ship bullets polygons scale events play game',
  'games/brick-breaker': 'breakout arkanoid ball paddle cast castShape continuous tunneling tunnelling play game',
  'games/platformer':
    'jump run tiles tiled tmj map slopes one-way moving platform lift spring coins moveAndSlide character level play game',
  'games/swarm': 'survivors bullet hell enemies push apart crowd separation play game',
  'learn/event-log': 'onBegin onEnd begin end cause separated removed disabled filtered events handlers why',
  'learn/filters-and-sensors': 'category mask group layers shouldCollide explainPair trigger static disabled why not',
  'learn/gjk-step-by-step': 'simplex minkowski difference support distance convex algorithm',
  'learn/hierarchies': 'bvh broad phase aabb bounding volume tree circles query',
  'learn/line-of-sight': 'castRay rays light shadow visibility lamp raycast',
  'learn/separating-axes': 'sat separating axis theorem projection overlap depth algorithm',
  'learn/time-of-impact': 'continuous swept toi 3d tunneling tunnelling conservative advancement',
  'learn/triangle-regions': 'closest point voronoi barycentric ericson',
  'learn/two-shapes': 'closestPoints distance depth normal circle capsule box polygon chain compound contact',
  'movement/bullets': 'swept fast continuous tunneling tunnelling ccd projectile castCollider hit miss',
  'movement/obstacle-course':
    'character controller moveAndSlide mover stairs slope wedge lift platform capsule kinematic',
  'movement/tile-painter':
    'tilemap tiles editor seams ghost edges seamless slopes one-way paint draw moveAndSlide setTile',
  'physics/bowl': 'solver rigid body pile chain circles capsules rest sleep gravity',
  'physics/dominoes': 'solver rigid body friction topple fall gravity',
  'physics/drum': 'solver rigid body tumbler washer chain boxes gravity',
  'physics/pyramid': 'solver rigid body boxes stack rest warm starting impulses gravity',
  'physics/stack-of-fifteen': 'solver rigid body boxes tower rest warm starting impulses gravity',
  'scale/coastlines': 'chain segments ships map world large many polyline',
  'scale/fifty-thousand-bodies': '50000 benchmark stress many performance',
  'scale/static-city': 'static 50000 buildings crowd performance',
  'start/sandbox': 'playground draw spawn throw chain ray erase build share editor shapes solver',
  'start/drifting-circles': 'first simple template begin here balls bounce events',
};

/** Figures and history answer no question of how. */
const NOT_SEARCHED = ['benchmarks.md', 'benchmarks-3d.md', 'benchmarks-geometry.md', 'performance-notes.md'];

/**
 * Words that people look for the pages of the guide by and that the pages do not use, or use in passing: names that
 * other engines and books have for the same things. By the name of a file in docs/guide.
 */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  attachments: 'attach parent child hitbox turret weapon hierarchy bone follow',
  'bouncing-balls': 'bounce bouncing restitution reflect ricochet pinball elastic paddle',
  'character-controller':
    'character controller player walk jump slope slope slopes slide ramp stairs step kinematic moveandslide gravity wall',
  concepts: 'overview introduction architecture pipeline',
  'contacts-and-events':
    'events begin end stay oncollisionenter enter exit callback handler manifold normal penetration depth',
  'debug-drawing': 'debug draw wireframe visualize outline gizmo',
  'fast-bullets': 'tunnel tunneling tunnelling ccd continuous bullet projectile sweep swept fast',
  filters: 'layer layers mask category group sensor trigger ignore bitmask matrix',
  'first-person-game': 'first person shooter fps game example program complete walk glb blender pointer lock',
  'frustum-culling': 'frustum cull culling camera visible view instanced lod',
  geometry: 'gjk epa sat minkowski hull triangulate polygon algorithm distance math',
  'hit-and-hurt-boxes': 'hitbox hurtbox attack damage melee fighting',
  'hot-reload': 'hmr vite reload',
  'ladders-and-water': 'ladder climb climbing swim swimming water volume zone area wind gravity',
  'lag-compensation': 'lag compensation rewind latency shooter history',
  levels: 'mesh triangle triangles trimesh level scene gltf glb terrain heightfield',
  'moving-platform': 'platform elevator lift carry ride conveyor moving door gate',
  'one-way-platforms': 'oneway drop down thin',
  'own-stores': 'position component own transform soa stores integrate existing',
  performance: 'slow fast optimize profile bvh broadphase quadtree spatial hash grid memory',
  'picking-and-dragging': 'mouse click pick drag select cursor touch hover',
  pooling: 'pool reuse recycle spawn',
  'pushing-crates': 'push crate box sokoban block',
  'pushing-out': 'separate separation resolve depenetrate crowd push apart',
  queries:
    'raycast ray cast linecast overlap overlaps overlapping overlapshape query area nearest closest shapecast spherecast point',
  'quick-start': 'install setup getting started hello tutorial',
  rollback: 'rollback netcode deterministic lockstep prediction resimulate ggpo',
  'saving-and-loading': 'save load snapshot serialize restore persist json',
  server: 'server multiplayer colyseus authoritative headless node network',
  'several-worlds': 'worlds multiple rooms scenes',
  shapes: 'circle box rectangle capsule polygon chain terrain edge ellipse compound concave collider heightmap',
  'sharing-collision': 'modules singleton global import',
  space: '3d space sphere hull quaternion cylinder cone',
  three: 'three threejs mesh webgl object3d gltf frustum',
  'tile-maps': 'tile tilemap tiled ldtk level map grid ghost seams',
  vehicles: 'vehicle car wheel wheels suspension drive driving kart',
  'vision-cones': 'vision sight cone line fov visibility stealth ai see',
  'why-not-touching': 'not working debugging why missing nothing happens explainpair',
  workers: 'worker thread sharedarraybuffer parallel',
  'writing-a-solver': 'solver physics dynamics rigid body impulse friction stack gravity mass',
  'y-up-or-down': 'axis coordinates flip upside down orientation',
};

/** What the search knows of a page: of the catalogue only what is said in words, its snippets look all alike. */
export function searchedText(page: string, source: string): string {
  if (NOT_SEARCHED.includes(page) || page === 'site/changes.md') return '';
  if (page === 'catalogue.md') return source.replaceAll(/^```.*?^```$|^Source: [^\n]*$/gms, '');
  const words = SEARCH_WORDS[page.replace(/^guide\/(.+)\.md$/, '$1')];
  // Below the heading, so that they belong to the page itself; several times, so that they count more than a word in
  // passing.
  return words === undefined ? source : source.replace(/^# .+$/m, `$&\n\n${`${words}\n\n`.repeat(4)}`);
}

/** How answers are ranked. VitePress writes the function into the page, so that it stands alone. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  /**
   * A question is of how first, and then of names: the guide comes before the reference, and in it the pages
   * themselves, which have `SEARCH_WORDS`, before their sections.
   */
  boostDocument: (id: string, _term: string, stored?: { readonly titles?: readonly string[] }): number => {
    if (!id.includes('/guide/') || id.includes('/coming-from-')) return 1;
    return stored?.titles?.length === 0 ? 6 : 2;
  },
};

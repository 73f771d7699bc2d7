/**
 * What edited code may import beside the files of scenes: the same modules that the gallery runs on, so that bodies,
 * colours and components are the same things on both sides.
 *
 * Each package has a file of its own that exports all of it again. To import all of a package right here would put all
 * of it into what the first page fetches, since the page imports some of it.
 */
const library: Readonly<Record<string, () => Promise<unknown>>> = {
  bitecs: () => import('./library/bitecs.ts'),
  'bitecs-collision/2d': () => import('./library/2d.ts'),
  'bitecs-collision/3d': () => import('./library/3d.ts'),
  'bitecs-collision/geometry2d': () => import('./library/geometry2d.ts'),
  'bitecs-collision/geometry3d': () => import('./library/geometry3d.ts'),
  'bitecs-collision/maps': () => import('./library/maps.ts'),
  'bitecs-collision/pixi': () => import('./library/pixi-debug.ts'),
  'bitecs-collision/three': () => import('./library/three-tools.ts'),
  'pixi.js': () => import('./library/pixi.ts'),
  three: () => import('./library/three.ts'),
  'three/addons/geometries/ConvexGeometry.js': () => import('three/addons/geometries/ConvexGeometry.js'),
  'topojson-client': () => import('topojson-client'),
  tweakpane: () => import('tweakpane'),
  'world-atlas/land-50m.json': () => import('world-atlas/land-50m.json'),
};

/** The modules of the gallery that the code of scenes may import, by paths relative to this folder. */
const files = import.meta.glob([
  '../{camera,format-count,hash,hud,input,instances,keys,kept,palette,picture-pool,random,remember,router,scene,space-stage}.ts',
  '../../scenes/*/*/maps/*.json',
  '../../shared/*.json',
]);

/** Returns a module by what it is imported as: the name of a package, or a path that begins with './'. */
export function loadFromLibrary(name: string): Promise<unknown> | undefined {
  const path = name.replace(/^\.\/shell\//, '../').replace(/^\.\//, '../../');
  return (library[name] ?? files[path])?.();
}

import { addComponent } from 'bitecs';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { createGame, type Game } from './game-2d.ts';
import { planeKit, spaceKit } from './game-kits.ts';

/**
 * A ball of a radius; a slab of half extents, or two boxes side by side that join at its middle; twins, balls of the
 * radius `halfY` at `halfX` to both sides; a trough, a solid that is open above: `TROUGH` times half of `halfX`.
 */
export type Slab = readonly [
  kind: 'ball' | 'slab' | 'pair' | 'smooth pair' | 'twins' | 'trough',
  x: number,
  y: number,
  halfX: number,
  halfY?: number,
];

/** The cells of the trough: least x and y, then largest. */
const TROUGH = [
  [-2, -1, -1, 0],
  [-1, -1, 1, 0],
  [1, -1, 2, 0],
  [-2, 0, -1, 2],
  [1, 0, 2, 2],
] as const;

/** The trough as a mesh: the sides of cells that no other cell has, from z = −4 to 4, and both ends. */
function troughMesh(scale: number): plane.ShapeSpec {
  const sides = TROUGH.flatMap(([x0, y0, x1, y1]) => [
    ...[`${x0} ${y0} ${x1} ${y0}`, `${x1} ${y0} ${x1} ${y1}`, `${x1} ${y1} ${x0} ${y1}`, `${x0} ${y1} ${x0} ${y0}`],
  ]);
  const isOuter = (side: string): boolean => {
    const [x0, y0, x1, y1] = side.split(' ');
    return !sides.includes(`${x1} ${y1} ${x0} ${y0}`);
  };
  const quad = (...[a, b, c, d]: (readonly number[])[]): number[] => [a, b, c, a, c, d].flat();
  const walls = sides.filter(isOuter).flatMap((side) => {
    const [x0, y0, x1, y1] = side.split(' ').map(Number);
    return quad([x0, y0, -4], [x1, y1, -4], [x1, y1, 4], [x0, y0, 4]);
  });
  const ends = TROUGH.flatMap(([x0, y0, x1, y1]) => [
    ...quad([x0, y0, 4], [x1, y0, 4], [x1, y1, 4], [x0, y1, 4]),
    ...quad([x0, y1, -4], [x1, y1, -4], [x1, y0, -4], [x0, y0, -4]),
  ]);
  const positions = [...walls, ...ends].map((value, i) => (i % 3 === 2 ? value : scale * value));
  return space.mesh(positions, undefined, { solid: true }) as unknown as plane.ShapeSpec;
}

/** Slabs in one dimension: what is drawn in the plane stands at z = 5 in space, and reaches 4 to both sides of it. */
export interface SlabKit {
  readonly name: string;
  readonly kit: typeof planeKit;
  readonly castRayExit: typeof plane.castRayExit;
  readonly castShapeAll: typeof plane.castShapeAll;
  readonly z: number;
  box(halfX: number, halfY: number): plane.ShapeSpec;
}

export const SLAB_KITS: readonly SlabKit[] = [
  {
    name: 'the plane',
    kit: planeKit,
    castRayExit: plane.castRayExit,
    castShapeAll: plane.castShapeAll,
    z: 0,
    box: plane.box,
  },
  {
    name: 'space',
    kit: spaceKit,
    castRayExit: space.castRayExit as unknown as typeof plane.castRayExit,
    castShapeAll: space.castShapeAll as unknown as typeof plane.castShapeAll,
    z: 5,
    box: (x, y) => space.box(x, y, 4) as unknown as plane.ShapeSpec,
  },
];

/** Makes a world of slabs that has run a tick, and returns it with their entities. */
export function createSlabs(
  { kit, z, box }: SlabKit,
  slabs: readonly Slab[],
  isSeamless = false,
): Game & { readonly eids: readonly number[] } {
  const game = createGame({}, kit);
  const shapeOf = ([kind, , , x, y = 1]: Slab): plane.ShapeSpec => {
    if (kind === 'ball') return kit.round(x);
    if (kind === 'slab') return box(x, y);
    if (kind === 'trough' && z !== 0) return troughMesh(x / 2);
    if (kind === 'trough') {
      return plane.concave([-2, -1, 2, -1, 2, 2, 1, 2, 1, 0, -1, 0, -1, 2, -2, 2].map((value) => (value * x) / 2));
    }
    const parts = [-1, 1].map((side) =>
      kind === 'twins' ? { ...kit.round(y), offsetX: side * x } : { ...box(x / 2, y), offsetX: (side * x) / 2 },
    );
    const compound = (z === 0 ? plane.compound : space.compound) as typeof plane.compound;
    return compound(parts as never, kind === 'smooth pair' ? { smooth: true } : {});
  };
  const eids = slabs.map((slab) => {
    const eid = game.spawn(slab[1], slab[2], shapeOf(slab));
    if (z !== 0) (game.collision.Transform as unknown as { z: number[] }).z[eid] = z;
    if (isSeamless) addComponent(game.world, eid, kit.seamless(game.world));
    return eid;
  });
  plane.collisionSystem(game.world);
  return { ...game, eids };
}

import { addComponent } from 'bitecs';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { createGame, type Game } from './game-2d.ts';
import { planeKit, spaceKit } from './game-kits.ts';

/** A ball of a radius, a slab of half extents, or two boxes side by side that join at its middle. */
export type Slab = readonly [
  kind: 'ball' | 'slab' | 'pair' | 'smooth pair',
  x: number,
  y: number,
  halfX: number,
  halfY?: number,
];

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
    const halves = [-1, 1].map((side) => ({ ...box(x / 2, y), offsetX: (side * x) / 2 }));
    const compound = (z === 0 ? plane.compound : space.compound) as typeof plane.compound;
    return compound(halves as never, kind === 'smooth pair' ? { smooth: true } : {});
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

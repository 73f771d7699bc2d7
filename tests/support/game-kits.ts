import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import type { NumberArray } from '../../src/core/number-array.ts';
import { pointsOnSphere } from './random-space.ts';
import type { Rng } from './rng.ts';
import { makeRing, makeTerrain } from './surface-meshes.ts';

/** A shape that a game changes in place, all of whose colliders then are other ones. */
export interface ChangingShape {
  readonly shape: plane.ShapeSpec;
  change(world: object, rng: Rng): void;
  /**
   * Where snapshots do not hold what changes, as of surfaces in space: what the game has to keep, and to bring back.
   */
  keep?(): Float64Array;
  bringBack?(world: object, kept: Float64Array): void;
}

/**
 * What a game that is played in both dimensions takes from one of them. Tests read what both have: the kit of space
 * poses as one of the plane, and passes places on as they are, with a z.
 */
export interface GameKit {
  readonly name: string;
  readonly axes: readonly ('x' | 'y' | 'z')[];
  /** The columns that turn a body. */
  readonly turns: readonly string[];
  readonly createCollision: typeof plane.createCollision;
  readonly boxHierarchy: typeof plane.boxHierarchy;
  readonly sphereHierarchy: typeof plane.sphereHierarchy;
  readonly attachedTo: typeof plane.attachedTo;
  readonly sweptColliders: typeof plane.sweptColliders;
  readonly saveCollision: typeof plane.saveCollision;
  readonly createCollisionHistory: typeof plane.createCollisionHistory;
  readonly castRay: typeof plane.castRay;
  readonly castRays: typeof plane.castRays;
  readonly createRayHits: typeof plane.createRayHits;
  readonly castRayAny: typeof plane.castRayAny;
  readonly castRayExit: typeof plane.castRayExit;
  readonly castRayAll: typeof plane.castRayAll;
  readonly castShape: typeof plane.castShape;
  readonly castShapeAll: typeof plane.castShapeAll;
  readonly castCollider: typeof plane.castCollider;
  readonly overlapShape: typeof plane.overlapShape;
  readonly queryAabb: typeof plane.queryAabb;
  readonly queryPoint: typeof plane.queryPoint;
  readonly closestPoint: typeof plane.closestPoint;
  readonly closestPoints: typeof plane.closestPoints;
  readonly collideShape: typeof plane.collideShape;
  readonly createContactColumns: typeof plane.createContactColumns;
  readonly readContacts: typeof plane.readContacts;
  readonly POINTS_PER_CONTACT: number;
  readonly explainPair: typeof plane.explainPair;
  readonly moveAndSlide: typeof plane.moveAndSlide;
  readonly createMoveResult: typeof plane.createMoveResult;
  readonly moveAndBounce: typeof plane.moveAndBounce;
  readonly oneWay: typeof plane.oneWay;
  readonly collisionOf: typeof plane.collisionOf;
  readonly refreshCollider: typeof plane.refreshCollider;
  readonly seamless: typeof plane.seamless;
  /** A shape of any kind but those that make surfaces; the first kind is round and needs a radius alone. */
  shape(rng: Rng, size: number): plane.ShapeSpec;
  /** A surface of many pieces; in the plane, now and then, an ellipse. */
  surface(rng: Rng, size: number): plane.ShapeSpec;
  /** Maps of tiles in the plane, a mesh and a heightfield in space. */
  changing(rng: Rng): ChangingShape[];
  round(radius: number): plane.ShapeSpec;
  /** A shape that is registered: a triangle in the plane, a tetrahedron about it in space. */
  triangle(size: number): plane.ShapeSpec;
  /** A box of these half extents along x and y; in space it is 1 thick. */
  slab(halfX: number, halfY: number): plane.ShapeSpec;
  /** The outline of such a box as a surface: a closed chain, in space a mesh. */
  surfaceOf(halfX: number, halfY: number): plane.ShapeSpec;
  /** A shape to ask with, at the place, turned by an angle. */
  probe(rng: Rng): plane.ShapeSpec;
  pose(place: Readonly<Record<'x' | 'y', number>>, angle: number): plane.CastPose;
}

const sampleOfPlane = (rng: Rng, size: number): plane.ShapeSpec => {
  const kind = rng.integer(0, 5);
  if (kind === 0) return plane.circle(size);
  if (kind === 1) return plane.box(size, rng.range(0.4, 1));
  if (kind === 2) return plane.capsule(size, 0.4);
  if (kind === 3) return plane.polygon([0, 0, size, 0.1, size, size, 0.2, size]);
  if (kind === 4) return plane.chain([-2, 0, -1, size, 1, 0, 2, size]);
  return plane.compound([plane.circle(size), { ...plane.box(size, 0.3), offsetX: 0.8, offsetRotation: 0.3 }]);
};

const surfaceOfPlane = (rng: Rng, size: number): plane.ShapeSpec => {
  const kind = rng.integer(0, 2);
  if (kind === 0) return plane.ellipse(size, 0.5);
  if (kind === 1) return plane.chain([-size, -1, size, -1, 1, size, -1, size], { closed: true });
  const boxes = [-1, 0, 1].map((place) => ({ ...plane.box(0.5, size / 2), offsetX: place }));
  return plane.compound(boxes, { smooth: true });
};

const tileMap = (rng: Rng): ChangingShape => {
  const cells = Array.from({ length: 24 }, () => Math.max(0, rng.integer(-3, 3)));
  const shapes = { 1: 'full', 2: 'slope-right', 3: 'one-way' } as const;
  const shape = plane.tiles({ columns: 6, rows: 4, size: 1, cells, shapes });
  const change = (_: object, rng: Rng): void => {
    plane.setTile(shape, rng.integer(0, 5), rng.integer(0, 3), rng.integer(0, 3));
  };
  return { shape, change };
};

const sampleOfSpace = (rng: Rng, size: number): space.ShapeSpec => {
  const kind = rng.integer(0, 6);
  if (kind === 0) return space.sphere(size);
  if (kind === 1) return space.box(size, rng.range(0.4, 1), 0.7);
  if (kind === 2) return space.capsule(0.4, size);
  if (kind === 3) return space.cylinder(size, 0.5);
  if (kind === 4) return space.cone(0.6, size);
  if (kind === 5) return space.hull(pointsOnSphere(rng, 12, size));
  return space.compound([space.sphere(size), { ...space.box(size, 0.3, 0.5), offsetX: 0.8, offsetQy: 0.3 }]);
};

const surfaceOfSpace = (rng: Rng, size: number): space.ShapeSpec => {
  const kind = rng.integer(0, 3);
  if (kind === 0) {
    const heights = Float32Array.from({ length: 12 }, () => (rng.next() < 0.1 ? Number.NaN : rng.range(-0.5, 0.5)));
    heights[0] = heights[1] = heights[4] = heights[5] = 0;
    return space.heightfield(heights, 4, 3, size);
  }
  if (kind === 1) {
    const { positions, index } = makeRing(8, 4, 0.4);
    return space.mesh(
      positions.map((value) => size * value),
      index,
      { solid: true },
    );
  }
  const { positions, index } = makeTerrain(3, 3, () => rng.range(-0.4, 0.4));
  return space.mesh(positions, index, kind === 2 ? { oneSided: true } : { radius: 0.05 });
};

const changingMesh = (rng: Rng): ChangingShape => {
  const { positions, index } = makeTerrain(4, 3, () => rng.range(-0.5, 0.5));
  const shape = space.mesh(positions, index) as unknown as plane.ShapeSpec;
  const write = (world: object, values: NumberArray, start: number, count: number): void =>
    space.setMeshPositions(world, shape as unknown as space.ShapeSpec, values, { start, count });
  return {
    shape,
    change(world, rng) {
      const start = rng.integer(0, 19);
      const count = rng.integer(1, 20 - start);
      const moved = positions.slice(3 * start, 3 * (start + count));
      // Up or down, about the plane that they began in.
      for (let i = 1; i < moved.length; i += 3) moved[i] = rng.range(-0.6, 0.6);
      write(world, moved, start, count);
    },
    keep: () => Float64Array.from(positions),
    bringBack: (world, kept) => write(world, kept, 0, 20),
  };
};

const changingHeights = (rng: Rng): ChangingShape => {
  const heights = Float64Array.from({ length: 20 }, () => rng.range(-0.5, 0.5));
  const shape = space.heightfield(heights, 5, 4, 1) as unknown as plane.ShapeSpec;
  const write = (world: object, region: space.HeightRegion, values: NumberArray): void =>
    space.setHeights(world, shape as unknown as space.ShapeSpec, region, values);
  return {
    shape,
    change(world, rng) {
      const [column, row] = [rng.integer(0, 4), rng.integer(0, 3)];
      // Two cells always stay: a field of holes alone is refused.
      const height = row > 1 && rng.next() < 0.2 ? Number.NaN : rng.range(-0.6, 0.6);
      write(world, { column, row, columns: 1, rows: 1 }, Float64Array.of(height));
    },
    keep: () => Float64Array.from(heights),
    bringBack: (world, kept) => write(world, {}, kept),
  };
};

export const planeKit: GameKit = {
  ...plane,
  name: 'the plane',
  axes: ['x', 'y'],
  turns: ['rotation'],
  shape: sampleOfPlane,
  surface: surfaceOfPlane,
  changing: (rng) => [0, 1, 2].map(() => tileMap(rng)),
  round: plane.circle,
  triangle: (size) => plane.polygon([0, 0, size, 0, 0, size]),
  slab: (x, y) => plane.box(x, y),
  surfaceOf: (x, y) => plane.chain([-x, -y, x, -y, x, y, -x, y], { closed: true }),
  probe: (rng) => (rng.next() < 0.5 ? plane.box(2, 0.7) : plane.circle(1.5)),
  pose: (place, rotation) => ({ ...place, rotation }),
};

export const spaceKit = {
  ...space,
  name: 'space',
  axes: ['x', 'y', 'z'],
  turns: ['qx', 'qy', 'qz', 'qw'],
  shape: sampleOfSpace,
  surface: surfaceOfSpace,
  changing: (rng: Rng) => [changingMesh(rng), changingHeights(rng)],
  round: space.sphere,
  triangle: (size: number) => space.hull([0, 0, -1, size, 0, -1, 0, size, -1, 0, 0, 1]),
  slab: (x: number, y: number) => space.box(x, y, 0.5),
  surfaceOf: (x: number, y: number) => {
    // Corner 4a + 2b + c of a box is at the far end of x, y and z where a, b and c are 1.
    const corners = Array.from({ length: 8 }, (_, i) => [i < 4 ? -x : x, (i & 2) === 0 ? -y : y, (i & 1) - 0.5]);
    const sides = [
      0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
    ];
    return space.mesh(corners.flat(), sides);
  },
  probe: (rng: Rng) => (rng.next() < 0.5 ? space.box(2, 0.7, 1) : space.sphere(1.5)),
  pose: (place: object, angle: number) => ({ ...place, rotation: { x: 0.3, y: angle, z: 0.1, w: 1 } }),
} as unknown as GameKit;

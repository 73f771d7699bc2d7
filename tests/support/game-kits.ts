import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { pointsOnSphere } from './random-space.ts';
import type { Rng } from './rng.ts';

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
  readonly castRayAny: typeof plane.castRayAny;
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
  readonly collisionOf: typeof plane.collisionOf;
  readonly refreshCollider: typeof plane.refreshCollider;
  readonly seamless: typeof plane.seamless;
  /** A shape of any kind but those that make surfaces; the first kind is round and needs a radius alone. */
  shape(rng: Rng, size: number): plane.ShapeSpec;
  round(radius: number): plane.ShapeSpec;
  /** A shape that is registered: a triangle in the plane, a tetrahedron about it in space. */
  triangle(size: number): plane.ShapeSpec;
  /** A box of these half extents along x and y; in space it is 1 thick. */
  slab(halfX: number, halfY: number): plane.ShapeSpec;
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

export const planeKit: GameKit = {
  ...plane,
  name: 'the plane',
  axes: ['x', 'y'],
  turns: ['rotation'],
  shape: sampleOfPlane,
  round: plane.circle,
  triangle: (size) => plane.polygon([0, 0, size, 0, 0, size]),
  slab: (x, y) => plane.box(x, y),
  probe: (rng) => (rng.next() < 0.5 ? plane.box(2, 0.7) : plane.circle(1.5)),
  pose: (place, rotation) => ({ ...place, rotation }),
};

export const spaceKit = {
  ...space,
  name: 'space',
  axes: ['x', 'y', 'z'],
  turns: ['qx', 'qy', 'qz', 'qw'],
  shape: sampleOfSpace,
  round: space.sphere,
  triangle: (size: number) => space.hull([0, 0, -1, size, 0, -1, 0, size, -1, 0, 0, 1]),
  slab: (x: number, y: number) => space.box(x, y, 0.5),
  probe: (rng: Rng) => (rng.next() < 0.5 ? space.box(2, 0.7, 1) : space.sphere(1.5)),
  pose: (place: object, angle: number) => ({ ...place, rotation: { x: 0.3, y: angle, z: 0.1, w: 1 } }),
} as unknown as GameKit;

import { box, capsule, cone, cylinder, hull, type ShapeSpec, sphere } from 'bitecs-collision/3d';
import {
  createConeSupport,
  createCylinderSupport,
  createPointSupport,
  createPointsSupport,
  createSegmentSupport,
  type Support,
} from 'bitecs-collision/geometry3d';
import { REAL_MESHES, realGeometry, realHull } from '../../../shared/real-meshes.ts';

/** A kind of solid, and its core: what is left of it without `radius` all around. GJK looks at cores. */
export interface Solid {
  readonly shape: ShapeSpec;
  /** Points that say what the core is, x y z each, where the solid is not moved or turned. */
  readonly points: readonly number[];
  /** The radius that is added around the core. */
  readonly radius: number;
  /** Makes the support of the core from such points where they are in the world. */
  createSupport(points: Float64Array): Support;
}

const REAL_LENGTH = 2.2;

const withPoints = (shape: ShapeSpec, points: readonly number[]): Solid => ({
  shape,
  points,
  radius: 0,
  createSupport: (at) => createPointsSupport(at, 0, points.length / 3),
});

const corners = (x: number, y: number, z: number) =>
  [-x, x].flatMap((a) => [-y, y].flatMap((b) => [-z, z].flatMap((c) => [a, b, c])));

/** A wedge: half a box. */
const WEDGE = [-0.9, -0.6, -0.7, 0.9, -0.6, -0.7, -0.9, -0.6, 0.7, 0.9, -0.6, 0.7, -0.9, 0.6, -0.7, -0.9, 0.6, 0.7];

/** A support that reads a radius behind its points. */
const round = (create: (numbers: Float64Array) => Support, radius: number) => (at: Float64Array) => {
  // The points of the core are moved from tick to tick; the radius behind them stays.
  at[6] = radius;
  return create(at);
};

export const SOLIDS = {
  box: withPoints(box(0.8, 0.6, 0.7), corners(0.8, 0.6, 0.7)),
  wedge: withPoints(hull(WEDGE), WEDGE),
  sphere: { shape: sphere(0.85), points: [0, 0, 0], radius: 0.85, createSupport: (at) => createPointSupport(at) },
  capsule: {
    shape: capsule(0.45, 0.7),
    points: [0, -0.7, 0, 0, 0.7, 0],
    radius: 0.45,
    createSupport: (at) => createSegmentSupport(at),
  },
  cylinder: {
    shape: cylinder(0.65, 0.75),
    points: [0, -0.75, 0, 0, 0.75, 0],
    radius: 0,
    createSupport: round(createCylinderSupport, 0.65),
  },
  cone: {
    shape: cone(0.8, 0.8),
    points: [0, 0.8, 0, 0, -0.8, 0],
    radius: 0,
    createSupport: round(createConeSupport, 0.8),
  },
  ...(Object.fromEntries(
    REAL_MESHES.map((name) => [
      name,
      withPoints(realHull(name, REAL_LENGTH), [...realGeometry(name, REAL_LENGTH).attributes.position.array]),
    ]),
  ) as Record<(typeof REAL_MESHES)[number], Solid>),
} satisfies Record<string, Solid>;

export type SolidName = keyof typeof SOLIDS;
export const SOLID_NAMES = Object.keys(SOLIDS) as SolidName[];

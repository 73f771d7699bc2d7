import { box, capsule, cylinder, hull, type ShapeSpec, sphere } from 'bitecs-collision/3d';
import type { ArenaPlan } from '../shared/arena.ts';
import { BODY_RADIUS, BOLT_RADIUS, PICKUP_RADIUS } from '../shared/rules.ts';

/** A fighter is a capsule that stands along y, 1.8 units high. */
export const CAPSULE_RADIUS = 0.4;
export const CAPSULE_HALF_HEIGHT = 0.5;
/** The height of the eyes above the middle of a fighter. */
export const EYES = 0.62;
/** The boxes that a ray hits: sizes, and where they are on a fighter that looks along x. */
export const HEAD = { radius: 0.24, x: 0.06, y: EYES } as const;
export const TRUNK = { halfX: 0.26, halfY: 0.58, halfZ: 0.34, y: -0.22 } as const;

const STANDING = CAPSULE_RADIUS + CAPSULE_HALF_HEIGHT;
/** The height above which nothing flies. */
const HEIGHT = 9;
const PLATFORM = 1.6;
const PLATFORM_HALF = 3;
const RAMP_LENGTH = 4;
const RAMP_HALF_WIDTH = 1.2;
const PILLAR_RADIUS = 0.8;
/** A match with more bodies than this has a larger field. */
const ROOMY = 120;

/** What of the field is a solid of one kind: what a view needs to draw it. */
export type Solid =
  | { readonly kind: 'box'; readonly size: readonly [halfX: number, halfY: number, halfZ: number] }
  | { readonly kind: 'pillar'; readonly radius: number; readonly halfHeight: number }
  | { readonly kind: 'ramp'; readonly points: readonly number[] };

export interface Part {
  readonly solid: Solid;
  readonly at: readonly [x: number, y: number, z: number];
  /** The lid of the field keeps bodies in, and is not seen. */
  readonly isSeen: boolean;
}

function shapeOf(solid: Solid): ShapeSpec {
  if (solid.kind === 'box') return box(...solid.size);
  return solid.kind === 'pillar' ? cylinder(solid.radius, solid.halfHeight) : hull(solid.points);
}

/** A floor with a platform in its middle, to which two ramps lead, four pillars, and walls around. */
export function fieldFor(half: number): readonly Part[] {
  const block = (
    x: number,
    y: number,
    z: number,
    halfX: number,
    halfY: number,
    halfZ: number,
    isSeen = true,
  ): Part => ({
    ...{ solid: { kind: 'box', size: [halfX, halfY, halfZ] }, at: [x, y, z], isSeen },
  });
  const pillar = (x: number, z: number): Part => {
    const halfHeight = HEIGHT / 4;
    return { solid: { kind: 'pillar', radius: PILLAR_RADIUS, halfHeight }, at: [x, halfHeight, z], isSeen: true };
  };
  /** `way` is 1 or −1: to which side of the platform it leads down. */
  const ramp = (way: number): Part => {
    const [foot, top] = [way * (PLATFORM_HALF + RAMP_LENGTH), way * PLATFORM_HALF];
    const side = (z: number) => [foot, 0, z, top, 0, z, top, PLATFORM, z];
    const points = [...side(-RAMP_HALF_WIDTH), ...side(RAMP_HALF_WIDTH)];
    return { solid: { kind: 'ramp', points }, at: [0, 0, 0], isSeen: true };
  };
  const middle = HEIGHT / 2;
  return [
    block(0, -1, 0, half + 2, 1, half + 2),
    block(0, HEIGHT + 1, 0, half + 2, 1, half + 2, false),
    ...[block(-half - 1, middle, 0, 1, middle, half + 2), block(half + 1, middle, 0, 1, middle, half + 2)],
    ...[block(0, middle, -half - 1, half + 2, middle, 1), block(0, middle, half + 1, half + 2, middle, 1)],
    block(0, PLATFORM / 2, 0, PLATFORM_HALF, PLATFORM / 2, PLATFORM_HALF),
    ...[ramp(-1), ramp(1)],
    ...[-1, 1].flatMap((x) => [-1, 1].map((z) => pillar((x * half) / 2, (z * half) / 2))),
  ];
}

export function planFor(bodies: number): ArenaPlan {
  const half = 12 * Math.max(1, Math.sqrt(bodies / ROOMY));
  const corner = 0.75 * half;
  return {
    half,
    shapes: {
      ...{ fighter: capsule(CAPSULE_RADIUS, CAPSULE_HALF_HEIGHT), bolt: sphere(BOLT_RADIUS) },
      ...{ spark: sphere(BOLT_RADIUS), pickup: sphere(PICKUP_RADIUS), body: sphere(BODY_RADIUS) },
    },
    walls: fieldFor(half).map(({ solid, at }) => ({ shape: shapeOf(solid), at })),
    pickups: [-1, 1].flatMap((x) => [-1, 1].map((z) => [x * corner, PICKUP_RADIUS, z * corner])),
    ...{ middle: [0, HEIGHT / 2 + 1, 0], reach: [half - 1, HEIGHT / 2 - 2, half - 1] },
    ...{ entry: [0, STANDING + 0.05, 0], eye: [0, EYES, 0] },
  };
}

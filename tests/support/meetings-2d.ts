import {
  box,
  capsule,
  chain,
  circle,
  compound,
  concave,
  ellipse,
  polygon,
  type ShapeSpec,
  sector,
  segment,
  tiles,
} from '../../entry/2d.ts';

export type Pose = readonly [x: number, y: number, rotation?: number];
type Point = readonly [x: number, y: number];

/** A shape, where it is at the start of a tick, and where at its end. A collider that stays is static. */
export interface Path {
  readonly shape: ShapeSpec;
  readonly from: Pose;
  readonly to?: Pose;
}

/** How A meets B, worked out on paper. */
export interface Meeting {
  readonly fraction: number;
  readonly exit: number;
  /** The unit normal, from A to B. */
  readonly normal: Point;
  readonly point: Point;
  readonly childB?: number;
}

const HALF = Math.SQRT1_2;
const TRIANGLE = polygon([-1, 0, 1, 0, 0, 1]);
const ball = circle(0.5);
const PAIR = compound([
  { ...box(1, 1), offsetX: -2 },
  { ...circle(1), offsetX: 2 },
]);
/** The angle at which a stick of half height 0.1 touches a ball of radius 0.1 at (0, 3): 3 cos θ = 0.2. */
const STICK_ANGLE = Math.acos(0.2 / 3);
/** The end of a capsule, 2 from its middle, is 1.25 from (3, 0) at this angle: 13 − 12 cos φ = 1.25². */
const CAPSULE_ANGLE = Math.acos(0.953125);

/** A point on the flank of an ellipse of 2 by 1, and the normal there. */
const FLANK: Point = [1.6, 0.6];
const FLANK_NORMAL: Point = [2 / Math.sqrt(13), 3 / Math.sqrt(13)];
/** The point of that ellipse whose normal is diagonal. */
const DIAGONAL: Point = [4 / Math.sqrt(5), 1 / Math.sqrt(5)];

/**
 * A shape that is the same seen from behind goes straight through the middle of such an ellipse at the origin: from
 * twice as far away as where it touches the ellipse first, at a point with a normal, to as far on the other side.
 */
function throughEllipse(shape: ShapeSpec, [x, y]: Point, point: Point, [normalX, normalY]: Point, rotation = 0) {
  return [
    { shape, from: [2 * x, 2 * y, rotation], to: [-2 * x, -2 * y, rotation] },
    { shape: ellipse(2, 1), from: [0, 0] },
    { fraction: 0.25, exit: 0.75, normal: [-normalX, -normalY], point },
  ] as const;
}

export const MEETINGS: Readonly<Record<string, readonly [a: Path, b: Path, meeting: Meeting]>> = {
  'circles, one through the middle of the other': [
    { shape: ball, from: [-10, 0], to: [10, 0] },
    { shape: circle(1), from: [0, 0] },
    { fraction: 0.425, exit: 0.575, normal: [1, 0], point: [-1, 0] },
  ],
  'circles, one beside the middle of the other': [
    { shape: ball, from: [-10, 1.5], to: [10, 1.5] },
    { shape: circle(2), from: [0, 0] },
    { fraction: 0.4, exit: 0.6, normal: [0.8, -0.6], point: [-1.6, 1.2] },
  ],
  'circles that come towards each other': [
    { shape: ball, from: [-10, 0], to: [10, 0] },
    { shape: circle(1.5), from: [10, 0], to: [-10, 0] },
    { fraction: 18 / 40, exit: 22 / 40, normal: [1, 0], point: [-0.5, 0] },
  ],
  'circles, one of which overtakes the other': [
    { shape: ball, from: [0, 0], to: [20, 0] },
    { shape: ball, from: [5, 0], to: [10, 0] },
    { fraction: 4 / 15, exit: 6 / 15, normal: [1, 0], point: [16 / 3 + 0.5, 0] },
  ],
  'circles that still overlap at the end': [
    { shape: ball, from: [-10, 0], to: [0.5, 0] },
    { shape: circle(1), from: [0, 0] },
    { fraction: 8.5 / 10.5, exit: 1, normal: [1, 0], point: [-1, 0] },
  ],
  'a circle and the side of a box': [
    { shape: ball, from: [-10, 0.3], to: [10, 0.3] },
    { shape: box(1, 1), from: [0, 0] },
    { fraction: 0.425, exit: 0.575, normal: [1, 0], point: [-1, 0.3] },
  ],
  'a circle and the corner of a box': [
    { shape: circle(1), from: [-10, 1.6], to: [10, 1.6] },
    { shape: box(2, 1), from: [0, 0] },
    { fraction: 0.36, exit: 0.64, normal: [0.8, -0.6], point: [-2, 1] },
  ],
  'a circle and a box that both move': [
    { shape: ball, from: [-10, 0], to: [6, 0] },
    { shape: box(1, 1), from: [0, -8], to: [0, 8] },
    // When the circle is at (−1.5, y) of the box, the box is as high as the circle from y = −1 to 1.
    { fraction: 8.5 / 16, exit: 9.5 / 16, normal: [1, 0], point: [-1, 0] },
  ],
  'a box on its corner and the top of a box': [
    { shape: box(0.5, 0.5), from: [0.25, 10, Math.PI / 4], to: [0.25, -10, Math.PI / 4] },
    { shape: box(2, 1), from: [0, 0] },
    { fraction: (9 - HALF) / 20, exit: (11 + HALF) / 20, normal: [0, -1], point: [0.25, 1] },
  ],
  'a capsule that stands and a segment': [
    { shape: capsule(1, 0.5), from: [1, 10], to: [1, -10] },
    { shape: segment(0, 0, 4, 0), from: [0, 0] },
    { fraction: 0.425, exit: 0.575, normal: [0, -1], point: [1, 0] },
  ],
  'the tip of a triangle and a box above it': [
    { shape: TRIANGLE, from: [0, -10], to: [0, 10] },
    { shape: box(2, 1), from: [0, 0] },
    { fraction: 0.4, exit: 0.55, normal: [0, 1], point: [0, -1] },
  ],
  'a rounded triangle and a circle below it': [
    { shape: polygon([-1, 0, 1, 0, 0, 1], { radius: 0.25 }), from: [0, 10], to: [0, -10] },
    // It parts from the tip, which is 0.5 beside the middle of the circle.
    { shape: circle(1), from: [0.5, 0] },
    { fraction: (10 - 1.25) / 20, exit: (11 + Math.sqrt(1.25 ** 2 - 0.5 ** 2)) / 20, normal: [0, -1], point: [0.5, 1] },
  ],
  'the end of an ellipse and a circle': [
    { shape: ellipse(2, 1), from: [-10, 0], to: [10, 0] },
    { shape: circle(1), from: [0, 0] },
    { fraction: 0.35, exit: 0.65, normal: [1, 0], point: [-1, 0] },
  ],
  'a circle and the flank of an ellipse': throughEllipse(
    ball,
    [FLANK[0] + FLANK_NORMAL[0] / 2, FLANK[1] + FLANK_NORMAL[1] / 2],
    FLANK,
    FLANK_NORMAL,
  ),
  'the corner of a box and the flank of an ellipse': throughEllipse(
    box(0.5, 1),
    [FLANK[0] + 0.5, FLANK[1] + 1],
    FLANK,
    FLANK_NORMAL,
  ),
  'ellipses, flank at flank': throughEllipse(ellipse(2, 1), [3.2, 1.2], FLANK, FLANK_NORMAL),
  'the side of a box and the flank of an ellipse': throughEllipse(
    box(0.5, 0.5),
    [DIAGONAL[0] + HALF / 2, DIAGONAL[1] + HALF / 2],
    DIAGONAL,
    [HALF, HALF],
    Math.PI / 4,
  ),
  'the side of a capsule and the flank of an ellipse': throughEllipse(
    capsule(1, 0.5),
    [DIAGONAL[0] + HALF / 2, DIAGONAL[1] + HALF / 2],
    DIAGONAL,
    [HALF, HALF],
    Math.PI / 4,
  ),
  'the arc of a sector and a circle': [
    { shape: sector(2, Math.PI / 4), from: [-10, 0], to: [10, 0] },
    { shape: circle(1), from: [0, 0] },
    { fraction: 0.35, exit: 0.55, normal: [1, 0], point: [-1, 0] },
  ],
  'a circle and the level segment of a chain': [
    { shape: ball, from: [-2, 8], to: [-2, -8] },
    { shape: chain([-4, 0, 0, 0, 4, 4]), from: [0, 0] },
    { fraction: 7.5 / 16, exit: 8.5 / 16, normal: [0, -1], point: [-2, 0], childB: 0 },
  ],
  'a circle and the slope of a chain': [
    { shape: ball, from: [2, 8], to: [2, -8] },
    { shape: chain([-4, 0, 0, 0, 4, 4]), from: [0, 0] },
    {
      fraction: (6 - HALF) / 16,
      exit: (6 + HALF) / 16,
      normal: [HALF, -HALF],
      point: [2 + 0.5 * HALF, 2 + 0.5 * HALF],
      childB: 1,
    },
  ],
  'a circle and a tile from above': [
    { shape: ball, from: [1.5, 9], to: [1.5, -7] },
    { shape: tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1] }), from: [0, 0] },
    { fraction: 7.5 / 16, exit: 9.5 / 16, normal: [0, -1], point: [1.5, 1], childB: 1 },
  ],
  'a circle and the second child of a compound': [
    { shape: ball, from: [2, 9], to: [2, -7] },
    { shape: PAIR, from: [0, 0] },
    { fraction: 7.5 / 16, exit: 10.5 / 16, normal: [0, -1], point: [2, 1], childB: 1 },
  ],
  'a circle and both children of a compound, one after the other': [
    { shape: ball, from: [-10, 0], to: [10, 0] },
    { shape: PAIR, from: [0, 0] },
    { fraction: 6.5 / 20, exit: 13.5 / 20, normal: [1, 0], point: [-3, 0], childB: 0 },
  ],
  'a compound and the floor of a concave solid': [
    { shape: compound([{ ...circle(0.5), offsetX: 0 }]), from: [0, 8], to: [0, -8] },
    { shape: concave([-2, -1, 2, -1, 2, 2, 1, 2, 1, 0, -1, 0, -1, 2, -2, 2]), from: [0, 0] },
    { fraction: 7.5 / 16, exit: 9.5 / 16, normal: [0, -1], point: [0, 0] },
  ],
  'a stick that turns and a ball': [
    { shape: box(4, 0.1), from: [0, 0, 0], to: [0, 0, Math.PI / 2] },
    { shape: circle(0.1), from: [0, 3] },
    {
      fraction: STICK_ANGLE / (Math.PI / 2),
      exit: 1,
      normal: [-Math.sin(STICK_ANGLE), Math.cos(STICK_ANGLE)],
      point: [0.1 * Math.sin(STICK_ANGLE), 3 - 0.1 * Math.cos(STICK_ANGLE)],
    },
  ],
  'a capsule whose end turns into a circle': [
    { shape: capsule(2, 0.5), from: [0, 0, 0], to: [0, 0, -Math.PI / 2] },
    { shape: circle(0.75), from: [3, 0] },
    {
      fraction: 1 - CAPSULE_ANGLE / (Math.PI / 2),
      exit: 1,
      normal: [(3 - 2 * Math.cos(CAPSULE_ANGLE)) / 1.25, (-2 * Math.sin(CAPSULE_ANGLE)) / 1.25],
      point: [3 - (0.75 * (3 - 2 * Math.cos(CAPSULE_ANGLE))) / 1.25, (0.75 * 2 * Math.sin(CAPSULE_ANGLE)) / 1.25],
    },
  ],
};

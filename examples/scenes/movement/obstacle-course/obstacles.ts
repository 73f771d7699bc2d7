import { box, cos, type MoveOptions, type MoveResult, polygon, type ShapeSpec, sin } from 'bitecs-collision/2d';

/**
 * The size of the place of each obstacle, `above` of it above the floor. In the coordinates of a place the floor is at
 * y = 0, and y points down.
 */
export const PLACE = { width: 12, height: 8, above: 6.5 };

/** The motion of a platform at a tick of an attempt. */
export type Motion = (tick: number) => { readonly x: number; readonly y: number; readonly rotation?: number };

export interface Part {
  readonly shape: ShapeSpec;
  /** The corners of a polygon, for drawing it. */
  readonly outline?: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly rotation?: number;
  readonly motion?: Motion;
}

/** The position of a walker and the result of its last move, in the coordinates of its place. */
export interface State {
  readonly tick: number;
  readonly x: number;
  readonly y: number;
  readonly lastX: number;
  readonly lastY: number;
  /** The distance from the walker's middle to its foot. */
  readonly half: number;
  readonly move: MoveResult;
}

/** A hard case for a mover: what is built, where the walker begins, how it walks, and what counts as a fault. */
export interface Obstacle {
  readonly title: string;
  /** Builds the parts for a walker that reaches this far above and below its middle. */
  readonly parts: (half: number) => readonly Part[];
  readonly startX: number;
  /** How high its foot is at first. */
  readonly startHeight?: number;
  readonly options?: MoveOptions;
  /** How far it goes to the right and, beside falling, down. */
  readonly walk: (tick: number) => readonly [number, number];
  readonly ticks: number;
  /** Says what is wrong at a tick; nothing if all is well. */
  check?(state: State): string | undefined;
  /** Says what is wrong with how it ended. */
  end(state: State): string | undefined;
}

const DEGREES = Math.PI / 180;
const SETTLED = 20;
const walkRight = (): readonly [number, number] => [0.05, 0];
const stand = (): readonly [number, number] => [0, 0];
const floor: Part = { shape: box(6, 0.5), x: 6, y: 0.5 };

function ramp(x: number, length: number, degrees: number): Part {
  const rise = (sin(degrees * DEGREES) / cos(degrees * DEGREES)) * length;
  return wedge(x, 0, 0, 0, length, 0, length, -rise);
}

const staysOnGround = ({ tick, move }: State) => (tick > SETTLED && !move.grounded ? 'left the ground' : undefined);

function wedge(x: number, y: number, ...outline: number[]): Part {
  return { shape: polygon(outline), outline, x, y };
}

function stair(x: number, height: number): Part {
  return { shape: box(0.4, height / 2), x, y: -height / 2 };
}

/** Goes from 0 to 1 and back while its argument goes from 0 to 2, at one speed. */
function triangle(at: number): number {
  const rest = at % 2;
  return rest < 1 ? rest : 2 - rest;
}

export const OBSTACLES: readonly Obstacle[] = [
  {
    title: 'Stairs, up and down',
    parts: () => [floor, ...[1, 2, 3, 4, 3, 2, 1].map((i, at) => stair(3 + at * 0.8, i * 0.3))],
    startX: 1,
    options: { stepHeight: 0.32, snapDistance: 0.32 },
    walk: walkRight,
    ticks: 215,
    check: staysOnGround,
    end: ({ x }) => (x > 9.5 ? undefined : 'did not get over them'),
  },
  {
    title: 'Seams between boxes',
    parts: () => Array.from({ length: 24 }, (_, i) => ({ shape: box(0.25, 0.5), x: 0.25 + i * 0.5, y: 0.5 })),
    startX: 1,
    walk: walkRight,
    ticks: 200,
    check: ({ tick, y, lastY }) => (tick > SETTLED && Math.abs(y - lastY) > 1e-9 ? 'a seam lifted it' : undefined),
    end: ({ x }) => (x > 10.5 ? undefined : 'was stopped by a seam'),
  },
  {
    title: 'Up and down a slope of 45°',
    parts: () => [floor, ramp(2.5, 3, 45), { shape: box(0.5, 1.5), x: 6, y: -1.5 }, wedge(6.5, 0, 0, 0, 3, 0, 0, -3)],
    startX: 1,
    options: { snapDistance: 0.2 },
    walk: walkRight,
    ticks: 240,
    check: staysOnGround,
    end: ({ x }) => (x > 9 ? undefined : 'did not get over it'),
  },
  {
    title: 'Too steep: 60°',
    parts: () => [floor, ramp(6, 3, 60)],
    startX: 3,
    walk: walkRight,
    ticks: 200,
    check: ({ y, half }) => (y < -half - 0.2 ? 'climbed it' : undefined),
    end: ({ x, move }) => (x > 5 && move.onWall ? undefined : 'did not come to its foot'),
  },
  {
    title: 'A wedge of 30°',
    parts: () => [wedge(4.9, 0.5, -3, 0, 0, 0, -3, -6), wedge(5.1, 0.5, 0, 0, 3, 0, 3, -6)],
    startX: 5,
    startHeight: 4,
    walk: stand,
    ticks: 160,
    check: ({ tick, x, y, lastX, lastY }) =>
      tick > 110 && Math.hypot(x - lastX, y - lastY) > 1e-9 ? 'it trembles' : undefined,
    end: ({ y }) => (y < 0 ? undefined : 'fell through'),
  },
  {
    title: 'A slope under a low ceiling',
    parts: () => [floor, ramp(3, 7, 15), { shape: box(6, 0.5), x: 6, y: -2.6 }],
    startX: 1,
    walk: walkRight,
    ticks: 220,
    check: ({ move }) => (move.penetration > 0 ? 'was pushed into something' : undefined),
    end: ({ x, lastX }) => (x > 3 && Math.abs(x - lastX) < 1e-9 ? undefined : 'did not stop in the corner'),
  },
  {
    title: 'A corridor a hair wider than it is',
    parts: (half) => [floor, { shape: box(3, 1), x: 6, y: -2 * half - 1.02 }],
    startX: 1,
    walk: walkRight,
    ticks: 200,
    check: staysOnGround,
    end: ({ x }) => (x > 9 ? undefined : 'was caught'),
  },
  {
    title: 'A platform that turns',
    parts: () => [
      { shape: box(3, 0.3), x: 6, y: 0, motion: (tick) => ({ x: 6, y: 0, rotation: 0.3 * sin(tick * 0.04) }) },
    ],
    startX: 8,
    startHeight: 0.6,
    options: { carry: true, snapDistance: 0.3 },
    walk: stand,
    ticks: 320,
    check: staysOnGround,
    end: ({ x }) => (Math.abs(x - 8) < 0.25 ? undefined : 'slid along it'),
  },
  {
    title: 'A lift',
    parts: () => [{ shape: box(1.5, 0.3), x: 6, y: 0, motion: (tick) => ({ x: 6, y: -2 + 2 * triangle(tick / 60) }) }],
    startX: 6,
    startHeight: 2.4,
    options: { carry: true },
    walk: stand,
    ticks: 240,
    check: staysOnGround,
    end: ({ x }) => (x === 6 ? undefined : 'wandered'),
  },
  {
    title: 'A press',
    parts: () => [
      floor,
      { shape: box(1.2, 1), x: 6, y: -3.5, motion: (tick) => ({ x: 6, y: -3.5 + 2.5 * triangle(tick / 80) }) },
    ],
    startX: 6,
    walk: stand,
    ticks: 160,
    check: ({ y, half }) =>
      y > -half + 0.1 ? 'was pressed through the floor' : y < -half - 0.1 ? 'came out on top' : undefined,
    end: ({ y, half, move }) => (move.penetration === 0 && y <= -half ? undefined : 'did not get free'),
  },
  {
    title: 'Faster than the wall is thick',
    parts: () => [floor, { shape: box(0.005, 3), x: 9, y: -3 }],
    startX: 5,
    walk: (tick) => [tick % 40 === 30 ? 1000 : tick % 40 === 10 ? -1 : 0, 0],
    ticks: 160,
    check: ({ x }) => (x > 9 ? 'went through' : undefined),
    end: ({ x }) => (x > 8 ? undefined : 'did not reach it'),
  },
  {
    title: 'Set down in the middle of a block',
    parts: () => [floor, { shape: box(1.5, 1), x: 6, y: -1 }],
    startX: 5.2,
    startHeight: 0.2,
    walk: stand,
    ticks: 90,
    check: ({ tick, move }) => (tick > 1 && move.penetration > 0 ? 'is still in it' : undefined),
    end: ({ y, x, half }) => (x < 4.5 || y < -2 - half + 0.1 ? undefined : 'did not get out'),
  },
];

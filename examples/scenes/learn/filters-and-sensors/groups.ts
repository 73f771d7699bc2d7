import { box, type ColliderValues, capsule, circle, polygon } from 'bitecs-collision/2d';
import { directionX, directionY } from '../../../shared/directions.ts';

/** Categories: one bit for each kind that a mask may want to name. */
const PLAYER = 1;
const BULLET = 2;
const ENEMY = 4;
const WALL = 8;
const OTHER = 16;

export interface Group {
  readonly name: string;
  /** A word for what decides which groups this one meets. */
  readonly rule: string;
  readonly count: number;
  /** 'ink', 'player' or a place in the palette's kinds. */
  readonly colour: 'ink' | 'player' | number;
  /** The drawn outline: x, y of each corner. */
  readonly outline: readonly number[];
  readonly collider: ColliderValues;
  readonly tag?: 'Static' | 'Sensor' | 'Disabled';
  /** How far it reaches from its middle, about. */
  readonly reach: number;
  /** Units a second. */
  readonly speed: number;
}

/** A circle as a polygon, made of as many corners as there are directions. */
function round(radius: number): number[] {
  return Array.from(directionX, (x, i) => [radius * x, radius * directionY[i]]).flat();
}

/** Pulls the upper and the lower half of an outline apart: a circle becomes a capsule. */
function stretch(outline: readonly number[], by: number): number[] {
  return outline.map((value, i) => (i % 2 === 0 ? value : value + (value < 0 ? -by : by)));
}

export const GROUPS: readonly Group[] = [
  {
    name: 'player',
    rule: 'all',
    count: 3,
    colour: 'player',
    outline: [0.45, 0, -0.3, 0.34, -0.3, -0.34],
    // The player has no mask, so it meets every group whose own mask lets it.
    collider: { ...polygon([0.45, 0, -0.3, 0.34, -0.3, -0.34]), categoryBits: PLAYER },
    reach: 0.35,
    speed: 1.3,
  },
  {
    name: 'bullet',
    rule: 'mask',
    count: 5,
    colour: 5,
    outline: stretch(round(0.11), 0.14),
    collider: { ...capsule(0.14, 0.11), categoryBits: BULLET, maskBits: ENEMY | WALL },
    reach: 0.2,
    speed: 2.2,
  },
  {
    name: 'enemy',
    rule: 'group',
    count: 4,
    colour: 1,
    outline: round(0.38),
    // A negative group: its members never meet one another.
    collider: { ...circle(0.38), categoryBits: ENEMY, groupIndex: -1 },
    reach: 0.38,
    speed: 1,
  },
  {
    name: 'wall',
    rule: 'static',
    count: 3,
    colour: 'ink',
    outline: [-0.95, -0.13, 0.95, -0.13, 0.95, 0.13, -0.95, 0.13],
    collider: { ...box(0.95, 0.13), categoryBits: WALL },
    tag: 'Static',
    reach: 0.4,
    speed: 0,
  },
  {
    name: 'zone',
    rule: 'sensor',
    count: 2,
    colour: 3,
    outline: round(1),
    collider: { ...circle(1), categoryBits: OTHER },
    tag: 'Sensor',
    reach: 1,
    speed: 0.7,
  },
  {
    name: 'magnet',
    rule: 'hook',
    count: 4,
    colour: 2,
    outline: [-0.3, -0.3, 0.3, -0.3, 0.3, 0.3, -0.3, 0.3],
    collider: { ...box(0.3, 0.3), categoryBits: OTHER },
    reach: 0.35,
    speed: 1.1,
  },
  {
    name: 'sleeper',
    rule: 'disabled',
    count: 2,
    colour: 4,
    outline: round(0.34),
    collider: { ...circle(0.34), categoryBits: OTHER },
    tag: 'Disabled',
    reach: 0.34,
    speed: 0.6,
  },
];

export const GROUP_COUNT = GROUPS.length;
export const MAGNETS = GROUPS.findIndex(({ name }) => name === 'magnet');
export const SLEEPERS = GROUPS.findIndex(({ name }) => name === 'sleeper');

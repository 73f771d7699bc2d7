import { box, type ColliderValues, capsule, circle, polygon } from 'bitecs-collision/2d';

/** Categories: one bit for each kind that a mask may want to name. */
const PLAYER = 1;
const BULLET = 2;
const ENEMY = 4;
const WALL = 8;
const OTHER = 16;

export interface Group {
  readonly name: string;
  /** What decides with whom it meets. */
  readonly rule: string;
  readonly count: number;
  readonly collider: ColliderValues;
  readonly tag?: 'Static' | 'Sensor' | 'Disabled';
  /** How far it reaches from its middle, about. */
  readonly reach: number;
  /** Units a second. */
  readonly speed: number;
}

export const GROUPS = [
  {
    name: 'player',
    rule: 'all',
    count: 3,
    // Without a mask: meets all that does not rule it out.
    collider: { ...polygon([0.45, 0, -0.3, 0.34, -0.3, -0.34]), categoryBits: PLAYER },
    reach: 0.35,
    speed: 1.3,
  },
  {
    name: 'bullet',
    rule: 'mask',
    count: 5,
    collider: { ...capsule(0.14, 0.11), categoryBits: BULLET, maskBits: ENEMY | WALL },
    reach: 0.2,
    speed: 2.2,
  },
  {
    name: 'enemy',
    rule: 'group',
    count: 4,
    // A negative group: its members never meet one another.
    collider: { ...circle(0.38), categoryBits: ENEMY, groupIndex: -1 },
    reach: 0.38,
    speed: 1,
  },
  {
    name: 'wall',
    rule: 'static',
    count: 3,
    collider: { ...box(0.95, 0.13), categoryBits: WALL },
    tag: 'Static',
    reach: 0.4,
    speed: 0,
  },
  {
    name: 'zone',
    rule: 'sensor',
    count: 2,
    collider: { ...circle(1), categoryBits: OTHER },
    tag: 'Sensor',
    reach: 1,
    speed: 0.7,
  },
  {
    name: 'magnet',
    rule: 'hook',
    count: 4,
    collider: { ...box(0.3, 0.3), categoryBits: OTHER },
    reach: 0.35,
    speed: 1.1,
  },
  {
    name: 'sleeper',
    rule: 'disabled',
    count: 2,
    collider: { ...circle(0.34), categoryBits: OTHER },
    tag: 'Disabled',
    reach: 0.34,
    speed: 0.6,
  },
] as const satisfies readonly Group[];

export const GROUP_COUNT = GROUPS.length;
export const MAGNETS = GROUPS.findIndex(({ name }) => name === 'magnet');
export const SLEEPERS = GROUPS.findIndex(({ name }) => name === 'sleeper');

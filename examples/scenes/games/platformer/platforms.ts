import { addComponent, removeComponent, type World } from 'bitecs';
import { type Collision, type MoveResult, refreshCollider, sin } from 'bitecs-collision/2d';
import type { Thing } from './level.ts';

/**
 * The ticks that a crumbling platform lasts after somebody has stepped on it, and the ticks until it is there again.
 */
export const CRUMBLED = 24;
const RETURNS = 150;

/** A platform that goes from its place by `moveX` and `moveY`, and back. */
export interface Platform extends Thing {
  readonly eid: number;
}

/** A platform that is gone some time after somebody has stepped on it, for a while. */
export interface Crumbling {
  readonly eid: number;
  /** Counts up from when it was stepped on; 0 for not yet. */
  age: number;
}

/** Moves platforms to where they are at an angle of their way to and fro. */
export function movePlatforms(
  world: World,
  { Transform }: Collision,
  platforms: readonly Platform[],
  angle: number,
): void {
  const share = (sin(angle) + 1) / 2;
  for (const { eid, x, y, moveX, moveY } of platforms) {
    Transform.x[eid] = x + moveX * share;
    Transform.y[eid] = y + moveY * share;
    refreshCollider(world, eid);
  }
}

/**
 * Ages a platform by a tick if somebody stands on it or has stood on it. Returns whether it begins to crumble, or
 * disappears, in this tick.
 */
export function crumble(
  world: World,
  { Disabled }: Collision,
  platform: Crumbling,
  { grounded, ground }: MoveResult,
): 'crumble' | 'collapse' | undefined {
  const { eid } = platform;
  const isSteppedOn = platform.age === 0 && grounded && ground.entity === eid;
  if (platform.age > 0 || isSteppedOn) platform.age++;
  if (platform.age === RETURNS) {
    removeComponent(world, eid, Disabled);
    platform.age = 0;
  }
  if (isSteppedOn) return 'crumble';
  if (platform.age !== CRUMBLED) return undefined;
  addComponent(world, eid, Disabled);
  return 'collapse';
}

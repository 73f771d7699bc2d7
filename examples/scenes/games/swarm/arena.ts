import { circle } from 'bitecs-collision/2d';

export const ENEMIES = 10_000;
/** Half the side of the square arena. */
export const HALF = 80;
export const PLAYER_RADIUS = 0.45;
export const BULLET_RADIUS = 0.16;
/** Radius, speed and hits of the three kinds of enemy: one in 20 is a brute, one in 5 a runner. */
export const KINDS = [
  { radius: 0.34, speed: 2, hits: 1 },
  { radius: 0.26, speed: 3.4, hits: 1 },
  { radius: 0.7, speed: 1.5, hits: 6 },
];

// Who can meet whom: each side's category must be in the other's mask.
export const PLAYER = 1;
export const ENEMY = 2;
export const BULLET = 4;
export const PICKUP = 8;

export const playerShape = { ...circle(PLAYER_RADIUS), categoryBits: PLAYER, maskBits: ENEMY | PICKUP };
export const enemyShapes = KINDS.map(({ radius }) => ({
  ...circle(radius),
  categoryBits: ENEMY,
  maskBits: PLAYER | ENEMY | BULLET,
}));
export const bulletShape = { ...circle(BULLET_RADIUS), categoryBits: BULLET, maskBits: ENEMY };
export const pickupShape = { ...circle(0.7), categoryBits: PICKUP, maskBits: PLAYER }; // larger than it looks

export function clampToArena(at: number): number {
  return Math.max(-HALF, Math.min(HALF, at));
}

import { circle } from 'bitecs-collision/2d';

/** The most there are of enemies, in the last seconds. */
export const ENEMIES = 4000;
export const PLAYER_RADIUS = 0.45;
export const BULLET_RADIUS = 0.16;
export const BLADE_RADIUS = 0.4;
/** Half the side of what is seen around the player at least; new enemies come from beyond. */
export const SEEN = 14;

export const BOSS = 3;
/**
 * Walkers, runners, brutes, bosses: radius, units a second, hits they take, what their bite takes, and their weight.
 */
export const KINDS = [
  { radius: 0.34, speed: 2.7, hits: 1, bite: 0.15, weight: 1 },
  { radius: 0.26, speed: 4.2, hits: 1, bite: 0.13, weight: 0.6 },
  { radius: 0.7, speed: 2.2, hits: 8, bite: 0.35, weight: 5 },
  { radius: 1.5, speed: 2.6, hits: 140, bite: 0.6, weight: 60 },
];

// Who can meet whom: each side's category must be in the other's mask.
export const PLAYER = 1;
export const ENEMY = 2;
export const WEAPON = 4;
export const PICKUP = 8;

export const playerShape = { ...circle(PLAYER_RADIUS), categoryBits: PLAYER, maskBits: ENEMY | PICKUP };
export const enemyShapes = KINDS.map(({ radius }) => ({
  ...circle(radius),
  categoryBits: ENEMY,
  maskBits: PLAYER | ENEMY | WEAPON,
}));
export const bulletShape = { ...circle(BULLET_RADIUS), categoryBits: WEAPON, maskBits: ENEMY };
export const bladeShape = { ...circle(BLADE_RADIUS), categoryBits: WEAPON, maskBits: ENEMY };
export const pickupShape = { ...circle(0.5), categoryBits: PICKUP, maskBits: PLAYER };

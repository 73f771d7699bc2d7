import { SPAWN } from './readme-settings.ts';

/** What most pages say at their beginning: a world with collision. */
export const WORLD = `${SPAWN}
  const collision = createCollision(world);
  const { Transform, Collider, Sensor, Static, Disabled } = collision;`;

/** What the character and what it walks on need. */
export const MOVER = `${WORLD}
  import { createMoveResult, moveAndSlide, refreshCollider } from 'bitecs-collision/2d';
  const dt = 1 / 60;`;

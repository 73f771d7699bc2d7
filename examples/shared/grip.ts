import type { Collision } from 'bitecs-collision/2d';
import type { SceneInput } from '../shell/scene.ts';
import type { Body } from './soft-step-solver.ts';

/**
 * The speed of a held body, as a multiple of its distance from the pointer per second, and the largest speed in units
 * a second.
 */
const GRIP = 12;
const MAX_GRIP_SPEED = 25;

/** Has a body that is held follow the pointer: by its velocity, so that it pushes others, and flies on when let go. */
export function pullToPointer({ Transform }: Collision, body: Body, { pointerX, pointerY }: SceneInput): void {
  const towardsX = GRIP * (pointerX - Transform.x[body.index]);
  const towardsY = GRIP * (pointerY - Transform.y[body.index]);
  const speed = Math.sqrt(towardsX * towardsX + towardsY * towardsY);
  const share = speed > MAX_GRIP_SPEED ? MAX_GRIP_SPEED / speed : 1;
  body.velocityX = share * towardsX;
  body.velocityY = share * towardsY;
  body.spin *= 0.9;
}

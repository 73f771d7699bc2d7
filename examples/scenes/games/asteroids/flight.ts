import type { Collision } from 'bitecs-collision/2d';
import { TICK } from '../../../shell/scene.ts';

/** Half the side of the square world: what leaves it on one side comes back on the other. */
export const HALF = 12;

export type Flight = ReturnType<typeof createFlight>;

/** How everything flies: straight on, and around the edges of the world. Velocities by entity. */
export function createFlight({ Transform }: Collision) {
  const velocityX: number[] = [];
  const velocityY: number[] = [];

  return {
    velocityX,
    velocityY,

    launch(eid: number, speedX: number, speedY: number): void {
      velocityX[eid] = speedX;
      velocityY[eid] = speedY;
    },

    fly(eid: number): void {
      Transform.x[eid] = wrap(Transform.x[eid] + velocityX[eid] * TICK);
      Transform.y[eid] = wrap(Transform.y[eid] + velocityY[eid] * TICK);
    },

    /**
     * Two bodies that approach each other swap what they have of velocity along the normal, as equal billiard balls do.
     */
    bounce(a: number, b: number, normalX: number, normalY: number): void {
      const approach = (velocityX[a] - velocityX[b]) * normalX + (velocityY[a] - velocityY[b]) * normalY;
      if (approach <= 0) return;
      velocityX[a] -= approach * normalX;
      velocityY[a] -= approach * normalY;
      velocityX[b] += approach * normalX;
      velocityY[b] += approach * normalY;
    },
  };
}

/** Brings a place back into the world, once around it. */
export function wrap(at: number): number {
  return at > HALF ? at - 2 * HALF : at < -HALF ? at + 2 * HALF : at;
}

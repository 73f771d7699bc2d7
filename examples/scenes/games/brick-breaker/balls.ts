import { addComponent, addEntity, query, set, type World } from 'bitecs';
import { type CastHit, type Collision, castShape } from 'bitecs-collision/2d';
import { ballShape, PADDLE_Y } from './field.ts';

const MAX_BOUNCES = 12;
/** A bounce keeps the ball this far off what it met, so that the next cast does not start in touch with it. */
const SKIN = 1e-4;
/** The least share of vertical motion: a ball that flies level never comes back. */
const LEAST_RISE = 0.25;

export const Ball = {};

export interface BallEvents {
  /** The ball has met the paddle. */
  onPaddle(ball: number): void;
  /** The ball has met something else. */
  onHit(other: number, ball: number): void;
  /** Whether a bounce off this is to be a little off, else the ball might go to and fro for ever. */
  isRough(other: number): boolean;
}

/** Balls have no collider: they are cast through the world, and nothing else needs to meet them. */
export function createBalls(
  world: World,
  { Transform, Collider }: Collision,
  paddle: number,
  random: () => number,
  events: BallEvents,
) {
  // By entity: a unit vector.
  const directionX: number[] = [];
  const directionY: number[] = [];
  const hit: CastHit = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
  const place = { x: 0, y: 0 };
  const step = { x: 0, y: 0 };

  /** The paddle sends the ball where the player wants it; physics would not. It may also have moved into the ball. */
  function bounceOffPaddle(ball: number): void {
    const off = (Transform.x[ball] - Transform.x[paddle]) / (Collider.halfWidth[paddle] + 0.3);
    directionX[ball] = 0.85 * Math.max(-1, Math.min(1, off));
    directionY[ball] = -Math.sqrt(1 - directionX[ball] * directionX[ball]);
    Transform.y[ball] = Math.min(Transform.y[ball], PADDLE_Y - 0.2 - ballShape.radius - SKIN);
    events.onPaddle(ball);
  }

  function bounceOff(ball: number, other: number): void {
    const approach = Math.min(0, directionX[ball] * hit.normalX + directionY[ball] * hit.normalY);
    let x = directionX[ball] - 2 * approach * hit.normalX;
    let y = directionY[ball] - 2 * approach * hit.normalY;
    if (events.isRough(other)) x += 0.2 * (random() - 0.5);
    if (Math.abs(y) < LEAST_RISE) y = y < 0 ? -LEAST_RISE : LEAST_RISE;
    const length = Math.sqrt(x * x + y * y);
    directionX[ball] = x / length;
    directionY[ball] = y / length;
    events.onHit(other, ball);
  }

  return {
    directionX,
    directionY,
    all: (): number[] => [...query(world, [Ball])],

    /** Puts a ball on the paddle. */
    add(): void {
      const ball = addEntity(world);
      addComponent(world, ball, set(Transform, { x: Transform.x[paddle], y: PADDLE_Y - 0.5 }));
      addComponent(world, ball, Ball);
      directionX[ball] = 0.5 * (random() - 0.5);
      directionY[ball] = -Math.sqrt(1 - directionX[ball] * directionX[ball]);
    },

    /** Flies a way: casts the ball to the first thing on it, bounces, and casts on with what is left. */
    fly(ball: number, way: number): void {
      let left = way;
      for (let bounce = 0; bounce < MAX_BOUNCES && left > 0; bounce++) {
        place.x = Transform.x[ball];
        place.y = Transform.y[ball];
        step.x = directionX[ball] * left;
        step.y = directionY[ball] * left;
        // What comes from below the paddle is lost, and must not be saved by its side.
        const options = place.y > PADDLE_Y || step.y < 0 ? { ignore: paddle } : undefined;
        if (castShape(world, ballShape, place, step, options, hit) === undefined) {
          Transform.x[ball] = place.x + step.x;
          Transform.y[ball] = place.y + step.y;
          return;
        }
        Transform.x[ball] = place.x + step.x * hit.fraction + hit.normalX * SKIN;
        Transform.y[ball] = place.y + step.y * hit.fraction + hit.normalY * SKIN;
        left -= left * hit.fraction;
        if (hit.entity === paddle) bounceOffPaddle(ball);
        else bounceOff(ball, hit.entity);
      }
    },
  };
}

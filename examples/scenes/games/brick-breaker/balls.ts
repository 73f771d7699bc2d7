import { addComponent, addEntity, query, set, type World } from 'bitecs';
import { type BounceOptions, type Collision, createBounceResult, moveAndBounce } from 'bitecs-collision/2d';
import { ballShape, PADDLE_Y } from './field.ts';

const MAX_BOUNCES = 12;
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

/** Balls have no collider: they are moved through the world as a shape, and nothing else needs to meet them. */
export function createBalls(
  world: World,
  { Transform, Collider }: Collision,
  paddle: number,
  random: () => number,
  events: BallEvents,
) {
  // By entity: the direction of a ball, a unit vector.
  const directionX: number[] = [];
  const directionY: number[] = [];
  const mover = { shape: ballShape, x: 0, y: 0 };
  const velocity = { x: 0, y: 0 };
  const moved = createBounceResult();
  /** The ball that flies, how far it goes in a tick, and how far the paddle has just gone. */
  const flight = { ball: 0, way: 0, paddleWay: 0 };

  /** The paddle sends the ball where the player wants it; physics would not. */
  function aimOffPaddle(ball: number): void {
    const off = (Transform.x[ball] - Transform.x[paddle]) / (Collider.halfWidth[paddle] + 0.3);
    directionX[ball] = 0.85 * Math.max(-1, Math.min(1, off));
    directionY[ball] = -Math.sqrt(1 - directionX[ball] * directionX[ball]);
    events.onPaddle(ball);
  }

  /** Turns the ball to where it has bounced, but never so level that it does not come back. */
  function turn(ball: number, x: number, y: number): void {
    const rise = Math.abs(y) < LEAST_RISE ? (y < 0 ? -LEAST_RISE : LEAST_RISE) : y;
    const length = Math.sqrt(x * x + rise * rise);
    directionX[ball] = x / length;
    directionY[ball] = rise / length;
  }

  const options: BounceOptions = {
    maxBounces: MAX_BOUNCES,
    // The paddle only bounces balls that come from above: its side must not save a ball that is already below it.
    accept({ entity, y, normalY }) {
      return entity !== paddle || (directionY[flight.ball] > 0 && y + normalY * ballShape.radius < PADDLE_Y);
    },
    surface(surface, { entity }) {
      if (entity === paddle) surface.velocityX = flight.paddleWay;
    },
    onBounce(result, { entity }) {
      const { ball, way } = flight;
      Transform.x[ball] = result.x;
      Transform.y[ball] = result.y;
      if (entity === paddle) aimOffPaddle(ball);
      else {
        const off = events.isRough(entity) ? 0.2 * (random() - 0.5) : 0;
        turn(ball, result.velocityX / way + off, result.velocityY / way);
        events.onHit(entity, ball);
      }
      result.velocityX = way * directionX[ball];
      result.velocityY = way * directionY[ball];
    },
  };

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

    /** Flies a way, bounces and all. The paddle may have moved into the ball meanwhile. */
    fly(ball: number, way: number, paddleWay: number): void {
      Object.assign(flight, { ball, way, paddleWay });
      mover.x = Transform.x[ball];
      mover.y = Transform.y[ball];
      velocity.x = way * directionX[ball];
      velocity.y = way * directionY[ball];
      moveAndBounce(world, mover, velocity, options, moved);
      Transform.x[ball] = moved.x;
      Transform.y[ball] = moved.y;
    },
  };
}

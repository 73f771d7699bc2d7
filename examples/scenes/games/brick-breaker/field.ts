import { box, circle } from 'bitecs-collision/2d';

/** The field, in bricks; y points down and the bottom is open. */
export const FIELD = { minX: -5, minY: 0, maxX: 5, maxY: 14 };
export const PADDLE_Y = 13;

export const ballShape = circle(0.18);
export const brickShape = box(0.46, 0.21);
export const paddleShape = box(0.9, 0.12, { radius: 0.08 });
/** Half the width of the paddle between its rounded ends, and when it is wider. */
export const PADDLE_HALF = 0.9;
export const WIDE_HALF = 1.5;

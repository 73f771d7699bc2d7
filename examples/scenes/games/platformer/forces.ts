/** Units a second, each second. */
export const GRAVITY = 45;

export const UP = { x: 0, y: -1 };

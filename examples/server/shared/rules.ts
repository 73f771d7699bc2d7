/** The numbers of both games, for server and client alike. Lengths are world units, times are ticks. */
export const TICKS_A_SECOND = 60;
export const MAX_PLAYERS = 8;

export const FIGHTER_RADIUS = 0.5;
/** Units a tick. */
export const FIGHTER_SPEED = 0.1;
export const FULL_HEALTH = 100;
export const RESPAWN_TICKS = 90;

export const BOLT_RADIUS = 0.12;
export const BOLT_SPEED = 0.4;
export const BOLT_TICKS = 75;
export const BOLT_DAMAGE = 10;
export const BOLT_RELOAD = 8;
/** The most bolts of one fighter that fly at a time. */
export const BOLTS_EACH = 10;

export const RAIL_RANGE = 30;
export const RAIL_DAMAGE = 50;
/** Where fighters have heads. */
export const HEAD_DAMAGE = 100;
export const RAIL_RELOAD = 60;
/** The mark of a ray that hit lasts so long. */
export const SPARK_TICKS = 4;

export const PICKUP_RADIUS = 0.6;
export const PICKUP_HEALTH = 40;
export const PICKUP_TICKS = 480;

export const BODY_RADIUS = 0.4;
export const BODY_SPEED = 0.03;

/**
 * How many ticks the server goes back to decide what a ray hit. A player who sees an older world has to aim ahead of
 * the target by the rest.
 */
export const MAX_REWIND = 30;

/** What is added to the scanned room: boxes by their middles and half extents, in metres. */
export interface Block {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly halfX: number;
  readonly halfY: number;
  readonly halfZ: number;
}

const STEPS = 7;
const RISE = 0.17;
const DEPTH = 0.22;
/** Where the stairs begin, their middle across, and half their width. */
const FIRST_Z = 0.62;
const STAIRS_X = -0.55;
const HALF_WIDTH = 0.36;
/** How high the landing is. */
export const LANDING = STEPS * RISE;
const LAST_Z = FIRST_Z - STEPS * DEPTH;
const LANDING_HALF = 0.55;
const THICKNESS = 0.06;

export const stairs: readonly Block[] = Array.from({ length: STEPS }, (_, i) => {
  const halfY = (RISE * (i + 1)) / 2;
  const z = FIRST_Z - (i + 0.5) * DEPTH;
  return { x: STAIRS_X, y: halfY, z, halfX: HALF_WIDTH, halfY, halfZ: DEPTH / 2 };
});

export const landing: Block = {
  ...{ x: STAIRS_X, y: LANDING - THICKNESS, z: LAST_Z - LANDING_HALF },
  ...{ halfX: HALF_WIDTH, halfY: THICKNESS, halfZ: LANDING_HALF },
};

/** The lift beside the landing, down. */
export const lift: Block = {
  ...{ x: STAIRS_X + HALF_WIDTH + 0.43, y: THICKNESS, z: landing.z },
  ...{ halfX: 0.42, halfY: THICKNESS, halfZ: 0.5 },
};
/** How much higher it is when it is up, level with the landing. */
export const LIFT_WAY = LANDING - 2 * THICKNESS;

/** Where a walk through the room leads while nobody walks, by x and z. */
export const TOUR = {
  start: { x: 0.5, z: 1.2 },
  foot: { x: STAIRS_X, z: 1.15 },
  top: { x: STAIRS_X, z: landing.z },
  lift: { x: lift.x, z: lift.z },
  floor: { x: lift.x + 0.15, z: 0.2 },
} as const;

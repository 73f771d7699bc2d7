import { finishHit, rayFraction } from '../ray/ray-hit.ts';

// The points within R of a cylinder are a wider cylinder (the side), a higher one (the caps) and a torus around each
// rim. They lie in the cylinder that is both wider and higher, which the centre enters through its side or through a
// cap; where it does so beside the cylinder's side, or above its cap, that is the contact.
//
// Elsewhere the torus is met or nothing is. Its equation is of the fourth degree; but the distance of a centre that
// moves straight from a convex shape is a convex function of the fraction, so that Newton's method from before the root
// never goes too far, and gets there in a few steps.

/** The limit of steps: twice as many as a grazing motion needs, where each step halves the rest of the way. */
const MOST_STEPS = 64;

/** Relative to the coordinates: a gap below this is rounding, and contact. */
const CONTACT_GAP = 2 ** -49;

/** The unit normal from the cylinder to the centre, how far apart they are, and the distance from the axis. */
const away = new Float64Array(5);
const DISTANCE = 3;
const OUTWARDS = 4;
const place = new Float64Array(3);
/** Where the wider and higher cylinder is entered, and whether that is through a cap. */
const entry = new Float64Array(1);
const through = { cap: false };

/**
 * Casts a moving sphere (4) along a translation (3) at a solid cylinder (its radius and its half height) about the
 * origin and along y. Returns whether they meet, with the fraction of the translation in `rayFraction`, and writes the
 * contact point on the cylinder and the unit normal from the cylinder to the sphere (6). A start in contact gives 0, a
 * zero normal and a meaningless point. NaN misses.
 */
export function meetCylinder(
  out: Float64Array,
  sphere: Float64Array,
  translation: Float64Array,
  cylinder: Float64Array,
): boolean {
  const reach = sphere[3];
  for (let axis = 0; axis < 3; axis++) place[axis] = sphere[axis];
  measureAway(cylinder);
  rayFraction[0] = 0;
  if (away[DISTANCE] <= reach) {
    for (let i = 0; i < 6; i++) out[i] = i < 3 ? place[i] : 0;
    return true;
  }
  if (!enterAround(sphere, translation, cylinder) || !approach(sphere, translation, cylinder)) return false;
  const radius = cylinder[0];
  const half = cylinder[1];
  const part = away[OUTWARDS] > radius ? radius / away[OUTWARDS] : 1;
  out[0] = part * place[0];
  out[1] = Math.max(-half, Math.min(half, place[1]));
  out[2] = part * place[2];
  for (let axis = 0; axis < 3; axis++) out[3 + axis] = away[axis];
  // A sphere without a radius is a point, which is on the surface: its normal is that of the side it came through.
  if (!(away[DISTANCE] > 0)) {
    out[3] = through.cap ? 0 : radius > 0 ? place[0] : -translation[0];
    out[4] = through.cap ? -translation[1] : 0;
    out[5] = through.cap ? 0 : radius > 0 ? place[2] : -translation[2];
  }
  finishHit(out, 0);
  return true;
}

/** Writes how far `place` is from a cylinder, and the direction away from it. */
function measureAway(cylinder: Float64Array): void {
  const x = place[0];
  const y = place[1];
  const z = place[2];
  const outwards = Math.sqrt(x * x + z * z);
  const beside = Math.max(0, outwards - cylinder[0]);
  const above = Math.max(0, Math.abs(y) - cylinder[1]);
  const distance = above === 0 ? beside : beside === 0 ? above : Math.sqrt(beside * beside + above * above);
  const share = distance > 0 && outwards > 0 ? beside / distance / outwards : 0;
  away[0] = share * x;
  away[1] = distance > 0 ? (y < 0 ? -above : above) / distance : 0;
  away[2] = share * z;
  away[DISTANCE] = distance;
  away[OUTWARDS] = outwards;
}

/** Writes where the centre enters the cylinder that is wider and higher by the sphere's radius; false for never. */
function enterAround(sphere: Float64Array, translation: Float64Array, cylinder: Float64Array): boolean {
  const reach = sphere[3];
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const dx = translation[0];
  const dy = translation[1];
  const dz = translation[2];
  const wide = cylinder[0] + reach;
  const beyond = Math.abs(y) - (cylinder[1] + reach);
  entry[0] = 0;
  through.cap = true;
  if (beyond > 0) {
    const down = y < 0 ? dy : -dy;
    if (!(down > 0)) return false;
    entry[0] = beyond / down;
  }
  const outside = x * x + z * z - wide * wide;
  if (outside > 0) {
    const b = x * dx + z * dz;
    const across = x * dz - z * dx;
    const square = wide * wide * (dx * dx + dz * dz) - across * across;
    if (!(b < 0 && square >= 0)) return false;
    const side = outside / (Math.sqrt(square) - b);
    if (side > entry[0]) {
      entry[0] = side;
      through.cap = false;
    }
  }
  return entry[0] <= 1;
}

/**
 * Finds the contact by conservative advancement, from the fraction `entry[0]` at which the sphere's centre enters the
 * larger cylinder around the given one. Writes the centre at the contact to `place`, the direction from the cylinder to
 * `away` and the fraction to `rayFraction`; returns false where the sphere passes the cylinder.
 */
function approach(sphere: Float64Array, translation: Float64Array, cylinder: Float64Array): boolean {
  const reach = sphere[3];
  const sizes = cylinder[0] + cylinder[1] + reach;
  let t = entry[0];
  for (let step = 0; step < MOST_STEPS; step++) {
    for (let axis = 0; axis < 3; axis++) place[axis] = sphere[axis] + t * translation[axis];
    measureAway(cylinder);
    const gap = away[DISTANCE] - reach;
    const slack = sizes + Math.abs(place[0]) + Math.abs(place[1]) + Math.abs(place[2]);
    if (t > 0 && gap <= CONTACT_GAP * slack) {
      rayFraction[0] = t;
      return true;
    }
    const rate = away[0] * translation[0] + away[1] * translation[1] + away[2] * translation[2];
    if (!(rate < 0)) return false;
    t -= gap / rate;
    if (!(t <= 1)) return false;
  }
  return false;
}

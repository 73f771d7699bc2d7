import { refuse, requireFinite, requireNonNegative } from '../../core/errors.ts';
import { requireCoordinate, requireDistance } from '../../core/limits.ts';
import { cosSin } from '../../core/trigonometry.ts';
import { writeUnitVector } from '../../core/unit-vector.ts';
import { CORE_OTHER, type CoreShape, setFaceCorner } from '../geometry/convex/convex-body.ts';
import { polishDepth } from '../geometry/convex/polish-depth.ts';
import { writePerpendicular } from '../geometry/vector.ts';
import { SHAPE_SPHERE } from '../shapes/shape-kind.ts';
import { finishShape, type QueryShape, startBody } from './query-shape.ts';

/** A sector of a ball: the field of view of a watcher at (x, y, z) facing along `axis`. */
export interface VisionCone {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The direction of its middle, of any length but 0. */
  readonly axis: { readonly x: number; readonly y: number; readonly z: number };
  /** How far it reaches from the apex. */
  readonly radius: number;
  /** The angle between its axis and its side, 0 to π / 2: with π / 2 it is half a ball. */
  readonly halfAngle: number;
}

/**
 * The sector about the y axis: `halfX` is its radius, `halfY` and `halfZ` are cosine and sine of its half angle. Up to
 * a right angle it is convex, and its farthest point along a direction lies on the round end within the half angle,
 * else on the rim of the round end, or it is the apex.
 */
const visionCore: CoreShape = {
  form: CORE_OTHER,
  polish: polishDepth,
  support(out, { halfX: radius, halfY: cosine, halfZ: sine }, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const across = Math.sqrt(dx * dx + dz * dz);
    const length = Math.sqrt(across * across + dy * dy);
    if (dy > 0 && across * cosine <= dy * sine) {
      out[0] = (radius / length) * dx;
      out[1] = (radius / length) * dy;
      out[2] = (radius / length) * dz;
      return -1;
    }
    const isApex = !(cosine * dy + sine * across > 0);
    const onRim = isApex || across === 0 ? 0 : (radius * sine) / across;
    out[0] = onRim * dx;
    out[1] = isApex ? 0 : radius * cosine;
    out[2] = onRim * dz;
    return isApex ? 0 : -1;
  },
  // Overlap tests only ask for supports, so the apex stands for all faces.
  writeFace(face) {
    face.count = 1;
    face.name = 0;
    setFaceCorner(face, 0, 0, 0, 0, 0);
  },
};

const axes = new Float64Array(9);
const turn = new Float64Array(2);

/** Places a vision cone. @throws CollisionError `invalid-number`, naming the value. */
export function placeVisionCone(out: QueryShape, cone: VisionCone): void {
  out.x = requireCoordinate('cone x', cone?.x);
  out.y = requireCoordinate('cone y', cone.y);
  out.z = requireCoordinate('cone z', cone.z);
  const radius = requireDistance('cone radius', cone.radius);
  const halfAngle = requireNonNegative('cone halfAngle', cone.halfAngle);
  if (!(halfAngle <= Math.PI / 2)) refuse('invalid-number', 'cone halfAngle', 'at most π / 2', halfAngle);
  writeFrame(cone.axis);
  cosSin(turn, 0, halfAngle);
  const { body } = startBody(out, SHAPE_SPHERE, 0);
  body.core = visionCore;
  for (let i = 0; i < 9; i++) body.axes[i] = axes[i];
  body.halfX = radius;
  // The cosine of a right angle may be rounded to less than 0.
  body.halfY = Math.max(0, turn[0]);
  body.halfZ = turn[1];
  body.rounding = 0;
  finishShape(out, 0);
}

/** Writes a right-handed frame whose y axis is a direction. */
function writeFrame(axis: VisionCone['axis']): void {
  const x = requireFinite('cone axis.x', axis?.x);
  const y = requireFinite('cone axis.y', axis.y);
  const z = requireFinite('cone axis.z', axis.z);
  if (!writeUnitVector(axes, 3, x, y, z)) {
    refuse('invalid-number', 'cone axis', 'a direction of a length above 0', `(${x}, ${y}, ${z})`);
  }
  writePerpendicular(axes, 0, axes[3], axes[4], axes[5]);
  axes[6] = axes[1] * axes[5] - axes[2] * axes[4];
  axes[7] = axes[2] * axes[3] - axes[0] * axes[5];
  axes[8] = axes[0] * axes[4] - axes[1] * axes[3];
}

import type { NumberArray } from '../../../core/number-array.ts';
import { type ConvexPiece, PIECE_STRIDE } from './convex-piece.ts';
import type { Support } from './gjk.ts';
import { IDENTITY_POSE } from './pose.ts';

// The makers read their arrays at each call, so that one support serves a moving shape: write the new numbers into the
// array. Round shapes are best given as their cores (a point, a segment, a piece of radius 0) with the radius added
// afterwards: GJK ends after a few steps on corners, while on a curve it closes in to rounding.

/**
 * Makes the support of `count` points (`x y` each): of their convex hull, without building it. The feature is the
 * point, the first of those equally far.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createPointsSupport(points: NumberArray, offset: number, count: number): Support {
  return (out, outOffset, dx, dy) => {
    const best = farthestPoint(points, offset, count, dx, dy);
    out[outOffset] = points[offset + PIECE_STRIDE * best];
    out[outOffset + 1] = points[offset + PIECE_STRIDE * best + 1];
    return best;
  };
}

/**
 * Makes the support of a rounded convex piece, at a pose (position, cos sin) if one is given. The feature is the
 * vertex, −1 where the piece is rounded.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createConvexSupport(piece: ConvexPiece, pose: NumberArray = IDENTITY_POSE, poseOffset = 0): Support {
  return (out, outOffset, dx, dy) => {
    const cos = pose[poseOffset + 2];
    const sin = pose[poseOffset + 3];
    const { vertices, radius } = piece;
    const best = farthestPoint(vertices, 0, piece.count, dx * cos + dy * sin, dy * cos - dx * sin);
    const x = vertices[PIECE_STRIDE * best];
    const y = vertices[PIECE_STRIDE * best + 1];
    const scale = radiusScale(radius, dx, dy);
    out[outOffset] = pose[poseOffset] + (x * cos - y * sin) + scale * dx;
    out[outOffset + 1] = pose[poseOffset + 1] + (x * sin + y * cos) + scale * dy;
    return radius > 0 ? -1 : best;
  };
}

/**
 * Makes the support of a single point (`x y`): the core of a circle.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createPointSupport(point: NumberArray, offset = 0): Support {
  return createPointsSupport(point, offset, 1);
}

/**
 * Makes the support of a segment (two points): the core of a capsule. The feature is the end, 0 or 1.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createSegmentSupport(segment: NumberArray, offset = 0): Support {
  return createPointsSupport(segment, offset, 2);
}

/**
 * Makes the support of a solid circle (centre, radius). The feature is −1.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createCircleSupport(circle: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy) => {
    const scale = radiusScale(circle[offset + 2], dx, dy);
    out[outOffset] = circle[offset] + scale * dx;
    out[outOffset + 1] = circle[offset + 1] + scale * dy;
    return -1;
  };
}

/**
 * Makes the support of a solid capsule (a, b, radius). The feature is −1.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createCapsuleSupport(capsule: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy) => {
    const end = offset + PIECE_STRIDE * farthestPoint(capsule, offset, 2, dx, dy);
    const scale = radiusScale(capsule[offset + 4], dx, dy);
    out[outOffset] = capsule[end] + scale * dx;
    out[outOffset + 1] = capsule[end + 1] + scale * dy;
    return -1;
  };
}

/**
 * Makes the support of an oriented box (centre, halfExtents, cos sin). The feature is the index of the corner, in which
 * each axis has a bit.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createObbSupport(obb: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy) => {
    const cos = obb[offset + 4];
    const sin = obb[offset + 5];
    const isFarX = dx * cos + dy * sin > 0;
    const isFarY = dy * cos - dx * sin > 0;
    const x = isFarX ? obb[offset + 2] : -obb[offset + 2];
    const y = isFarY ? obb[offset + 3] : -obb[offset + 3];
    out[outOffset] = obb[offset] + (x * cos - y * sin);
    out[outOffset + 1] = obb[offset + 1] + (x * sin + y * cos);
    return (isFarX ? 1 : 0) | (isFarY ? 2 : 0);
  };
}

/**
 * Makes the support of an AABB (minima, maxima). The feature is the index of the corner, in which each axis has a bit.
 *
 * Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects, 1999.
 */
export function createAabbSupport(aabb: NumberArray, offset = 0): Support {
  return (out, outOffset, dx, dy) => {
    out[outOffset] = aabb[offset + (dx > 0 ? 2 : 0)];
    out[outOffset + 1] = aabb[offset + (dy > 0 ? 3 : 1)];
    return (dx > 0 ? 1 : 0) | (dy > 0 ? 2 : 0);
  };
}

/** Returns the index of the point farthest along a direction; the first of equals. */
function farthestPoint(points: NumberArray, offset: number, count: number, dx: number, dy: number): number {
  let best = 0;
  let highest = -Infinity;
  for (let i = 0; i < count; i++) {
    const height = dx * points[offset + PIECE_STRIDE * i] + dy * points[offset + PIECE_STRIDE * i + 1];
    if (height > highest) {
      highest = height;
      best = i;
    }
  }
  return best;
}

/** Returns the factor that gives a direction the length of a radius; 0 for the zero vector. */
function radiusScale(radius: number, dx: number, dy: number): number {
  const length = Math.sqrt(dx * dx + dy * dy);
  return length > 0 ? radius / length : 0;
}

import { EDGE_STRIDE } from '../convex/convex-hull.ts';
import type { FlatHull } from '../convex/flat-hull.ts';
import { locateOnDisk } from './locate-on-round-disk.ts';
import { locateOnSide } from './locate-on-round-side.ts';
import { locateOnEdge } from './locate-round-on-edge.ts';
import { isOverFace, locateLineOnFace, slideOntoFace } from './locate-round-on-face.ts';
import { locateVertex } from './locate-round-vertex.ts';
import { ROUND_DISK, ROUND_EDGE, ROUND_SIDE, roundAxis, roundFeature } from './round-axis.ts';
import { ROUND_PAIR_SIZE, round } from './round-body.ts';
import {
  AXIAL,
  CONTACT_FOUND,
  completeRoundPoint,
  FLAT_SINE,
  farthestOfRound,
  LEVEL,
  reachesOfRound,
  roundPoints,
  SINE,
  writeFarthestOfRound,
} from './round-points.ts';

/*
 * Finds where a round body and a hull touch along the axis that was found between them, and, for bodies that are apart,
 * whether the separation along the axis is their distance: it is when points of both lie that far apart along it. Each
 * combination of features that may touch has a file of its own.
 */

/**
 * Writes `roundPoints` for the axis that `findRoundAxis` left. For bodies that are apart the axis may be replaced by
 * the one from a vertex of the hull to the nearest point of the body; returns `CONTACT_UNKNOWN` when that does not give
 * their distance either.
 */
export function locateRoundContact(hull: FlatHull, kind: number): number {
  const isCertain = locate(hull, kind);
  if (roundAxis[3] <= 0 || isCertain) return CONTACT_FOUND;
  return locateVertex(hull);
}

/** Writes the points that give the axis; returns whether they lie on their features. */
function locate(hull: FlatHull, kind: number): boolean {
  if (kind === ROUND_DISK) return locateOnDisk(hull);
  if (kind === ROUND_SIDE) return locateOnSide(hull);
  writeFarthestOfRound();
  if (kind === ROUND_EDGE) return locateOnEdge(hull);
  const isLevel = Math.abs(reachesOfRound[0] - reachesOfRound[1]) <= LEVEL * round[ROUND_PAIR_SIZE];
  if (isLevel) return isEdgeAlone(hull) ? locateOnEdge(hull) : locateLineOnFace(hull);
  const isAxial = farthestOfRound[AXIAL] === 1;
  if (isAxial) return locateOnDisk(hull);
  const end = reachesOfRound[0] >= reachesOfRound[1] ? 0 : 3;
  for (let i = 0; i < 3; i++) roundPoints[i] = farthestOfRound[end + i];
  completeRoundPoint();
  if (isOverFace(hull, roundFeature[0])) return true;
  if (farthestOfRound[SINE] < FLAT_SINE) slideOntoFace(hull, end === 0);
  return false;
}

/**
 * Returns whether the face in `roundFeature` has no more than two corners, as the plane on a side of a triangle: seen
 * along its normal it is an edge, the number of which takes its place.
 */
function isEdgeAlone({ indices, faceStarts, edges, edgeCount }: FlatHull): boolean {
  const face = roundFeature[0];
  if (indices[faceStarts + face + 1] - indices[faceStarts + face] > 2) return false;
  for (let edge = 0; edge < edgeCount; edge++) {
    const at = edges + EDGE_STRIDE * edge;
    if (indices[at + 2] !== face && indices[at + 3] !== face) continue;
    roundFeature[0] = edge;
    return true;
  }
  return false;
}

import type { WritableNumberArray } from '../../../core/number-array.ts';
import { BODY_AXES, BODY_HALF_X, BODY_RADIUS, BODY_X } from '../body-pose.ts';
import { findNearestFractions, nearestFractions } from '../closest/closest-points-segment-segment.ts';
import {
  collideSegments,
  RADIUS_A,
  RADIUS_B,
  SEGMENT_MARGIN,
  segmentA,
  segmentB,
  segmentNames,
  segmentSizes,
} from './collide-segments.ts';
import { FEATURE_FLAG } from './contact-layout.ts';

/** How many numbers an edge has in the lists below: its two ends about the place of A. */
const EDGE_NUMBERS = 6;
/** A box has four edges along each axis; the segment of a capsule is an edge by itself. */
const BOX_EDGES = 12;

/** The edges of the two. */
const edgesA = new Float64Array(BOX_EDGES * EDGE_NUMBERS);
const edgesB = new Float64Array(BOX_EDGES * EDGE_NUMBERS);
/** The least squared distance of two edges so far, and the squared sine of the angle between them. */
const least = new Float64Array(2);
/** The squared sine of the angle between two edges. Written by `measureAngle`. */
const angle = new Float64Array(1);
/** The shares of a squared distance by which two count as equal: the corners of a box are ends of three edges each. */
const SAME = 1e-12;

/** Names of an edge hold its axis above the bits of the sides it lies on, as in collide-box-box.ts. */
const EDGE_SHIFT = 3;

/**
 * Collides two boxes or capsules given by body poses (see body-pose.ts) whose cores are apart, and nearest to each
 * other at an edge or a corner of each. Writes what `collideSegments` does for the two nearest edges; `isBox` bit 0
 * says that A is a box, bit 1 that B is.
 */
export function collideEdges(
  out: WritableNumberArray,
  features: Uint32Array,
  poses: Float64Array,
  a: number,
  b: number,
  isBox: number,
  margin: Float64Array,
): number {
  const countA = loadEdges(edgesA, poses, a, a, (isBox & 1) !== 0);
  const countB = loadEdges(edgesB, poses, b, a, (isBox & 2) !== 0);
  least[0] = Infinity;
  least[1] = Infinity;
  let edgeA = 0;
  let edgeB = 0;
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) {
      if (areFar(EDGE_NUMBERS * i, EDGE_NUMBERS * j)) continue;
      findNearestFractions(edgesA, EDGE_NUMBERS * i, edgesB, EDGE_NUMBERS * j);
      const square = nearestFractions[2];
      if (!(square <= (1 + SAME) * least[0])) continue;
      // Of edges at equal distances, those that run alongside each other are chosen, as they have two points.
      measureAngle(EDGE_NUMBERS * i, EDGE_NUMBERS * j);
      if (square >= (1 - SAME) * least[0] && !(angle[0] < least[1])) continue;
      least[0] = square;
      least[1] = angle[0];
      edgeA = i;
      edgeB = j;
    }
  }
  for (let i = 0; i < EDGE_NUMBERS; i++) {
    segmentA[i] = edgesA[EDGE_NUMBERS * edgeA + i];
    segmentB[i] = edgesB[EDGE_NUMBERS * edgeB + i];
  }
  nameEdge(0, edgeA);
  nameEdge(3, edgeB);
  segmentSizes[RADIUS_A] = poses[a + BODY_RADIUS];
  segmentSizes[RADIUS_B] = poses[b + BODY_RADIUS];
  segmentSizes[SEGMENT_MARGIN] = margin[0];
  return collideSegments(out, features, poses, a + BODY_X);
}

/**
 * Loads the edges of a body about the place of the body at `origin`, and returns how many there are. Edge
 * 4 · axis + bits lies along an axis; its bits say on which side along the two others, in cyclic order. A capsule has
 * the first along y alone, its half extents across being 0.
 */
function loadEdges(edges: Float64Array, poses: Float64Array, at: number, origin: number, isBox: boolean): number {
  const count = isBox ? BOX_EDGES : 1;
  for (let edge = 0; edge < count; edge++) {
    const k = isBox ? edge >> 2 : 1;
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    const half = poses[at + BODY_HALF_X + k];
    const half1 = (edge & 1) === 0 ? -poses[at + BODY_HALF_X + k1] : poses[at + BODY_HALF_X + k1];
    const half2 = (edge & 2) === 0 ? -poses[at + BODY_HALF_X + k2] : poses[at + BODY_HALF_X + k2];
    for (let i = 0; i < 3; i++) {
      const axes = at + BODY_AXES + i;
      const middle =
        poses[at + BODY_X + i] -
        poses[origin + BODY_X + i] +
        (half1 * poses[axes + 3 * k1] + half2 * poses[axes + 3 * k2]);
      const reach = half * poses[axes + 3 * k];
      edges[EDGE_NUMBERS * edge + i] = middle - reach;
      edges[EDGE_NUMBERS * edge + 3 + i] = middle + reach;
    }
  }
  return count;
}

/** Returns whether two edges are farther apart than the nearest so far, as the balls around them tell. */
function areFar(i: number, j: number): boolean {
  let between = 0;
  let squareA = 0;
  let squareB = 0;
  for (let k = 0; k < 3; k++) {
    const d = edgesB[j + k] + edgesB[j + 3 + k] - (edgesA[i + k] + edgesA[i + 3 + k]);
    const a = edgesA[i + 3 + k] - edgesA[i + k];
    const b = edgesB[j + 3 + k] - edgesB[j + k];
    between += d * d;
    squareA += a * a;
    squareB += b * b;
  }
  // All lengths here are twice the real ones.
  const reach = Math.sqrt(squareA) + Math.sqrt(squareB) + 2 * Math.sqrt(least[0]);
  return between > (1 + 2 * SAME) * reach * reach;
}

function measureAngle(i: number, j: number): void {
  let squareA = 0;
  let squareB = 0;
  let cross = 0;
  for (let k = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const a = edgesA[i + 3 + k] - edgesA[i + k];
    const b = edgesB[j + 3 + k] - edgesB[j + k];
    const a1 = edgesA[i + 3 + k1] - edgesA[i + k1];
    const b1 = edgesB[j + 3 + k1] - edgesB[j + k1];
    squareA += a * a;
    squareB += b * b;
    cross += (a * b1 - a1 * b) * (a * b1 - a1 * b);
  }
  angle[0] = cross / (squareA * squareB);
}

/** Writes the names of an edge's ends, which are corners of the box, and of the edge. */
function nameEdge(at: number, edge: number): void {
  const k = edge >> 2;
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const sides = ((edge & 1) << k1) | (((edge >> 1) & 1) << k2);
  segmentNames[at] = sides;
  segmentNames[at + 1] = sides | (1 << k);
  segmentNames[at + 2] = FEATURE_FLAG | (k << EDGE_SHIFT) | sides;
}

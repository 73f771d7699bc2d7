import { createIndexList } from '../../core/index-list.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import { ConvexBody } from '../geometry/convex/convex-body.ts';
import { findChildren, worldBox } from './find-children.ts';
import { nextPlaced, startPlaced, writePlaced } from './placed-triangles.ts';
import { APART, atHand, pairNumbers, subject, surfacePoint } from './surface-pair.ts';

/*
 * Which triangles of a surface lie near a point or a way: they are looked for by their places, not by shared vertices,
 * so that T-junctions and doubled edges are found as well.
 */

/** The way from the point to where a search around it reaches. */
export const searchWay = new Float64Array(3);
export const searchBox = new Float64Array(6);
export const childrenAround = /* @__PURE__ */ createIndexList(32);
/** A triangle that is asked whether it adjoins. */
export const neighbour = /* @__PURE__ */ new ConvexBody();

/**
 * The state of a search: whether it walks the triangles that `placeTriangles` has placed, rather than the surface's
 * tree; the triangle it found last; and the index in `childrenAround` at which it goes on.
 */
export const search = { isPlaced: false, triangle: 0, next: 0 };

/**
 * Begins to look for the triangles whose bounds meet the box from `surfacePoint` to `surfacePoint` + `searchWay`, grown
 * by how far adjoining ones may be apart: among those that are placed, else in the surface.
 */
export function startAround(): void {
  const apart = pairNumbers[APART];
  for (let axis = 0; axis < 3; axis++) {
    const to = surfacePoint[axis] + searchWay[axis];
    searchBox[axis] = Math.min(surfacePoint[axis], to) - apart;
    searchBox[3 + axis] = Math.max(surfacePoint[axis], to) + apart;
  }
  startInBox();
}

/** Begins to look for the triangles whose bounds meet `searchBox`, as `startAround` does. */
export function startInBox(): void {
  const { set, slot, shape, origin } = subject!;
  search.isPlaced = startPlaced(searchBox, atHand.place);
  if (search.isPlaced) return;
  search.next = 0;
  for (let axis = 0; axis < 3; axis++) {
    worldBox[axis] = origin[axis] + searchBox[axis];
    worldBox[3 + axis] = origin[axis] + searchBox[3 + axis];
  }
  findChildren(set, slot, shape, childrenAround);
}

/** Goes on to the next triangle, whose corners are then those of `neighbour`; returns false when there is none. */
export function nextAround(): boolean {
  const { set, slot, shape, origin, triangles } = subject!;
  if (search.isPlaced) {
    const place = nextPlaced();
    if (place < 0) return false;
    search.triangle = triangles!.items[place];
    writePlaced(neighbour.corners, place);
    return true;
  }
  if (search.next >= childrenAround.count) return false;
  search.triangle = childrenAround.items[search.next++];
  shape.record.pieces!.load(neighbour, shape, search.triangle, set.poses, BODY_STRIDE * slot, origin);
  return true;
}

/** Corners of what stands for a circle where a peer has none. */
export const OUTLINE_CORNERS = 24;

/** How far inside the circle, as a part of the radius, the middles of the outline's edges are. */
export const OUTLINE_SAGITTA = 1 - Math.cos(Math.PI / OUTLINE_CORNERS);

/** The corners x, y … of a polygon in a circle, counter-clockwise. */
export function circleOutline(radius: number): number[] {
  return arc(radius, 0, 0, OUTLINE_CORNERS - 1);
}

/** Returns the outline of a capsule along y: half of a circle's corners at each end. */
export function capsuleOutline(radius: number, halfHeight: number): number[] {
  const half = OUTLINE_CORNERS / 2;
  return [...arc(radius, halfHeight, 0, half), ...arc(radius, -halfHeight, half, OUTLINE_CORNERS)];
}

function arc(radius: number, y: number, first: number, last: number): number[] {
  const corners: number[] = [];
  for (let k = first; k <= last; k++) {
    const angle = (2 * Math.PI * k) / OUTLINE_CORNERS;
    corners.push(radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  return corners;
}

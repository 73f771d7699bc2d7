/** Sums over the parts of a shape: area, first moments, and the second moment about the shape's origin. */
export interface Moments {
  area: number;
  x: number;
  y: number;
  second: number;
}

/** Adds the triangle from the origin to a side, counted negative where the side is seen from outside. */
export function addTriangle(moments: Moments, ax: number, ay: number, bx: number, by: number): void {
  const area = (ax * by - ay * bx) / 2;
  moments.area += area;
  moments.x += (area * (ax + bx)) / 3;
  moments.y += (area * (ay + by)) / 3;
  moments.second += (area * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by)) / 6;
}

/** Adds the rectangle between a side and the same side moved by (wx, wy), which is at right angles to it. */
export function addStrip(
  moments: Moments,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  wx: number,
  wy: number,
): void {
  const squaredLength = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
  const squaredWidth = wx * wx + wy * wy;
  const area = Math.sqrt(squaredLength * squaredWidth);
  const x = (ax + bx + wx) / 2;
  const y = (ay + by + wy) / 2;
  moments.area += area;
  moments.x += area * x;
  moments.y += area * y;
  moments.second += area * ((squaredLength + squaredWidth) / 12 + x * x + y * y);
}

/**
 * Adds the part of a disc about (x, y) between two unit vectors, `angle` apart; (fromX, fromY) is the integral of the
 * unit vectors between them.
 */
export function addSector(
  moments: Moments,
  x: number,
  y: number,
  radius: number,
  angle: number,
  fromX: number,
  fromY: number,
): void {
  const squared = radius * radius;
  const area = (squared * angle) / 2;
  const aboutX = (squared * radius * fromX) / 3;
  const aboutY = (squared * radius * fromY) / 3;
  moments.area += area;
  moments.x += area * x + aboutX;
  moments.y += area * y + aboutY;
  moments.second += area * (x * x + y * y) + 2 * (x * aboutX + y * aboutY) + (squared * squared * angle) / 4;
}

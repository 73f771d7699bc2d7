/*
 * Where the extent of a shape about its pose's position is handed over: minX, minY, minZ, maxX, maxY, maxZ, turned and
 * scaled. The radius around the shape is not in it. In an array, as V8 puts fractions on the heap that a routine
 * returns or is given where it does not inline the call.
 */
export const extent = new Float64Array(6);

/** Writes an extent that is the same to both sides. */
export function setExtent(x: number, y: number, z: number): void {
  extent[0] = -x;
  extent[1] = -y;
  extent[2] = -z;
  extent[3] = x;
  extent[4] = y;
  extent[5] = z;
}

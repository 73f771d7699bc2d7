import type { RegisteredShape, ShapeRegistry } from '../../src/2d/shapes/registered-shape.ts';

/** The vertices of a polygon or a segment. */
export function verticesOf({ vertices, first, count }: RegisteredShape): number[] {
  return [...vertices.subarray(2 * first, 2 * (first + count))];
}

/** Throws unless the columns that a tick reads say the same as the shapes, handle by handle, and else nothing. */
export function validateOutlines({ shapes, columns: outlines }: ShapeRegistry): void {
  const end = Math.max(shapes.length, ...Object.values(outlines).map(({ length }) => length));
  for (let handle = 0; handle < end; handle++) {
    const shape = shapes[handle];
    const isRight =
      outlines.vertices[handle] === shape?.vertices &&
      outlines.normals[handle] === shape?.normals &&
      outlines.first[handle] === (shape?.first ?? 0) &&
      outlines.count[handle] === (shape?.count ?? 0) &&
      outlines.isRegular[handle] === (shape?.isRegular ?? false);
    if (!isRight) throw new Error(`outlines of handle ${handle} are not those of its shape`);
  }
}

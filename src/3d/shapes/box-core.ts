import { CORE_BOX, type CoreShape, setFaceCorner, setFaceNormal } from '../geometry/convex/convex-body.ts';

/** A box of the three half extents. */
export const boxCore: CoreShape = {
  form: CORE_BOX,
  polish: undefined,
  support(out, { halfX, halfY, halfZ }, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    out[0] = dx > 0 ? halfX : -halfX;
    out[1] = dy > 0 ? halfY : -halfY;
    out[2] = dz > 0 ? halfZ : -halfZ;
    return (dx > 0 ? 1 : 0) | (dy > 0 ? 2 : 0) | (dz > 0 ? 4 : 0);
  },
  writeFace(face, { halfX, halfY, halfZ }, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const mx = Math.abs(dx);
    const my = Math.abs(dy);
    const mz = Math.abs(dz);
    const axis = mx >= my && mx >= mz ? 0 : my >= mz ? 1 : 2;
    const isAhead = (axis === 0 ? dx : axis === 1 ? dy : dz) > 0;
    const side = isAhead ? 1 : -1;
    face.count = 4;
    face.name = 2 * axis + (isAhead ? 1 : 0);
    setFaceNormal(face, axis === 0 ? side : 0, axis === 1 ? side : 0, axis === 2 ? side : 0);
    // The two other axes in cyclic order run counter-clockwise seen from the positive side.
    for (let i = 0; i < 4; i++) {
      const u = i === 0 || i === 3 ? -1 : 1;
      const v = side * (i < 2 ? -1 : 1);
      const x = axis === 0 ? side : axis === 1 ? v : u;
      const y = axis === 1 ? side : axis === 2 ? v : u;
      const z = axis === 2 ? side : axis === 0 ? v : u;
      setFaceCorner(face, i, x * halfX, y * halfY, z * halfZ, (x > 0 ? 1 : 0) | (y > 0 ? 2 : 0) | (z > 0 ? 4 : 0));
    }
  },
};

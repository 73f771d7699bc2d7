import {
  CORE_TRIANGLE,
  type ConvexBody,
  type CoreShape,
  setFaceCorner,
  setFaceNormal,
} from '../geometry/convex/convex-body.ts';

/** Cosine to the normal below which a direction looks at an edge of the triangle rather than at a side of it. */
const EDGE_ON = 0.1;

/** A triangle: `corners`, which lie in the axes of the world. */
export const triangleCore: CoreShape = {
  form: CORE_TRIANGLE,
  polish: undefined,
  support(out, { corners }, direction) {
    const dx = direction[0];
    const dy = direction[1];
    const dz = direction[2];
    const a = dx * corners[0] + dy * corners[1] + dz * corners[2];
    const b = dx * corners[3] + dy * corners[4] + dz * corners[5];
    const c = dx * corners[6] + dy * corners[7] + dz * corners[8];
    const corner = a >= b ? (a >= c ? 0 : 2) : b >= c ? 1 : 2;
    out[0] = corners[3 * corner];
    out[1] = corners[3 * corner + 1];
    out[2] = corners[3 * corner + 2];
    return corner;
  },
  writeFace(face, { corners }, direction) {
    writeTriangleNormal(normal, corners);
    const along = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
    if (Math.abs(along) < EDGE_ON) {
      writeEdge(face, corners, direction);
      return;
    }
    const side = along > 0 ? 1 : -1;
    face.count = 3;
    face.name = along > 0 ? 0 : 1;
    setFaceNormal(face, side * normal[0], side * normal[1], side * normal[2]);
    for (let i = 0; i < 3; i++) {
      const corner = along > 0 ? i : 2 - i;
      setFaceCorner(face, i, corners[3 * corner], corners[3 * corner + 1], corners[3 * corner + 2], corner);
    }
  },
};

const normal = new Float64Array(3);
const AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Writes the edge whose ends lie farthest along a direction. */
function writeEdge(face: Parameters<CoreShape['writeFace']>[0], corners: Float64Array, direction: Float64Array): void {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const a = dx * corners[0] + dy * corners[1] + dz * corners[2];
  const b = dx * corners[3] + dy * corners[4] + dz * corners[5];
  const c = dx * corners[6] + dy * corners[7] + dz * corners[8];
  const lowest = a <= b ? (a <= c ? 0 : 2) : b <= c ? 1 : 2;
  face.count = 2;
  face.name = 2 + lowest;
  for (let i = 0; i < 2; i++) {
    const corner = (lowest + 1 + i) % 3;
    setFaceCorner(face, i, corners[3 * corner], corners[3 * corner + 1], corners[3 * corner + 2], corner);
  }
}

/** Writes the unit normal of a triangle (9), from where its corners run counter-clockwise; 0 for one without area. */
export function writeTriangleNormal(out: Float64Array, corners: Float64Array): void {
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  out[0] = scale * x;
  out[1] = scale * y;
  out[2] = scale * z;
}

/** Makes a body a triangle whose corners and rounding have just been written. */
export function finishTriangle(body: ConvexBody): void {
  const { corners } = body;
  if (body.core !== triangleCore) {
    body.core = triangleCore;
    body.hull = undefined;
    body.scale = 1;
    body.axes.set(AXES);
  }
  body.x = body.y = body.z = 0;
  let squared = 0;
  for (let corner = 0; corner < 9; corner += 3) {
    const x = corners[corner];
    const y = corners[corner + 1];
    const z = corners[corner + 2];
    const own = x * x + y * y + z * z;
    if (own > squared) squared = own;
  }
  // The reach of a body without a hull is computed from these.
  body.halfX = Math.sqrt(squared);
  body.halfY = body.halfZ = 0;
  body.vertex = 0;
}

import { Box3, Frustum, Matrix4 } from 'three';
import type { SpaceSession } from '../peer.ts';
import { BOX, type Scene } from '../scene.ts';

/** Numbers of an upright box: least x y z, then greatest. */
const BOUNDS = 6;

/** The loop of games that have no hierarchy: every box is tested by three's Frustum. */
export function threeLoop(scene: Scene): SpaceSession {
  const boxes = Array.from({ length: scene.count }, () => new Box3());
  const frustum = new Frustum();
  const matrix = new Matrix4();
  const seen = new Uint32Array(scene.count);
  return session(scene, {
    put(body, minX, minY, minZ, maxX, maxY, maxZ) {
      boxes[body].min.set(minX, minY, minZ);
      boxes[body].max.set(maxX, maxY, maxZ);
    },
    findSeen() {
      frustum.setFromProjectionMatrix(matrix.fromArray(scene.viewProjection));
      let count = 0;
      for (let body = 0; body < boxes.length; body++) if (frustum.intersectsBox(boxes[body])) seen[count++] = body;
      return count;
    },
  });
}

/** The same arithmetic over flat arrays, which is the fastest that a loop over all boxes gets. */
export function flatLoop(scene: Scene): SpaceSession {
  const bounds = new Float64Array(BOUNDS * scene.count);
  const frustum = new Frustum();
  const matrix = new Matrix4();
  const seen = new Uint32Array(scene.count);
  const planes = new Float64Array(4 * 6);
  return session(scene, {
    put(body, ...box) {
      bounds.set(box, BOUNDS * body);
    },
    findSeen() {
      frustum.setFromProjectionMatrix(matrix.fromArray(scene.viewProjection));
      frustum.planes.forEach(({ normal, constant }, i) => {
        planes.set([normal.x, normal.y, normal.z, constant], 4 * i);
      });
      let count = 0;
      for (let body = 0; body < scene.count; body++) {
        const at = BOUNDS * body;
        let isSeen = true;
        for (let p = 0; p < planes.length; p += 4) {
          // The corner that lies farthest along the plane's normal.
          const x = bounds[planes[p] > 0 ? at + 3 : at];
          const y = bounds[planes[p + 1] > 0 ? at + 4 : at + 1];
          const z = bounds[planes[p + 2] > 0 ? at + 5 : at + 2];
          if (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z + planes[p + 3] < 0) {
            isSeen = false;
            break;
          }
        }
        if (isSeen) seen[count++] = body;
      }
      return count;
    },
  });
}

interface Loop {
  put(body: number, minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): void;
  findSeen(): number;
}

/** Brings the upright boxes up to date in each tick, those that stand still once. */
function session(scene: Scene, { put, findSeen }: Loop): SpaceSession {
  const { count, stillCount, position, rotation, shapes } = scene;
  const place = (body: number): void => {
    const shape = shapes[body];
    if (shape.kind !== BOX) throw new Error('only boxes are looked for');
    const [a, b, c] = shape.half;
    const [i, j, k, w] = rotation.subarray(4 * body, 4 * body + 4);
    const x = position[3 * body];
    const y = position[3 * body + 1];
    const z = position[3 * body + 2];
    const halfX =
      a * Math.abs(1 - 2 * (j * j + k * k)) + b * Math.abs(2 * (i * j - k * w)) + c * Math.abs(2 * (i * k + j * w));
    const halfY =
      a * Math.abs(2 * (i * j + k * w)) + b * Math.abs(1 - 2 * (i * i + k * k)) + c * Math.abs(2 * (j * k - i * w));
    const halfZ =
      a * Math.abs(2 * (i * k - j * w)) + b * Math.abs(2 * (j * k + i * w)) + c * Math.abs(1 - 2 * (i * i + j * j));
    put(body, x - halfX, y - halfY, z - halfZ, x + halfX, y + halfY, z + halfZ);
  };
  for (let body = 0; body < stillCount; body++) place(body);
  return {
    replace: place,
    update() {
      for (let body = stillCount; body < count; body++) place(body);
    },
    read() {},
    findSeen,
    list() {},
  };
}

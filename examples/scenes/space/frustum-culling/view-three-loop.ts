import { Box3, type Camera, Frustum, Matrix4, Quaternion, Vector3 } from 'three';
import { COUNT, HALF, MOVING, type SceneSim } from './sim.ts';

/** What games do without a hierarchy: each box is tested against three's Frustum. */
export class ThreeLoop {
  /** The milliseconds that the last loop took, without the time to bring moving boxes up to date. */
  milliseconds = 0;
  readonly #sim: SceneSim;
  readonly #frustum = new Frustum();
  readonly #matrix = new Matrix4();
  readonly #boxes: Box3[];
  readonly #halves: Vector3[];

  constructor(sim: SceneSim) {
    this.#sim = sim;
    const { qx, qy, qz, qw, scale } = sim.collision.Transform;
    const turn = new Quaternion();
    this.#halves = Array.from({ length: COUNT }, (_, i) => {
      const eid = i + 1;
      const { elements } = this.#matrix.makeRotationFromQuaternion(
        turn.set(qx[eid], qy[eid], qz[eid], qw[eid]).normalize(),
      );
      const reach = [0, 1, 2].map((row) =>
        [0, 4, 8].reduce((sum, column) => sum + Math.abs(elements[row + column]), 0),
      );
      return new Vector3(...(reach as [number, number, number])).multiplyScalar(HALF * scale[eid]);
    });
    this.#boxes = this.#halves.map(() => new Box3());
    this.#place(1, COUNT);
  }

  /** Returns how many boxes the camera may see. */
  count(camera: Camera): number {
    this.#place(1, MOVING);
    const { projectionMatrix, matrixWorldInverse } = camera;
    this.#frustum.setFromProjectionMatrix(this.#matrix.multiplyMatrices(projectionMatrix, matrixWorldInverse));
    const start = performance.now();
    let count = 0;
    for (const box of this.#boxes) if (this.#frustum.intersectsBox(box)) count++;
    this.milliseconds = performance.now() - start;
    return count;
  }

  #place(first: number, last: number): void {
    const { x, y, z } = this.#sim.collision.Transform;
    for (let eid = first; eid <= last; eid++) {
      const half = this.#halves[eid - 1];
      const { min, max } = this.#boxes[eid - 1];
      min.set(x[eid] - half.x, y[eid] - half.y, z[eid] - half.z);
      max.set(x[eid] + half.x, y[eid] + half.y, z[eid] + half.z);
    }
  }
}

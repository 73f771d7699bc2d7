import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';

/** Anything with the coordinates of a place. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const MOST = 256;
const UP = new Vector3(0, 1, 0);

/** Draws lines as thick as they are told to be, and dots, over a scene of three.js: anew in each frame. */
export class SpacePen {
  readonly #lines = createInstances(new CylinderGeometry(1, 1, 1, 6, 1, true));
  readonly #dots = createInstances(new SphereGeometry(1, 12, 8));
  readonly #matrix = new Matrix4();
  readonly #middle = new Vector3();
  readonly #along = new Vector3();
  readonly #size = new Vector3();
  readonly #turn = new Quaternion();
  readonly #colour = new Color();

  constructor(parent: Object3D) {
    parent.add(this.#lines, this.#dots);
  }

  /** Starts a picture. */
  begin(): void {
    this.#lines.count = this.#dots.count = 0;
  }

  /** `thickness` is half the width, in units of the world. */
  line(from: Place, to: Place, thickness: number, colour: number): void {
    this.#along.set(to.x - from.x, to.y - from.y, to.z - from.z);
    const length = this.#along.length();
    if (length === 0) return;
    this.#middle.set((from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2);
    this.#turn.setFromUnitVectors(UP, this.#along.divideScalar(length));
    this.#put(this.#lines, this.#size.set(thickness, length, thickness), colour);
  }

  dot(at: Place, radius: number, colour: number): void {
    this.#middle.set(at.x, at.y, at.z);
    this.#put(this.#dots, this.#size.setScalar(radius), colour);
  }

  /** Lines between all of the given points. */
  simplex(points: readonly Place[], thickness: number, colour: number): void {
    points.forEach((to, i) => {
      for (const from of points.slice(0, i)) this.line(from, to, thickness, colour);
    });
  }

  /** Ends a picture: hands it to the graphics card. */
  end(): void {
    for (const mesh of [this.#lines, this.#dots]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** Frees the GPU resources of the pen, unless the scene frees them. */
  destroy(): void {
    for (const mesh of [this.#lines, this.#dots]) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
      mesh.dispose();
    }
  }

  #put(mesh: InstancedMesh, size: Vector3, colour: number): void {
    if (mesh.count === MOST) return;
    mesh.setMatrixAt(mesh.count, this.#matrix.compose(this.#middle, this.#turn, size));
    mesh.setColorAt(mesh.count++, this.#colour.setHex(colour));
  }
}

/** Creates instances that are drawn over everything else, since they show what is inside of shapes. */
function createInstances(geometry: BufferGeometry): InstancedMesh {
  const mesh = new InstancedMesh(geometry, new MeshBasicMaterial({ depthTest: false, transparent: true }), MOST);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.renderOrder = 10;
  return mesh;
}

import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshBasicMaterial, type Object3D } from 'three';

const MOST = 240;
/** Ticks that a spark lasts. */
const LIFE = 40;
const SIZE = 0.45;

interface Spark {
  x: number;
  y: number;
  z: number;
  byX: number;
  byY: number;
  byZ: number;
  born: number;
}

/** Sparks that fly apart where something happened. */
export class Sparks {
  readonly #mesh = new InstancedMesh(new BoxGeometry(SIZE, SIZE, SIZE), new MeshBasicMaterial(), MOST);
  readonly #sparks: Spark[] = [];
  readonly #matrix = new Matrix4();
  readonly #colour = new Color();
  #next = 0;

  constructor(parent: Object3D) {
    this.#mesh.frustumCulled = false;
    this.#mesh.count = 0;
    parent.add(this.#mesh);
  }

  /** `speed` in units a tick; sparks fly on with `ahead` along −z. */
  burst(x: number, y: number, z: number, now: number, colour: number, count: number, speed: number, ahead = 0): void {
    for (let i = 0; i < count; i++) {
      const any = () => speed * (2 * Math.random() - 1);
      const at = this.#next++ % MOST;
      this.#sparks[at] = { x, y, z, byX: any(), byY: any(), byZ: any() - ahead, born: now };
      this.#mesh.setColorAt(at, this.#colour.setHex(colour));
    }
    if (this.#mesh.instanceColor !== null) this.#mesh.instanceColor.needsUpdate = true;
  }

  draw(now: number): void {
    this.#mesh.count = this.#sparks.length;
    this.#sparks.forEach(({ x, y, z, byX, byY, byZ, born }, i) => {
      const age = now - born;
      const size = age < 0 || age > LIFE ? 0 : 1 - age / LIFE;
      this.#matrix.makeScale(size, size, size).setPosition(x + age * byX, y + age * byY, z + age * byZ);
      this.#mesh.setMatrixAt(i, this.#matrix);
    });
    this.#mesh.instanceMatrix.needsUpdate = true;
  }
}

import type { Support } from 'bitecs-collision/geometry3d';
import {
  BufferGeometry,
  Color,
  DoubleSide,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { type Place, SpacePen } from '../../../shared/space-pen.ts';
import { palette } from '../../../shell/palette.ts';
import type { SceneSim } from './sim.ts';

/** The number of directions, spread evenly, in which the farthest points of the difference are looked for. */
const DIRECTIONS = 160;
/** How far the camera is, in radii of what it shows. */
const DISTANCE = 3.2;

/**
 * The Minkowski difference of the two cores, all b − a, with GJK's simplex in it: the cores overlap where it holds the
 * origin, and are as far apart as it is from the origin.
 */
export class DifferencePicture {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(36, 1, 0.1, 100);
  readonly #pen: SpacePen;
  readonly #body: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #directions = spreadEvenly(DIRECTIONS);
  readonly #point = new Float64Array(6);

  constructor() {
    const { kinds, background, faint, theme } = palette();
    const ground = new Color(background).lerp(new Color(faint), theme === 'dark' ? 0.35 : 0.3);
    this.scene.background = ground;
    this.scene.add(new HemisphereLight(0xffffff, 0x556070, 2.4));
    const material = new MeshLambertMaterial({
      color: kinds[2],
      transparent: true,
      opacity: 0.35,
      side: DoubleSide,
      depthWrite: false,
      flatShading: true,
    });
    this.#body = new Mesh(new BufferGeometry(), material);
    this.scene.add(this.#body);
    this.#pen = new SpacePen(this.scene);
  }

  /** Draws into a square of the canvas, in its pixels from below, looking the way the given camera does. */
  render(renderer: WebGLRenderer, sim: SceneSim, like: PerspectiveCamera, x: number, y: number, size: number): void {
    this.#update(sim, like);
    renderer.setViewport(x, y, size, size);
    renderer.setScissor(x, y, size, size);
    renderer.setScissorTest(true);
    renderer.render(this.scene, this.camera);
    renderer.setScissorTest(false);
  }

  destroy(): void {
    this.#body.geometry.dispose();
    this.#body.material.dispose();
    this.#pen.destroy();
  }

  #update({ bodies, simplex }: SceneSim, like: PerspectiveCamera): void {
    const { ink, kinds, contact } = palette();
    const [a, b] = bodies;
    const points = this.#directions.map((direction) => this.#farthest(a.support, b.support, direction));
    const corners = simplex.onB.map((b, i) => difference(b, simplex.onA[i]));
    this.#body.geometry.dispose();
    this.#body.geometry = new ConvexGeometry([...points, ...corners]);
    const origin = new Vector3();
    const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
    middle.multiplyScalar(0.5);
    const radius = Math.max(...points.map((point) => point.distanceTo(middle)), middle.length());
    this.camera.position.copy(like.getWorldDirection(new Vector3()).multiplyScalar(-DISTANCE * radius)).add(middle);
    this.camera.quaternion.copy(like.quaternion);
    this.camera.updateMatrixWorld();
    const pixel = radius / 100;
    this.#pen.begin();
    this.#pen.simplex(corners, 1.6 * pixel, kinds[5]);
    for (const corner of corners) this.#pen.dot(corner, 4 * pixel, kinds[5]);
    // The nearest point of the simplex is the difference of the closest points of the cores.
    const nearest = difference(simplex.nearestB, simplex.nearestA);
    this.#pen.line(origin, nearest, 1.6 * pixel, contact);
    this.#pen.dot(nearest, 3.5 * pixel, contact);
    this.#pen.dot(origin, 4.5 * pixel, ink);
    this.#pen.end();
  }

  #farthest(a: Support, b: Support, { x, y, z }: Vector3): Vector3 {
    const at = this.#point;
    a(at, 0, -x, -y, -z);
    b(at, 3, x, y, z);
    return new Vector3(at[3] - at[0], at[4] - at[1], at[5] - at[2]);
  }
}

function difference(b: Place, a: Place): Vector3 {
  return new Vector3(b.x - a.x, b.y - a.y, b.z - a.z);
}

/** Unit vectors along a spiral from pole to pole, whose turns are as far apart as their points. */
function spreadEvenly(count: number): Vector3[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, i) => {
    const y = 1 - (2 * i + 1) / count;
    const radius = Math.sqrt(1 - y * y);
    return new Vector3(radius * Math.cos(golden * i), y, radius * Math.sin(golden * i));
  });
}

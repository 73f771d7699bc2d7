import { writeObjects } from 'bitecs-collision/three';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  MeshLambertMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { palette } from '../shell/palette.ts';
import { realGeometry } from './real-meshes.ts';
import { type AddedBody, BODY_KINDS, type BodyKind, BUNNY_LENGTH, PEBBLE } from './space-bodies.ts';

const GEOMETRIES: Readonly<Record<BodyKind, () => BufferGeometry>> = {
  ball: () => new SphereGeometry(0.5, 20, 14),
  box: () => new BoxGeometry(0.84, 0.84, 0.84),
  plank: () => new BoxGeometry(1.4, 0.3, 0.7),
  capsule: () => new CapsuleGeometry(0.3, 0.7, 5, 14),
  cylinder: () => new CylinderGeometry(0.4, 0.4, 0.8, 20),
  pebble: () => {
    const corners = Array.from({ length: PEBBLE.length / 3 }, (_, i) => new Vector3().fromArray(PEBBLE, 3 * i));
    return new ConvexGeometry(corners);
  },
  bunny: () => realGeometry('bunny', BUNNY_LENGTH),
};

/** Draws bodies, an InstancedMesh for each kind, in the colours of the page. */
export class SpaceBodiesView {
  readonly #world: object;
  readonly #drawn: { mesh: InstancedMesh; entities: number[] }[];

  /** Draws the bodies in the list; bodies that are added later are not drawn. */
  constructor(parent: Object3D, world: object, bodies: readonly AddedBody[]) {
    const { kinds } = palette();
    this.#world = world;
    this.#drawn = BODY_KINDS.map((kind, k) => {
      const entities = bodies.filter((body) => body.kind === kind).map(({ eid }) => eid);
      const material = new MeshLambertMaterial({ flatShading: kind === 'pebble' });
      const mesh = new InstancedMesh(GEOMETRIES[kind](), material, Math.max(1, entities.length));
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.count = entities.length;
      const base = new Color(kinds[k % kinds.length]);
      // Some are a little lighter than others, so that neighbours are told apart.
      entities.forEach((_, i) => {
        mesh.setColorAt(i, base.clone().multiplyScalar(0.85 + 0.1 * (i % 4)));
      });
      parent.add(mesh);
      return { mesh, entities };
    });
  }

  draw(): void {
    for (const tracked of this.#drawn) if (tracked.entities.length > 0) writeObjects(this.#world, tracked);
  }
}

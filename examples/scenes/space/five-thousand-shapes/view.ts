import { writeObjects } from 'bitecs-collision/three';
import type { Application } from 'pixi.js';
import {
  Box3,
  Box3Helper,
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  IcosahedronGeometry,
  InstancedMesh,
  MeshLambertMaterial,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import type { Pane } from 'tweakpane';
import { realGeometry } from '../../../shared/real-meshes.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import { pebblePoints, REAL_LENGTH, ROOM, type SceneSim } from './sim.ts';

/** The looks of the shapes of the sim, of as few triangles as do. */
const GEOMETRIES: Readonly<Record<string, () => BufferGeometry>> = {
  bunny: () => realGeometry('bunny', REAL_LENGTH),
  dragon: () => realGeometry('dragon', REAL_LENGTH),
  sphere: () => new IcosahedronGeometry(0.5, 2),
  box: () => new BoxGeometry(0.9, 0.9, 0.9),
  plank: () => new BoxGeometry(1.4, 0.4, 0.7),
  capsule: () => new CapsuleGeometry(0.3, 0.8, 3, 10),
  cylinder: () => new CylinderGeometry(0.4, 0.4, 0.8, 14),
  cone: () => new ConeGeometry(0.5, 1, 14),
  pebble: () => {
    const corners = Array.from({ length: pebblePoints.length / 3 }, (_, i) =>
      new Vector3().fromArray(pebblePoints, 3 * i),
    );
    return new ConvexGeometry(corners);
  },
};
/** Kinds whose faces meet at edges. */
const IS_FACETED = ['sphere', 'pebble'];

export function createView(app: Application, sim: SceneSim): View {
  const { kinds: colours, faint, theme } = palette();
  const space = new SpaceStage(app, { world: sim.world, from: [36, 22, 46], to: [0, -1.5, 0], far: 300 });
  const half = new Vector3(ROOM.x, ROOM.y, ROOM.z);
  space.scene.add(new Box3Helper(new Box3(half.clone().negate(), half), new Color(faint)));
  const hot = new Color(theme === 'dark' ? 0xfff3c4 : 0xd62246);
  const colour = new Color();
  const drawn = sim.kinds.map(({ name, entities }, i) => {
    const material = new MeshLambertMaterial({ flatShading: IS_FACETED.includes(name) });
    const mesh = new InstancedMesh(GEOMETRIES[name](), material, entities.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    space.scene.add(mesh);
    return { mesh, entities, base: new Color(colours[i % colours.length]) };
  });

  return {
    space,
    draw() {
      for (const { mesh, entities, base } of drawn) {
        writeObjects(sim.world, { mesh, entities });
        entities.forEach((eid, i) => {
          mesh.setColorAt(i, colour.lerpColors(base, hot, sim.glow[eid]));
        });
        mesh.instanceColor!.needsUpdate = true;
      }
    },
    resize: (width, height) => space.resize(width, height),
    destroy: () => space.destroy(),
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'speed', { min: 0, max: 2 });
      pane.addBinding(sim.settings, 'gravity', { min: 0, max: 10 });
      pane.addBinding(sim.settings, 'bounce', { min: 0, max: 1 });
    },
  };
}

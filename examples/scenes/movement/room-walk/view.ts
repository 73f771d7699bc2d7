import { writeObjects } from 'bitecs-collision/three';
import { type Application, Container, Graphics } from 'pixi.js';
import {
  BoxGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  InstancedMesh,
  Mesh,
  MeshLambertMaterial,
  PointLight,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Pane } from 'tweakpane';
import { geometryOf } from '../../../shared/geometry-of.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import { type Block, landing, lift, stairs } from './house.ts';
import { BALL_RADIUS, EYES, type SceneSim } from './sim.ts';

/** How far one sees, in metres, and how much of the height looks down. */
const SIGHT = 30;
const DOWN = 0.3;
/** The share of the way to the walker's height that the eyes go in a picture: steps are climbed smoothly. */
const SMOOTHING = 0.35;

export function createView(app: Application, sim: SceneSim): View {
  const { theme, kinds, player, ink } = palette();
  const space = new SpaceStage(app, {
    world: sim.world,
    from: [0, 1.6, 0],
    to: [0, 1.6, -1],
    far: SIGHT,
    fieldOfView: 68,
  });
  // The camera is where the walker's eyes are.
  space.controls.enabled = false;
  const { scene, camera: eye } = space;
  // What the pointer's place is measured in: the shorter half of the picture, from its middle.
  const camera = new Camera(new Container(), { minX: -1, minY: -1, maxX: 1, maxY: 1 });
  const plaster = new Color(theme === 'dark' ? 0x97a0b3 : 0xd6dae3);
  const room = new MeshLambertMaterial({ color: plaster, flatShading: true, side: DoubleSide });
  scene.add(new Mesh(geometryOf(sim.scan), room));
  const lamp = new PointLight(0xfff1d6, 9, 12);
  lamp.position.set(0.2, 3.2, -0.2);
  scene.add(lamp);
  const objects = new Map<number, Mesh>();
  [...stairs, landing].forEach((block, i) => {
    addBlock(sim.fixed[i], block, kinds[i % 2 === 0 ? 0 : 2]);
  });
  addBlock(sim.cabin, lift, kinds[1]);
  const balls = new InstancedMesh(new SphereGeometry(BALL_RADIUS, 16, 12), new MeshLambertMaterial(), sim.balls.length);
  balls.instanceMatrix.setUsage(DynamicDrawUsage);
  balls.frustumCulled = false;
  const colour = new Color();
  sim.balls.forEach((_, i) => {
    balls.setColorAt(i, colour.setHex(i % 3 === 0 ? player : kinds[3 + (i % 3)]));
  });
  scene.add(balls);
  const entities = sim.balls.map(({ eid }) => eid);
  const mark = app.stage.addChild(new Graphics().circle(0, 0, 4).stroke({ color: ink, width: 2, alpha: 0.7 }));
  const at = new Vector3();
  let height: number | undefined;

  function addBlock(eid: number, { halfX, halfY, halfZ }: Block, color: number): void {
    const look = new MeshLambertMaterial({ color });
    const mesh = new Mesh(new BoxGeometry(2 * halfX, 2 * halfY, 2 * halfZ), look);
    scene.add(mesh);
    objects.set(eid, mesh);
  }

  return {
    space,
    camera,
    liveSettings: ['automatic'],
    draw() {
      const { x, y, z } = sim.collision.Transform;
      const { walker, look } = sim;
      writeObjects(sim.world, objects);
      balls.count = Math.min(sim.counts.thrown, entities.length);
      if (balls.count > 0) writeObjects(sim.world, { mesh: balls, entities: entities.slice(0, balls.count) });
      const eyes = y[walker] + EYES;
      height = height === undefined || Math.abs(eyes - height) > 1 ? eyes : height + SMOOTHING * (eyes - height);
      eye.position.set(x[walker], height, z[walker]);
      eye.lookAt(at.set(x[walker] + look.x, height - DOWN, z[walker] + look.z));
    },
    resize(width, height) {
      space.resize(width, height);
      camera.resize(width, height);
      mark.position.set(width / 2, height / 2);
    },
    destroy() {
      mark.destroy();
      space.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'automatic');
    },
  };
}

import { writeObjects } from 'bitecs-collision/three';
import type { Application } from 'pixi.js';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CameraHelper,
  Color,
  DynamicDrawUsage,
  InstancedMesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  type WebGLRenderer,
} from 'three';
import type { Pane } from 'tweakpane';
import { Words } from '../../../shared/panel.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import { NEAR, TAN_X, TAN_Y } from './eye.ts';
import { COUNT, HALF, MOST_FAR, MOVING, type SceneSim } from './sim.ts';
import { ThreeLoop } from './view-three-loop.ts';

/** The largest number of boxes in the picture: more than the camera ever sees. */
const MOST_SEEN = 20_000;
/** The picture of the camera, as a share of the width of the canvas, and the widest in CSS pixels. */
const INSET = 0.42;
const MOST_INSET = 420;
const INSET_MARGIN = 12;
/** How much of a new time the shown one takes on: it would flicker otherwise. */
const SMOOTHING = 0.05;

export function createView(app: Application, sim: SceneSim): View {
  const { kinds, faint, player, theme } = palette();
  const settings = { loop: true };
  const space: SpaceStage = new SpaceStage(app, {
    world: sim.world,
    from: [70, 240, 400],
    to: [10, -40, 20],
    far: 2000,
    render,
  });
  const eye = new PerspectiveCamera((2 * Math.atan(TAN_Y) * 180) / Math.PI, TAN_X / TAN_Y, NEAR, sim.settings.far);
  const outline = new CameraHelper(eye);
  const line = new Color(player);
  outline.setColors(line, line, line, line, line);
  const boxes = new InstancedMesh(new BoxGeometry(2 * HALF, 2 * HALF, 2 * HALF), new MeshLambertMaterial(), MOST_SEEN);
  boxes.instanceMatrix.setUsage(DynamicDrawUsage);
  boxes.frustumCulled = false;
  const colours = kinds.map((colour) => new Color(colour));
  const still = createDots(theme === 'dark' ? faint : 0xb4bccb);
  const moving = createDots(theme === 'dark' ? 0x5a667e : 0x98a2b5);
  placeDots(still, MOVING + 1, COUNT);
  space.scene.add(eye, outline, boxes, still, moving);
  const loop = new ThreeLoop(sim);
  const words = new Words();
  app.stage.addChild(words.root);
  const times = { query: 0, loop: 0 };
  let found = 0;

  function createDots(color: number): Points {
    const dots = new Points(new BufferGeometry(), new PointsMaterial({ color, size: 1, sizeAttenuation: false }));
    dots.frustumCulled = false;
    return dots;
  }

  /** Writes where the entities from one to another are. */
  function placeDots({ geometry }: Points, first: number, last: number): void {
    const { x, y, z } = sim.collision.Transform;
    let places = geometry.getAttribute('position') as BufferAttribute | undefined;
    if (places === undefined) {
      places = new BufferAttribute(new Float32Array(3 * (last - first + 1)), 3);
      geometry.setAttribute('position', places);
    }
    for (let eid = first; eid <= last; eid++) places.setXYZ(eid - first, x[eid], y[eid], z[eid]);
    places.needsUpdate = true;
  }

  function placeEye(): void {
    const { position, forward, up } = sim.eye;
    eye.far = sim.settings.far;
    eye.updateProjectionMatrix();
    eye.position.copy(position);
    eye.up.copy(up);
    eye.lookAt(position.x + forward.x, position.y + forward.y, position.z + forward.z);
    eye.updateMatrixWorld();
    outline.update();
  }

  function smooth(before: number, now: number): number {
    return before === 0 ? now : before + SMOOTHING * (now - before);
  }

  function render(renderer: WebGLRenderer): void {
    renderer.render(space.scene, space.camera);
    const { width, height } = app.canvas;
    const ratio = width / app.screen.width;
    const wide = Math.round(Math.min(INSET * width, MOST_INSET * ratio));
    const high = Math.round((wide * TAN_Y) / TAN_X);
    const margin = Math.round(INSET_MARGIN * ratio);
    const outside = [outline, still, moving];
    for (const object of outside) object.visible = false;
    renderer.setViewport(width - wide - margin, margin, wide, high);
    renderer.setScissor(width - wide - margin, margin, wide, high);
    renderer.setScissorTest(true);
    renderer.render(space.scene, eye);
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, width, height);
    for (const object of outside) object.visible = true;
  }

  function describe(): void {
    const { seen } = sim.counts;
    times.query = smooth(times.query, sim.stages.frustum);
    const ms = (time: number) => `${time.toFixed(2)} ms`;
    const lines = [`queryFrustum: ${ms(times.query)}, among ${COUNT.toLocaleString('en')}.`];
    if (settings.loop) {
      times.loop = smooth(times.loop, loop.milliseconds);
      lines.push(`A loop of three's Frustum over Box3: ${ms(times.loop)}, and it finds ${found.toLocaleString('en')}.`);
    }
    words.show(`${seen.toLocaleString('en')} boxes in the picture`, lines.join('\n'));
  }

  return {
    space,
    draw() {
      placeEye();
      placeDots(moving, 1, MOVING);
      const entities = sim.seen.length > MOST_SEEN ? sim.seen.slice(0, MOST_SEEN) : sim.seen;
      writeObjects(sim.world, { mesh: boxes, entities });
      entities.forEach((eid, i) => {
        boxes.setColorAt(i, colours[eid % colours.length]);
      });
      if (boxes.instanceColor !== null) boxes.instanceColor.needsUpdate = true;
      if (settings.loop) found = loop.count(eye);
      describe();
    },
    resize(width, height) {
      space.resize(width, height);
      words.place({ x: 14, y: 10, width: Math.min(width - 28, 560), height: Math.round(0.34 * height) });
    },
    destroy() {
      outline.dispose();
      space.destroy();
      words.root.destroy({ children: true });
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'far', { min: 20, max: MOST_FAR, step: 1 });
      pane.addBinding(settings, 'loop', { label: "three's loop" });
    },
  };
}

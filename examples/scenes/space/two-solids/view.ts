import { writeObjects } from 'bitecs-collision/three';
import { type Application, Container, Text } from 'pixi.js';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  GridHelper,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import type { Pane } from 'tweakpane';
import { Words } from '../../../shared/panel.ts';
import { realGeometry } from '../../../shared/real-meshes.ts';
import { createGrip } from '../../../shared/space-grip.ts';
import { SpacePen } from '../../../shared/space-pen.ts';
import { optionsOf } from '../../../shared/world-settings.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import type { SceneSim } from './sim.ts';
import { SOLID_NAMES, SOLIDS, type SolidName } from './solids.ts';
import { DifferencePicture } from './view-difference.ts';

/** How long normals are drawn, in pixels. */
const NORMAL = 34;
/** The side of the picture of the difference, as a share of the shorter side of the canvas. */
const INSET = 0.34;
const INSET_MARGIN = 12;
/** How far above the middle of a solid its letter stands. */
const LETTER = 1.15;
const FONT = 'system-ui, sans-serif';

const GEOMETRIES: Readonly<Record<SolidName, () => BufferGeometry>> = {
  box: () => new BoxGeometry(1.6, 1.2, 1.4),
  wedge: () => {
    const { points } = SOLIDS.wedge;
    return new ConvexGeometry(
      Array.from({ length: points.length / 3 }, (_, i) => new Vector3().fromArray(points, 3 * i)),
    );
  },
  sphere: () => new SphereGeometry(0.85, 40, 24),
  capsule: () => new CapsuleGeometry(0.45, 1.4, 12, 32),
  cylinder: () => new CylinderGeometry(0.65, 0.65, 1.5, 40),
  cone: () => new ConeGeometry(0.8, 1.6, 40),
  bunny: () => realGeometry('bunny', 2.2),
  dragon: () => realGeometry('dragon', 2.2),
};

export function createView(app: Application, sim: SceneSim): View {
  const { kinds, ink, faint, contact } = palette();
  const difference = new DifferencePicture();
  const space: SpaceStage = new SpaceStage(app, {
    world: sim.world,
    from: [1.5, 2.4, 7],
    to: [0.5, -0.35, 0],
    far: 100,
    render(renderer) {
      renderer.render(space.scene, space.camera);
      const { width, height } = app.canvas;
      const ratio = width / app.screen.width;
      const size = Math.round(INSET * Math.min(width, height));
      const margin = Math.round(INSET_MARGIN * ratio);
      difference.render(renderer, sim, space.camera, width - size - margin, margin, size);
    },
  });
  const grid = new GridHelper(12, 12, faint, faint);
  grid.position.y = -2;
  space.scene.add(grid);
  const solids = sim.bodies.map((body, i) => {
    const material = new MeshLambertMaterial({
      color: kinds[i],
      transparent: true,
      opacity: 0.6,
      side: DoubleSide,
      depthWrite: false,
    });
    const mesh = new Mesh(GEOMETRIES[body.solid](), material);
    space.scene.add(mesh);
    return { body, mesh, shown: body.solid };
  });
  const objects = new Map(solids.map(({ body, mesh }) => [body.eid, mesh]));
  const pen = new SpacePen(space.scene);
  const words = new Words();
  const at = new Vector3();
  const letters = ['A', 'B'].map(
    (text) => new Text({ text, anchor: 0.5, style: { fill: ink, fontSize: 20, fontWeight: 'bold', fontFamily: FONT } }),
  );
  const flat = app.stage.addChild(new Container());
  flat.addChild(...letters, words.root);

  const grip = createGrip(app, space, sim);

  function drawAnswer(): void {
    const { nearest, simplex } = sim;
    const { pixel } = space;
    pen.begin();
    for (const points of [simplex.onA, simplex.onB]) {
      pen.simplex(points, 1.2 * pixel, kinds[5]);
      for (const corner of points) pen.dot(corner, 4 * pixel, kinds[5]);
    }
    for (const touch of sim.collision.contacts()) {
      const { normalX, normalY, normalZ, pointCount } = touch;
      for (let i = 0; i < pointCount; i++) {
        const from = { x: touch.pointX(i), y: touch.pointY(i), z: touch.pointZ(i) };
        const length = NORMAL * pixel;
        const to = { x: from.x + length * normalX, y: from.y + length * normalY, z: from.z + length * normalZ };
        pen.line(from, to, 1.2 * pixel, kinds[4]);
        pen.dot(from, 4 * pixel, kinds[4]);
      }
    }
    if (nearest !== undefined) {
      const onA = { x: nearest.xA, y: nearest.yA, z: nearest.zA };
      const onB = { x: nearest.xB, y: nearest.yB, z: nearest.zB };
      const colour = nearest.separation > 0 ? ink : contact;
      pen.line(onA, onB, 1.8 * pixel, colour);
      pen.dot(onA, 5 * pixel, colour);
      pen.dot(onB, 5 * pixel, colour);
    }
    pen.end();
  }

  function placeLetters(): void {
    const { width, height } = app.screen;
    sim.bodies.forEach(({ eid }, i) => {
      const { position } = objects.get(eid)!;
      at.set(position.x, position.y + LETTER, position.z).project(space.camera);
      letters[i].position.set(((1 + at.x) * width) / 2, ((1 - at.y) * height) / 2);
    });
  }

  function describe(): void {
    const { nearest, simplex, counts } = sim;
    if (nearest === undefined) return;
    const { separation, normalX, normalY, normalZ } = nearest;
    const title = separation > 0 ? `${separation.toFixed(3)} apart` : `${(-separation).toFixed(3)} deep`;
    const normal = [normalX, normalY, normalZ].map((part) => part.toFixed(2)).join(', ');
    const points = counts.points === 1 ? '1 point' : `${counts.points} points`;
    const contact = counts.points > 0 ? ` The contact has ${points}.` : '';
    const corners = simplex.onA.length === 1 ? '1 corner' : `${simplex.onA.length} corners`;
    const iterations = simplex.iterations === 1 ? '1 iteration' : `${simplex.iterations} iterations`;
    words.show(
      title,
      `Normal from A to B (${normal}).${contact}\nGJK took ${iterations}, and ends with ${corners} (yellow). ` +
        'Small: the differences b − a of all points, where the origin is.',
    );
  }

  return {
    space,
    isDraggable: true,
    liveSettings: ['automatic'],
    draw() {
      for (const solid of solids) {
        const { body, mesh, shown } = solid;
        if (shown === body.solid) continue;
        solid.shown = body.solid;
        mesh.geometry.dispose();
        mesh.geometry = GEOMETRIES[body.solid]();
      }
      writeObjects(sim.world, objects);
      drawAnswer();
      describe();
      placeLetters();
    },
    resize(width, height) {
      space.resize(width, height);
      words.place({ x: 14, y: 10, width: Math.min(width - 28, 560), height: Math.round(0.34 * height) });
    },
    destroy() {
      grip.destroy();
      difference.destroy();
      space.destroy();
      flat.destroy({ children: true });
    },
    controls(pane: Pane) {
      sim.bodies.forEach((body, i) => {
        pane
          .addBinding(body, 'solid', { label: 'AB'[i], options: optionsOf(SOLID_NAMES) })
          .on('change', ({ value }) => sim.choose(body, value));
      });
      pane.addBinding(sim.settings, 'automatic').on('change', ({ value }) => sim.acts.drift(value));
    },
  };
}

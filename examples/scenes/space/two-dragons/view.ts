import { writeObjects } from 'bitecs-collision/three';
import type { Application } from 'pixi.js';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  Vector3,
} from 'three';
import type { Pane } from 'tweakpane';
import { geometryOf } from '../../../shared/geometry-of.ts';
import { Words } from '../../../shared/panel.ts';
import { createGrip } from '../../../shared/space-grip.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import type { SceneSim } from './sim.ts';

/** The largest number of touching triangles that are drawn; more are left out. */
const MOST_TRIANGLES = 8000;
/** Corners of the lines around a triangle. */
const LINE_CORNERS = 6;

export function createView(app: Application, sim: SceneSim): View {
  const { kinds } = palette();
  const space = new SpaceStage(app, { world: sim.world, from: [0.6, 1.6, 6.2], to: [0.1, 0.05, 0], far: 100 });
  const geometry = geometryOf(sim.scan);
  const dragons = sim.bodies.map(({ eid }, i) => {
    const material = new MeshLambertMaterial({ color: kinds[i] });
    const mesh = new Mesh(geometry, material);
    space.scene.add(mesh);
    return [eid, mesh] as const;
  });
  const objects = new Map(dragons);
  const lines = new TriangleLines();
  space.scene.add(lines.object);
  const words = new Words();
  app.stage.addChild(words.root);
  const grip = createGrip(app, space, sim);

  return {
    space,
    overlay: { contacts: true },
    isDraggable: true,
    liveSettings: ['automatic'],
    draw() {
      writeObjects(sim.world, objects);
      for (const [, mesh] of dragons) mesh.updateMatrixWorld();
      lines.begin();
      for (const { childA, childB } of sim.collision.contacts()) {
        lines.add(sim.scan, childA, dragons[0][1], kinds[5]);
        lines.add(sim.scan, childB, dragons[1][1], kinds[4]);
      }
      lines.end();
      const { contacts, points, triangles } = sim.counts;
      words.show(
        contacts === 0 ? 'Apart' : `${formatCount(contacts)} contacts of ${formatCount(points)} points`,
        contacts === 0
          ? `None of ${formatCount(triangles)} triangles touch.`
          : `Contacts of one normal are merged, and name a triangle of each dragon (outlined). The deepest is ${sim.deepest.toFixed(3)} deep.`,
      );
    },
    resize(width, height) {
      space.resize(width, height);
      words.place({ x: 14, y: 10, width: Math.min(width - 28, 560), height: Math.round(0.34 * height) });
    },
    destroy() {
      grip.destroy();
      words.root.destroy({ children: true });
      space.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'automatic').on('change', ({ value }) => sim.acts.drift(value));
    },
  };
}

/** Outlines of triangles of a mesh, over everything. */
class TriangleLines {
  readonly object = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }),
  );
  readonly #position = new BufferAttribute(new Float32Array(3 * LINE_CORNERS * MOST_TRIANGLES), 3);
  readonly #color = new BufferAttribute(new Float32Array(3 * LINE_CORNERS * MOST_TRIANGLES), 3);
  readonly #corners = [new Vector3(), new Vector3(), new Vector3()] as const;
  readonly #mixed = new Color();
  #count = 0;

  constructor() {
    const { geometry } = this.object;
    for (const [name, attribute] of [['position', this.#position] as const, ['color', this.#color] as const]) {
      geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
    this.object.frustumCulled = false;
  }

  begin(): void {
    this.#count = 0;
  }

  /** Adds a triangle of a mesh where the object is that shows it. */
  add({ positions, index }: SceneSim['scan'], triangle: number, { matrixWorld }: Mesh, colour: number): void {
    if (this.#count + LINE_CORNERS > LINE_CORNERS * MOST_TRIANGLES) return;
    this.#corners.forEach((corner, i) => {
      corner.fromArray(positions, 3 * index[3 * triangle + i]).applyMatrix4(matrixWorld);
    });
    const { r, g, b } = this.#mixed.setHex(colour);
    const [first, second, third] = this.#corners;
    for (const corner of [first, second, second, third, third, first]) {
      this.#position.setXYZ(this.#count, corner.x, corner.y, corner.z);
      this.#color.setXYZ(this.#count++, r, g, b);
    }
  }

  end(): void {
    for (const attribute of [this.#position, this.#color]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 3 * this.#count);
      attribute.needsUpdate = true;
    }
    this.object.geometry.setDrawRange(0, this.#count);
  }
}

import type { Application } from 'pixi.js';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import type { Pane } from 'tweakpane';
import { SpaceBodiesView } from '../../../shared/space-bodies-view.ts';
import { type SpacePoint, SpacePointer } from '../../../shared/space-pointer.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import { LOOK_TOOL, type SceneSim } from './sim.ts';
import { CHUNK_COLUMNS, CHUNK_ROWS, type Chunk, HALF } from './terrain.ts';

/** Colours of the ground by height, from the foot to the top. */
const GROUND = [0x4f7a4a, 0x7d8f4f, 0xa58a5a, 0x8a6a58];
const HIGHEST = 14;
const ground = GROUND.map((colour) => new Color(colour));
const mixed = new Color();
/** Corners of the ring that shows where the brush is, and how far above the ground it is drawn. */
const RING = 48;
const RING_RISE = 0.15;

export function createView(app: Application, sim: SceneSim): View {
  const { player } = palette();
  const space = new SpaceStage(app, { world: sim.world, from: [26, 34, 52], to: [-2, 1, 0], far: 400 });
  const grounds = sim.terrain.chunks.map((chunk) => new ChunkView(chunk));
  for (const { mesh } of grounds) space.scene.add(mesh);
  const bodies = new SpaceBodiesView(space.scene, sim.world, sim.bodies);
  const ring = new LineLoop(new BufferGeometry(), new LineBasicMaterial({ color: player }));
  ring.geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * RING), 3));
  ring.frustumCulled = false;
  ring.visible = false;
  space.scene.add(ring);

  function touch({ ray, isOther }: SpacePoint): boolean {
    if (isOther || sim.input.tool === LOOK_TOOL) return false;
    const hit = sim.groundAt(ray.from, ray.direction);
    if (hit === undefined) return false;
    sim.acts.press(hit.x, hit.z);
    showRing(hit.x, hit.z);
    return true;
  }

  function showRing(x: number, z: number): void {
    const places = ring.geometry.attributes.position as BufferAttribute;
    for (let i = 0; i < RING; i++) {
      const angle = (2 * Math.PI * i) / RING;
      const [px, pz] = [x + sim.settings.brush * Math.cos(angle), z + sim.settings.brush * Math.sin(angle)];
      places.setXYZ(i, px, sim.terrain.heightAt(px, pz) + RING_RISE, pz);
    }
    places.needsUpdate = true;
    ring.visible = true;
  }

  const pointer = new SpacePointer(app, space, {
    press: touch,
    drag: touch,
    release() {
      sim.acts.release();
      ring.visible = false;
    },
  });

  return {
    space,
    isDraggable: true,
    liveSettings: ['automatic'],
    draw() {
      for (const ground of grounds) ground.update();
      bodies.draw();
    },
    resize: (width, height) => space.resize(width, height),
    destroy() {
      pointer.destroy();
      space.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'automatic').on('change', ({ value }) => sim.acts.drift(value));
      pane.addBinding(sim.settings, 'brush', { min: 1, max: 8 });
      pane.addBinding(sim.settings, 'friction', { min: 0, max: 1 });
      pane.addBinding(sim.settings, 'rolling', { min: 0, max: 4 });
    },
  };
}

/** The picture of a chunk, made anew when its heights have changed. */
class ChunkView {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #chunk: Chunk;
  #version = -1;

  constructor(chunk: Chunk) {
    this.#chunk = chunk;
    const { columns, rows, firstColumn, firstRow } = chunk;
    const geometry = new BufferGeometry();
    for (const name of ['position', 'color'] as const) {
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * columns * rows), 3));
    }
    geometry.setIndex(new BufferAttribute(new Uint16Array(6 * (columns - 1) * (rows - 1)), 1));
    // Neighbours are of slightly different shades, so that it can be seen what is a collider of its own.
    const color = new Color().setScalar((firstColumn / CHUNK_COLUMNS + firstRow / CHUNK_ROWS) % 2 === 0 ? 1 : 0.9);
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide, color });
    this.mesh = new Mesh(geometry, material);
    this.mesh.position.set(firstColumn - HALF.x, 0, firstRow - HALF.z);
    // Heights change, and with them its bounds.
    this.mesh.frustumCulled = false;
  }

  update(): void {
    const { columns, rows, heights, version } = this.#chunk;
    if (version === this.#version) return;
    this.#version = version;
    const { geometry } = this.mesh;
    const { position, color } = geometry.attributes as Record<'position' | 'color', BufferAttribute>;
    const index = geometry.index!;
    for (let at = 0; at < columns * rows; at++) {
      const height = Number.isNaN(heights[at]) ? 0 : heights[at];
      position.setXYZ(at, at % columns, height, Math.floor(at / columns));
      const level = Math.max(0, Math.min(GROUND.length - 1.001, ((GROUND.length - 1) * height) / HIGHEST));
      const step = Math.floor(level);
      mixed.lerpColors(ground[step], ground[step + 1], level - step).toArray(color.array, 3 * at);
    }
    let count = 0;
    const add = (a: number, b: number, c: number): void => {
      // A triangle with a corner that has no height is a hole.
      if (Number.isNaN(heights[a] + heights[b] + heights[c])) return;
      for (const corner of [a, b, c]) index.array[count++] = corner;
    };
    for (let r = 0; r < rows - 1; r++) {
      for (let c = 0; c < columns - 1; c++) {
        const at = r * columns + c;
        add(at, at + columns, at + 1);
        add(at + columns, at + columns + 1, at + 1);
      }
    }
    geometry.setDrawRange(0, count);
    for (const attribute of [position, color, index]) attribute.needsUpdate = true;
  }
}

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  SRGBColorSpace,
} from 'three';
import { requireFinite } from '../../src/core/errors.ts';
import { updateDebugLines } from '../3d/debug/debug-lines.ts';
import {
  createDebugLines,
  type DebugDrawSettings,
  type DebugLines,
  type DebugLinesOptions,
} from '../core/debug/debug-lines.ts';
import { type LineList, lineStride } from '../core/debug/line-list.ts';

/** The parts that a debug drawing shows at first; all of them can be changed later. */
export interface DebugDrawingOptions extends DebugLinesOptions {
  /**
   * The size of a screen's pixel in world units near the middle of the view: crosses, normals and ids have a size in
   * pixels. Default 0.01.
   */
  pixel?: number;
}

const STRIDE = /* @__PURE__ */ lineStride(3);

/** The lines that show the collision state of a world as of its last tick. Made by `createDebugDrawing`. */
export class DebugDrawing {
  /** The object in the scene: one draw call. Its material may be changed as any other. */
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  /** The parts that are drawn; change them at any time. For new colours, assign a new object to `show.colours`. */
  readonly show: DebugDrawSettings;
  /** See `DebugDrawingOptions.pixel`. */
  pixel: number;
  readonly #lists: DebugLines;
  /** By byte of a colour: the byte in three.js' working colour space, as the material takes it. */
  readonly #bytes = Uint8Array.from({ length: 256 }, (_, byte) =>
    Math.round(255 * new Color().setRGB(byte / 255, 0, 0, SRGBColorSpace).r),
  );

  /** @internal */
  constructor(world: object, { pixel = 0.01, ...options }: DebugDrawingOptions) {
    this.pixel = requireFinite('pixel', pixel);
    this.#lists = createDebugLines(world, options);
    this.show = this.#lists.show;
    this.lines = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ vertexColors: true, transparent: true, toneMapped: false }),
    );
    this.lines.name = 'DebugDrawing';
    // The lines are wherever the world's bodies are, so they are never culled.
    this.lines.frustumCulled = false;
  }

  /** The number of lines in the last drawing. */
  get lineCount(): number {
    return this.#lists.statics.count + this.#lists.moving.count;
  }

  /** Draws the world as the last tick saw it: call it before the scene is rendered. */
  update(): void {
    updateDebugLines(this.#lists, this.pixel);
    const { statics, moving } = this.#lists;
    const { geometry } = this.lines;
    const [position, color] = this.#reserve(2 * this.lineCount);
    this.#copy(position.array as Float32Array, color.array as Uint8Array, 0, statics);
    this.#copy(position.array as Float32Array, color.array as Uint8Array, statics.count, moving);
    for (const attribute of [position, color]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 2 * this.lineCount * attribute.itemSize);
      attribute.needsUpdate = true;
    }
    geometry.setDrawRange(0, 2 * this.lineCount);
  }

  /** Removes the lines from the scene and frees the memory that they have on the graphics card. */
  dispose(): void {
    this.lines.removeFromParent();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  /**
   * Returns attributes with room for so many vertices. A buffer of the graphics card cannot grow: a new one is made.
   */
  #reserve(vertices: number): [BufferAttribute, BufferAttribute] {
    const { geometry } = this.lines;
    const { position, color } = geometry.attributes as Partial<Record<string, BufferAttribute>>;
    if (position !== undefined && position.count >= vertices) return [position, color!];
    geometry.dispose();
    const count = Math.max(1024, 2 * vertices);
    const made: [BufferAttribute, BufferAttribute] = [
      new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage),
      new BufferAttribute(new Uint8Array(4 * count), 4, true).setUsage(DynamicDrawUsage),
    ];
    geometry.setAttribute('position', made[0]);
    geometry.setAttribute('color', made[1]);
    return made;
  }

  /** Writes the lines of a list as vertices with colours, from line number `first` on. */
  #copy(positions: Float32Array, colours: Uint8Array, first: number, { count, floats, words }: LineList): void {
    for (let i = 0; i < count; i++) {
      const from = i * STRIDE;
      const line = first + i;
      for (let k = 0; k < 6; k++) positions[6 * line + k] = floats[from + k];
      const colour = words[from + 6];
      for (let k = 0; k < 3; k++)
        colours[8 * line + k] = colours[8 * line + 4 + k] = this.#bytes[(colour >>> (8 * k)) & 0xff];
      colours[8 * line + 3] = colours[8 * line + 7] = colour >>> 24;
    }
  }
}

/**
 * Puts lines into a scene that show the collision state of a world: shapes, bounds, hierarchies, contacts with their
 * normals, ids. Call `update()` after each tick; `show` says which parts are drawn.
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision, and for an unknown option or colour;
 * `invalid-number` for a `pixel` that is not finite.
 */
export function createDebugDrawing(world: object, scene: Object3D, options: DebugDrawingOptions = {}): DebugDrawing {
  const drawing = new DebugDrawing(world, options);
  drawing.update();
  scene.add(drawing.lines);
  return drawing;
}

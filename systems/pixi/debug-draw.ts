import { Container, type DestroyOptions, Graphics, type Renderer, RendererType } from 'pixi.js';
import { updateDebugLines } from '../2d/debug/debug-lines.ts';
import {
  createDebugLines,
  type DebugDrawSettings,
  type DebugLines,
  type DebugLinesOptions,
} from '../core/debug/debug-lines.ts';
import { drawLines } from './draw-lines.ts';
import { LineMesh } from './line-mesh.ts';
import { createLineShader, type LineShader } from './line-shader.ts';

/** The parts that a debug drawing shows at first; all of them can be changed later. */
export interface DebugDrawOptions extends DebugLinesOptions {
  /** Thickness of the lines in pixels, whatever the zoom. Default 1. */
  lineWidth?: number;
  /** Whether the drawing updates itself whenever it is rendered. Default true; with false call `update()`. */
  autoUpdate?: boolean;
}

/**
 * A PixiJS container that shows what the collision of a world saw in its last tick, in world units: put it where the
 * container with your sprites is, or into it. It never takes pointer events, and does not count when bounds are
 * measured.
 */
export class DebugDraw extends Container {
  /** The parts that are drawn; change them at any time. For new colours, assign a new object to `show.colours`. */
  readonly show: DebugDrawSettings;
  /** Thickness of the lines in pixels. */
  lineWidth: number;
  readonly #lines: DebugLines;
  readonly #shader: LineShader;
  readonly #statics: LineMesh;
  readonly #moving: LineMesh;
  #staticsVersion = -1;
  /** The graphics that take the place of the meshes with a renderer that has none. */
  #graphics: Graphics | undefined;

  /** @internal */
  constructor(world: object, options: DebugDrawOptions) {
    super({ label: 'DebugDraw', eventMode: 'none' });
    this.measurable = false;
    const { lineWidth = 1, autoUpdate = true, ...shown } = options;
    this.lineWidth = lineWidth;
    this.#lines = createDebugLines(world, shown);
    this.show = this.#lines.show;
    this.#shader = createLineShader();
    this.#statics = new LineMesh(this.#lines.statics, this.#shader.shader);
    this.#moving = new LineMesh(this.#lines.moving, this.#shader.shader);
    this.addChild(this.#statics.mesh, this.#moving.mesh);
    this.onRender = (renderer) => {
      this.#fitTo(renderer);
      if (autoUpdate) this.update();
    };
  }

  /** The number of lines in the last drawing. */
  get lineCount(): number {
    return this.#lines.statics.count + this.#lines.moving.count;
  }

  /** Draws the world as the last tick saw it. */
  update(): void {
    this.#shader.uniforms.uniforms.uThickness = this.lineWidth;
    updateDebugLines(this.#lines, this.#pixel());
    if (this.#staticsVersion !== this.#lines.staticsVersion) {
      this.#staticsVersion = this.#lines.staticsVersion;
      this.#statics.upload();
    }
    this.#moving.upload();
    if (this.#graphics !== undefined) this.#drawPlainly(this.#graphics);
  }

  override destroy(options?: DestroyOptions): void {
    super.destroy(options);
    this.#statics.destroy();
    this.#moving.destroy();
    this.#shader.shader.destroy();
  }

  /**
   * Chooses how to draw. Where there is neither WebGL nor WebGPU, PixiJS draws to a canvas, and such a renderer knows
   * no meshes.
   */
  #fitTo(renderer: Renderer): void {
    if (renderer.type !== RendererType.CANVAS || this.#graphics !== undefined) return;
    this.#statics.mesh.renderable = this.#moving.mesh.renderable = false;
    this.#graphics = this.addChild(new Graphics());
  }

  #drawPlainly(graphics: Graphics): void {
    graphics.clear();
    const width = this.lineWidth * Math.abs(this.#pixel());
    if (this.#statics.mesh.visible) drawLines(graphics, this.#lines.statics, width);
    drawLines(graphics, this.#lines.moving, width);
  }

  /** Returns the size of a screen's pixel in world units, negative when y points up. */
  #pixel(): number {
    let area = 1;
    for (let container: Container | null = this; container !== null; container = container.parent) {
      area *= container.scale.x * container.scale.y;
    }
    // The drawing is hidden by a scale of 0: any size will do.
    if (area === 0 || !Number.isFinite(area)) return 1;
    return Math.sign(area) / Math.sqrt(Math.abs(area));
  }
}

/**
 * Makes a drawing of everything that the collision of a world knows: `app.stage.addChild(createDebugDraw(world))`. It
 * redraws itself whenever it is rendered; `show` says which parts are drawn. All lines are drawn by the graphics card
 * in two draw calls; where PixiJS has neither WebGL nor WebGPU, they are drawn to a canvas, more slowly.
 * @throws CollisionError `invalid-state` when the world has no 2D collision.
 */
export function createDebugDraw(world: object, options: DebugDrawOptions = {}): DebugDraw {
  return new DebugDraw(world, options);
}

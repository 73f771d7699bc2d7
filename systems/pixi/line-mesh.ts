import { Buffer, BufferUsage, Geometry, Mesh, type Shader } from 'pixi.js';
import { LINE_BYTES, LINE_COLOUR, LINE_STRIDE } from '../2d/debug/line-layout.ts';
import type { LineList } from '../core/debug/line-list.ts';

/** The corners of the rectangle that a line is drawn as: along the line, from 0 to 1, and across it, in line widths. */
const CORNERS = [0, -0.5, 1, -0.5, 1, 0.5, 0, 0.5];
const TRIANGLES = [0, 1, 2, 0, 2, 3];

/** Draws all lines of a list in one draw call. */
export class LineMesh {
  readonly mesh: Mesh<Geometry, Shader>;
  readonly #lines: LineList;
  readonly #buffer: Buffer;
  readonly #geometry: Geometry;

  constructor(lines: LineList, shader: Shader) {
    this.#lines = lines;
    this.#buffer = new Buffer({
      data: lines.floats,
      usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
      shrinkToFit: false,
      label: 'debug-lines',
    });
    this.#geometry = new Geometry({
      attributes: {
        aCorner: { buffer: new Float32Array(CORNERS), format: 'float32x2' },
        aLine: { buffer: this.#buffer, format: 'float32x4', stride: LINE_BYTES, offset: 0, instance: true },
        aColour: {
          buffer: this.#buffer,
          format: 'unorm8x4',
          stride: LINE_BYTES,
          offset: 4 * LINE_COLOUR,
          instance: true,
        },
      },
      indexBuffer: new Uint16Array(TRIANGLES),
      instanceCount: 0,
    });
    this.mesh = new Mesh<Geometry, Shader>({ geometry: this.#geometry, shader });
    this.mesh.visible = false;
  }

  /** Sends the filled part of the list to the graphics card. */
  upload(): void {
    const { count, floats } = this.#lines;
    this.#geometry.instanceCount = count;
    this.mesh.visible = count > 0;
    if (count > 0) this.#buffer.setDataWithSize(floats, count * LINE_STRIDE, true);
  }

  destroy(): void {
    this.mesh.destroy();
    this.#geometry.destroy(true);
  }
}

import { Buffer, BufferUsage, Geometry, GlProgram, Mesh, Shader } from 'pixi.js';

/** What an instance is: x, y, half width, half height, rotation as f32, then its colour. */
const STRIDE = 6;
const COLOUR = 5;

const CORNERS = new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]);
const TRIANGLES = new Uint16Array([0, 1, 2, 0, 2, 3]);

const VERTEX = `#version 300 es
in vec2 aCorner;
in vec4 aPlace;
in float aRotation;
in vec4 aColour;
out vec2 vCorner;
out vec4 vColour;

uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;

void main() {
  vec2 corner = aCorner * aPlace.zw;
  float c = cos(aRotation);
  float s = sin(aRotation);
  vec2 place = aPlace.xy + vec2(c * corner.x - s * corner.y, s * corner.x + c * corner.y);
  gl_Position = vec4((uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix * vec3(place, 1.0)).xy, 0.0, 1.0);
  vCorner = aCorner;
  vColour = aColour;
}
`;

const BOX = `#version 300 es
in vec2 vCorner;
in vec4 vColour;
out vec4 finalColor;

void main() {
  finalColor = vec4(vColour.rgb * vColour.a, vColour.a);
}
`;

/** The edge is as soft as a pixel is wide; within a rim the disc is a little darker. */
const DISC = `#version 300 es
in vec2 vCorner;
in vec4 vColour;
out vec4 finalColor;

void main() {
  float distance = length(vCorner);
  float soft = fwidth(distance);
  float inside = vColour.a * (1.0 - smoothstep(1.0 - soft, 1.0, distance));
  float shade = mix(0.82, 1.0, smoothstep(0.72 - soft, 0.72, distance));
  finalColor = vec4(vColour.rgb * shade * inside, inside);
}
`;

/** Light that fades from the middle to the edge. */
const GLOW = `#version 300 es
in vec2 vCorner;
in vec4 vColour;
out vec4 finalColor;

void main() {
  float fade = max(0.0, 1.0 - length(vCorner));
  float strength = vColour.a * fade * fade;
  finalColor = vec4(vColour.rgb * strength, strength);
}
`;

const FRAGMENTS = { box: BOX, disc: DISC, glow: GLOW };

/**
 * Tens of thousands of boxes, discs or lights in one draw call (WebGL 2): flat numbers in, no object for each of them.
 */
export class Instances {
  readonly mesh: Mesh<Geometry, Shader>;
  readonly #floats: Float32Array;
  readonly #words: Uint32Array;
  readonly #buffer: Buffer;
  readonly #geometry: Geometry;
  readonly #shader: Shader;

  constructor(kind: keyof typeof FRAGMENTS, count: number) {
    this.#floats = new Float32Array(count * STRIDE);
    this.#words = new Uint32Array(this.#floats.buffer);
    this.#buffer = new Buffer({
      data: this.#floats,
      usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
      label: 'instances',
    });
    const perInstance = { buffer: this.#buffer, stride: 4 * STRIDE, instance: true } as const;
    this.#geometry = new Geometry({
      attributes: {
        aCorner: { buffer: CORNERS, format: 'float32x2' },
        aPlace: { ...perInstance, format: 'float32x4', offset: 0 },
        aRotation: { ...perInstance, format: 'float32', offset: 16 },
        aColour: { ...perInstance, format: 'unorm8x4', offset: 4 * COLOUR },
      },
      indexBuffer: TRIANGLES,
      instanceCount: count,
    });
    this.#shader = new Shader({
      glProgram: GlProgram.from({ vertex: VERTEX, fragment: FRAGMENTS[kind], name: `instances-${kind}` }),
      resources: {},
    });
    this.mesh = new Mesh<Geometry, Shader>({ geometry: this.#geometry, shader: this.#shader });
  }

  /** Puts an instance somewhere. Nothing is drawn anew before `upload`. */
  place(i: number, x: number, y: number, halfWidth: number, halfHeight: number, rotation: number): void {
    const at = i * STRIDE;
    this.#floats[at] = x;
    this.#floats[at + 1] = y;
    this.#floats[at + 2] = halfWidth;
    this.#floats[at + 3] = halfHeight;
    this.#floats[at + 4] = rotation;
  }

  /** Paints an instance with a share from 0 to 1 of the way from one colour to another, as opaque as `alpha` says. */
  paint(i: number, from: number, to: number, share: number, alpha = 1): void {
    const red = mix(from >>> 16, to >>> 16, share);
    const green = mix((from >>> 8) & 0xff, (to >>> 8) & 0xff, share);
    const blue = mix(from & 0xff, to & 0xff, share);
    this.#words[i * STRIDE + COLOUR] = (((alpha * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }

  /** Draws what was placed and painted: all instances, or only the first so many. */
  upload(count = this.#floats.length / STRIDE): void {
    this.#geometry.instanceCount = count;
    this.mesh.visible = count > 0;
    this.#buffer.update();
  }

  destroy(): void {
    this.mesh.destroy();
    this.#geometry.destroy(true);
    this.#shader.destroy();
  }
}

function mix(from: number, to: number, share: number): number {
  return (from + (to - from) * share) & 0xff;
}

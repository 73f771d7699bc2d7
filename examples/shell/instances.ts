import { BufferImageSource, Geometry, GlProgram, Mesh, Shader } from 'pixi.js';

/**
 * What an instance is, in two texels: x, y, half width, half height; then rotation, colour, opacity, and one of no use.
 */
const STRIDE = 8;
const ROTATION = 4;
const COLOUR = 5;
const OPACITY = 6;
const TEXELS = 2;
/** Instances in a row of the texture: as many texels as every graphics card takes. */
const ROW = 1024;

/**
 * Corners are the vertices 4i to 4i + 3 of instance i, which looks up in a texture what it is. Drawing by instances
 * would need no texture, but costs a small four-cornered instance as much as a draw call where software renders.
 */
const VERTEX = `#version 300 es
precision highp float;
precision highp int;

uniform highp sampler2D uInstances;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
out vec2 vCorner;
out vec4 vColour;

void main() {
  int instance = gl_VertexID >> 2;
  ivec2 texel = ivec2(${TEXELS} * (instance % ${ROW}), instance / ${ROW});
  vec4 box = texelFetch(uInstances, texel, 0);
  vec4 look = texelFetch(uInstances, texel + ivec2(1, 0), 0);
  int number = gl_VertexID & 3;
  vCorner = vec2(number == 1 || number == 2 ? 1.0 : -1.0, number >= 2 ? 1.0 : -1.0);
  vec2 corner = vCorner * box.zw;
  float c = cos(look.x);
  float s = sin(look.x);
  vec2 place = box.xy + vec2(c * corner.x - s * corner.y, s * corner.x + c * corner.y);
  gl_Position = vec4((uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix * vec3(place, 1.0)).xy, 0.0, 1.0);
  int colour = int(look.y);
  vColour = vec4(vec3(colour >> 16, (colour >> 8) & 255, colour & 255) / 255.0, look.z);
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
  readonly #source: BufferImageSource;
  readonly #geometry: Geometry;
  readonly #shader: Shader;
  /** How many were drawn the last time. */
  #drawn = 0;

  constructor(kind: keyof typeof FRAGMENTS, count: number) {
    const width = TEXELS * ROW;
    const height = Math.max(1, Math.ceil(count / ROW));
    this.#floats = new Float32Array(4 * width * height);
    this.#source = new BufferImageSource({
      resource: this.#floats,
      width,
      height,
      format: 'rgba32float',
      alphaMode: 'no-premultiply-alpha',
      scaleMode: 'nearest',
      label: 'instances',
    });
    this.#geometry = new Geometry({ attributes: {}, indexBuffer: trianglesOf(count) });
    this.#shader = new Shader({
      glProgram: GlProgram.from({ vertex: VERTEX, fragment: FRAGMENTS[kind], name: `instances-${kind}` }),
      resources: { uInstances: this.#source },
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
    this.#floats[at + ROTATION] = rotation;
  }

  /** Paints an instance with a share from 0 to 1 of the way from one colour to another, as opaque as `alpha` says. */
  paint(i: number, from: number, to: number, share: number, alpha = 1): void {
    const red = mix(from >>> 16, to >>> 16, share);
    const green = mix((from >>> 8) & 0xff, (to >>> 8) & 0xff, share);
    const blue = mix(from & 0xff, to & 0xff, share);
    this.#floats[i * STRIDE + COLOUR] = (red << 16) | (green << 8) | blue;
    this.#floats[i * STRIDE + OPACITY] = alpha;
  }

  /** Draws what was placed and painted: all instances, or only the first so many. */
  upload(count = this.#floats.length / STRIDE): void {
    // Instances that were drawn and are no longer placed shrink to points; they are placed again before they are drawn
    // again.
    this.#floats.fill(0, count * STRIDE, Math.max(count, this.#drawn) * STRIDE);
    this.mesh.visible = count > 0;
    this.#source.update(0, TEXELS * Math.max(count, this.#drawn));
    this.#drawn = count;
  }

  destroy(): void {
    this.mesh.destroy();
    this.#geometry.destroy(true);
    this.#shader.destroy();
    this.#source.destroy();
  }
}

/** Two triangles for each group of four vertices. */
function trianglesOf(count: number): Uint32Array {
  const indices = new Uint32Array(6 * count);
  for (let i = 0; i < count; i++) indices.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3], 6 * i);
  return indices;
}

function mix(from: number, to: number, share: number): number {
  return (from + (to - from) * share) & 0xff;
}

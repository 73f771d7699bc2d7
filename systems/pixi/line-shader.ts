import { GlProgram, GpuProgram, Shader, UniformGroup } from 'pixi.js';

/*
 * A line is one instance of a quad. Its corners are given as (along, across): 0 or 1, −0.5 or 0.5. Both ends are put on
 * the screen and the corner is moved from there, in pixels, so that a line is as thick at every zoom. Ends stick out by
 * half the thickness, which closes the joints of a path.
 */

const VERTEX_GL = `
in vec2 aCorner;
in vec4 aLine;
in vec4 aColour;
out vec4 vColour;

uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform vec4 uWorldColorAlpha;
uniform vec2 uResolution;
uniform mat3 uTransformMatrix;
uniform vec4 uColor;
uniform float uThickness;

void main() {
  mat3 transform = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  vec2 start = (transform * vec3(aLine.xy, 1.0)).xy;
  vec2 end = (transform * vec3(aLine.zw, 1.0)).xy;
  vec2 along = (end - start) * uResolution;
  float size = length(along);
  vec2 direction = size > 0.0 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-direction.y, direction.x);
  vec2 pixels = (direction * (aCorner.x - 0.5) + across * aCorner.y) * uThickness;
  gl_Position = vec4(mix(start, end, aCorner.x) + 2.0 * pixels / uResolution, 0.0, 1.0);
  vColour = vec4(aColour.rgb * aColour.a, aColour.a) * uColor * uWorldColorAlpha;
}
`;

const FRAGMENT_GL = `
in vec4 vColour;

void main() {
  gl_FragColor = vColour;
}
`;

const SOURCE_GPU = `
struct GlobalUniforms {
  uProjectionMatrix: mat3x3<f32>,
  uWorldTransformMatrix: mat3x3<f32>,
  uWorldColorAlpha: vec4<f32>,
  uResolution: vec2<f32>,
}

struct LocalUniforms {
  uTransformMatrix: mat3x3<f32>,
  uColor: vec4<f32>,
  uRound: f32,
}

struct LineUniforms {
  uThickness: f32,
}

@group(0) @binding(0) var<uniform> globalUniforms: GlobalUniforms;
@group(1) @binding(0) var<uniform> localUniforms: LocalUniforms;
@group(2) @binding(0) var<uniform> lineUniforms: LineUniforms;

struct Corner {
  @builtin(position) position: vec4<f32>,
  @location(0) colour: vec4<f32>,
}

@vertex
fn mainVertex(
  @location(0) aCorner: vec2<f32>,
  @location(1) aLine: vec4<f32>,
  @location(2) aColour: vec4<f32>,
) -> Corner {
  let transform = globalUniforms.uProjectionMatrix * globalUniforms.uWorldTransformMatrix * localUniforms.uTransformMatrix;
  let start = (transform * vec3<f32>(aLine.xy, 1.0)).xy;
  let end = (transform * vec3<f32>(aLine.zw, 1.0)).xy;
  let along = (end - start) * globalUniforms.uResolution;
  let size = length(along);
  let direction = select(vec2<f32>(1.0, 0.0), along / max(size, 1e-30), size > 0.0);
  let across = vec2<f32>(-direction.y, direction.x);
  let pixels = (direction * (aCorner.x - 0.5) + across * aCorner.y) * lineUniforms.uThickness;
  let place = mix(start, end, aCorner.x) + 2.0 * pixels / globalUniforms.uResolution;
  let colour = vec4<f32>(aColour.rgb * aColour.a, aColour.a) * localUniforms.uColor * globalUniforms.uWorldColorAlpha;
  return Corner(vec4<f32>(place, 0.0, 1.0), colour);
}

@fragment
fn mainFragment(@location(0) colour: vec4<f32>) -> @location(0) vec4<f32> {
  return colour;
}
`;

export interface LineShader {
  readonly shader: Shader;
  readonly uniforms: UniformGroup<{ uThickness: { value: number; type: 'f32' } }>;
}

/** Makes the shader that draws lines of constant thickness, for WebGL and WebGPU. */
export function createLineShader(): LineShader {
  const uniforms = new UniformGroup({ uThickness: { value: 1, type: 'f32' as const } });
  const shader = new Shader({
    glProgram: GlProgram.from({ vertex: VERTEX_GL, fragment: FRAGMENT_GL, name: 'debug-lines' }),
    gpuProgram: GpuProgram.from({
      vertex: { source: SOURCE_GPU, entryPoint: 'mainVertex' },
      fragment: { source: SOURCE_GPU, entryPoint: 'mainFragment' },
    }),
    resources: { lineUniforms: uniforms },
  });
  return { shader, uniforms: uniforms as LineShader['uniforms'] };
}

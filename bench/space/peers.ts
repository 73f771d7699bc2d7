import type { SpacePeer } from './peer.ts';

/** How to open each peer of `peer.ts`. */
export const OPEN_SPACE_PEERS: Record<string, SpacePeer> = {
  ours: async (scene) => (await import('./peers/ours.ts')).ours(scene, scene.hasCamera),
  grid: async (scene) => (await import('./peers/grid.ts')).grid(scene),
  jolt: async (scene) => (await import('./peers/jolt.ts')).jolt(scene),
  rapier: async (scene) => (await import('./peers/rapier.ts')).rapier('@dimforge/rapier3d-simd-compat')(scene),
  'rapier-plain': async (scene) => (await import('./peers/rapier.ts')).rapier('@dimforge/rapier3d-compat')(scene),
  crashcat: async (scene) => (await import('./peers/crashcat.ts')).crashcat(scene),
  'three-mesh-bvh': async (scene) => (await import('./peers/three-mesh-bvh.ts')).threeMeshBvh(scene),
  three: async (scene) => (await import('./peers/loops.ts')).threeLoop(scene),
  flat: async (scene) => (await import('./peers/loops.ts')).flatLoop(scene),
  cannon: async (scene) => (await import('./peers/cannon.ts')).cannon(scene),
};

import type { Peer } from './peer.ts';

/** How to open each peer of `peer-list.ts`. */
export const PEERS: Record<string, Peer> = {
  ours: async (scene) => (await import('./peers/ours.ts')).ours(scene),
  grid: async (scene) => (await import('./peers/grid.ts')).grid(scene),
  flatbush: async (scene) => (await import('./peers/trees.ts')).flatbush(scene),
  rbush: async (scene) => (await import('./peers/trees.ts')).rbush(scene),
  'detect-collisions': async (scene) => (await import('./peers/detect-collisions.ts')).detectCollisions(scene),
  rapier: async (scene) => (await import('./peers/rapier.ts')).rapier('@dimforge/rapier2d-simd-compat')(scene),
  // With its default unit it keeps contacts of pairs that moved up to 0.05; with a small one its pairs are exact, and
  // it is no slower.
  'rapier-0.21': async (scene) =>
    (await import('./peers/rapier.ts')).rapier('@dimforge/rapier2d-compat', { lengthUnit: 0.001 })(scene),
  box2d: async (scene) => (await import('./peers/box2d.ts')).box2d(scene),
  planck: async (scene) => (await import('./peers/planck.ts')).planck(scene),
  'phaser-box2d': async (scene) => (await import('./peers/phaser-box2d.ts')).phaserBox2D(scene),
  matter: async (scene) => (await import('./peers/matter.ts')).matter(scene),
};

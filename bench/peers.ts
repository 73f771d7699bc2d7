import type { Peer } from './peer.ts';
import { box2d } from './peers/box2d.ts';
import { detectCollisions } from './peers/detect-collisions.ts';
import { grid } from './peers/grid.ts';
import { matter } from './peers/matter.ts';
import { ours } from './peers/ours.ts';
import { phaserBox2D } from './peers/phaser-box2d.ts';
import { planck } from './peers/planck.ts';
import { rapier } from './peers/rapier.ts';
import { flatbush, rbush } from './peers/trees.ts';

/** How to open each peer of `peer-list.ts`. */
export const PEERS: Record<string, Peer> = {
  ours,
  grid,
  flatbush,
  rbush,
  'detect-collisions': detectCollisions,
  rapier: rapier('@dimforge/rapier2d-simd-compat'),
  'rapier-0.21': rapier('@dimforge/rapier2d-compat'),
  box2d,
  planck,
  'phaser-box2d': phaserBox2D,
  matter,
};

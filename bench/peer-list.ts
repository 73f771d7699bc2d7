import { OUTLINE_SAGITTA } from './peers/outline.ts';

export interface PeerInfo {
  /** The name in the chart and the tables. */
  readonly title: string;
  /** The package on npm whose version is reported; none for peers that are written in this repository. */
  readonly packageName?: string;
  /**
   * Whether the peer is a package that can be installed and gives contacts, if need be with code that is added by
   * hand.
   */
  readonly isPackage: boolean;
  /** Whether it may miss a pair in the very tick in which it begins. */
  readonly isLate?: boolean;
  /** Scenarios it cannot do, and why. */
  readonly cannot?: Readonly<Record<string, string>>;
  /**
   * How far from touching, at most, a pair may be on which a peer and ours disagree: `coordinate` per unit of the
   * largest coordinate, `size` per unit of the largest extent of a body. Both are the peer's own rounding, and why says
   * so.
   */
  readonly slack: {
    readonly coordinate: number;
    readonly size: number;
    /** The least slack for a pair of capsules, a length. */
    readonly capsules?: number;
    readonly why: string;
  };
}

const F64 = { coordinate: 1e-14, size: 1e-12, why: 'f64 like ours' };
// Positions, differences and radii are rounded to 24 bits one after the other.
const F32 = { coordinate: 8 * 2 ** -24, size: 32 * 2 ** -24, why: 'f32 inside' };

export const PEER_LIST: Record<string, PeerInfo> = {
  ours: { title: 'bitecs-collision', isPackage: false, slack: F64 },
  grid: { title: 'typed-array grid + SAT.js', packageName: 'sat', isPackage: false, slack: F64 },
  flatbush: { title: 'flatbush + SAT.js', packageName: 'flatbush', isPackage: true, slack: F64 },
  rbush: { title: 'rbush + SAT.js', packageName: 'rbush', isPackage: true, slack: F64 },
  'detect-collisions': {
    title: 'detect-collisions',
    packageName: 'detect-collisions',
    isPackage: true,
    slack: { coordinate: 1e-14, size: OUTLINE_SAGITTA, why: 'caps of capsules are 24-gons' },
  },
  rapier: {
    title: 'rapier2d-simd-compat 0.19',
    packageName: '@dimforge/rapier2d-simd-compat',
    isPackage: true,
    isLate: true,
    slack: { ...F32, why: 'its broad phase sees some new pairs one tick late; f32 inside' },
  },
  'rapier-0.21': {
    title: 'rapier2d-compat 0.21',
    packageName: '@dimforge/rapier2d-compat',
    isPackage: true,
    slack: F32,
  },
  box2d: { title: 'box2d3-wasm', packageName: 'box2d3-wasm', isPackage: true, slack: F32 },
  planck: {
    title: 'planck',
    packageName: 'planck',
    isPackage: true,
    slack: { coordinate: 1e-14, size: OUTLINE_SAGITTA, why: 'capsules are 24-gons; polygons have a skin of 2e-7' },
  },
  'phaser-box2d': {
    title: 'phaser-box2d',
    packageName: 'phaser-box2d',
    isPackage: true,
    cannot: { Q1: 'nine in ten of its rays pass through what they should hit' },
    slack: {
      ...F64,
      capsules: 0.02,
      why: 'its contacts of two capsules say touching from its speculative distance on',
    },
  },
  matter: {
    title: 'matter-js',
    packageName: 'matter-js',
    isPackage: true,
    slack: { coordinate: 1e-14, size: OUTLINE_SAGITTA, why: 'circles and caps are 24-gons' },
  },
};

export const PEER_NAMES = Object.keys(PEER_LIST);

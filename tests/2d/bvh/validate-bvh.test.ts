import { describe, expect, it } from 'vitest';
import { createBvh } from '../../../src/2d/bvh/create-bvh.ts';
import { NODE_FIRST, NODE_SKIP, NODE_STRIDE } from '../../../src/2d/bvh/layout.ts';
import { buildBvh } from '../../../src/core/bvh/build-bvh.ts';
import { type Bvh, type BvhKind, sphereOf } from '../../../src/core/bvh/bvh.ts';
import { validateBvh } from '../../../src/core/bvh/validate-bvh.ts';
import { createRng } from '../../support/rng.ts';
import { BOX_SCENES, countingItems } from './box-scenes.ts';

const KINDS: BvhKind[] = ['aabb', 'sphere'];
const COUNT = 200;

type Damage = (bvh: Bvh, bounds: Float64Array) => void;

/** The last node is a leaf; the root is not. */
const lastLeaf = (bvh: Bvh): number => bvh.nodeEnd - NODE_STRIDE;

const DAMAGES: [string, RegExp, Damage][] = [
  ['an item twice', /item .* doubled/, (bvh) => (bvh.order[3] = bvh.order[90])],
  ['a strange item', /item 4000 /, (bvh) => (bvh.order[0] = 4000)],
  ['a count of its own', /holds 199 items/, (bvh) => bvh.itemCount--],
  ['a skip too far', /node|leaf/, (bvh) => (bvh.nodes[NODE_STRIDE + NODE_SKIP] += NODE_STRIDE)],
  ['a skip too short', /root ends/, (bvh) => (bvh.nodes[NODE_SKIP] -= NODE_STRIDE)],
  ['an inner node that starts elsewhere', /starts at/, (bvh) => bvh.nodes[NODE_STRIDE + NODE_FIRST]++],
  [
    'a border between leaves moved',
    /does not contain|leaves the sphere|holds/,
    (bvh) => bvh.nodes[lastLeaf(bvh) + NODE_FIRST]--,
  ],
  ['no sentinel', /sentinel/, (bvh) => (bvh.nodes[bvh.nodeEnd + NODE_FIRST] = 0)],
  ['a depth that is too small', /depth/, (bvh) => (bvh.depth = 1)],
  ['an item that has moved out', /item 17/, (_, bounds) => (bounds[4 * 17 + 2] += 40)],
  [
    'a node too small',
    /does not contain|leaves the sphere/,
    (bvh) => {
      if (bvh.kind === 'aabb') bvh.nodes[lastLeaf(bvh) + 2] -= 1 << 24;
      else bvh.nodeSpheres[sphereOf(lastLeaf(bvh)) + 2] *= 0.7;
    },
  ],
  [
    'a root too small',
    /does not contain|leaves the sphere/,
    (bvh) => {
      if (bvh.kind === 'aabb') bvh.nodes[1] += 1 << 24;
      else bvh.nodeSpheres[2] *= 0.7;
    },
  ],
];

describe.each(KINDS)('validateBvh, %s', (kind) => {
  it.each(DAMAGES)('finds %s', (_, message, damage) => {
    const bvh = createBvh(kind);
    const bounds = BOX_SCENES.uniform(createRng(1), COUNT, 1);
    const items = countingItems(COUNT);
    buildBvh(bvh, bounds, items, COUNT);
    validateBvh(bvh, bounds, items, COUNT);
    damage(bvh, bounds);
    expect(() => validateBvh(bvh, bounds, items, COUNT)).toThrow(
      expect.objectContaining({ code: 'broken-invariant', message: expect.stringMatching(message) }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { pairKey } from '../../bench/peer.ts';
import { compareSpace } from '../../bench/space/agreement.ts';
import { distanceAlong, distanceToMesh, gapOfTriangles, separationOf } from '../../bench/space/reference.ts';
import { MESH, type MeshShape, makeSpaceScene, type Scene, SPHERE } from '../../bench/space/scene.ts';

/** All pairs of W3, with how far apart they are, by looking at every two. */
function pairsOf(scene: Scene): [key: number, separation: number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < scene.count; a++) {
    for (let b = a + 1; b < scene.count; b++) {
      const way = [0, 1, 2].map((axis) => scene.position[3 * a + axis] - scene.position[3 * b + axis]);
      if (Math.hypot(...way) < 3) pairs.push([pairKey(a, b, scene.count), separationOf(scene, scene, [a, b])]);
    }
  }
  return pairs;
}

describe('agreement of pairs in space', () => {
  const scene = makeSpaceScene('W3');
  const ticks = [0, 1, 2].map(() => {
    scene.step();
    return pairsOf(scene);
  });
  const touching = ticks.map((pairs) =>
    Float64Array.from(pairs.filter(([, gap]) => gap <= 0).map(([key]) => key)).sort(),
  );
  const without = (keys: Float64Array, key: number) => keys.filter((other) => other !== key);
  const [deepest] = ticks[1].reduce((best, pair) => (pair[1] < best[1] ? pair : best));
  const [farthest] = ticks[1].reduce((best, pair) => (pair[1] > best[1] ? pair : best));

  it('finds nothing where both found the same', () => {
    expect(touching[0].length).toBeGreaterThan(5);
    expect(compareSpace('rapier', 'W3', touching, touching, 0)).toEqual({ differing: 0, unexplained: 0, text: '' });
  });

  it('catches what a peer lacks and what it has too many', () => {
    const lacking = touching.map((keys, i) => (i === 1 ? without(keys, deepest) : keys));
    expect(compareSpace('crashcat', 'W3', touching, lacking, 0)).toMatchObject({ differing: 1, unexplained: 1 });
    const more = touching.map((keys, i) => (i === 1 ? Float64Array.from([...keys, farthest]).sort() : keys));
    expect(compareSpace('crashcat', 'W3', touching, more, 0)).toMatchObject({ differing: 1, unexplained: 1 });
  });

  it('catches that ours is wrong, however little', () => {
    const gapOf = (key: number) => ticks[1].find(([other]) => other === key)![1];
    const [barely] = [...touching[1]].sort((a, b) => gapOf(b) - gapOf(a));
    // Less than edges are rounded by in this peer, which has the pair.
    expect(gapOf(barely)).toBeGreaterThan(-0.05);
    const mine = touching.map((keys, i) => (i === 1 ? without(keys, barely) : keys));
    const found = compareSpace('crashcat', 'W3', mine, touching, 0);
    expect(found).toMatchObject({ differing: 1, unexplained: 1 });
    expect(found.text).toContain('ours is wrong about');
  });
});

/** A scene with one sphere of radius 0.5 at (2, 0, 0), a flat mesh below it, and a ray along x. */
function smallScene(): Scene {
  const mesh: MeshShape = {
    kind: MESH,
    positions: Float32Array.of(-9, -1, -9, -9, -1, 9, 9, -1, 0),
    indices: Uint32Array.of(0, 1, 2),
  };
  return {
    ...makeSpaceScene('W3'),
    ...{ count: 2, shapes: [mesh, { kind: SPHERE, radius: 0.5 }], rayLength: 10 },
    position: Float32Array.of(0, 0, 0, 2, 0, 0),
    rotation: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1),
    rays: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, -1, 0, 2, 0.4, 0, 0, 1, 0),
    points: Float32Array.of(1, 2, 0),
  };
}

it('slow answers are those of small figures', () => {
  const scene = smallScene();
  expect(distanceAlong(scene, 0, 0)).toBeCloseTo(1.5, 8);
  expect(distanceAlong(scene, 0, 0.25)).toBeCloseTo(1.25, 8);
  expect(distanceAlong(scene, 1, 0)).toBe(1);
  // From inside of the sphere: a ray is stopped, a sphere that leaves is not.
  expect(distanceAlong(scene, 2, 0)).toBe(0);
  expect(distanceAlong(scene, 2, 0.25)).toBe(Infinity);
  expect(distanceToMesh(scene, 0)).toBe(3);
  expect(separationOf(scene, scene, [0, 1])).toBeCloseTo(0.5, 12);
  // Seen from above, corners run counter-clockwise.
  expect(separationOf(scene, scene, [0, 1], 'mass')).toBeCloseTo(0.5, 12);
  scene.position[4] = -1.2;
  expect(separationOf(scene, scene, [0, 1])).toBeLessThan(0);
  expect(separationOf(scene, scene, [0, 1], 'mass')).toBe(Infinity);
  expect(gapOfTriangles({ ...scene, position: Float32Array.of(0, 0, 0, 1, 3, 0) }, 0, 0)).toBeCloseTo(3, 12);
});

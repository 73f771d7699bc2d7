import { expect, it } from 'vitest';
import { SHAPE_CONE } from '../../src/3d/shapes/shape-kind.ts';
import { collidePair } from '../support/collider-pair-3d.ts';

/*
 * The search for the axis between two cones ended with any direction along which they overlap by less than a millionth
 * of their size. Cones that overlap by no more were then parted along the next local minimum, here 3.6 times as deep.
 */
it('parts two cones along the least depth', () => {
  const { normal, points } = collidePair([
    {
      kind: SHAPE_CONE,
      radius: 0,
      half: [0.00020991645285394042, 0.000275240040011704, 0.00020991645285394042],
      position: [-0.0004694957311730832, -0.00029148392425850034, 0.0002952310654800385],
      quaternion: [0, 0, 0, 1],
    },
    {
      kind: SHAPE_CONE,
      radius: 0,
      half: [0.00041466457429341976, 0.0002972087339498103, 0.00041466457429341976],
      position: [-0.0004410024048347702, -0.000566724293390409, -0.00020995038564839953],
      quaternion: [1, 0, 0, 1],
    },
  ]);
  expect(Math.min(...points.map(([, , , gap]) => gap))).toBeCloseTo(-2.766170930550496e-10, 18);
  expect(normal[1]).toBeCloseTo(-0.8164018700977873, 9);
});

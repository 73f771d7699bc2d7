import { expect, it } from 'vitest';
import { SHAPE_BOX, SHAPE_CONE, SHAPE_CYLINDER } from '../../src/3d/shapes/shape-kind.ts';
import { collidePair, exactSeparation, farthestOff, type PlacedCollider } from '../support/collider-pair-3d.ts';

/*
 * A disk of a cylinder or cone that lay almost flat on a box or on another disk was reported to touch beside it: the
 * direction of the contact is known to the last digits, but a tilt of a millionth turns it through the whole rim. The
 * points were off by up to 3e-3 of the size.
 */

const CASES: readonly (readonly [string, number, readonly PlacedCollider[]])[] = [
  [
    'an edge of a box above a cylinder',
    2e-4,
    [
      {
        kind: SHAPE_BOX,
        radius: 0.00004948454925790429,
        half: [0.00040631921458989385, 0.0002853850199375302, 0.00034814341003075244],
        position: [0.00044844717537052933, 0.00044520133940968666, 0.00035889259499963374],
        quaternion: [7.0936185098068705e-12, 0, 3.1837634211393463e-10, 1],
      },
      {
        kind: SHAPE_CYLINDER,
        radius: 0,
        half: [0.0005315871654078364, 0.0005283113782992587, 0.0005315871654078364],
        position: [0.00020071569059509784, -0.0004760283046402037, 0.0004264861372066662],
        quaternion: [-0.0000021203835228168525, 0, 2.8570780008238862e-8, 1],
      },
    ],
  ],
  [
    'an edge of a box in the disk of a cone',
    0,
    [
      {
        kind: SHAPE_BOX,
        radius: 0,
        half: [0.5836374043487013, 0.3468232917133719, 0.29360884402412923],
        position: [0.5807711527915672, -0.6387948902091012, 0.34346079223323617],
        quaternion: [2.7255578848557064e-8, 0, 1.2782094448795499e-8, 1],
      },
      {
        kind: SHAPE_CONE,
        radius: 0,
        half: [0.5760814838344231, 0.3611316074151546, 0.5760814838344231],
        position: [0.0806150654796511, -0.08252695931587369, 0.2775891853263602],
        quaternion: [-9.565834085551996e-7, 0, -8.192445015620528e-12, 1],
      },
    ],
  ],
  [
    'a rim of a cone beside the face of a box that gives the normal',
    0,
    [
      {
        kind: SHAPE_BOX,
        radius: 0,
        half: [0.21109358195681124, 0.29100559579674157, 0.3450479347724468],
        position: [-0.5044382369844244, -0.2878861306002364, -0.15452095693908632],
        quaternion: [-5.92207628737911e-8, 0, -0.000009913916454763985, 1],
      },
      {
        kind: SHAPE_CONE,
        radius: 0,
        half: [0.6387387854978442, 0.45352377449162307, 0.6387387854978442],
        position: [-0.24355414344463497, 0.10080915682483464, 0.4364328010939062],
        quaternion: [1.0000000035747856, 1.791921798775764e-8, 2.687485030768195e-8, 1.00000000021128],
      },
    ],
  ],
  [
    'the rim of a cone beside the disk of a cylinder that gives the normal',
    0,
    [
      {
        kind: SHAPE_CYLINDER,
        radius: 0,
        half: [0.46880154018290343, 0.4805272230645642, 0.46880154018290343],
        position: [-0.30696178211364894, -0.44482857768889517, -0.6150896016741172],
        quaternion: [5.395691345622833e-7, 0, -3.3330188516974785e-11, 1],
      },
      {
        kind: SHAPE_CONE,
        radius: 0,
        half: [0.49331795433536174, 0.5747614704072476, 0.49331795433536174],
        position: [0.34488151418045165, 0.30819712567608804, -0.5751808965345845],
        quaternion: [-1.6064189320071991e-7, 5.913372279572607e-8, 5.007660075339528e-11, 1.0000032612153884],
      },
    ],
  ],
];

it.each(CASES)('%s touches it', (_name, margin, pair) => {
  const size = pair[0].half[0] + pair[1].half[0];
  const separation = exactSeparation(pair);
  const contact = collidePair(pair, margin);
  expect(contact.count).toBe(4);
  expect(Math.abs(Math.min(...contact.points.map(([, , , gap]) => gap)) - separation)).toBeLessThan(1e-9 * size);
  exactSeparation(pair);
  // The first of several corners that are almost equally low stands for the lowest one: see `reduceToFour`.
  expect(farthestOff(contact, pair)).toBeLessThan(2e-8 * size);
});

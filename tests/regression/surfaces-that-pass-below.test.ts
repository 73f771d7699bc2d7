import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem, createCollision, heightfield } from '../../entry/3d.ts';

/*
 * Two crumpled sheets, a millimetre wide, that stand turned beside each other, 7.2e-6 apart. A triangle of the one
 * passes below a triangle of the other where that ends. Its points over the triangle, along the triangle's normal, were
 * told as depths: the two touched by 1.3e-5, which is more than their distance.
 */
const SHEETS = [
  {
    spacing: 0.0009158952966332437,
    heights: [
      -0.00020323554090401853, 0.000011532155174723645, -0.00020515360556911983, 0.0001549254678500334,
      -0.00018400738739382923, -0.0002511094917912249, 0.00022541386736225487, -0.00010052046570777716,
      0.0001884682225499295,
    ],
    place: {
      x: -0.0007149879036498061,
      y: -0.0013951177177942231,
      z: 0.0002655727847329384,
      qx: -0.45486164279282093,
      qy: 0.4798047023359686,
      qz: 0.33900525886565447,
      qw: 0.38070600968785584,
    },
  },
  {
    spacing: 0.0008220719441771507,
    heights: [
      -0.00020008210147105454, 0.0002001943372529873, 0.0001047565180709599, -0.00022857792258644863,
      0.000013967080049246894, -0.00014492664285713027, -0.0001874484249568185, 0.000018878989086829832,
      -0.000047518100557732275,
    ],
    place: {
      x: 0.000652684745547212,
      y: -0.0011278477523270908,
      z: -0.0008470838644750789,
      qx: 0.07472384232096374,
      qy: 0.07272097305394709,
      qz: -0.4566978723742068,
      qw: -0.21077781333588064,
    },
  },
];
/** By the least distance of the pairs of triangles. */
const DISTANCE = 7.222216707623465e-6;

it.each([1, 1000])('what passes below a triangle without touching it is as far apart as it is (times %s)', (scale) => {
  const world = createWorld();
  const collision = createCollision(world, { margin: 1e-4 * scale });
  const { Transform, Collider } = collision;
  for (const { spacing, heights, place } of SHEETS) {
    const eid = addEntity(world);
    const [x, y, z] = [place.x, place.y, place.z].map((value) => scale * value);
    addComponent(world, eid, set(Transform, { ...place, x, y, z }));
    const scaled = heights.map((height) => scale * height);
    addComponent(world, eid, set(Collider, heightfield(new Float64Array(scaled), 3, 3, scale * spacing)));
  }
  collisionSystem(world);
  let least = Infinity;
  for (const { separation } of collision.contacts()) least = Math.min(least, separation / scale);
  expect(least).toBeCloseTo(DISTANCE, 12);
});

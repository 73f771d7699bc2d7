import { expect, it } from 'vitest';
import {
  BODY_CONTACT_A,
  BODY_CONTACT_LIMIT,
  BODY_CONTACT_SEPARATION,
  bodyContact,
} from '../../src/3d/geometry/contact/body-points.ts';
import { findRoundAxis } from '../../src/3d/geometry/contact/find-round-axis.ts';
import { findTriangleAxis } from '../../src/3d/geometry/contact/find-triangle-axis.ts';
import { locateRoundContact } from '../../src/3d/geometry/contact/locate-round-contact.ts';
import { setRoundContacts } from '../../src/3d/geometry/contact/round-contacts.ts';
import { TRIANGLE_FOUND } from '../../src/3d/geometry/contact/triangle-axis.ts';
import { bodyA, bodyB } from '../../src/3d/geometry/convex/convex-body.ts';
import { cylinderCore } from '../../src/3d/shapes/cylinder-core.ts';
import { triangleCore } from '../../src/3d/shapes/triangle-core.ts';

setRoundContacts({ findAxis: findRoundAxis, locate: locateRoundContact });

/*
 * An upright side of a triangle, from y = −0.1 to 0, is 0.002 deep in the side of a cylinder that stands from −0.3 to
 * −0.07. The deepest point was put at half the cylinder's height, 0.085 below the triangle; in a floor of thin meshes
 * nothing covers that place, and the side between two of them was met from below.
 */
it.each([
  [0.149, -0.185, [0, -0.085, 0]],
  [0.149, -0.05, [0, -0.05, 0]],
  [0.149, 0.05, [0, -0.0325, 0]],
])('the deepest point beside a cylinder at (%d, %d) is on the side that both share', (x, y, point) => {
  bodyA.core = triangleCore;
  bodyA.rounding = 0;
  bodyA.corners.set([-1, -0.1, 0, 0, -0.1, 0, 0, 0, 0]);
  bodyB.core = cylinderCore;
  bodyB.rounding = 0;
  bodyB.halfX = bodyB.halfZ = 0.151;
  bodyB.halfY = 0.115;
  bodyB.axes.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  bodyB.x = x;
  bodyB.y = y;
  bodyB.z = 0;
  bodyContact.set([0, 0, 1]);
  bodyContact[BODY_CONTACT_SEPARATION] = -0.151;
  bodyContact[BODY_CONTACT_LIMIT] = 0.01;
  expect(findTriangleAxis()).toBe(TRIANGLE_FOUND);
  expect(Array.from(bodyContact.subarray(0, 3))).toEqual([1, 0, 0]);
  expect(bodyContact[BODY_CONTACT_SEPARATION]).toBeCloseTo(-0.002, 12);
  const found = Array.from(bodyContact.subarray(BODY_CONTACT_A, BODY_CONTACT_A + 3));
  expect(found).toEqual(point.map((value) => expect.closeTo(value, 12)));
});

/*
 * The same side below the disk of a cylinder that lies along x: the middle of the disk, at y = 0.75, is beyond the end
 * of the side, which runs from 0.25 to 0.513. It was taken for the deepest point.
 */
it('the deepest point below a disk is on the side of the triangle that is nearest to its middle', () => {
  bodyA.core = triangleCore;
  bodyA.rounding = 0;
  bodyA.corners.set([0, 0.25, -0.25, 0, 0.513, -0.25, 0.513, -0.25, -0.25]);
  bodyB.core = cylinderCore;
  bodyB.rounding = 0;
  bodyB.halfX = bodyB.halfZ = 0.5;
  bodyB.halfY = 0.25;
  bodyB.axes.set([0, 1, 0, -1, 0, 0, 0, 0, 1]);
  bodyB.x = 0;
  bodyB.y = 0.75;
  bodyB.z = -0.25;
  bodyContact.set([0, 0, 1]);
  bodyContact[BODY_CONTACT_SEPARATION] = -0.5;
  bodyContact[BODY_CONTACT_LIMIT] = 0.01;
  expect(findTriangleAxis()).toBe(TRIANGLE_FOUND);
  expect(Array.from(bodyContact.subarray(0, 3), (value) => value + 0)).toEqual([-1, 0, 0]);
  expect(Array.from(bodyContact.subarray(BODY_CONTACT_A, BODY_CONTACT_A + 3))).toEqual([0, 0.513, -0.25]);
});

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, collisionSystem, createCollision, cylinder, mesh } from '../../entry/3d.ts';

/*
 * A triangle whose third corner was put on the side between the other two, and is beside it by rounding alone, passed
 * for one with an area: its normal was rounding, and a body was met off its end, by a tenth of its length.
 */

const CASES = {
  'a box': {
    body: box(0.005, 0.003, 0.004),
    at: {
      ...{ x: 10.006785943068609, y: 0.017568687447680927, z: -10.019070676671875 },
      ...{ qx: -0.09579511685296893, qy: 0.18300783820450306, qz: -0.6842223419807851, qw: 0.07839690148830414 },
    },
    stand: {
      ...{ x: 10.005047028576955, y: 0.006950242114253343, z: -9.99668156020809 },
      ...{ qx: 0.8129735728725791, qy: 0.7029431541450322, qz: 0.5537951160222292, qw: -0.6070854342542589 },
    },
    corners: [
      [-0.017266743863001466, 0.006349188107997179, 0.018282767673954366],
      [-0.017284276307806063, 0.006023833975252477, 0.018389032481115203],
      [-0.017284574192404808, 0.006023917487022393, 0.018388500459800776],
    ],
    between: [-0.01727534434376076, 0.006189586752349743, 0.018334895511204836],
  },
  'a cylinder': {
    body: cylinder(0.4, 0.4),
    at: {
      ...{ x: -1.494528178125448, y: 2.3862940435097237, z: 1.921650491166451 },
      ...{ qx: -0.42476911563426256, qy: -0.9076347160153091, qz: 0.2541325315833092, qw: -0.11990357004106045 },
    },
    stand: {
      ...{ x: -0.5454852352850139, y: 0.6930163963697851, z: -0.08672951301559806 },
      ...{ qx: 0.047170909121632576, qy: -0.10064461221918464, qz: 0.771841540466994, qw: -0.6648773974739015 },
    },
    corners: [
      [-1.4663079297170043, -1.4796423045918345, 1.4531913623213768],
      [-1.9292907701796782, -1.6181765722919415, 1.2614460986256142],
      [-1.9289683949714866, -1.6186854113786326, 1.261243367627963],
    ],
    between: [-1.4682575330723855, -1.4802256671909182, 1.4523839302163204],
  },
};

it.each(Object.keys(CASES) as (keyof typeof CASES)[])(
  '%s is met by a triangle, not by a needle on its side',
  (name) => {
    const { body, at, stand, corners, between } = CASES[name];
    const [whole, spoilt] = [corners, [...corners, corners[0], corners[1], between]].map((positions) => {
      const world = createWorld();
      const collision = createCollision(world);
      for (const [place, shape] of [
        [stand, mesh(positions.flat())],
        [at, body],
      ] as const) {
        const eid = addEntity(world);
        addComponent(world, eid, set(collision.Transform, place));
        addComponent(world, eid, set(collision.Collider, shape));
      }
      collisionSystem(world);
      const told: number[][] = [];
      for (const contact of collision.contacts()) {
        told.push([contact.childA, contact.normalX, contact.normalY, contact.normalZ]);
        for (let k = 0; k < contact.pointCount; k++) {
          told.push([contact.pointX(k), contact.pointY(k), contact.pointZ(k), contact.pointSeparation(k)]);
        }
      }
      return told;
    });
    expect(whole.length).toBeGreaterThan(0);
    expect(spoilt).toEqual(whole);
  },
);

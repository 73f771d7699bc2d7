import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../../entry/3d.ts';
import { createMoverWorld, Walker } from '../../support/movement-3d.ts';

/*
 * What only a third axis has: a wall beside the way that is met while the mover steps up, slides or stands. The floor's
 * top is y = 0; from x = 1 on there is a step of 0.3, and a wall whose face is z = −1. The skin of the movers is 0.01.
 */
const SKIN = 0.01;

function walker(x: number, z: number, { wall = true, shape = box(0.3, 0.7, 0.3) } = {}): Walker {
  const world = createMoverWorld();
  world.add(box(20, 1, 20), 0, -1, 0);
  world.add(box(5, 0.15, 20), 6, 0.15, 0);
  if (wall) world.add(box(20, 5, 1), 0, 5, -2);
  world.tick();
  return new Walker(world.world, shape, x, 0.7 + SKIN, z, { skin: SKIN, stepHeight: 0.4, up: { x: 0, y: 1, z: 0 } });
}

const near = (value: number): unknown => expect.closeTo(value, 2);
const placeOf = ({ pose: { x, y, z } }: Walker): number[] => [x, y, z];

describe('beside a wall', () => {
  it('a mover steps up along it as it does in the open, and only what leads into the wall is lost', () => {
    const free = walker(0.6, 0, { wall: false });
    free.move(0.8, 0, -0.4);
    expect(placeOf(free)).toEqual([near(1.4), near(1 + SKIN), near(-0.4)]);
    const beside = walker(0.6, -0.6);
    beside.move(0.8, 0, -0.4);
    expect(placeOf(beside)).toEqual([near(1.4), near(1 + SKIN), near(-0.7 + SKIN)]);
    expect(beside.result.grounded).toBe(true);
    const along = walker(0.6, -0.69);
    along.move(0.8, 0, 0);
    expect(placeOf(along)).toEqual([near(1.4), near(1 + SKIN), near(-0.69)]);
  });

  it('a mover that is at the wall steps up along it', () => {
    const mover = walker(0.6, -0.69);
    mover.move(0.8, 0, -0.4);
    expect(placeOf(mover)).toEqual([near(1.4), near(1 + SKIN), near(-0.7 + SKIN)]);
  });

  it('a mover that goes straight at the wall neither climbs nor goes aside', () => {
    const mover = walker(-3, -0.5);
    mover.move(0, 0, -2);
    expect(placeOf(mover)).toEqual([near(-3), near(0.7 + SKIN), near(-0.7 + SKIN)]);
    mover.move(0.5, 0, -0.5);
    expect(placeOf(mover)).toEqual([near(-2.5), near(0.7 + SKIN), near(-0.7 + SKIN)]);
  });

  it('a sphere comes to rest in the corner of riser and wall where it cannot step', () => {
    const ball = walker(0, 0, { shape: sphere(0.7) });
    const { options } = ball;
    options.stepHeight = 0;
    ball.move(3, 0, -3);
    // The edge of the step is 0.4 below the middle of the ball.
    expect(placeOf(ball)).toEqual([
      near(1 - Math.sqrt(0.7 ** 2 - 0.4 ** 2) - SKIN),
      near(0.7 + SKIN),
      near(-0.3 + SKIN),
    ]);
    ball.move(3, 0, 0.2);
    expect(placeOf(ball)[2]).toBeCloseTo(-0.1 + SKIN, 2);
  });
});

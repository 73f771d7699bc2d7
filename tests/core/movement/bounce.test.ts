import { describe, expect, it } from 'vitest';
import { Bounce, runBounce } from '../../../src/core/movement/bounce.ts';
import { facing, moveAmong, type Wall, type WallSpace } from '../../support/wall-space.ts';

interface Ball {
  readonly at: [number, number];
  readonly velocity: [number, number];
  readonly time?: number;
  readonly restitution?: number;
  readonly most?: number;
}

/** Runs one bouncing move of a point among walls, which move by their velocities when `isMoving`. */
function bounced(walls: readonly Wall[], ball: Ball, isMoving = false, fast: readonly number[] = []): Bounce {
  const { at, velocity, time = 1, restitution = 1, most = 16 } = ball;
  const move = moveAmong(walls, at, [0, 0], { skin: 1e-3, up: [0, 0] });
  const bounce = new Bounce(move, {
    readSurface({ surface, restitution: out }) {
      const [x, y] = walls[move.space.hit.slot].velocity ?? [0, 0];
      surface.set([x, y, 0]);
      out[0] = restitution;
    },
    noteBounce: () => {},
  });
  bounce.velocity.set([...velocity, 0]);
  bounce.time[0] = time;
  bounce.most = most;
  bounce.fast.items = Uint32Array.from(fast);
  bounce.fast.count = fast.length;
  runBounce(bounce, isMoving);
  return bounce;
}

const FLOOR = facing(90, 0, 0);
const near = (value: number): unknown => expect.closeTo(value, 2);

describe('runBounce', () => {
  it('turns the part of the velocity along the normal, and goes on for the time that is left', () => {
    const { move, velocity, count } = bounced([FLOOR], { at: [0, 1], velocity: [3, -4] });
    expect(count).toBe(1);
    expect([...velocity]).toEqual([3, 4, 0]);
    // A quarter of the time down by 1, three quarters up by 3.
    expect([...move.position]).toEqual([near(3), near(3), 0]);
    expect(move.hits[0].fraction).toBeCloseTo(0.25, 2);
  });

  it('multiplies that part by the restitution', () => {
    const { velocity, move } = bounced([FLOOR], { at: [0, 1], velocity: [3, -4], restitution: 0.5 });
    expect([...velocity]).toEqual([3, 2, 0]);
    expect(move.position[1]).toBeCloseTo(1.5, 2);
  });

  it('passes no wall between two bounces, however fast', () => {
    const walls = [facing(0, 0, 0), facing(180, 1, 0)];
    const { count, velocity, move } = bounced(walls, { at: [0.5, 0], velocity: [10, 0] });
    // 10 wide ways between walls 1 apart: hits after 0.5, then once a unit.
    expect(count).toBe(10);
    expect(Math.abs(velocity[0])).toBe(10);
    expect(move.position[0]).toBeGreaterThan(0);
    expect(move.position[0]).toBeLessThan(1);
  });

  it('ends after as many bounces as it may make', () => {
    const walls = [facing(0, 0, 0), facing(180, 1, 0)];
    const { count, move } = bounced(walls, { at: [0.5, 0], velocity: [10, 0], most: 3 });
    expect(count).toBe(3);
    expect(move.left).toBeGreaterThan(0.7);
  });

  it('adds twice the velocity of a surface that comes towards it', () => {
    const paddle = facing(90, 0, 0, { velocity: [0, 2] });
    expect([...bounced([paddle], { at: [0, 1], velocity: [0, -3], time: 0.5 }).velocity]).toEqual([0, 7, 0]);
  });

  it('goes along surfaces that leave no room', () => {
    // Squeezed between a floor and a ceiling with no gap to bounce in, it moves along both.
    const walls = [FLOOR, facing(-90, 0, 1e-3)];
    const { move } = bounced(walls, { at: [0, 5e-4], velocity: [2, -5], restitution: 0 });
    expect(move.position[0]).toBeCloseTo(2, 1);
    expect(move.position[1]).toBeGreaterThanOrEqual(0);
  });

  it('ends a rally between surfaces that leave no room after eight bounces', () => {
    const walls = [FLOOR, facing(-90, 0, 1e-3)];
    const { move, count } = bounced(walls, { at: [0, 5e-4], velocity: [2, -5] });
    expect(count).toBe(9);
    expect(move.left).toBe(0);
    expect(move.position[0]).toBeCloseTo(2, 6);
  });

  it('is pushed out in front of a surface that has moved into it, and bounces off that first', () => {
    // The floor has risen by 2 within the tick, past the ball at 0.5 above its old place.
    const risen = facing(90, 0, 2, { velocity: [0, 2] });
    const { move, velocity, pressed, pressedCount } = bounced([risen], { at: [0, 0.5], velocity: [0, -1] }, true);
    expect(pressedCount).toBe(1);
    expect([...pressed[0].normal]).toEqual([0, 1, 0]);
    expect((move.space as WallSpace).held).toEqual([[0, 0, 1]]);
    expect([...velocity]).toEqual([0, 5, 0]);
    expect(move.position[1]).toBeGreaterThan(2);
  });

  it('is taken along by a surface that has moved past all of it', () => {
    // A plate, 2 thick behind its face, has risen by 6: the ball at 0.5 now lies below its back.
    const plate = facing(90, 0, 6, { velocity: [0, 6] });
    const { move, velocity, pressedCount } = bounced([plate], { at: [0, 0.5], velocity: [0, 0] }, true, [0]);
    expect(pressedCount).toBe(1);
    expect([...velocity]).toEqual([0, 12, 0]);
    // In front of the face, and then on its way at 12 for the whole time.
    expect(move.position[1]).toBeGreaterThan(6);
    // One that is not listed as fast is not looked for.
    expect(bounced([plate], { at: [0, 0.5], velocity: [0, 0] }, true).pressedCount).toBe(0);
  });

  it('tells a surface once that is both in it and fast', () => {
    const risen = facing(90, 0, 2, { velocity: [0, 2] });
    expect(bounced([risen], { at: [0, 0.5], velocity: [0, -1] }, true, [0]).pressedCount).toBe(1);
  });

  it('is carried by a plate only as far as there is room', () => {
    const plate = facing(90, 0, 6, { velocity: [0, 6] });
    const ceiling = facing(-90, 0, 3);
    const { move } = bounced([plate, ceiling], { at: [0, 0.5], velocity: [0, 0], most: 0 }, true, [0]);
    expect(move.position[1]).toBeLessThanOrEqual(3);
    expect(move.position[1]).toBeGreaterThan(2.5);
  });
});

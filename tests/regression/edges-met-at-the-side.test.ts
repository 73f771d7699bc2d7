import { describe, expect, it } from 'vitest';
import { GAMES } from '../support/game-2d.ts';

/*
 * A round mover that met the edge of a step at its side followed the tangent there, which leads up steeply, for the
 * whole rest of its way: a motion of 0.8 at a step 0.3 high left it in the air 0.3 above the step.
 */

const RADIUS = 0.3;
const SKIN = 0.01;
const STEP = 0.3;
/** Where the middle of the mover is that stands on the step. */
const ON_STEP = STEP + RADIUS + SKIN;

describe.each(GAMES)('in $name', ({ kit, createGame, at }) => {
  /** Moves a round mover by (way, fall) at a step that begins at x = 0.5, over a floor at y = `floor`. */
  const move = (way: number, fall: number, y: number, floor: number) => {
    const { world, spawn } = createGame();
    spawn(0, floor - 0.5, kit.slab(20, 0.5));
    spawn(2.5, STEP / 2, kit.slab(2, STEP / 2));
    const mover = spawn(0, y, kit.round(RADIUS));
    const up = kit.axes.length === 3 ? at(0, 1) : { x: 0, y: 1 };
    const options = { up, stepHeight: 0.4, skin: SKIN };
    return kit.moveAndSlide(world, mover, at(way, fall), options);
  };

  it.each([0.2, 0.3, 0.4, 0.5, 0.8, 1.2])('gets onto the step, and no higher, by a way of %s', (way) => {
    const { x, y, grounded } = move(way, 0, RADIUS + SKIN, 0);
    expect(grounded).toBe(true);
    if (way >= 0.5) expect(y).toBeCloseTo(ON_STEP, 9);
    // On the edge, the middle is a radius and the skin away from it.
    else expect(Math.hypot(x - 0.5, y - STEP)).toBeCloseTo(RADIUS + SKIN, 3);
    expect(x).toBeCloseTo(Math.max(way, 0.21), 2);
  });

  it.each([0.32, 0.35, 0.4, 0.45])('is led no higher than onto the step from the air, at a height of %s', (y) => {
    for (const fall of [0, -0.05]) {
      const moved = move(0.8, fall, y, -3);
      expect(moved.y).toBeGreaterThan(y);
      expect(moved.y).toBeLessThan(ON_STEP + SKIN);
    }
  });
});

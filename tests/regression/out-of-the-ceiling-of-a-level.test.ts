import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import * as inPlane from '../support/movement-2d.ts';
import * as inSpace from '../support/movement-3d.ts';

/*
 * A ball holds a mover in the ceiling of a level that is one collider, and goes down. Once out of the ceiling, the
 * mover seemed to have passed all of the level, since the level begins far below it: it was called 6 deep in the level
 * and sank into the ball, or was put below the level.
 */

const UP = { up: { x: 0, y: 1, z: 0 }, snapDistance: 0.2 };
const PLANE_UP = { up: { x: 0, y: 1 }, snapDistance: 0.2 };
/** The floor of the level ends at this height, and its ceiling begins at the other one. */
const FLOOR = 0;
const CEILING = 5;

const rows = ['#####', '     ', '     ', '     ', '     ', '     ', '#####'];
const cells = [...rows].reverse().flatMap((row) => [...row].map((letter) => (letter === '#' ? 1 : 0)));
const block = { ...plane.box(2.5, 0.5), offsetX: 2.5 };
const LEVELS: Record<string, plane.ShapeSpec> = {
  'a map of tiles': plane.tiles({ columns: 5, rows: 7, size: 1, cells, yUp: true }),
  'a compound': plane.compound([
    { ...block, offsetY: 0.5 },
    { ...block, offsetY: 6.5 },
  ]),
};

const slab = { ...space.box(2.5, 0.5, 2.5), offsetX: 2.5 };
const SPACE_LEVELS: Record<string, space.ShapeSpec> = {
  'a compound': space.compound([
    { ...slab, offsetY: 0.5 },
    { ...slab, offsetY: 6.5 },
  ]),
};

/** Where the ball's top is in each tick: at first in a mover 1.2 high that is 0.256 deep in the ceiling, then lower. */
const HEIGHTS = [4.337, 4.337, 4, 3.7, 3.5, 3, 2.5, 2, 2];
const START = 4.656;

/** Moves the ball below a mover and returns the heights at which the mover's middle was. */
function ride(move: () => { y: number; penetration: number }, place: (top: number) => void): number[] {
  let pressed = 0;
  const heights = HEIGHTS.map((top) => {
    place(top);
    const { y, penetration } = move();
    pressed = Math.max(pressed, penetration);
    return y;
  });
  // As deep as it is in the ball at the start.
  expect(pressed).toBeCloseTo(0.281, 6);
  return heights;
}

function expectInside(heights: readonly number[]): void {
  for (const [i, y] of heights.entries()) {
    expect(y, `tick ${i}`).toBeGreaterThan(FLOOR);
    expect(y, `tick ${i}`).toBeLessThan(CEILING);
  }
  expect(heights.at(-1)).toBeCloseTo(2.6, 1);
}

describe.each(Object.keys(LEVELS))('%s in the plane', (name) => {
  it.each(['box', 'circle'])('keeps a %s that was in its ceiling', (kind) => {
    const game = inPlane.createMoverWorld();
    game.add(LEVELS[name], 0, -1);
    const ball = game.add(plane.circle(0.365), 2.5, HEIGHTS[0] - 0.365);
    game.tick();
    const walker = new inPlane.Walker(
      game.world,
      kind === 'box' ? plane.box(0.4, 0.6) : plane.circle(0.6),
      2.5,
      START,
      {
        ...PLANE_UP,
        carry: true,
      },
    );
    const heights = ride(
      () => walker.move(0, -0.2),
      (top) => game.place(ball, 2.5, top - 0.365),
    );
    expectInside(heights);
  });
});

describe.each(Object.keys(SPACE_LEVELS))('%s in space', (name) => {
  it.each(['box', 'capsule'])('keeps a %s that was in its ceiling', (kind) => {
    const game = inSpace.createMoverWorld();
    game.add(SPACE_LEVELS[name], 0, -1, 0);
    const ball = game.add(space.sphere(0.365), 2.5, HEIGHTS[0] - 0.365, 0);
    game.tick();
    const shape = kind === 'box' ? space.box(0.4, 0.6, 0.4) : space.capsule(0.3, 0.3);
    const walker = new inSpace.Walker(game.world, shape, 2.5, START, 0, { ...UP, carry: true });
    const heights = ride(
      () => walker.move(0, -0.2, 0),
      (top) => game.place(ball, 2.5, top - 0.365, 0),
    );
    expectInside(heights);
  });
});

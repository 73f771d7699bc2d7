import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  circle,
  collisionSystem,
  createMoveResult,
  ellipse,
  type MoveOptions,
  polygon,
  refreshCollider,
  type ShapeSpec,
} from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { createGame } from '../support/game-2d.ts';
import { createMoverWorld } from '../support/movement-3d.ts';
import { crusherOf, PISTONS, walk } from '../support/pistons-2d.ts';
import { createRng } from '../support/rng.ts';

/** A mover at (0, 0) that does not walk, a piston on its left, and a wall whose face is at x = 2 where there is one. */
function createPress(shape: ShapeSpec, piston: ShapeSpec, hasWall = true) {
  const game = createGame();
  const { world, collision, spawn } = game;
  const { Transform, Static } = collision;
  if (hasWall) addComponent(world, spawn(3, 0, box(1, 60)), Static);
  const press = spawn(-1.7, 0, piston);
  const mover = spawn(0, 0, shape);
  const out = createMoveResult();
  collisionSystem(world);
  const move = (options: MoveOptions, translation = { x: 0, y: 0 }) => {
    walk(game, mover, translation, options, out);
    return out;
  };
  const put = (x: number, rotation = 0) => {
    Transform.x[press] = x;
    Transform.rotation[press] = rotation;
    refreshCollider(world, press);
  };
  return { press, move, put, out };
}

describe('a piston that passes the whole mover within one move', () => {
  it('takes it along where there is room', () => {
    const { move, put } = createPress(circle(1), box(0.5, 30), false);
    move({});
    put(4);
    // In front of the piston's face at 4.5 by the radius, and the skin.
    expect(move({}).x).toBeCloseTo(5.52, 9);
    expect(move({})).toMatchObject({ penetration: 0, crusherCount: 0 });
  });

  it('crushes it against the wall, and lets it go where it came from', () => {
    const { press, move, put, out } = createPress(circle(1), box(0.5, 30));
    move({});
    put(1.6);
    // The piston reaches from 1.1 to 2.1, into the wall; the mover reached to 1.
    move({});
    expect(out.x).toBeCloseTo(0.98, 9);
    for (let again = 0; again < 3; again++) {
      // From the piston's face back to the mover's left end at -0.02.
      expect(out.penetration).toBeCloseTo(2.12, 9);
      const crusher = crusherOf(out, press);
      expect(crusher).toMatchObject({ normalX: 1, normalY: 0, penetration: expect.closeTo(2.12, 9) });
      move({}, { x: -0.3, y: 0 });
      expect(out.x, 'not away from the wall').toBeCloseTo(0.98, 9);
    }
    put(1.4);
    expect(move({}).penetration).toBeCloseTo(1.92, 9);
    put(-3);
    expect(move({})).toMatchObject({ penetration: 0, crusherCount: 0, x: expect.closeTo(0.98, 9) });
  });

  it('lets it go when it leaves sideways', () => {
    const { move, put, out } = createPress(circle(1), box(0.5, 2));
    move({});
    put(1.6);
    move({}, { x: 0, y: 1.5 });
    expect(out.penetration).toBeGreaterThan(2);
    for (let step = 0; step < 3; step++) move({}, { x: 0, y: 1.5 });
    expect(out).toMatchObject({ penetration: 0, crusherCount: 0 });
    expect(out.y).toBeGreaterThan(3);
  });

  it('passes from afar only what does not call it fast', () => {
    for (const isNamed of [false, true]) {
      const { press, move, put, out } = createPress(box(0.5, 0.5), box(0.5, 30));
      const options = isNamed ? { fast: [press] } : {};
      put(-40);
      move(options);
      put(1.6);
      move(options);
      if (isNamed) expect(out.penetration).toBeCloseTo(2.1 - 0.99, 9);
      else expect(out).toMatchObject({ x: 0, penetration: 0 });
      put(-40);
      expect(move(options).penetration).toBe(0);
    }
  });

  it('is not what only turns or slides beside it', () => {
    const { move, put } = createPress(circle(0.3), box(1.2, 0.2), false);
    // The end of a bar sweeps below the mover, which stands beside it.
    put(-2, -0.4);
    move({});
    put(-1.6, 0.1);
    expect(move({})).toMatchObject({ x: 0, y: 0, penetration: 0 });
  });
});

const MOVERS: [string, ShapeSpec][] = [
  ['circle', circle(0.5)],
  ['box', box(0.5, 0.4)],
  ['capsule', capsule(0.3, 0.3)],
  ['ellipse', ellipse(0.5, 0.3)],
  ['polygon', polygon([-0.5, -0.4, 0.5, -0.45, 0.15, 0.5])],
];

describe('pistons of all kinds that go in and out in a few ticks', () => {
  it.each(MOVERS)('keep the mover on its side: %s', (_name, shape) => {
    const faults: string[] = [];
    let crushed = 0;
    let taken = 0;
    for (const [name, piston, localX, localY] of PISTONS) {
      for (let seed = 1; seed <= effort(60, 4); seed++) {
        const rng = createRng(seed);
        const game = createGame();
        const { world, collision, spawn } = game;
        const { Transform } = collision;
        addComponent(world, spawn(3, 0, box(1, 60)), collision.Static);
        const falls = rng.next() < 0.5;
        if (falls) addComponent(world, spawn(0, -3, box(20, 1)), collision.Static);
        const press = spawn(-30 + localX, localY, piston);
        const mover = spawn(0.4, falls ? -1.4 : 0, shape);
        const out = createMoveResult();
        const options = { fast: [press], ...(falls ? { up: { x: 0, y: 1 } } : {}) };
        collisionSystem(world);
        for (let tick = 0; tick < 40; tick++) {
          // From before the mover to the wall's inside and back, or anywhere between the two.
          const at = tick % 2 === 0 ? rng.range(-9, -1) : rng.range(-1, 2.6);
          Transform.x[press] = at + localX;
          refreshCollider(world, press);
          walk(game, mover, { x: rng.range(-0.1, 0.1), y: falls ? -0.05 : 0 }, options, out);
          if (tick % 3 === 0) collisionSystem(world);
          const where = `${name}, seed ${seed}, tick ${tick}, piston at ${at}, mover at ${out.x}, ${out.penetration}`;
          if (!(out.x < 2 && (!falls || out.y > -2))) faults.push(`through a wall: ${where}`);
          const isInFront = out.x > at - 0.3;
          if (out.penetration === 0) {
            if (!isInFront) faults.push(`on the far side: ${where}`);
            else if (tick % 2 === 1) taken++;
            continue;
          }
          crushed++;
          const crusher = crusherOf(out, press);
          if (!(crusher !== undefined && crusher.normalX > 0)) faults.push(`not told what crushes: ${where}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(crushed).toBeGreaterThan(100);
    expect(taken).toBeGreaterThan(100);
  });
});

describe('a piston in space that passes the whole mover', () => {
  const { sphere, hull } = space;
  const movers: [name: string, shape: space.ShapeSpec, halfWidth: number][] = [
    ['sphere', sphere(1), 1],
    ['box', space.box(1, 1, 1), 1],
    ['capsule', space.capsule(0.5, 1), 0.5],
    ['hull', hull([-1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 1, 1, 1, 1]), 1],
  ];
  const pistons: [string, space.ShapeSpec][] = [
    ['box', space.box(0.5, 30, 30)],
    ['compound', space.compound([space.box(0.5, 30, 30), { ...space.box(0.2, 0.2, 0.2), offsetX: -0.6 }])],
  ];

  it.each(movers)('keeps it on its side: %s', (_name, shape, halfWidth) => {
    for (const [, piston] of pistons) {
      for (const from of [-1.8, -30]) {
        const { world, collision, add, place, tick } = createMoverWorld();
        addComponent(world, add(space.box(1, 60, 60), 3, 0, 0), collision.Static);
        const press = add(piston, from);
        const mover = add(shape, 0.5);
        const out = space.createMoveResult();
        tick();
        const move = (at: number) => {
          place(press, at, 0, 0);
          space.moveAndSlide(world, mover, { x: 0, y: 0, z: 0 }, { fast: [press] }, out);
          place(mover, out.x, out.y, out.z);
        };
        move(from);
        for (let again = 0; again < 3; again++) {
          move(2.4);
          expect(out.x).toBeCloseTo(2 - halfWidth - 0.01, 1);
          expect(out.penetration).toBeCloseTo(2.9 - out.x + halfWidth, 1);
          const crusher = crusherOf(out, press);
          expect(crusher?.normalX).toBeGreaterThan(0.99);
        }
        move(from);
        expect(out).toMatchObject({ penetration: 0, crusherCount: 0 });
        expect(out.x).toBeCloseTo(2 - halfWidth - 0.01, 1);
      }
    }
  });
});

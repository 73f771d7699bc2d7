import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  createMoveResult,
  ellipse,
  moveAndSlide,
  polygon,
  refreshCollider,
  type ShapeSpec,
  tiles,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { createGame } from '../support/game-2d.ts';
import { crusherOf, PISTONS, walk } from '../support/pistons-2d.ts';
import { createRng } from '../support/rng.ts';

/*
 * The shortest way out of a piston is the one on its far side as soon as the mover is deeper in it than to its middle:
 * it left through the piston, whose other side it had never been on.
 */
describe('a mover between a piston and a wall', () => {
  const movers: [string, ShapeSpec][] = [
    ['circle', circle(1)],
    ['box', box(1, 1)],
    ['capsule', capsule(0.5, 1)],
    ['ellipse', ellipse(1, 0.7)],
    ['polygon', polygon([-1, -0.8, 1, -0.9, 0.3, 1])],
  ];
  const pistons: [string, ShapeSpec][] = [
    ['box', box(0.5, 6)],
    ['chain', chain([0, -6, 0, 6])],
    ['compound', compound([box(0.4, 6), { ...box(0.2, 0.2), offsetX: -0.5 }])],
    ['capsule', capsule(6, 0.4)],
  ];

  it.each(movers)('stays on its side, and says what crushes it: %s', (_name, shape) => {
    for (const [name, piston] of pistons) {
      for (const gravity of [0, 0.05]) {
        const rng = createRng(7);
        const game = createGame();
        const { world, collision, spawn } = game;
        const { Transform, Static } = collision;
        const wall = spawn(3, 0, box(1, 20));
        addComponent(world, wall, Static);
        if (gravity > 0) addComponent(world, spawn(0, -3, box(20, 1)), Static);
        const press = spawn(-3, 0, piston);
        const mover = spawn(0.4, -0.5, shape);
        const options = gravity > 0 ? { up: { x: 0, y: 1 } } : {};
        const out = createMoveResult();
        let deepest = 0;
        collisionSystem(world);
        for (let tick = 0; tick < 40; tick++) {
          const last = out.penetration;
          // In, a little beyond the wall's face, and out again.
          const speed = tick < 24 ? rng.range(0.1, 0.3) : -0.4;
          if (Transform.x[press] + speed < 2.2) Transform.x[press] += speed;
          refreshCollider(world, press);
          walk(game, mover, { x: rng.range(-0.02, 0.02), y: -gravity }, options, out);
          if (tick % 3 === 0) collisionSystem(world);
          const where = `${name}, tick ${tick}, piston ${Transform.x[press]}, overlap ${last} → ${out.penetration}`;
          expect(out.x, where).toBeGreaterThan(0.3);
          expect(out.x, where).toBeLessThan(2);
          deepest = Math.max(deepest, out.penetration);
          expect(out.crusherCount > 0, where).toBe(out.penetration > 0);
          if (!(out.penetration > 0)) continue;
          const crusher = crusherOf(out, press);
          expect(crusher?.normalX, where).toBeGreaterThan(0.5);
          expect(Math.abs(crusher!.penetration - out.penetration), where).toBeLessThan(0.02);
        }
        // It was pressed beyond the middle, and is free again.
        expect(deepest, name).toBeGreaterThan(1);
        expect(out.penetration, name).toBe(0);
      }
    }
  });

  /*
   * What it only touched on the other side was forgotten, sides counted for single pieces of a chain or a map, and
   * pushes that began anew from half-way into a wall led on through it: through thin walls, and through the floor.
   */
  const thin: [string, ShapeSpec, number, number][] = [
    ['a line', chain([0, -20, 0, 20]), 2, 0],
    ['tiles', tiles({ columns: 1, rows: 40, size: 1, cells: new Array(40).fill(1) }), 2, -20],
  ];
  const pieces: [string, ShapeSpec, number, number][] = [
    ['zigzag', chain([0, -6, 0.1, -1, 0, 0.2, 0.1, 1, 0, 6]), 0, 0],
    ['tiles', tiles({ columns: 1, rows: 12, size: 1, cells: new Array(12).fill(1) }), -0.5, -6],
    ['concave', concave([-0.3, -6, 0.3, -6, 0.3, 6, -0.3, 6, -0.3, 1, 0, 0.5, -0.3, 0]), 0, 0],
    ['box', box(0.5, 6), 0, 0],
  ];
  it.each(movers)('stays between what turns and thin walls, and above the floor: %s', (_name, shape) => {
    for (const [wallName, wallShape, wallX, wallY] of thin) {
      for (const [name, piston, localX, localY] of pieces) {
        for (const speed of [0.05, 0.1, 0.2, 0.3]) {
          const rng = createRng(1017);
          const game = createGame();
          const { world, collision, spawn } = game;
          const { Transform, Static } = collision;
          addComponent(world, spawn(wallX, wallY, wallShape), Static);
          addComponent(world, spawn(0, -3, box(20, 1)), Static);
          const press = spawn(-3.2 + localX, localY, piston);
          const mover = spawn(0.4, -0.5, shape);
          const out = createMoveResult();
          const rate = rng.range(-0.05, 0.05);
          let [at, angle, deepest] = [-3.2, 0, 0];
          collisionSystem(world);
          for (let tick = 0; tick < 11 / speed; tick++) {
            const isIn = tick < 5.6 / speed;
            const step = (isIn ? 1 : -1) * speed * rng.range(0.5, 1);
            if (at + step < 2.2) at += step;
            angle = Math.max(-0.35, Math.min(0.35, angle + rate * (isIn ? 1 : -1)));
            const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
            Transform.x[press] = at + cos * localX - sin * localY;
            Transform.y[press] = sin * localX + cos * localY;
            Transform.rotation[press] = angle;
            refreshCollider(world, press);
            walk(game, mover, { x: rng.range(-0.02, 0.02), y: -0.05 }, { up: { x: 0, y: 1 } }, out);
            if (tick % 3 === 0) collisionSystem(world);
            const where = `${name}, wall of ${wallName}, speed ${speed}, tick ${tick}, at ${at}`;
            expect(out.x, where).toBeLessThan(2);
            expect(out.y, where).toBeGreaterThan(-2);
            // Free, it is on the piston's right.
            const beside = cos * (out.x - at) + sin * out.y;
            if (out.penetration === 0) expect(beside, where).toBeGreaterThan(-0.3);
            deepest = Math.max(deepest, out.penetration);
          }
          expect(deepest, name).toBeGreaterThan(0.3);
        }
      }
    }
  });

  /*
   * Pistons that pass the mover's middle within one tick, coming from where they did not touch it, had no side to be
   * remembered by; one that was crushed stayed where it was, up to where the piston had passed all of it.
   */
  const far: [string, ShapeSpec, number, number][] = [
    ['a line', chain([0, -60, 0, 60]), 2, 0],
    ['tiles', tiles({ columns: 1, rows: 120, size: 1, cells: new Array(120).fill(1) }), 2, -60],
    ['a box', box(1, 60), 3, 0],
  ];

  /** Runs a piston in and out, as far as a wall lets it, and says what went wrong first; '' for nothing. */
  function press(
    shape: ShapeSpec,
    wall: number,
    by: number,
    speed: number,
    turn: number,
    falls: boolean,
    seed: number,
  ) {
    const [wallName, wallShape, wallX, wallY] = far[wall];
    const [name, piston, localX, localY] = PISTONS[by];
    const rng = createRng(seed);
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Transform, Static } = collision;
    addComponent(world, spawn(wallX, wallY, wallShape), Static);
    if (falls) addComponent(world, spawn(0, -3, box(20, 1)), Static);
    let at = -3.2 - speed * rng.next();
    const pusher = spawn(at + localX, localY, piston);
    const mover = spawn(0.4, falls ? -0.5 : 0, shape);
    const out = createMoveResult();
    const options = falls ? { up: { x: 0, y: 1 } } : {};
    const rate = rng.range(-turn, turn);
    let angle = 0;
    collisionSystem(world);
    const half = Math.ceil(5.6 / speed) + 2;
    for (let tick = 0; tick < 2 * half; tick++) {
      const sign = tick < half ? 1 : -1;
      const step = sign * speed * rng.range(0.5, 1);
      if (at + step < 1.9) at += step;
      angle = Math.max(-0.35, Math.min(0.35, angle + rate * sign));
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      Transform.x[pusher] = at + cos * localX - sin * localY;
      Transform.y[pusher] = sin * localX + cos * localY;
      Transform.rotation[pusher] = angle;
      refreshCollider(world, pusher);
      const down = falls ? -0.05 : rng.range(-0.02, 0.02);
      walk(game, mover, { x: rng.range(-0.02, 0.02), y: down }, options, out);
      if (tick % 3 === 0) collisionSystem(world);
      // Where the mover has slid to, the piston is through the wall.
      if (at - Math.tan(angle) * out.y > 1.9) return '';
      const where = `${name}, ${wallName}, speed ${speed}, turn ${turn}, falls ${falls}, seed ${seed}, tick ${tick}`;
      if (!(out.x < 2)) return `through the wall: ${where}`;
      if (falls && !(out.y > -2)) return `through the floor: ${where}`;
      if (out.penetration === 0) {
        if (!(cos * (out.x - at) + sin * out.y > -0.3)) return `on the far side: ${where}`;
        continue;
      }
      const crusher = crusherOf(out, pusher);
      if (crusher === undefined) return `not told what crushes: ${where}`;
      if (!(crusher.normalX * cos + crusher.normalY * sin > 0)) return `told the wrong side: ${where}`;
    }
    return '';
  }

  it.each(movers)('stays on its side of what passes its middle in one tick: %s', (_name, shape) => {
    const faults: string[] = [];
    for (const speed of effort([0.1, 0.3, 0.5, 0.9, 1.3], [0.9])) {
      for (let wall = 0; wall < far.length; wall++) {
        for (let by = 0; by < PISTONS.length; by++) {
          for (let seed = 1017; seed < 1017 + effort(8, 1); seed++) {
            for (const turn of [0, 0.05]) {
              for (const falls of [false, true]) {
                const fault = press(shape, wall, by, speed, turn, falls, seed);
                if (fault !== '') faults.push(fault);
              }
            }
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('is pushed on by a line that passed its middle, and then up to the wall', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Transform, Static } = collision;
    addComponent(world, spawn(5, 0, box(1, 20)), Static);
    const line = spawn(-1.3, 0, chain([0, -20, 0, 20]));
    const mover = spawn(0, 0, circle(1));
    const out = createMoveResult();
    const move = (x: number): void => {
      Transform.x[line] = x;
      refreshCollider(world, line);
      moveAndSlide(world, mover, { x: 0, y: 0 }, {}, out);
      Transform.x[mover] = out.x;
      refreshCollider(world, mover);
    };
    collisionSystem(world);
    move(-1.3);
    move(0.2);
    expect(out.x).toBeCloseTo(1.22, 9);
    expect(out.crusherCount).toBe(0);
    move(1.7);
    expect(out.x).toBeCloseTo(2.72, 9);
    move(2.5);
    expect(out.x).toBeCloseTo(2.98, 9);
    expect(out.penetration).toBeCloseTo(0.52, 9);
    const crushers = out.crushers.slice(0, out.crusherCount);
    expect(crushers.map(({ entity, penetration }) => [entity, Math.round(penetration * 1e9) / 1e9])).toEqual([
      [line, 0.52],
      [1, 0],
    ]);
  });
});

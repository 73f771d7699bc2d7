import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  chain,
  circle,
  collisionSystem,
  createSnapshot,
  pushApart,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  tiles,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { createGame, type Game } from '../support/game-2d.ts';
import { createRng } from '../support/rng.ts';

/*
 * Pushes went by contacts that were measured before any push: a body that was pushed into a wall was in no contact with
 * it, or in one that led out on the far side.
 */
function spawnWall({ world, collision, spawn }: Game, x: number, y: number, shape: ShapeSpec): number {
  const wall = spawn(x, y, shape);
  addComponent(world, wall, collision.Static);
  return wall;
}

const ROUNDS = [1, 4, 16, 64];

describe('pushApart at a wall', () => {
  it.each(ROUNDS)('pushes nobody through a wall 4 thick, in %i rounds', (rounds) => {
    for (const places of [
      [-7.1, -8],
      [-7.1, -7.5, -8, -8.5, -9, -9.5],
    ]) {
      for (const heavy of [-1, 1]) {
        const game = createGame();
        const { world, collision, spawn } = game;
        spawnWall(game, 0, 0, box(2, 500));
        const crowd = places.map((x) => spawn(x, 0, circle(5)));
        collisionSystem(world);
        pushApart(world, { rounds, weight: (eid) => (eid === crowd[heavy] ? Infinity : 1) });
        const now = crowd.map((eid) => collision.Transform.x[eid]);
        expect(Math.max(...now)).toBeLessThan(-7 + 1e-9);
        // They have been pushed, away from the wall.
        expect(now.at(-1)).toBeLessThan(places.at(-1)! + (heavy < 0 ? -0.5 : 1e-9));
      }
    }
  });

  it.each([0.5, 3, 7, 12, 35])('holds 300 that walk against it by %d a tick', (speed) => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Transform } = collision;
    const rng = createRng(17);
    spawnWall(game, 0, 0, box(2, 5000));
    const crowd = Array.from({ length: 300 }, () => spawn(rng.range(-340, -40), rng.range(-90, 90), circle(5)));
    for (let tick = 0; tick < effort(1500, 150); tick++) {
      for (const eid of crowd) Transform.x[eid] += speed;
      collisionSystem(world);
      pushApart(world);
      expect(Math.max(...crowd.map((eid) => Transform.x[eid]))).toBeLessThan(-7 + 1e-9);
    }
  });

  it('squeezes nobody through a gap that is too narrow', () => {
    for (const rounds of ROUNDS) {
      for (const shape of ['boxes', 'tiles', 'chains']) {
        const game = createGame();
        const { world, collision, spawn } = game;
        const { Transform } = collision;
        // A gap 15 wide about y = 0.
        for (const side of [-1, 1]) {
          if (shape === 'boxes') spawnWall(game, 0, 57.5 * side, box(3, 50));
          else if (shape === 'chains') spawnWall(game, 0, 0, chain([0, 7.5 * side, 0, 100 * side]));
          else
            spawnWall(
              game,
              -2.5,
              57.5 * side - 50,
              tiles({ columns: 1, rows: 20, size: 5, cells: new Array(20).fill(1) }),
            );
        }
        const crowd = Array.from({ length: 12 }, (_, i) => spawn(-11 - (i % 4), 0.3 * (i % 5) - 0.5, circle(8)));
        for (let tick = 0; tick < 30; tick++) {
          for (const eid of crowd) {
            Transform.x[eid] += 0.5;
            Transform.y[eid] -= 0.02 * Transform.y[eid];
          }
          collisionSystem(world);
          pushApart(world, { rounds });
        }
        for (const eid of crowd) expect(Transform.x[eid], `${shape}, ${rounds} rounds`).toBeLessThan(0);
      }
    }
  });

  it('keeps a crowd in a corner, and one in the other of two rooms', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Transform } = collision;
    spawnWall(game, 0, 0, chain([-50, 0, 0, 0, 0, 50]));
    spawnWall(game, 0.5, 0, chain([0, -50, 0, 50]));
    const left = Array.from({ length: 40 }, (_, i) => spawn(-1.1 - (i % 4), 1.1 + (i >> 3), circle(1)));
    const right = Array.from({ length: 40 }, (_, i) => spawn(1.6 + (i % 4), (i >> 3) - 3, circle(1)));
    for (let tick = 0; tick < 40; tick++) {
      for (const eid of left) {
        Transform.x[eid] += 0.4;
        Transform.y[eid] -= 0.3;
      }
      for (const eid of right) Transform.x[eid] -= 0.4;
      collisionSystem(world);
      pushApart(world, { rounds: 8 });
    }
    for (const eid of left) {
      expect(Transform.x[eid]).toBeLessThan(-1 + 1e-9);
      expect(Transform.y[eid]).toBeGreaterThan(1 - 1e-9);
    }
    for (const eid of right) expect(Transform.x[eid]).toBeGreaterThan(1.5 - 1e-9);
  });

  it.each([0.1, 0.5, 2, 9])('keeps a crowd between walls that close in by %f a tick', (speed) => {
    for (const shape of [box(2, 50), chain([0, -50, 0, 50])]) {
      for (const isOne of [false, true]) {
        const game = createGame();
        const { world, collision, spawn } = game;
        const { Transform } = collision;
        const left = isOne ? spawnWall(game, -30, 0, shape) : spawn(-30, 0, shape);
        const right = spawn(30, 0, shape);
        const inner = shape.kind === box(1, 1).kind ? 2 : 0;
        const crowd = Array.from({ length: 6 }, (_, i) => spawn(-10 + 3.5 * i, (i % 3) - 1, circle(5)));
        const weight = (eid: number): number => (eid === left || eid === right ? Infinity : 1);
        const step = (by: number): void => {
          Transform.x[right] -= by;
          if (!isOne) Transform.x[left] += by;
          collisionSystem(world);
          pushApart(world, { weight });
        };
        step(0);
        while (Transform.x[right] - Transform.x[left] > 3 + 2 * speed) {
          step(speed);
          const gap = Transform.x[right] - Transform.x[left] - 2 * inner;
          for (const eid of crowd) {
            const where = `gap ${gap}, at ${Transform.x[eid]}`;
            if (isOne) expect(Transform.x[eid], where).toBeGreaterThan(-25 + inner - 1e-9);
            // Where there is room, they have it.
            if (gap > 10) expect(Transform.x[eid], where).toBeLessThan(Transform.x[right] - inner - 5 + 1e-9);
            if (gap > 10) expect(Transform.x[eid], where).toBeGreaterThan(Transform.x[left] + inner + 5 - 1e-9);
          }
        }
        while (Transform.x[right] < 12) step(-speed);
        for (const eid of crowd) {
          expect(Transform.x[eid]).toBeLessThan(Transform.x[right] - inner - 5 + 1e-9);
          expect(Transform.x[eid]).toBeGreaterThan(Transform.x[left] + inner + 5 - 1e-9);
        }
      }
    }
  });

  it.each([0.02, 0.1, 0.3, 0.7])('takes a crowd along with a wall that turns by %f a tick', (turn) => {
    for (const shape of [box(20, 0.1), chain([-20, 0, 20, 0])]) {
      const thin = shape.kind === box(1, 1).kind ? 0.1 : 0;
      const { world, collision, spawn } = createGame();
      const { Transform } = collision;
      const wall = spawn(3, -2, shape);
      // All on its left, in three rows.
      const crowd = Array.from({ length: 12 }, (_, i) => spawn(-6 + 1.5 * i, 1 + 0.7 * (i % 3), circle(1)));
      const weight = (eid: number): number => (eid === wall ? Infinity : 1);
      collisionSystem(world);
      pushApart(world, { weight });
      for (let tick = 0; tick < 30; tick++) {
        Transform.rotation[wall] += turn;
        collisionSystem(world);
        pushApart(world, { weight });
        const [cos, sin] = [Math.cos(Transform.rotation[wall]), Math.sin(Transform.rotation[wall])];
        for (const eid of crowd) {
          const x = cos * (Transform.x[eid] - 3) + sin * (Transform.y[eid] + 2);
          const y = cos * (Transform.y[eid] + 2) - sin * (Transform.x[eid] - 3);
          // Beyond its ends they may go round them.
          if (Math.abs(x) < 18) expect(y, `tick ${tick}, at ${x}`).toBeGreaterThan(1 + thin - 1e-9);
        }
      }
    }
  });

  it('does not take for a walk what was put somewhere else', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Transform } = collision;
    spawnWall(game, 0, 0, box(0.2, 50));
    const crowd = [0, 10, 20, 30].map((y) => spawn(-3, y));
    collisionSystem(world);
    pushApart(world);
    // Three ways to say so, of which the last is distance.
    Transform.x[crowd[0]] = 2;
    Transform.x[crowd[1]] = 2;
    collision.teleport(crowd[1]);
    addComponent(world, crowd[2], set(Transform, { x: 2, y: 20 }));
    Transform.x[crowd[3]] = 30;
    collisionSystem(world);
    pushApart(world);
    const [walked, ...placed] = crowd.map((eid) => Transform.x[eid]);
    expect(walked).toBeCloseTo(-1.2, 9);
    expect(placed).toEqual([2, 2, 30]);
  });

  it('goes on after a restore as if there had been none, in another world too', () => {
    const game = createGame();
    const { world, spawn } = game;
    spawnWall(game, 0, 0, box(0.2, 50));
    const walker = spawn(-3);
    collisionSystem(world);
    pushApart(world);
    const snapshot = createSnapshot();
    saveCollision(world, snapshot);
    const go = ({ world, collision }: Game): number => {
      collision.Transform.x[walker] += 5;
      collisionSystem(world);
      pushApart(world);
      return collision.Transform.x[walker];
    };
    expect(go(game)).toBeCloseTo(-1.2, 9);
    restoreCollision(world, snapshot);
    expect(go(game)).toBeCloseTo(-1.2, 9);
    const other = createGame();
    spawnWall(other, 0, 0, box(0.2, 50));
    other.spawn(-3);
    collisionSystem(other.world);
    restoreCollision(other.world, snapshot);
    expect(go(other)).toBeCloseTo(-1.2, 9);
  });

  it('heeds who may meet whom', () => {
    const pass = { categoryBits: 2, maskBits: 2 };
    const game = createGame({ shouldCollide: (_a, b) => b !== 4 });
    const { world, collision, spawn } = game;
    const { Transform } = collision;
    spawnWall(game, 0, 0, box(0.2, 50));
    const [ghost, member, walker] = [spawn(-3, 0, circle(1), pass), spawn(-3, 20), spawn(-3, 40)];
    expect(walker).toBe(4);
    collisionSystem(world);
    pushApart(world);
    for (const eid of [ghost, member, walker]) Transform.x[eid] += 5;
    collisionSystem(world);
    pushApart(world);
    expect([ghost, member, walker].map((eid) => Transform.x[eid])).toEqual([2, expect.closeTo(-1.2, 9), 2]);
  });
});

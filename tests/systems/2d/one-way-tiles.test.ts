import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  collisionSystem,
  createMoveResult,
  moveAndSlide,
  oneWay,
  reconsider,
  type ShapeSpec,
  setTile,
  tiles,
} from '../../../entry/2d.ts';
import { createGame, type Game } from '../../support/game-2d.ts';

/** A row of tiles whose top is at y = 0, y growing upwards. */
const row = (name: 'one-way' | 'full'): ShapeSpec =>
  tiles({ columns: 8, rows: 1, size: 1, yUp: true, cells: Array(8).fill(1), shapes: { 1: name } });

/** The three ways to make a floor that is solid from above, and whether it remembers who came from where. */
const FLOORS: [string, boolean, (game: Game) => number][] = [
  ['one-way tiles', false, ({ spawn }) => spawn(-4, -1, row('one-way'))],
  ['full tiles with OneWay', true, (game) => withSide(game, game.spawn(-4, -1, row('full')))],
  ['a box with OneWay', true, (game) => withSide(game, game.spawn(0, -0.5, box(4, 0.5)))],
];

function withSide({ world }: Game, floor: number): number {
  const OneWay = oneWay(world);
  addComponent(world, floor, OneWay);
  OneWay.normalY[floor] = 1;
  return floor;
}

const HALF = 0.4;

/** Moves a box by what `speed` says of a tick, pushes it out of what it is in, and returns where its foot ends. */
function push(build: (game: Game) => number, foot: number, ticks: number, speed: (tick: number) => number) {
  const game = createGame();
  const { world, collision } = game;
  addComponent(world, build(game), collision.Static);
  const body = game.spawn(0.2, foot + HALF, box(HALF, HALF));
  const { y } = collision.Transform;
  let highest = -Infinity;
  for (let tick = 0; tick < ticks; tick++) {
    if (tick > 0) y[body] += speed(tick);
    collisionSystem(world);
    let depth = 0;
    for (const { penetration } of collision.contactsOf(body)) depth = Math.max(depth, penetration);
    y[body] += depth;
    highest = Math.max(highest, y[body] - HALF);
  }
  return { foot: y[body] - HALF, highest };
}

describe.each(FLOORS)('%s', (_, remembers, build) => {
  it('let through who jumps up, and hold who comes down', () => {
    const { foot } = push(build, -2, 100, (tick) => (tick < 40 ? 0.15 : -0.1));
    expect(foot).toBeCloseTo(0, 9);
  });

  it('let back who stops in the middle and sinks', () => {
    const { foot, highest } = push(build, -2, 200, (tick) => (tick <= 80 ? 0.02 : -0.02));
    expect(highest).toBeCloseTo(-0.4, 9);
    expect(foot).toBeLessThan(-2);
  });

  it('of who stops just below the top: only what remembers lets them back', () => {
    const { foot, highest } = push(build, -2, 250, (tick) => (tick <= 92 ? 0.02 : -0.02));
    // The foot is 0.16 below: less than `oneWayDepth`, a quarter, so that a tile takes it for one that has landed.
    if (remembers) {
      expect(highest).toBeCloseTo(-0.16, 9);
      expect(foot).toBeLessThan(-2);
    } else expect(foot).toBeCloseTo(0, 9);
  });

  it.each([0.2, 0.35, 0.5])('of who falls by %f a tick: only what remembers holds them at any speed', (speed) => {
    const { foot } = push(build, 2 - 0.01, 60, () => -speed);
    // So deep it is in the top, a quarter of a tile being `oneWayDepth`, at the latest when it falls from there.
    if (remembers || speed < 0.25) expect(foot).toBeCloseTo(0, 9);
    else expect(foot).toBeLessThan(-1);
  });

  it('are the same to movers: through from below, back from anywhere, down at any speed, and through by reconsider', () => {
    const game = createGame();
    const { world, collision } = game;
    addComponent(world, build(game), collision.Static);
    const player = game.spawn(0.2, -2, box(HALF, HALF));
    const { y } = collision.Transform;
    const moved = createMoveResult();
    const move = (dy: number, count: number): number => {
      for (let i = 0; i < count; i++) {
        moveAndSlide(world, player, { x: 0, y: dy }, { up: { x: 0, y: 1 }, snapDistance: 0.1 }, moved);
        y[player] = moved.y;
        collisionSystem(world);
      }
      return y[player] - HALF;
    };
    collisionSystem(world);
    for (const stop of [0.8, 0.3, 0.1]) {
      y[player] = HALF - 2;
      collisionSystem(world);
      expect(move((2 - stop) / 100, 100)).toBeCloseTo(-stop, 9);
      expect(moved.grounded).toBe(false);
      expect(move(-0.02, 100)).toBeCloseTo(-stop - 2, 9);
    }
    y[player] = 5;
    collisionSystem(world);
    expect(move(-3, 4)).toBeCloseTo(0.008, 2);
    expect(moved.grounded).toBe(true);
    y[player] -= 0.1;
    reconsider(world, player);
    expect(move(-0.05, 40)).toBeLessThan(-2);
  });
});

it('a tile that acceptContact takes out of a one-way map holds nobody any more', () => {
  const map = row('full');
  const game = createGame({
    acceptContact: () => {
      for (let column = 0; column < 8; column++) setTile(map, column, 0, 0);
      return true;
    },
  });
  const floor = withSide(game, game.spawn(-4, -1, map));
  const crate = game.spawn(0, HALF - 0.01, box(2, HALF));
  collisionSystem(game.world);
  expect([...game.collision.contactsOf(crate)].map((contact) => contact.b)).toEqual([floor]);
  collisionSystem(game.world);
  expect([...game.collision.contactsOf(crate)]).toHaveLength(0);
});

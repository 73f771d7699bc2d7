import { afterEach, expect, test, vi } from 'vitest';
import * as asteroids from '../../examples/scenes/games/asteroids/sim.ts';
import * as brickBreaker from '../../examples/scenes/games/brick-breaker/sim.ts';
import * as canyon from '../../examples/scenes/games/canyon/sim.ts';
import * as platformer from '../../examples/scenes/games/platformer/sim.ts';
import * as swarm from '../../examples/scenes/games/swarm/sim.ts';
import * as roomWalk from '../../examples/scenes/movement/room-walk/sim.ts';
import * as rollback from '../../examples/scenes/online/rollback/sim.ts';
import { DIRECTIONS } from '../../examples/shared/directions.ts';
import { type GamepadState, readGamepad } from '../../examples/shell/gamepad.ts';
import { createSceneInput, MOVE_STEPS, type SceneInput } from '../../examples/shell/scene.ts';
import { Tape } from '../../examples/shell/tape.ts';

afterEach(() => vi.unstubAllGlobals());

/** What is read of a gamepad of the standard layout whose left stick is at a place. */
function read(axes: readonly number[], pressed: readonly number[] = [], connected = true): GamepadState | undefined {
  const buttons = Array.from({ length: 17 }, (_, button) => ({ pressed: pressed.includes(button) }));
  vi.stubGlobal('navigator', { getGamepads: () => [null, { connected, axes, buttons }] });
  return readGamepad();
}

test('a stick is read in parts of its way, within a round dead zone as nothing, at its rim wholly', () => {
  expect(read([0, 0])).toBeUndefined();
  expect(read([0.13, -0.14])).toBeUndefined();
  expect(read([0.575, 0])).toEqual({ moveX: 0.5, moveY: 0, action: false });
  expect(read([0, -0.97])).toEqual({ moveX: 0, moveY: -1, action: false });
  // Beyond the dead zone it begins at nearly nothing, and keeps its direction.
  expect(read([-0.3, 0.02])).toEqual({ moveX: -2 / 16, moveY: 0, action: false });
  expect(read([0.68, 0.68])).toEqual({ moveX: 11 / 16, moveY: 11 / 16, action: false });
  expect(read([Number.NaN, 0])).toBeUndefined();
});

test('the cross goes before the stick, and each button under the right hand is the action', () => {
  expect(read([0.5, 0.5], [12, 14])).toEqual({ moveX: -1, moveY: -1, action: false });
  for (const button of [0, 1, 2, 3, 7]) expect(read([0, 0], [button])).toEqual({ moveX: 0, moveY: 0, action: true });
  expect(read([0, 0], [8])).toBeUndefined();
  expect(read([1, 0], [0], false)).toBeUndefined();
  vi.stubGlobal('navigator', {});
  expect(readGamepad()).toBeUndefined();
});

test('a link carries what a stick did', () => {
  const tape = new Tape(new Map());
  const ways = Array.from({ length: 2 * MOVE_STEPS + 1 }, (_, i) => (i - MOVE_STEPS) / MOVE_STEPS);
  for (const [tick, moveX] of ways.entries()) tape.record(tick, { ...createSceneInput(), moveX, moveY: -moveX });
  const again = new Tape(new Map());
  again.read(JSON.parse(JSON.stringify(tape.write(ways.length))), ways.length);
  const played = createSceneInput();
  for (const [tick, moveX] of ways.entries()) {
    again.play(tick, played, { change: () => expect.unreachable(), act: () => expect.unreachable() });
    expect([played.moveX + 0, played.moveY + 0]).toEqual([moveX + 0, -moveX + 0]);
  }
});

interface Played {
  readonly input: SceneInput;
  step(): void;
}

/** How far something has come when the input was the same for some ticks. */
function wayOf<S extends Played>(
  sim: S,
  move: Partial<SceneInput>,
  ticks: number,
  placeOf: (sim: S) => number,
): number {
  const before = placeOf(sim);
  Object.assign(sim.input, move);
  for (let i = 0; i < ticks; i++) sim.step();
  return placeOf(sim) - before;
}

/** By game: how far half a stick goes, and a whole one. */
const MOVED: Readonly<Record<string, (moveX: number) => number>> = {
  asteroids: (moveX) => wayOf(asteroids.createSim({ seed: 1 }), { moveX }, 20, ({ game }) => game.heading % DIRECTIONS),
  'brick breaker': (moveX) =>
    wayOf(brickBreaker.createSim({ seed: 1 }), { moveX }, 8, (sim) => sim.collision.Transform.x[sim.paddle]),
  canyon: (moveX) => {
    const sim = canyon.createSim({ seed: 1 });
    // The first ticks are those in which it comes to its speed.
    wayOf(sim, { moveX }, 30, () => 0);
    return wayOf(sim, {}, 5, ({ flight }) => flight.collision.Transform.x[flight.ship]);
  },
  swarm: (moveX) => wayOf(swarm.createSim({ seed: 1 }), { moveX }, 10, (sim) => sim.collision.Transform.x[sim.player]),
  'room walk': (moveX) => {
    const sim = roomWalk.createSim({ seed: 1 });
    const { x, z } = sim.look;
    wayOf(sim, { moveX }, 6, () => 0);
    return Math.asin(x * sim.look.z - z * sim.look.x);
  },
};

test.each(Object.keys(MOVED))('%s: a stick that is pushed half the way moves half as far', (game) => {
  const whole = MOVED[game](1);
  expect(Math.abs(whole)).toBeGreaterThan(0);
  expect(MOVED[game](0.5) / whole).toBeCloseTo(0.5, 5);
});

test('platformer: half a stick runs slower, one that is nearly level runs at full speed and does not jump', () => {
  const run = (move: Partial<SceneInput>) => {
    const sim = platformer.createSim({ seed: 1 });
    for (let i = 0; i < 30; i++) sim.step();
    const jumps = () => sim.cues.after(0).filter(({ kind }) => kind === 'jump').length;
    const way = wayOf(sim, move, 30, ({ collision, player }) => collision.Transform.x[player]);
    return { way, jumped: jumps() > 0 };
  };
  const whole = run({ moveX: 1 });
  const half = run({ moveX: 0.5 });
  expect(half.way / whole.way).toBeGreaterThan(0.55);
  expect(half.way / whole.way).toBeLessThan(0.7);
  expect(run({ moveX: 15 / 16, moveY: -6 / 16 })).toEqual({ way: whole.way, jumped: false });
  expect(run({ moveX: 0, moveY: -1 }).jumped).toBe(true);
});

test('swarm: a card is chosen by one push of the stick, however far its way back takes', () => {
  const { choice } = swarm.createSim({ seed: 1 });
  choice.open(['Barrels', 'Trigger', 'Blades']);
  const pushes = [0, 0.2, 0.6, 0.9, 1, 0.9, 0.6, 0.2, 0];
  const input = createSceneInput();
  for (let i = 0; i < 30; i++) choice.read(input, 99, 99);
  const before = choice.picked;
  for (const moveX of pushes) choice.read({ ...input, moveX }, 99, 99);
  expect(choice.picked).toBe((before + 1) % 3);
});

test('every scene that is played by keys says that a gamepad does the same', () => {
  for (const { about } of [asteroids, brickBreaker, canyon, platformer, swarm, roomWalk, rollback])
    expect(about.hint, about.summary).toContain('gamepad');
});

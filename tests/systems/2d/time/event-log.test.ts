import { addComponent, hasComponent, removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CollisionSnapshot,
  collisionSystem,
  createEventLog,
  createSnapshot,
  type EventLog,
  eventSystem,
  restoreCollision,
  saveCollision,
} from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { createGame, listen, refusal, take } from '../../../support/game-2d.ts';
import { createRng } from '../../../support/rng.ts';
import { RollbackGame } from '../../../support/rollback-game-2d.ts';

/** Notes what a log tells, by tick. */
function hear(log: EventLog): string[] {
  const heard: string[] = [];
  const handlers = (kind: string) => {
    const handler = (status: string) => (a: number, b: number, event: { tick: number; cause: string | undefined }) =>
      heard.push(`${event.tick} ${status} ${kind} ${a} ${b} ${event.cause ?? ''}`);
    return { predicted: handler('predicted'), confirmed: handler('confirmed'), cancelled: handler('cancelled') };
  };
  log.onBegin([], [], handlers('begin'));
  log.onEnd([], [], handlers('end'));
  return heard;
}

function withStatus(heard: readonly string[], status: string): string[] {
  return heard.filter((line) => line.includes(status)).map((line) => line.replace(`${status} `, ''));
}

describe('an event log', () => {
  it('confirms the events of a run without rollbacks, each once, and takes back what did not come to be', () => {
    const WINDOW = 16;
    let cancelled = 0;
    for (let seed = 1; seed <= effort(100, 1); seed++) {
      const ticks = effort(1000, 70);
      const straight = new RollbackGame({ seed });
      const expected: string[] = [];
      straight.collision.onBegin((a, b) => expected.push(`${straight.tick} begin ${a} ${b} `));
      straight.collision.onEnd((a, b, end) => expected.push(`${straight.tick} end ${a} ${b} ${end.cause}`));
      while (straight.tick < ticks) straight.step();

      const game = new RollbackGame({ seed });
      const log = createEventLog(game.world, { ticks: 2 * WINDOW });
      const heard = hear(log);
      const rng = createRng(seed);
      const ring: CollisionSnapshot[] = Array.from({ length: WINDOW + 1 }, () => game.snapshot());
      game.save(ring[0]);
      const run = (twist: number): void => {
        game.step(twist);
        game.save(ring[game.tick % ring.length]);
      };
      while (game.tick < ticks) {
        const depth = Math.min(rng.integer(0, WINDOW), game.tick - log.confirmedTick);
        for (const twist of rng.next() < 0.5 ? [1, 0] : [0]) {
          const back = game.tick - depth;
          if (depth > 0) game.restore(ring[back % ring.length]);
          for (let i = 0; i < depth; i++) run(twist);
          if (rng.next() < 0.5) log.deliver();
        }
        run(0);
        log.confirm(Math.max(log.confirmedTick, game.tick - WINDOW));
        log.deliver();
      }
      log.confirm(game.tick);
      log.deliver();
      expect(withStatus(heard, 'confirmed').sort(), `seed ${seed}`).toEqual(expected.sort());
      // What was predicted and not taken back is what was confirmed.
      const open = new Map<string, number>();
      for (const line of withStatus(heard, 'predicted')) open.set(line, (open.get(line) ?? 0) + 1);
      for (const line of withStatus(heard, 'cancelled')) {
        expect(open.get(line)).toBeGreaterThan(0);
        open.set(line, open.get(line)! - 1);
        cancelled++;
      }
      const left = [...open].flatMap(([line, count]) => Array<string>(count).fill(line));
      expect(left.sort()).toEqual(expected.sort());
    }
    expect(cancelled).toBeGreaterThan(20);
  });

  it('knows by selectors whom an event was of, also of those that are gone', () => {
    const game = createGame();
    const { world, collision } = game;
    const Coin = {};
    const player = game.spawn(0);
    const coin = game.spawn(1);
    addComponent(world, coin, Coin);
    const log = createEventLog(world);
    const told: string[] = [];
    log.onBegin([Coin], player, { predicted: (a, b, { id, tick }) => told.push(`${a} ${b} #${id} at ${tick}`) });
    log.onEnd(player, [Coin], { confirmed: (a, b, { cause }) => told.push(`${a} ${b} ${cause}`) });
    const unheard = log.onBegin([], [], { predicted: () => told.push('unheard') });
    unheard();
    collisionSystem(world);
    log.deliver();
    log.deliver();
    expect(told.splice(0)).toEqual([`${coin} ${player} #1 at 1`]);
    removeEntity(world, coin);
    collisionSystem(world, { events: false });
    log.deliver();
    expect(told).toEqual([]);
    log.confirm(2);
    log.deliver();
    log.deliver();
    expect(told).toEqual([`${player} ${coin} removed`]);
    expect(hasComponent(world, player, collision.Collider)).toBe(true);
  });

  it('does not tell what was taken back before it was delivered', () => {
    const game = createGame();
    game.spawn(0);
    const b = game.spawn(5);
    const { x } = game.collision.Transform;
    const snapshot = createSnapshot({ stores: { Transform: game.collision.Transform } });
    collisionSystem(game.world);
    const log = createEventLog(game.world);
    const heard = hear(log);
    saveCollision(game.world, snapshot);
    const run = (place: number): void => {
      restoreCollision(game.world, snapshot);
      x[b] = place;
      collisionSystem(game.world);
    };
    run(1);
    run(5);
    log.deliver();
    expect(heard).toEqual([]);
    run(1);
    log.deliver();
    run(5);
    run(1);
    log.deliver();
    expect(heard.splice(0)).toEqual(['2 predicted begin 1 2 ']);
    run(5);
    log.deliver();
    log.confirm(2);
    log.deliver();
    expect(heard).toEqual(['2 cancelled begin 1 2 ']);
  });

  it('leaves a tick out for which it has no room, and all others hear of it', () => {
    const game = createGame();
    const told = listen(game.collision, true);
    const log = createEventLog(game.world, { ticks: 1 });
    const heard = hear(log);
    game.spawn(0);
    const b = game.spawn(5);
    collisionSystem(game.world);
    game.collision.Transform.x[b] = 1;
    expect(refusal(() => collisionSystem(game.world))).toContain('tick 1 is not confirmed');
    expect(take(told)).toEqual(['begin 1 2']);
    eventSystem(game.world);
    log.confirm(2);
    log.deliver();
    game.collision.Transform.x[b] = 5;
    collisionSystem(game.world);
    expect(take(told)).toEqual(['end 1 2 separated']);
    log.deliver();
    expect(heard).toEqual(['3 predicted end 1 2 separated']);
    // One that is made while a tick is told begins with the next.
    log.dispose();
    game.collision.onBegin(() => hear(createEventLog(game.world)));
    game.collision.Transform.x[b] = 1;
    collisionSystem(game.world);
    expect(take(told)).toEqual(['begin 1 2']);
  });

  it('refuses input that comes too late, and ticks that nobody confirms', () => {
    const game = createGame();
    const snapshot = createSnapshot();
    saveCollision(game.world, snapshot);
    const log = createEventLog(game.world, { ticks: 3 });
    collisionSystem(game.world);
    log.confirm(1);
    log.deliver();
    restoreCollision(game.world, snapshot);
    expect(refusal(() => collisionSystem(game.world))).toContain(
      'tick 1 ran again, but all ticks up to 1 are confirmed',
    );
    for (let i = 0; i < 3; i++) collisionSystem(game.world);
    expect(refusal(() => collisionSystem(game.world))).toContain('tick 2 is not confirmed');
    expect(refusal(() => log.confirm(99))).toContain('the tick to confirm');
    expect(refusal(() => createEventLog(game.world))).toContain('an event log already');
    log.dispose();
    createEventLog(game.world).dispose();
  });
});

describe('collisionSystem without events', () => {
  it('tells handlers nothing, and gives the same contacts', () => {
    const game = createGame();
    const log = listen(game.collision, true);
    game.spawn(0);
    const b = game.spawn(1);
    collisionSystem(game.world, { events: false });
    expect([...game.collision.begins()].length).toBe(1);
    collisionSystem(game.world, { events: false });
    expect(take(log)).toEqual([]);
    collisionSystem(game.world);
    expect(take(log)).toEqual(['stay 1 2']);
    removeEntity(game.world, b);
    collisionSystem(game.world, { events: false });
    collisionSystem(game.world);
    expect(take(log)).toEqual([]);
    expect([game].map(({ world }) => world).map(collisionSystem).length).toBe(1);
  });
});

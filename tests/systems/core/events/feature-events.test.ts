import { addComponent, removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, collisionSystem, createSnapshot, restoreCollision, saveCollision } from '../../../../entry/2d.ts';
import { deepenedEvents } from '../../../support/deepened.ts';
import { createGame } from '../../../support/game-2d.ts';

/** A floor whose top is at 0, a crate of half height 1 above it, and what is told of the two. */
function createRoom() {
  const { world, collision, spawn } = createGame();
  const floor = spawn(0, -1, box(9, 1));
  addComponent(world, floor, collision.Static);
  const crate = spawn(0, 2, box(1, 1));
  const log: string[] = [];
  const events = deepenedEvents(world, 0.25);
  const note = (first: number, second: number, { id }: { id: number }): number =>
    log.push(`${first === crate ? 'crate' : first} in ${second === floor ? 'floor' : second}, contact ${id}`);
  collision.onStay(() => log.push('stay'));
  return {
    ...{ world, floor, crate, events, note, log, spawn },
    snapshot: () => createSnapshot({ stores: { Transform: collision.Transform, Collider: collision.Collider } }),
    /** Runs a tick with the crate this deep in the floor, and returns what was told. */
    tick: (depth: number, isSilent = false) => {
      collision.Transform.y[crate] = 1 - depth;
      collisionSystem(world, { events: !isSilent });
      return log.splice(0);
    },
  };
}

describe('events of a feature', () => {
  it('come after those of the tick, in the order of the selectors, and once each time', () => {
    const { crate, floor, events, note, tick } = createRoom();
    const stop = events.on(crate, floor, note);
    expect([tick(-1), tick(0.1), tick(0.3)]).toEqual([[], [], ['stay', 'crate in floor, contact 1']]);
    expect([tick(0.4), tick(0.2), tick(0.5)]).toEqual([['stay'], ['stay'], ['stay', 'crate in floor, contact 1']]);
    // A contact that begins deep is told of at once, also where it has the id of one that was deep when it ended.
    expect([tick(-1), tick(0.5)]).toEqual([[], ['crate in floor, contact 1']]);
    stop();
    expect([tick(0.1), tick(0.5)]).toEqual([['stay'], ['stay']]);
  });

  it('are noted and not told in a silent tick, and what a handler throws is thrown after all others are told', () => {
    const { crate, floor, events, note, tick, log } = createRoom();
    events.on(crate, floor, () => {
      throw new Error('mine');
    });
    events.on(crate, floor, note);
    expect([tick(0.1), tick(0.3, true), tick(0.3)]).toEqual([[], [], ['stay']]);
    tick(0.1);
    expect(() => tick(0.3)).toThrow('mine');
    expect(log).toEqual(['stay', 'crate in floor, contact 1']);
  });

  it('are told again after a restore, and only then', () => {
    const { world, crate, floor, events, note, tick, snapshot } = createRoom();
    events.on(crate, floor, note);
    tick(0.1);
    const shallow = snapshot();
    saveCollision(world, shallow);
    const told = tick(0.3);
    expect(told).toEqual(['stay', 'crate in floor, contact 1']);
    const deep = snapshot();
    saveCollision(world, deep);
    restoreCollision(world, shallow);
    expect(tick(0.3)).toEqual(told);
    restoreCollision(world, deep);
    expect(tick(0.3)).toEqual(['stay']);
  });

  it('are over for a subscription whose entity is removed, though another entity gets its id', () => {
    const { world, crate, floor, events, note, tick, spawn, log } = createRoom();
    events.on(crate, floor, note);
    events.on([], [], () => log.push('any'));
    expect(tick(0.3)).toEqual(['crate in floor, contact 1', 'any']);
    removeEntity(world, crate);
    expect(spawn(0, 2, box(1, 1))).toBe(crate);
    expect([tick(-1), tick(0.3)]).toEqual([[], ['any']]);
  });
});

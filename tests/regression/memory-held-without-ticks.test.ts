import { $internal, addComponent, addEntity, createWorld, type InternalWorld, Prefab, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  boundsSystem,
  broadPhaseSystem,
  circle,
  collisionSystem,
  contactTrackingSystem,
  createCollision,
  narrowPhaseSystem,
  queryAabb,
  refreshCollision,
  syncSystem,
} from '../../entry/2d.ts';
import { validateColliderSlots } from '../../src/core/collider-slots.ts';
import { createGame, listen, take } from '../support/game-2d.ts';

it('slots that no tick has seen are free again while only refreshCollision runs; those that touched end at the next tick', () => {
  const { world, collision, spawn } = createGame();
  const { slots } = collision.state.set;
  const log = listen(collision);
  const old = [spawn(0), spawn(1), spawn(2.5)];
  collisionSystem(world);
  expect(take(log)).toEqual(['begin 1 2', 'begin 2 3']);
  removeEntity(world, old[1]);
  const found: number[] = [];
  for (let i = 0; i < 200; i++) {
    const eid = spawn(1);
    if (i % 3 > 0) refreshCollision(world);
    expect(queryAabb(world, { x: -10, y: -10 }, { x: 10, y: 10 }, found)).toBe(3);
    removeEntity(world, eid);
    refreshCollision(world);
    validateColliderSlots(slots);
    expect(queryAabb(world, { x: -10, y: -10 }, { x: 10, y: 10 }, found)).toBe(2);
    expect(slots.removed.length).toBeLessThan(4);
  }
  expect(slots.end).toBeLessThan(7);
  expect(take(log)).toEqual([]);
  const next = spawn(1);
  collisionSystem(world);
  expect(take(log)).toEqual(['end 1 2 removed', 'end 2 3 removed', `begin 1 ${next}`, `begin ${next} 3`]);
  collisionSystem(world);
  expect([slots.removed.length, take(log).length]).toEqual([0, 0]);
});

it('subscriptions that name entities that are dead go although the event stage is left out', () => {
  const { world, collision, spawn } = createGame();
  const { dispatch } = collision.state;
  spawn(0);
  const stages = [syncSystem, boundsSystem, broadPhaseSystem, narrowPhaseSystem, contactTrackingSystem];
  for (let i = 0; i < 100; i++) {
    const eid = spawn(1);
    collision.onBegin(eid, () => {});
    collision.onStay(eid, [], () => {});
    collision.onEnd([], eid, () => {});
    for (const stage of stages) stage(world);
    removeEntity(world, eid);
    for (const stage of stages) stage(world);
  }
  const held = [dispatch.begin.all.length, dispatch.stay.all.length, dispatch.end.all.length, dispatch.left.size];
  expect(Math.max(...held)).toBeLessThan(3);
});

it('and while only refreshCollision runs', () => {
  const { world, collision, spawn } = createGame();
  const { dispatch } = collision.state;
  for (let i = 0; i < 100; i++) {
    const eid = spawn(1);
    collision.onBegin(eid, () => {});
    refreshCollision(world);
    removeEntity(world, eid);
    refreshCollision(world);
  }
  expect(Math.max(dispatch.begin.all.length, dispatch.left.size)).toBeLessThan(3);
});

it('createCollision and dispose on one world leave no component, query or mark on an entity behind', () => {
  const world = createWorld();
  const Position = { x: [0, 0, 0], y: [0, 0, 0] };
  const eids = [addEntity(world), addEntity(world)];
  for (const eid of eids) addComponent(world, eid, Position);
  addComponent(world, addEntity(world), Prefab);
  const count = (): number[] => {
    const { componentMap, queries, queriesHashMap, notQueries, dirtyQueries, entityComponents } = (
      world as unknown as InternalWorld
    )[$internal];
    const ofComponents = [Prefab, Position].map((component) => componentMap.get(component)?.queries.size ?? 0);
    const ofEntities = [...entityComponents.values()].map((life) => life.size);
    const sizes = [componentMap, queries, queriesHashMap, notQueries, dirtyQueries].map(({ size }) => size);
    return [...sizes, ...ofComponents, ...ofEntities];
  };
  const cycle = (transform?: { component: object; x: number[]; y: number[] }): void => {
    const collision = transform === undefined ? createCollision(world) : createCollision(world, { transform });
    for (const eid of eids) {
      if ('Transform' in collision && transform === undefined) addComponent(world, eid, collision.Transform);
      addComponent(world, eid, set(collision.Collider, circle(1)));
      addComponent(world, eid, collision.Static);
    }
    const found: number[] = [];
    expect(queryAabb(world, { x: -1, y: -1 }, { x: 1, y: 1 }, found)).toBe(2);
    collisionSystem(world);
    collision.dispose();
    expect(() => collisionSystem(world)).toThrow('no collision');
  };
  cycle();
  const before = count();
  for (let i = 0; i < 20; i++) cycle(i % 2 === 0 ? undefined : { component: Position, ...Position });
  expect(count()).toEqual(before);
});

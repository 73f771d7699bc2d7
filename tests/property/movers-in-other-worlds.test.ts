import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { type GameKit, planeKit, spaceKit } from '../support/game-kits.ts';
import { createRng, type Rng } from '../support/rng.ts';

/*
 * A mover goes the same way, to the bit, in a level whose colliders were added in another order or are other entities,
 * and the mirrored way in a mirrored level but for rounding, which may decide whether an edge is still met.
 */

type Place = Record<'x' | 'y' | 'z', number>;

interface Block {
  readonly place: Place;
  readonly angle: number;
  readonly halves: readonly [number, number];
  readonly isRound: boolean;
}

/** A floor of steps and slopes, with blocks and balls above it. */
function level(rng: Rng): Block[] {
  const floor = Array.from({ length: 9 }, (_, i): Block => {
    const place = { x: 2.5 * (i - 4), y: rng.integer(-2, 2) / 8 - 1, z: 0 };
    return { place, angle: rng.next() < 0.5 ? 0 : rng.range(-0.5, 0.5), halves: [1.5, 1], isRound: false };
  });
  const above = Array.from({ length: 10 }, (): Block => {
    const place = { x: rng.range(-9, 9), y: rng.range(1, 3.5), z: rng.range(-1, 1) };
    const halves = [rng.range(0.2, 0.8), rng.range(0.2, 0.8)] as const;
    return { place, angle: rng.range(-1, 1), halves, isRound: rng.next() < 0.3 };
  });
  return [...floor, ...above];
}

/** Builds a level, mirrored along x where `side` is −1. With `used`, so many entities have lived and died before. */
function build(kit: GameKit, blocks: readonly Block[], side: 1 | -1, used = 0): object {
  const world = createWorld();
  const { Transform, Collider, Static } = kit.createCollision(world);
  const others = Array.from({ length: used }, () => addEntity(world));
  for (const other of others) removeEntity(world, other);
  for (const { place, angle, halves, isRound } of blocks) {
    const eid = addEntity(world);
    const [x, turn] = [side * place.x, side * angle];
    const isPlane = kit.axes.length === 2;
    const turned = isPlane ? { rotation: turn } : { z: place.z, qz: Math.sin(turn / 2), qw: Math.cos(turn / 2) };
    addComponent(world, eid, set(Transform, { x, y: place.y, ...turned }));
    addComponent(world, eid, set(Collider, isRound ? kit.round(halves[0]) : kit.slab(...halves)));
    addComponent(world, eid, Static);
  }
  collisionSystem(world);
  return world;
}

/** Walks about by the same wishes in every world; returns where the mover was after each tick. */
function walk(kit: GameKit, world: object, seed: number, side: 1 | -1): Place[] {
  const rng = createRng(seed);
  const shape = [kit.round(0.4), kit.slab(0.3, 0.5)][seed % 2];
  const out = kit.createMoveResult();
  /** A vector of as many coordinates as there are axes. */
  const vector = (x: number, y: number, z: number) => (kit.axes.length === 2 ? { x, y } : { x, y, z });
  const mover = { shape, ...vector(side * rng.range(-8, 8), 8, 0) };
  const options = { up: vector(0, 1, 0), stepHeight: 0.3, snapDistance: 0.3 };
  let [wish, fall] = [0, 0];
  return Array.from({ length: effort(300, 80) }, (_, tick) => {
    if (tick % 20 === 0) wish = rng.range(-0.15, 0.15);
    fall = out.grounded ? (rng.next() < 0.05 ? 0.25 : -0.01) : fall - 0.012;
    kit.moveAndSlide(world, mover, vector(side * wish, fall, 0.1 * wish), options, out);
    const { x, y, z } = out as unknown as Place;
    Object.assign(mover, vector(x, y, z));
    return { x: side * x, y, z };
  });
}

function shuffled<T>(rng: Rng, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(rng.integer(0, left.length - 1), 1)[0]);
}

describe.each([planeKit, spaceKit])('a mover in $name', (kit) => {
  const seeds = Array.from({ length: effort(200, 12) }, (_, i) => i + 1);

  it('goes the same way, to the bit, whatever the order and the numbers of the colliders', () => {
    for (const seed of seeds) {
      const rng = createRng(seed);
      const blocks = level(rng);
      const way = walk(kit, build(kit, blocks, 1), seed, 1);
      for (const used of [0, 30]) {
        const other = build(kit, shuffled(rng, blocks), 1, used);
        expect(walk(kit, other, seed, 1), `seed ${seed}, ${used} entities before`).toEqual(way);
      }
      expect(way.some(({ x }) => Math.abs(x - way[0].x) > 0.3)).toBe(true);
    }
  });

  it('goes the mirrored way in a mirrored level', () => {
    for (const seed of seeds) {
      const blocks = level(createRng(seed));
      const [way, mirrored] = ([1, -1] as const).map((side) => walk(kit, build(kit, blocks, side), seed, side));
      for (const [tick, { x, y }] of mirrored.entries()) {
        expect(Math.hypot(x - way[tick].x, y - way[tick].y), `seed ${seed}, tick ${tick}`).toBeLessThan(0.01);
      }
    }
  });
});

import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { GAMES, type Game } from '../support/game-2d.ts';
import type { GameKit } from '../support/game-kits.ts';
import { createRng, type Rng } from '../support/rng.ts';

// A world of any size is the same world: where all lengths are multiplied by a power of two, contacts and answers are
// the same to the bit, lengths multiplied by it. So it is up to the limits of lengths, 1e30 and 1e-30.

type Kit = (typeof GAMES)[number];
type Place = { x: number; y: number };

/** What a world says, and whether it is a length. */
type Said = [what: string, value: number, isLength: boolean][];

interface Hit extends Place {
  entity: number;
  child: number;
  z?: number;
  normalX: number;
  normalY: number;
  normalZ?: number;
}

function placeOf(axes: GameKit['axes'], rng: Rng, size: number): Place {
  return Object.fromEntries(axes.map((axis) => [axis, size * rng.range(-6, 6)])) as unknown as Place;
}

/** Sizes are multiplied by the scale of the Transform: shapes of the kits have sizes of about 1. */
function fill({ world, collision }: Game, kit: Kit, rng: Rng, size: number): void {
  const { Transform, Collider, Static, Sensor } = collision;
  for (let i = 0; i < 40; i++) {
    const eid = addEntity(world);
    const turn = Object.fromEntries(kit.turns.map((name) => [name, rng.range(-1, 1)]));
    addComponent(world, eid, set(Transform, { ...placeOf(kit.axes, rng, size), ...turn, scale: size }));
    addComponent(
      world,
      eid,
      set(Collider, rng.next() < 0.7 ? kit.shape(rng, rng.range(0.3, 1.2)) : kit.surface(rng, 1)),
    );
    if (rng.next() < 0.2) addComponent(world, eid, Static);
    if (rng.next() < 0.1) addComponent(world, eid, Sensor);
  }
}

function play(kit: Kit, seed: number, size: number): Said {
  const rng = createRng(seed);
  const game = kit.createGame({
    margin: 0.1 * size,
    hierarchy: seed % 2 === 0 ? kit.boxHierarchy : kit.sphereHierarchy,
  });
  const { world, collision } = game;
  const said: Said = [];
  const say = (what: string, values: readonly (number | undefined)[], isLength = false): void => {
    for (const value of values) said.push([what, (value ?? 0) + 0, isLength]);
  };
  const sayHit = (what: string, hit: (Hit & { fraction?: number; distance?: number }) | undefined): void => {
    say(what, [hit?.entity, hit?.child, hit?.fraction, hit?.normalX, hit?.normalY, hit?.normalZ]);
    say(what, [hit?.x, hit?.y, hit?.z, hit?.distance], true);
  };
  fill(game, kit, rng, size);
  for (let tick = 0; tick < 3; tick++) {
    for (const axis of kit.axes as ('x' | 'y')[]) {
      for (let eid = 1; eid <= 40; eid++) collision.Transform[axis][eid] += size * rng.range(-0.2, 0.2);
    }
    collisionSystem(world);
    for (const contact of collision.contacts()) {
      const { a, b, childA, childB, pointCount, normalX, normalY, separation } = contact;
      say('contact', [a, b, childA, childB, pointCount, normalX, normalY]);
      say('separation', [separation], true);
      for (let i = 0; i < pointCount; i++) say('point', [contact.pointX(i), contact.pointY(i)], true);
    }
  }
  for (let i = 0; i < 25; i++) {
    const from = placeOf(kit.axes, rng, size);
    const to = placeOf(kit.axes, rng, size);
    const way = Object.fromEntries(
      kit.axes.map((axis) => [axis, (to as never)[axis] - (from as never)[axis]]),
    ) as unknown as Place;
    const eid = 1 + (i % 40);
    sayHit('castRay', kit.castRay(world, from, way));
    sayHit('castRayExit', kit.castRayExit(world, from, way));
    sayHit('closestPoint', kit.closestPoint(world, from));
    const found: number[] = [];
    kit.queryPoint(world, from, found);
    say('queryPoint', found);
    const pair = kit.closestPoints(world, eid, 1 + ((7 * i + 3) % 40));
    say('closestPoints', [pair?.separation, pair?.xA, pair?.yA, pair?.xB, pair?.yB], true);
    // What is asked with has no scale, and is made as large as it is.
    const round = kit.round(0.7 * size);
    sayHit('castShape', kit.castShape(world, round, from, way));
    kit.overlapShape(world, round, from, found);
    say('overlapShape', found);
    const moved = kit.moveAndSlide(world, { shape: round, ...from }, way);
    say('moveAndSlide', [moved.hitCount]);
    say('moveAndSlide', [moved.x, moved.y, moved.penetration], true);
  }
  return said;
}

describe.each(GAMES)('in $name', (kit) => {
  it.each([2 ** 40, 2 ** 94, 2 ** -40, 2 ** -94])('a world %s times as large is the same world', (size) => {
    for (const seed of [71, 72]) {
      const plain = play(kit, seed, 1);
      const scaled = play(kit, seed, size);
      expect(plain.filter(([what, value]) => what === 'castRayExit' && value !== 0).length).toBeGreaterThan(20);
      expect(plain.filter(([what]) => what === 'contact').length).toBeGreaterThan(200);
      expect(scaled.length).toBe(plain.length);
      for (let i = 0; i < plain.length; i++) {
        const [what, value, isLength] = plain[i];
        const expected = isLength ? value * size : value;
        expect(scaled[i][1], `${what}, number ${i} of seed ${seed}`).toBe(expected + 0);
      }
    }
  });

  it('a ray leaves what is larger than 2^36 world units where it ends', () => {
    for (const radius of [2 ** 30, 2 ** 37, 2 ** 60]) {
      const { world, spawn } = kit.createGame();
      spawn(0, 0, kit.round(radius));
      collisionSystem(world);
      const exit = kit.castRayExit(world, kit.at(radius / 2, 0), kit.at(1, 0));
      expect([exit?.entity, exit?.x, exit?.fraction]).toEqual([1, radius, radius / 2]);
    }
  });
});

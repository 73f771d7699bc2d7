import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  ellipse,
  oneWay,
  ownMargin,
  polygon,
  type ShapeSpec,
  seamless,
  sweptColliders,
  tiles,
} from '../../../entry/2d.ts';
import { findFault, judgePair } from '../../support/compare-contacts-2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame, listen, take } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import {
  addBody,
  type ContactRow,
  placeBodies,
  randomRecipe,
  readContacts,
  type WorldRecipe,
} from '../../support/random-worlds-2d.ts';
import { filtersMeet } from '../../support/reference-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Builds a world of a recipe, whose bodies get their entities in the order of `order`, by index. */
function build(recipe: WorldRecipe, distances: readonly number[], order: readonly number[]) {
  const world = createWorld();
  const collision = createCollision(world, { margin: recipe.margin });
  const OwnMargin = ownMargin(world);
  const entities = recipe.bodies.map(() => addEntity(world));
  for (const i of order) {
    addBody(world, collision, entities[i], recipe.bodies[i]);
    if (distances[i] > 0) addComponent(world, entities[i], set(OwnMargin, { distance: distances[i] }));
  }
  return { world, collision, entities, OwnMargin };
}

function randomDistances(rng: Rng, { bodies, size }: WorldRecipe): number[] {
  return bodies.map(() => (rng.next() < 0.4 ? 0 : size * rng.range(0.01, 0.6)));
}

describe('a margin of its own', () => {
  it.each([1e-3, 1, 1e4])('adds up with that of the other and of the world, as by brute force, at size %f', (size) => {
    const near = new HitRate();
    for (let seed = 1; seed <= effort(1000, 120); seed++) {
      const rng = createRng(seed);
      const recipe = randomRecipe(rng, size);
      const distances = randomDistances(rng, recipe);
      const inOrder = recipe.bodies.map((_, i) => i);
      const { world, collision, entities, OwnMargin } = build(recipe, distances, inOrder);
      collisionSystem(world);
      // Again with others, which what is kept of the tick before must not hide.
      for (let i = 0; i < distances.length; i++) {
        if (distances[i] === 0 || recipe.bodies[i].isStatic) continue;
        distances[i] = size * rng.range(0, 0.6);
        OwnMargin.distance[entities[i]] = distances[i];
      }
      collisionSystem(world);
      const rows = readContacts(collision);
      compare(recipe, rows, entities, distances, near, seed);
      const other = build(recipe, distances, [...inOrder].reverse());
      collisionSystem(other.world);
      expect(readContacts(other.collision), `seed ${seed}`).toEqual(rows);
    }
    near.expectBalanced();
  });

  it('reports, a tick before, whatever comes to touch, when it is how far each one moves', () => {
    const kinds = (rng: Rng): ShapeSpec => {
      const size = rng.range(0.3, 1);
      const shapes = [circle(size), box(size, 0.4), polygon([0, 0, size, 0.1, 0.2, size]), ellipse(size, 0.3)];
      return rng.next() < 0.2 ? compound([circle(size), { ...box(0.3, size), offsetX: 1 }]) : shapes[rng.integer(0, 3)];
    };
    const begins = new HitRate();
    for (let seed = 1; seed <= effort(200, 30); seed++) {
      const rng = createRng(seed);
      const { world, collision, spawn } = createGame();
      const { Transform } = collision;
      const OwnMargin = ownMargin(world);
      const bodies = Array.from({ length: 12 }, () => {
        const eid = spawn(rng.range(-4, 4), rng.range(-4, 4), kinds(rng));
        addComponent(world, eid, OwnMargin);
        return { eid, x: rng.range(-1, 1), y: rng.range(-1, 1), turn: rng.range(-0.5, 0.5) };
      });
      // No point of the shapes is farther from its entity's position than this.
      const REACH = 2.5;
      for (const { eid, x, y, turn } of bodies) {
        OwnMargin.distance[eid] = Math.hypot(x, y) + Math.abs(turn) * REACH;
      }
      let before = new Set<string>();
      let touchedBefore = new Set<string>();
      for (let tick = 0; tick < 8; tick++) {
        collisionSystem(world);
        const rows = readContacts(collision);
        const touching = new Set(rows.filter((row) => row.touching).map(({ a, b }) => `${a} ${b}`));
        for (const pair of touching) {
          if (touchedBefore.has(pair) || tick === 0) continue;
          if (!before.has(pair)) expect.fail(`seed ${seed}, tick ${tick}: ${pair} was not foreseen`);
          begins.count(true);
        }
        // Nor is all of it reported: some that were did not come to touch.
        for (const pair of before) if (!touching.has(pair) && !touchedBefore.has(pair)) begins.count(false);
        before = new Set(rows.map(({ a, b }) => `${a} ${b}`));
        touchedBefore = touching;
        for (const { eid, x, y, turn } of bodies) {
          Transform.x[eid] += x;
          Transform.y[eid] += y;
          Transform.rotation[eid] += turn;
        }
      }
    }
    expect(begins.hits).toBeGreaterThan(50);
    expect(begins.total).toBeGreaterThan(1.5 * begins.hits);
  });

  it('counts for chains, tiles and seamless floors', () => {
    for (const floor of [
      chain([4, 0, 0, 0, -4, 0]),
      tiles({ columns: 8, rows: 1, size: 1, cells: Array(8).fill(1) }),
      box(4, 0.5),
    ]) {
      const { world, collision, spawn } = createGame();
      const OwnMargin = ownMargin(world);
      const ground = spawn(0, 0, floor);
      addComponent(world, ground, collision.Static);
      addComponent(world, ground, seamless(world));
      const ball = spawn(0.3, 2.2);
      addComponent(world, ball, OwnMargin);
      const separations = [0, 0.2, 2].map((distance) => {
        OwnMargin.distance[ball] = distance;
        collisionSystem(world);
        return readContacts(collision).filter(({ normalY }) => Math.abs(normalY) > 0.9).length;
      });
      expect(separations).toEqual([0, 0, 1]);
    }
  });

  it('is no place: setting it, or a one-way side, leaves what is swept its path', () => {
    const { world, collision, spawn } = createGame({ swept: sweptColliders });
    const log = listen(collision);
    const OwnMargin = ownMargin(world);
    const bullet = spawn(-10);
    const wall = spawn(0, 0, box(0.1, 5));
    addComponent(world, bullet, collision.Swept);
    for (const component of [set(OwnMargin, { distance: 25 }), set(oneWay(world), { normalX: 0, normalY: 0 })]) {
      collision.Transform.x[bullet] = -10;
      collision.teleport(bullet);
      collisionSystem(world);
      take(log);
      collision.Transform.x[bullet] = 10;
      addComponent(world, bullet, component);
      collisionSystem(world);
      expect(take(log)).toContain(`begin ${bullet} ${wall}`);
      collisionSystem(world);
      take(log);
    }
  });

  it('hides no piece that is passed on the way', () => {
    const { world, collision, spawn } = createGame({ swept: sweptColliders });
    const OwnMargin = ownMargin(world);
    const bullet = spawn(-0.9, 0, circle(0.2));
    addComponent(world, bullet, collision.Swept);
    addComponent(world, bullet, set(OwnMargin, { distance: 30 }));
    const bars = spawn(0, 0, compound([0, 2].map((x) => ({ ...box(0.1, 5), offsetX: x - 1 }))));
    addComponent(world, bars, set(OwnMargin, { distance: 30 }));
    collisionSystem(world);
    expect(readContacts(collision)).toMatchObject([{ touching: true }, { touching: false }]);
    collision.Transform.x[bullet] = 20;
    collisionSystem(world);
    expect([...collision.contactsOf(bullet, bars)].filter(({ touching }) => touching).length).toBe(1);
  });
});

/** Compares the contacts of every pair with the reference, each with the margin of that pair. */
function compare(
  recipe: WorldRecipe,
  rows: readonly ContactRow[],
  entities: readonly number[],
  distances: readonly number[],
  near: HitRate,
  seed: number,
): void {
  const shapes = placeBodies(recipe);
  for (let i = 0; i < shapes.length; i++) {
    for (let k = i + 1; k < shapes.length; k++) {
      const a = recipe.bodies[i];
      const b = recipe.bodies[k];
      const found = rows.filter((row) => row.a === entities[i] && row.b === entities[k]);
      const meets = filtersMeet(a.filter, b.filter) && !(a.isStatic && b.isStatic) && !a.isDisabled && !b.isDisabled;
      const verdict = judgePair(shapes[i], shapes[k]);
      if (!meets || verdict.ambiguous) continue;
      const margin = recipe.margin + distances[i] + distances[k];
      const isSensor = a.isSensor || b.isSensor;
      if (verdict.separation > 0 && verdict.separation < 1.2 * recipe.size && !isSensor) near.count(found.length > 0);
      const fault = findFault(shapes[i], shapes[k], verdict, found, margin, isSensor, recipe);
      if (fault !== undefined) throw new Error(`seed ${seed}, bodies ${i} and ${k}, margin ${margin}: ${fault}`);
    }
  }
}

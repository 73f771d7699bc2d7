import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type ClosestHit,
  castRay,
  circle,
  closestEntities,
  collisionSystem,
  overlapSector,
  overlapShape,
  polygon,
  queryAabb,
  queryPoint,
  sphereHierarchy,
} from '../../../../entry/2d.ts';
import { createGame, refusal } from '../../../support/game-2d.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { slowDistance } from '../../../support/query-reference-2d.ts';
import { buildWorld, placeBodies, randomRecipe } from '../../../support/random-worlds-2d.ts';
import { createRng } from '../../../support/rng.ts';

describe('query options', () => {
  it('leave out several entities, and those with a component', () => {
    const { world, spawn } = createGame();
    const [a, b, c, d] = [spawn(0), spawn(3), spawn(6), spawn(9)];
    const [Tree, Dead] = [{}, {}];
    for (const eid of [a, b, c]) addComponent(world, eid, Tree);
    addComponent(world, b, Dead);
    collisionSystem(world);
    const all = (options: object): number[] => {
      const out: number[] = [];
      queryAabb(world, { x: -99, y: -99 }, { x: 99, y: 99 }, out, options);
      return out;
    };
    expect(all({ ignore: [a, c] })).toEqual([b, d]);
    expect(all({ ignore: [] })).toEqual([a, b, c, d]);
    expect(all({ without: [Tree] })).toEqual([d]);
    expect(all({ with: [Tree], without: [Dead], ignore: [c] })).toEqual([a]);
    expect(all({ without: [Dead, Tree] })).toEqual([d]);
    expect(castRay(world, { x: -5, y: 0 }, { x: 1, y: 0 }, { ignore: [a, b] })?.entity).toBe(c);
    expect(refusal(() => all({ ignore: [a, 'b'] }))).toContain('each of ignore must be an entity id, got "b"');
    expect(refusal(() => all({ without: a }))).toContain('without must be a list of components');
  });
});

describe('the order of several entities', () => {
  it('is as the game compares them, equals by ascending index', () => {
    const { world, spawn } = createGame();
    const layer = [0, 2, 3, 3, 1];
    const ids = [1, 2, 3, 4].map(() => spawn(0));
    collisionSystem(world);
    const order = (a: number, b: number): number => layer[b] - layer[a];
    const topmost = [2, 3, 1, 4].map((i) => ids[i - 1]);
    const out: number[] = [];
    expect(queryPoint(world, { x: 0, y: 0 }, out, { order })).toBe(4);
    expect(out).toEqual(topmost);
    queryAabb(world, { x: -9, y: -9 }, { x: 9, y: 9 }, out, { order, sorted: false });
    expect(out).toEqual(topmost);
    overlapShape(world, box(1, 1), { x: 0, y: 0 }, out, { order, ignore: ids[1] });
    expect(out).toEqual([3, 1, 4].map((i) => ids[i - 1]));
    expect(refusal(() => queryPoint(world, { x: 0, y: 0 }, out, { order: 3 as never }))).toContain(
      'order must be a function',
    );
  });
});

describe('closestEntities', () => {
  it('finds as many as it is asked for, nearest first, by surface and by centre', () => {
    const rate = new HitRate();
    for (let seed = 1; seed <= 150; seed++) {
      const rng = createRng(seed);
      const size = [1e-3, 1, 1e3][seed % 3];
      const recipe = randomRecipe(rng, size);
      const built = buildWorld(recipe, seed % 2 === 0 ? {} : { hierarchy: sphereHierarchy });
      const places = placeBodies(recipe);
      if (rng.next() < 0.5) collisionSystem(built.world);
      const { originX, originY } = recipe;
      const at = { x: originX + rng.range(-2, 2) * size, y: originY + rng.range(-2, 2) * size };
      const [x, y] = [at.x - originX, at.y - originY];
      const tolerance = 1e-9 * size + 1e-14 * (Math.abs(originX) + Math.abs(originY));
      const distances = new Map<number, number>();
      for (const [i, body] of recipe.bodies.entries()) {
        if (!body.isDisabled && !body.isSensor)
          distances.set(built.entities[i], Math.max(0, slowDistance(places[i], x, y)));
      }
      const maxDistance = rng.next() < 0.5 ? Infinity : rng.range(0, 2) * size;
      const count = rng.integer(0, 9);
      const near = [...distances.values()].filter((distance) => distance <= maxDistance).sort((a, b) => a - b);
      const out: ClosestHit[] = [];
      const found = closestEntities(built.world, at, count, out, { maxDistance });
      if (near.some((distance) => Math.abs(distance - maxDistance) < tolerance)) continue;
      expect(found).toBe(Math.min(count, near.length));
      rate.count(count <= near.length);
      for (const [i, hit] of out.entries()) {
        expect(Math.abs(hit.distance - near[i])).toBeLessThan(tolerance);
        expect(Math.abs(hit.distance - distances.get(hit.entity)!)).toBeLessThan(tolerance);
        if (i > 0 && hit.distance === out[i - 1].distance) expect(hit.entity).toBeGreaterThan(out[i - 1].entity);
      }
      expect(new Set(out.map((hit) => hit.entity)).size).toBe(found);
      closestEntities(built.world, at, count, out, { by: 'centre' });
      for (let i = 1; i < out.length; i++) expect(out[i].distance).toBeGreaterThanOrEqual(out[i - 1].distance);
    }
    rate.expectBalanced();
  });

  it('sorts hundreds with equal distances by entity, whichever hierarchy holds them', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const rng = createRng(seed);
      const { world, spawn, collision } = createGame();
      const places = new Map<number, [number, number]>();
      const add = (count: number): void => {
        for (let i = 0; i < count; i++) {
          // Whole numbers: most distances are there several times, at the end of the list too.
          const [x, y] = [rng.integer(-8, 8), rng.integer(-8, 8)];
          const eid = spawn(x, y, circle(0.25));
          if (rng.next() < 0.5) addComponent(world, eid, collision.Static);
          places.set(eid, [x, y]);
        }
      };
      add(300);
      collisionSystem(world);
      add(20);
      const at = { x: rng.integer(-4, 4), y: rng.integer(-4, 4) };
      const maxDistance = rng.next() < 0.5 ? Infinity : rng.range(2, 6);
      const all = [...places]
        .map(([eid, [x, y]]) => ({ eid, distance: Math.sqrt((x - at.x) ** 2 + (y - at.y) ** 2) }))
        .sort((a, b) => a.distance - b.distance || a.eid - b.eid);
      const out: ClosestHit[] = [];
      for (const by of ['centre', 'surface'] as const) {
        const radius = by === 'centre' ? 0 : 0.25;
        for (const count of [1, 2, 17, 100, 319, 320, 321, 2 ** 30]) {
          const near = all.filter(({ distance }) => Math.max(0, distance - radius) <= maxDistance).slice(0, count);
          expect(closestEntities(world, at, count, out, { by, maxDistance }), `seed ${seed}`).toBe(near.length);
          expect(out.map(({ entity }) => entity)).toEqual(near.map(({ eid }) => eid));
          expect(out.map(({ distance }) => distance)).toEqual(
            near.map(({ distance }) => Math.max(0, distance - radius)),
          );
        }
      }
    }
  });

  it('by centre measures to the middle of the bounds, and orders equals by entity', () => {
    const { world, spawn } = createGame();
    const wall = spawn(10, 0, box(9, 1));
    const ball = spawn(5, 5, circle(1));
    const twin = spawn(5, -5, circle(1));
    collisionSystem(world);
    const out: ClosestHit[] = [];
    expect(closestEntities(world, { x: 0, y: 0 }, 3, out)).toBe(3);
    expect(out.map((hit) => hit.entity)).toEqual([wall, ball, twin]);
    closestEntities(world, { x: 0, y: 0 }, 3, out, { by: 'centre' });
    expect(out.map((hit) => [hit.entity, hit.x, hit.y])).toEqual([
      [ball, 5, 5],
      [twin, 5, -5],
      [wall, 10, 0],
    ]);
    expect(closestEntities(world, { x: 0, y: 0 }, 1, out, { ignore: [wall] })).toBe(1);
    expect(out.length).toBe(1);
    expect(refusal(() => closestEntities(world, { x: 0, y: 0 }, 1.5, out))).toContain('count must be an integer');
    expect(refusal(() => closestEntities(world, { x: 0, y: 0 }, 1, out, { by: 'edge' as never }))).toContain(
      'by must be',
    );
  });
});

describe('overlapSector', () => {
  it('finds what fine slices of the sector overlap', () => {
    const rate = new HitRate();
    for (let seed = 1; seed <= 60; seed++) {
      const rng = createRng(seed);
      const recipe = randomRecipe(rng, 1);
      const { world } = buildWorld(recipe);
      collisionSystem(world);
      const sector = {
        x: recipe.originX + rng.range(-1.5, 1.5),
        y: recipe.originY + rng.range(-1.5, 1.5),
        rotation: rng.range(-4, 4),
        radius: rng.range(0.4, 2),
        halfAngle: seed % 10 === 0 ? Math.PI : rng.range(0.05, 3.1),
      };
      const slices = new Set<number>();
      const steps = 64;
      for (let i = 0; i < steps; i++) {
        const [from, to] = [i, i + 1].map((k) => sector.rotation + sector.halfAngle * ((2 * k) / steps - 1));
        const { radius } = sector;
        const slice = [
          0,
          0,
          radius * Math.cos(from),
          radius * Math.sin(from),
          radius * Math.cos(to),
          radius * Math.sin(to),
        ];
        const found: number[] = [];
        overlapShape(world, polygon(slice), { x: sector.x, y: sector.y }, found);
        for (const eid of found) slices.add(eid);
      }
      const found: number[] = [];
      overlapSector(world, sector, found);
      expect(found).toEqual([...found].sort((a, b) => a - b));
      const sight = new Set(found);
      for (const eid of slices) expect(sight).toContain(eid);
      // What the slices miss lies between them and the arc.
      const grown: number[] = [];
      overlapSector(world, { ...sector, radius: sector.radius * (1 - (sector.halfAngle / steps) ** 2) }, grown);
      for (const eid of grown) expect(slices).toContain(eid);
      for (const body of recipe.bodies.keys()) rate.count(sight.has(body + 1));
    }
    rate.expectBalanced();
  });

  it('sees what nothing hides', () => {
    const { world, spawn } = createGame();
    const guard = spawn(0, 0, circle(0.5));
    const near = spawn(5, 0, circle(0.5));
    const behind = spawn(9, 0, circle(0.4));
    const aside = spawn(6, 4, circle(0.5));
    const back = spawn(-5, 0, circle(0.5));
    const pane = spawn(3, 1.9, box(0.1, 0.5), { categoryBits: 4 });
    collisionSystem(world);
    const cone = { x: 0, y: 0, radius: 10, halfAngle: 0.7 };
    const see = (options: object): number[] => {
      const out: number[] = [];
      overlapSector(world, cone, out, { ignore: guard, ...options });
      return out;
    };
    expect(see({})).toEqual([near, behind, aside, pane]);
    expect(see({ lineOfSight: true })).toEqual([near, pane]);
    // Glass hides nothing.
    expect(see({ lineOfSight: { maskBits: 1 } })).toEqual([near, aside, pane]);
    expect(see({ lineOfSight: true, ignore: [guard, near] })).toEqual([behind, pane]);
    expect(see({ maskBits: 1, lineOfSight: true })).toEqual([near]);
    const out: number[] = [];
    overlapSector(world, { ...cone, rotation: Math.PI }, out, { ignore: guard });
    expect(out).toEqual([back]);
    expect(refusal(() => overlapSector(world, { ...cone, halfAngle: 4 }, out))).toContain(
      'halfAngle must be at most π',
    );
    expect(refusal(() => see({ lineOfSight: 3 }))).toContain('lineOfSight must be a boolean');
  });
});

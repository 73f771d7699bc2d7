import { addComponent } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  type CastHit,
  capsule,
  castRay,
  castRayAll,
  castRayAny,
  castRayExit,
  castRays,
  circle,
  collisionSystem,
  compound,
  concave,
  createRayHits,
  ellipse,
  polygon,
  queryPoint,
  type ShapeSpec,
  seamless,
  sector,
  tiles,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/*
 * Where rays that start inside leave, against points asked one by one along the ray.
 */

function randomSolid(rng: Rng, scale: number): ShapeSpec {
  const size = (): number => scale * rng.range(0.3, 2);
  const place = (): number => scale * rng.range(-2, 2);
  const offset = () => ({ offsetX: place(), offsetY: place(), offsetRotation: rng.range(-3, 3) });
  const kinds: (() => ShapeSpec)[] = [
    () => circle(size()),
    () => capsule(size(), size()),
    () => box(size(), size(), { radius: rng.next() < 0.5 ? 0 : size() }),
    () => polygon(Array.from({ length: 14 }, place)),
    () => ellipse(size(), size()),
    () => sector(2 * size(), rng.range(0.3, 3)),
    () =>
      compound([circle(size()), { ...box(size(), size()), ...offset() }, { ...capsule(size(), size()), ...offset() }]),
    () => {
      // Squares side by side, in an L and beyond a gap: the seams are exact.
      const side = size();
      const at = [0, 0, 2, 0, 2, 2, 6, 0, 8, 0, 8, 2];
      const children = [0, 2, 4, 6, 8, 10].map((i) => ({
        ...box(side, side),
        ...{ offsetX: side * at[i], offsetY: side * at[i + 1] },
      }));
      return compound(children, { smooth: rng.next() < 0.5 });
    },
    () => {
      const points = [-3, -2, 3, -2, 3, 2, 2, 2, 2, -1, -2, -1, -2, 2, -3, 2];
      return concave(points.map((value) => scale * value));
    },
    () =>
      tiles({
        ...{
          columns: 6,
          rows: 5,
          size: scale,
          shapes: { 1: 'full', 2: 'slope-left', 3: 'half-top', 4: 'gentle-low-right' },
        },
        cells: Array.from({ length: 30 }, () => Math.max(0, rng.integer(-3, 4))),
      }),
  ];
  return kinds[rng.integer(0, kinds.length - 1)]();
}

const SAMPLES = 400;
const counts = { rays: 0, inside: 0, again: 0, exits: 0 };

function tryWorld(seed: number): void {
  const rng = createRng(seed);
  const scale = [1e-3, 1, 1e4][seed % 3];
  const game = createGame();
  const Seamless = seamless(game.world);
  const side = scale * rng.range(0.5, 2);
  const entities: number[] = [];
  for (let i = 0; i < 6; i++) {
    const turn = { offsetRotation: rng.next() < 0.4 ? 0 : rng.range(-3, 3) };
    entities.push(game.spawn(scale * rng.range(-6, 6), scale * rng.range(-6, 6), randomSolid(rng, scale), turn));
  }
  // A row and a step of seamless boxes, and one that overlaps them.
  for (const [x, y] of [
    [0, 0],
    [2, 0],
    [4, 0],
    [4, 2],
    [9, 0],
    [2.9, -0.5],
  ]) {
    const eid = game.spawn(side * x, side * y, box(side, side));
    addComponent(game.world, eid, Seamless);
    entities.push(eid);
  }
  collisionSystem(game.world);
  const isIn = (entity: number, x: number, y: number): boolean =>
    queryPoint(game.world, { x, y }, [], { predicate: (other) => other === entity }) > 0;
  for (let round = 0; round < 12; round++) {
    const from = { x: scale * rng.range(-7, 7), y: scale * rng.range(-7, 7) };
    const angle = round % 3 === 0 ? (rng.integer(0, 7) * Math.PI) / 4 + (round % 2) * 1e-4 : rng.range(-4, 4);
    const length = scale * rng.range(5, 25);
    const direction = { x: length * Math.cos(angle), y: length * Math.sin(angle) };
    if (round % 4 === 0) {
      // From the middle of a seamless box, along its row.
      from.x = side * 2;
      from.y = 0;
    }
    const at = (fraction: number) => [from.x + fraction * direction.x, from.y + fraction * direction.y] as const;
    const options = { initialOverlap: 'ignore', maxFraction: 1 } as const;
    const hits: CastHit[] = [];
    castRayAll(game.world, from, direction, hits, options);
    const first = castRay(game.world, from, direction, options);
    expect(first).toEqual(hits[0]);
    expect(castRayAny(game.world, from, direction, options)).toBe(hits.length > 0);
    const columns = createRayHits(1);
    castRays(game.world, [from.x, from.y, direction.x, direction.y], columns, options);
    expect(columns.fraction[0]).toBe(first?.fraction ?? Infinity);
    counts.rays++;
    for (const entity of entities) {
      const sampled = Array.from({ length: SAMPLES + 1 }, (_, i) => isIn(entity, ...at(i / SAMPLES)));
      const startsInside = sampled[0];
      const out = sampled.indexOf(false);
      const again = out < 0 ? -1 : sampled.indexOf(true, out);
      const hit = hits.find((one) => one.entity === entity);
      if (startsInside) counts.inside++;
      // Those that other colliders of the row continue are met on the outline of the row alone.
      const isJoined = entities.indexOf(entity) >= 6;
      if (again >= 0 && startsInside && !isJoined) counts.again++;
      if (again >= 0 && !isJoined) {
        expect(hit, `seed ${seed}, ray ${round}, entity ${entity}`).toBeDefined();
        expect(hit!.fraction).toBeLessThanOrEqual(again / SAMPLES);
      }
      if (hit === undefined) continue;
      // It comes from outside, out of the collider in which it started or not.
      expect(hit.fraction).toBeGreaterThan(0);
      expect(hit.normalX * direction.x + hit.normalY * direction.y).toBeLessThanOrEqual(1e-9 * length);
      expect(isIn(entity, ...at(hit.fraction - 1e-9)), `seed ${seed}, ray ${round}, entity ${entity}`).toBe(false);
    }
    tryExit(seed, round, from, direction, game.world);
  }
}

function tryExit(
  seed: number,
  round: number,
  from: { x: number; y: number },
  direction: { x: number; y: number },
  world: object,
): void {
  const text = `seed ${seed}, ray ${round}`;
  const isInAny = (fraction: number): boolean =>
    queryPoint(world, { x: from.x + fraction * direction.x, y: from.y + fraction * direction.y }, []) > 0;
  const enter = castRay(world, from, direction, { maxFraction: 1 });
  const exit = castRayExit(world, from, direction, { maxFraction: 1 });
  if (enter === undefined) {
    expect(exit, text).toBeUndefined();
    return;
  }
  const end = exit?.fraction ?? 1;
  for (let i = 1; i < SAMPLES; i++) {
    const fraction = enter.fraction + (i / SAMPLES) * (end - enter.fraction);
    // A sliver that is as thin as rounding is left out: the ray may pass it by.
    if (end - enter.fraction > 1e-6) expect(isInAny(fraction), `${text} at ${fraction} of ${end}`).toBe(true);
  }
  if (exit === undefined) return;
  counts.exits++;
  expect(isInAny(exit.fraction + 1e-8), `${text} after ${exit.fraction}`).toBe(false);
  expect(exit.x).toBe(from.x + exit.fraction * direction.x);
  expect(Math.hypot(exit.normalX, exit.normalY)).toBeCloseTo(1, 12);
  const along = exit.normalX * direction.x + exit.normalY * direction.y;
  expect(along, text).toBeGreaterThanOrEqual(-1e-6 * Math.hypot(direction.x, direction.y));
}

it('rays leave unions where points do, and come back where they do', () => {
  const worlds = effort(600, 25);
  for (let seed = 0; seed < worlds; seed++) tryWorld(91_000 + seed);
  expect(counts.inside / counts.rays).toBeGreaterThan(0.3);
  expect(counts.again).toBeGreaterThan(worlds / 4);
  expect(counts.exits / counts.rays).toBeGreaterThan(0.5);
});

import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CastHit,
  castShapeAll,
  chain,
  collideShape,
  collisionSystem,
  moveAndSlide,
  type ShapeContact,
  type ShapeSpec,
  seamless,
  sweptColliders,
} from '../../entry/2d.ts';
import {
  BODIES,
  isOfUnion,
  type Lines,
  piecesOf,
  placeOn,
  randomGround,
  randomLines,
  randomRing,
} from '../support/chain-lines-2d.ts';
import { judgePair } from '../support/compare-contacts-2d.ts';
import { effort } from '../support/effort.ts';
import { createGame } from '../support/game-2d.ts';
import { specOf } from '../support/random-shapes-2d.ts';
import { type Placement, placeShape, type ShapeDescription } from '../support/reference-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

/*
 * What moves along chains is stopped by the line that they make, and by normals that this line has: casts, movers and
 * swept colliders, as contacts are (tests/2d/narrow-phase/chains-that-meet.test.ts).
 */
interface World {
  readonly world: object;
  readonly lines: Lines;
  readonly entities: number[];
  readonly isOneSided: boolean;
  readonly collision: ReturnType<typeof createGame>['collision'];
  readonly spawn: ReturnType<typeof createGame>['spawn'];
}

/** One chain by itself, or several that are one line, with a body that just about touches it. */
function makeWorld(rng: Rng, seed: number): { scene: World; shape: ShapeDescription; at: Placement } {
  const isOne = seed % 3 === 0;
  const lines = isOne ? [rng.next() < 0.5 ? randomRing(rng) : randomGround(rng)] : randomLines(rng);
  const isOneSided = isOne && rng.next() < 0.3;
  const { world, collision, spawn } = createGame({ swept: sweptColliders } as never);
  const Seamless = isOne ? undefined : seamless(world);
  const entities = lines.map((line) => {
    const entity = spawn(0, 0, chain(line.flat(), { oneSided: isOneSided }), { categoryBits: 1, maskBits: 2 });
    addComponent(world, entity, collision.Static);
    if (Seamless !== undefined) addComponent(world, entity, Seamless);
    return entity;
  });
  collisionSystem(world);
  const { shape, at } = placeOn(rng, lines, BODIES[seed % BODIES.length]);
  return { scene: { world, lines, entities, isOneSided, collision, spawn }, shape, at };
}

/** A way along one of the segments, or in any direction. */
function randomWay(rng: Rng, lines: Lines): { x: number; y: number } {
  const line = lines[rng.integer(0, lines.length - 1)];
  const i = rng.integer(1, line.length - 1);
  const angle =
    rng.next() < 0.5
      ? rng.range(-4, 4)
      : Math.atan2(line[i][1] - line[i - 1][1], line[i][0] - line[i - 1][0]) + (rng.next() < 0.5 ? Math.PI : 0);
  return { x: 2 * Math.cos(angle), y: 2 * Math.sin(angle) };
}

type Met = { entity: number; child: number; normalX: number; normalY: number };

function requireOfUnion({ lines, entities }: World, { entity, child, normalX, normalY }: Met, what: string): void {
  const row = { line: entities.indexOf(entity), child, normalX, normalY, depth: 0 };
  if (isOfUnion(row, piecesOf(lines))) return;
  throw new Error(`${what}: line ${row.line} segment ${child} normal (${normalX}, ${normalY})`);
}

/** How far a body is from the line, as a slow reference has it. */
function separationAt(
  { lines }: World,
  shape: ShapeDescription,
  at: Placement,
  way: { x: number; y: number },
  t: number,
) {
  const union = { pieces: piecesOf(lines).flat(), isChain: true, oneSided: false, x: 0, y: 0, reach: 0 };
  return judgePair(union, placeShape(shape, { ...at, x: at.x + t * way.x, y: at.y + t * way.y })).separation;
}

describe('what moves along chains', () => {
  it('is met by casts with normals of the line, where a slow reference has the line', () => {
    const total = effort(10_000, 500);
    const hits: CastHit[] = [];
    const contacts: ShapeContact[] = [];
    let hit = 0;
    let started = 0;
    let compared = 0;
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const { scene, shape, at } = makeWorld(rng, seed);
      const spec = specOf(shape);
      const way = randomWay(rng, scene.lines);
      const { x, y, rotation } = at;
      for (const initialOverlap of ['hit', 'ignore', 'ignore-separating'] as const) {
        const count = castShapeAll(scene.world, spec, { x, y, rotation }, way, hits, { initialOverlap });
        for (let i = 0; i < count; i++) {
          // Where a shape starts in one-sided lines, segments that it is behind are not there to it.
          if (scene.isOneSided && hits[i].fraction === 0) continue;
          requireOfUnion(scene, hits[i], `seed ${seed}, ${initialOverlap}`);
        }
        if (initialOverlap !== 'hit' || scene.isOneSided) continue;
        // Each start is one of the contacts that the shape has there.
        const touched = collideShape(scene.world, spec, { x, y, rotation }, contacts);
        expect(count > 0 && hits[0].fraction === 0, `seed ${seed}: starts in contact`).toBe(touched > 0);
        for (let i = 0; i < count && hits[i].fraction === 0; i++) {
          const { entity, child, normalX, normalY } = hits[i];
          const isContact = contacts.slice(0, touched).some((contact) => {
            const off = Math.hypot(contact.normalX - normalX, contact.normalY - normalY);
            return contact.entity === entity && contact.child === child && off < 1e-9;
          });
          expect(isContact, `seed ${seed}: a start that is no contact`).toBe(true);
          started++;
        }
      }
      // From afar, the first hit is where the line is first touched.
      const from = { ...at, x: x - 1.5 * way.x, y: y - 1.5 * way.y };
      const long = { x: 3 * way.x, y: 3 * way.y };
      if (!(separationAt(scene, shape, from, long, 0) > 0.01)) continue;
      const count = castShapeAll(scene.world, spec, { x: from.x, y: from.y, rotation }, long, hits);
      for (let i = 0; i < count; i++) requireOfUnion(scene, hits[i], `seed ${seed}, from afar`);
      const fraction = count > 0 ? hits[0].fraction : 1;
      for (let k = 0; k < 12; k++) {
        const t = (fraction * (k + 0.5)) / 12;
        const separation = separationAt(scene, shape, from, long, t);
        expect(separation, `seed ${seed}: hit at ${fraction}, touches at ${t}`).toBeGreaterThan(-1e-7);
      }
      compared++;
      if (count === 0) continue;
      hit++;
      expect(Math.abs(separationAt(scene, shape, from, long, fraction)), `seed ${seed}: where it hits`).toBeLessThan(
        1e-7,
      );
    }
    expect(hit / compared).toBeGreaterThan(0.6);
    expect(started / total).toBeGreaterThan(0.3);
  });

  it('stops and turns movers with normals of the line', () => {
    const total = effort(10_000, 400);
    let met = 0;
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const { scene, shape, at } = makeWorld(rng, seed);
      const way = randomWay(rng, scene.lines);
      const pose = { x: at.x, y: at.y, rotation: at.rotation };
      const { hits, hitCount } = moveAndSlide(scene.world, { shape: specOf(shape), ...pose }, way, { maskBits: 1 });
      for (let i = 0; i < hitCount; i++) requireOfUnion(scene, hits[i], `seed ${seed}`);
      met += hitCount > 0 ? 1 : 0;
    }
    expect(met / total).toBeGreaterThan(0.3);
  });

  it('is met when it is swept with normals of the line', () => {
    const total = effort(10_000, 400);
    let met = 0;
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const { scene, shape, at } = makeWorld(rng, seed);
      const { world, collision, spawn } = scene;
      const way = randomWay(rng, scene.lines);
      const body = spawn(0, 0, specOf(shape) as ShapeSpec, { categoryBits: 2, maskBits: 1 });
      const { x, y, rotation } = at;
      addComponent(world, body, set(collision.Transform, { x: x - 0.7 * way.x, y: y - 0.7 * way.y, rotation }));
      addComponent(world, body, collision.Swept);
      collisionSystem(world);
      collision.Transform.x[body] += 1.4 * way.x;
      collision.Transform.y[body] += 1.4 * way.y;
      collisionSystem(world);
      for (const { a, childA, normalX, normalY, fraction } of collision.contacts()) {
        if (!(fraction < 1)) continue;
        met++;
        requireOfUnion(scene, { entity: a, child: childA, normalX, normalY }, `seed ${seed}, at ${fraction}`);
      }
    }
    expect(met / total).toBeGreaterThan(0.3);
  });
});

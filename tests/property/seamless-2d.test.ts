import { addComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  type CastHit,
  capsule,
  castRay,
  castRayAll,
  castShape,
  castShapeAll,
  circle,
  collideShape,
  collisionSystem,
  compound,
  polygon,
  type ShapeContact,
  type ShapeSpec,
  seamless,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { createGame, type Game } from '../support/game-2d.ts';
import { HitRate } from '../support/hit-rate.ts';
import { DRAWN_TILES, randomTileBody, randomTileMap, type TileMap } from '../support/random-tiles-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

/** Bodies meet the ground, and nothing else does. */
const GROUND = { categoryBits: 1, maskBits: 2 };
const BODY = { categoryBits: 2, maskBits: 1 };

/** Where a ground stands. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

interface Body {
  readonly spec: ShapeSpec;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
}

/** What is known of a contact of a body with a piece of the ground, with the normal from the ground. */
interface Found {
  readonly piece: number;
  readonly child: number;
  readonly nx: number;
  readonly ny: number;
  readonly separation: number;
}

function spawn(game: Game, { x, y, rotation }: Place, spec: ShapeSpec, filter: object): number {
  const { Transform, Collider } = game.collision;
  const eid = game.spawn(x, y, spec, filter);
  addComponent(game.world, eid, set(Transform, { rotation }));
  expect(Collider.kind[eid]).toBe(spec.kind);
  return eid;
}

/** The contacts of each body, sorted by piece of the ground, then by the body's own child. */
function contactsOf(game: Game, bodies: readonly number[], pieceOf: (eid: number, child: number) => number): Found[][] {
  collisionSystem(game.world);
  return bodies.map((body) =>
    Array.from(game.collision.contactsOf(body), (contact) => {
      const isA = contact.a === body;
      const sign = isA ? -1 : 1;
      return {
        piece: isA ? pieceOf(contact.b, contact.childB) : pieceOf(contact.a, contact.childA),
        child: isA ? contact.childA : contact.childB,
        nx: sign * contact.normalX,
        ny: sign * contact.normalY,
        separation: contact.separation,
      };
    }).sort((a, b) => a.piece - b.piece || a.child - b.child),
  );
}

/** The same for a ground of one collider whose children are the pieces, which is the reference. */
function contactsWithOne(pieces: readonly ShapeSpec[], place: Place, bodies: readonly Body[], margin: number) {
  const game = createGame({ margin });
  spawn(game, place, compound(pieces, { smooth: true }), GROUND);
  const eids = bodies.map((body) => spawn(game, body, body.spec, BODY));
  return contactsOf(game, eids, (_, child) => child);
}

/** And for a ground of one entity for each piece, made in any order. */
function groundOfMany(rng: Rng, pieces: readonly ShapeSpec[], place: Place, margin: number) {
  const game = createGame({ margin });
  const Seamless = seamless(game.world);
  const c = Math.cos(place.rotation);
  const s = Math.sin(place.rotation);
  const pieceOf = new Map<number, number>();
  for (const [i] of pieces.map((_, i) => [i, rng.next()] as const).sort((a, b) => a[1] - b[1])) {
    const { offsetX = 0, offsetY = 0, ...spec } = pieces[i] as ShapeSpec & { offsetX?: number; offsetY?: number };
    const x = place.x + c * offsetX - s * offsetY;
    const y = place.y + s * offsetX + c * offsetY;
    const eid = spawn(game, { x, y, rotation: place.rotation }, spec as ShapeSpec, GROUND);
    addComponent(game.world, eid, Seamless);
    if (rng.next() < 0.5) addComponent(game.world, eid, game.collision.Static);
    pieceOf.set(eid, i);
  }
  return { game, pieceOf };
}

function expectEqual(found: readonly Found[], expected: readonly Found[], what: string): void {
  expect(
    found.map(({ piece, child }) => [piece, child]),
    what,
  ).toEqual(expected.map((one) => [one.piece, one.child]));
  found.forEach((contact, i) => {
    expect(contact.nx, what).toBeCloseTo(expected[i].nx, 6);
    expect(contact.ny, what).toBeCloseTo(expected[i].ny, 6);
    expect(contact.separation, what).toBeCloseTo(expected[i].separation, 6);
  });
}

function piecesOf(map: TileMap): ShapeSpec[] {
  return map.cells.flatMap((tile, cell) => {
    const corners = DRAWN_TILES[map.names[tile]];
    const at = { offsetX: cell % 8, offsetY: Math.floor(cell / 8) };
    if (corners === undefined) return [];
    if (tile === 1) return [{ ...box(0.5, 0.5), offsetX: at.offsetX + 0.5, offsetY: at.offsetY + 0.5 }];
    return [{ ...polygon(corners), ...at }];
  });
}

it('seamless boxes and polygons have the contacts that one solid of them has', () => {
  const rate = new HitRate();
  let changed = 0;
  for (let seed = 1; seed <= effort(400, 30); seed++) {
    const rng = createRng(seed);
    const map = randomTileMap(rng, 8, 6, seed % 2 === 0 ? 0.5 : 0);
    const pieces = piecesOf(map);
    if (pieces.length === 0) continue;
    const place = { x: rng.range(-50, 50), y: rng.range(-50, 50), rotation: seed % 3 === 0 ? rng.range(-3, 3) : 0 };
    const margin = seed % 4 === 0 ? 0.05 : 0;
    const c = Math.cos(place.rotation);
    const s = Math.sin(place.rotation);
    const bodies: Body[] = [];
    while (bodies.length < 12) {
      const x = rng.range(-0.5, 8.5);
      const y = rng.range(-0.5, 6.5);
      if (map.isSolid(x, y)) continue;
      const spec = randomTileBody(rng);
      bodies.push({ spec, x: place.x + c * x - s * y, y: place.y + s * x + c * y, rotation: rng.range(-3, 3) });
    }
    const expected = contactsWithOne(pieces, place, bodies, margin);
    const { game, pieceOf } = groundOfMany(rng, pieces, place, margin);
    const eids = bodies.map((body) => spawn(game, body, body.spec, BODY));
    const found = contactsOf(game, eids, (eid) => pieceOf.get(eid)!);
    found.forEach((contacts, i) => {
      rate.count(contacts.length > 0);
      // What is buried is led out in ways of its own.
      if ([...contacts, ...expected[i]].some(({ separation }) => separation < -0.3)) return;
      expectEqual(contacts, expected[i], `seed ${seed}, body ${i}`);
    });
    const raw = contactsWithOneByOne(pieces, place, bodies, margin);
    raw.forEach((contacts, i) => {
      if (contacts.length !== found[i].length) changed++;
    });
  }
  rate.expectBalanced();
  expect(changed).toBeGreaterThan(25);
});

/** A ground whose pieces each collide by themselves. */
function contactsWithOneByOne(pieces: readonly ShapeSpec[], place: Place, bodies: readonly Body[], margin: number) {
  const game = createGame({ margin });
  spawn(game, place, compound(pieces), GROUND);
  const eids = bodies.map((body) => spawn(game, body, body.spec, BODY));
  return contactsOf(game, eids, (_, child) => child);
}

type Hit = readonly [piece: number, fraction: number, normalX: number, normalY: number];

/** Casts of shapes and rays, some of them exactly along edges and at corners of tiles. */
function randomCasts(rng: Rng) {
  return Array.from({ length: 14 }, () => {
    const onGrid = rng.next() < 0.5;
    const at = (low: number, high: number) => (onGrid ? rng.integer(4 * low, 4 * high) / 4 : rng.range(low, high));
    const size = onGrid ? rng.integer(1, 3) / 4 : rng.range(0.1, 0.7);
    const shapes = [() => box(size, size), () => circle(size), () => capsule(size, size), () => undefined];
    const along = rng.integer(0, 2);
    return {
      onGrid,
      spec: shapes[rng.integer(0, 3)](),
      pose: { x: at(-1, 9), y: at(-1, 7), rotation: onGrid ? 0 : rng.range(-3, 3) },
      translation: { x: along === 1 ? 0 : at(-6, 6), y: along === 0 ? 0 : at(-6, 6) },
      initialOverlap: (['hit', 'hit', 'ignore', 'ignore-separating'] as const)[rng.integer(0, 3)],
    };
  });
}

function castAll(game: Game, casts: ReturnType<typeof randomCasts>): (Hit | undefined)[] {
  collisionSystem(game.world);
  return casts.map(({ spec, pose, translation, initialOverlap }) => {
    // A ray that leads nowhere is refused.
    if (spec === undefined && translation.x === 0 && translation.y === 0) return undefined;
    const hit =
      spec === undefined
        ? castRay(game.world, pose, translation, { maxFraction: 1 })
        : castShape(game.world, spec, pose, translation, { initialOverlap });
    return hit && [hit.child, hit.fraction, hit.normalX, hit.normalY];
  });
}

/** The first hits on separate pieces: of those met at once, which comes first depends on who was made first. */
function firstHits(game: Game, casts: ReturnType<typeof randomCasts>): Hit[][] {
  collisionSystem(game.world);
  const hits: CastHit[] = [];
  return casts.map(({ spec, pose, translation, initialOverlap }) => {
    // A ray that leads nowhere is refused.
    if (spec === undefined && translation.x === 0 && translation.y === 0) return [];
    if (spec === undefined) castRayAll(game.world, pose, translation, hits, { maxFraction: 1 });
    else castShapeAll(game.world, spec, pose, translation, hits, { initialOverlap });
    const first = hits.filter(({ fraction }) => fraction - hits[0].fraction < 1e-9);
    return first.map(({ child, fraction, normalX, normalY }) => [child, fraction, normalX, normalY]);
  });
}

function expectSameHit(found: Hit | undefined, expected: Hit | undefined, isAtCorner: boolean, what: string): void {
  expect(found === undefined, what).toBe(expected === undefined);
  // What is buried at the start is led out in ways of its own.
  const last = expected?.[1] === 0 || isAtCorner ? 1 : 3;
  for (let i = 1; i <= last; i++) expect(found?.[i] ?? 0, what).toBeCloseTo(expected?.[i] ?? 0, 6);
}

it('casts meet a smooth compound as they do a map of the same tiles, and seamless ones likewise', () => {
  const rate = new HitRate();
  let inner = 0;
  for (let seed = 1; seed <= effort(1500, 120); seed++) {
    const rng = createRng(seed);
    const map = randomTileMap(rng, 8, 6, seed % 2 === 0 ? 0.5 : 0);
    const pieces = piecesOf(map);
    if (pieces.length === 0) continue;
    const casts = randomCasts(rng);
    const [tiled, smooth, rough] = [map.spec, compound(pieces, { smooth: true }), compound(pieces)].map((spec) => {
      const game = createGame();
      game.spawn(0, 0, spec);
      return castAll(game, casts);
    });
    const many = firstHits(groundOfMany(rng, pieces, { x: 0, y: 0, rotation: 0 }, 0).game, casts);
    casts.forEach((_, i) => {
      const what = `seed ${seed}, cast ${i}: ${JSON.stringify(casts[i])}`;
      rate.count(tiled[i] !== undefined);
      // What exactly touches at the start may overlap by rounding, and have several ways out that are equally short.
      if (casts[i].onGrid && (tiled[i]?.[1] === 0 || smooth[i]?.[1] === 0)) return;
      // Nor is it the same for all which way leads out of them what is buried.
      const { onGrid, spec, pose, initialOverlap } = casts[i];
      if (initialOverlap === 'ignore-separating' && map.isSolid(pose.x, pose.y)) return;
      // A ray that ends exactly at a corner has met either side.
      const isAtCorner = onGrid && spec === undefined;
      expectSameHit(smooth[i], tiled[i], isAtCorner, what);
      if (rough[i]?.[1] !== smooth[i]?.[1] || rough[i]?.[2] !== smooth[i]?.[2]) inner++;
      const [, , x = 0, y = 0] = tiled[i] ?? [];
      const same = many[i].find((hit) => hit[2] * x + hit[3] * y > 1 - 1e-6);
      expectSameHit(same ?? many[i][0], tiled[i], isAtCorner, what);
    });
  }
  expect(rate.hits).toBeGreaterThan(rate.total / 2);
  expect(inner).toBeGreaterThan(20);
});

it('a shape that is asked about touches what one solid would touch', () => {
  let touched = 0;
  for (let seed = 1; seed <= effort(200, 15); seed++) {
    const rng = createRng(seed);
    const pieces = piecesOf(randomTileMap(rng, 8, 6, seed % 2 === 0 ? 0.5 : 0));
    if (pieces.length === 0) continue;
    const one = createGame();
    one.spawn(0, 0, compound(pieces, { smooth: true }));
    const { game, pieceOf } = groundOfMany(rng, pieces, { x: 0, y: 0, rotation: 0 }, 0);
    for (let i = 0; i < 12; i++) {
      const pose = { x: rng.range(0, 8), y: rng.range(0, 6), rotation: rng.range(-3, 3) };
      const body = randomTileBody(rng);
      const expected: ShapeContact[] = [];
      const found: ShapeContact[] = [];
      collideShape(one.world, body, pose, expected);
      collideShape(game.world, body, pose, found);
      // By entity, which is not the order of the pieces here.
      found.sort((a, b) => pieceOf.get(a.entity)! - pieceOf.get(b.entity)!);
      if ([...expected, ...found].some(({ penetration }) => penetration > 0.3)) continue;
      touched += expected.length;
      expect(found.map(({ entity }) => pieceOf.get(entity))).toEqual(expected.map(({ child }) => child));
      found.forEach(({ normalX, normalY, penetration, pointCount }, k) => {
        expect(normalX).toBeCloseTo(expected[k].normalX, 6);
        expect(normalY).toBeCloseTo(expected[k].normalY, 6);
        expect(penetration).toBeCloseTo(expected[k].penetration, 6);
        expect(pointCount).toBe(expected[k].pointCount);
      });
    }
  }
  expect(touched).toBeGreaterThan(20);
});

it('nothing that slides over boxes side by side meets an edge between them, whatever moves', () => {
  const bodies = [box(0.4, 0.3), box(0.3, 0.3, { radius: 0.1 }), circle(0.4), capsule(0.2, 0.3)];
  for (const isTagged of [true, false]) {
    const rng = createRng(3);
    const game = createGame();
    const { Transform } = game.collision;
    const Seamless = seamless(game.world);
    const floor: number[] = [];
    for (let x = 0; x < 30; ) {
      const width = rng.range(0.3, 2);
      const eid = game.spawn(x + width / 2, -1, box(width / 2, 1), GROUND);
      if (isTagged) addComponent(game.world, eid, Seamless);
      floor.push(eid);
      x += width;
    }
    const eids = bodies.map((body) => game.spawn(0, 0, body, BODY));
    let met = 0;
    let caught = 0;
    for (let tick = 0; tick < effort(3000, 300); tick++) {
      const lift = rng.range(-1, 1);
      for (const eid of floor) Transform.y[eid] = lift - 1;
      for (const eid of eids) {
        Transform.x[eid] = rng.range(1, 29);
        Transform.y[eid] = lift + rng.range(0, 0.6);
        Transform.rotation[eid] = rng.range(-0.3, 0.3);
      }
      collisionSystem(game.world);
      for (const { normalX, normalY } of game.collision.contacts()) {
        met++;
        if (Math.abs(normalX) > 1e-9 || normalY < 0) caught++;
      }
    }
    expect(met).toBeGreaterThan(1000);
    if (isTagged) expect(caught).toBe(0);
    else expect(caught).toBeGreaterThan(met / 10);
  }
});

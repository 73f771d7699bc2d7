import { addComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  capsule,
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
import { DRAWN_TILES, randomTileBody, randomTileMap } from '../support/random-tiles-2d.ts';
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
  expect(found.map(({ piece, child }) => [piece, child]), what).toEqual(expected.map((one) => [one.piece, one.child]));
  found.forEach((contact, i) => {
    expect(contact.nx, what).toBeCloseTo(expected[i]!.nx, 6);
    expect(contact.ny, what).toBeCloseTo(expected[i]!.ny, 6);
    expect(contact.separation, what).toBeCloseTo(expected[i]!.separation, 6);
  });
}

function randomPieces(rng: Rng, slopes: number): { pieces: ShapeSpec[]; isSolid(x: number, y: number): boolean } {
  const map = randomTileMap(rng, 8, 6, slopes);
  const pieces = map.cells.flatMap((tile, cell) => {
    const corners = DRAWN_TILES[map.names[tile]!];
    const at = { offsetX: cell % 8, offsetY: Math.floor(cell / 8) };
    if (corners === undefined) return [];
    if (tile === 1) return [{ ...box(0.5, 0.5), offsetX: at.offsetX + 0.5, offsetY: at.offsetY + 0.5 }];
    return [{ ...polygon(corners), ...at }];
  });
  return { pieces, isSolid: (x, y) => map.isSolid(x, y) };
}

it('seamless boxes and polygons have the contacts that one solid of them has', () => {
  const rate = new HitRate();
  let changed = 0;
  for (let seed = 1; seed <= effort(400, 60); seed++) {
    const rng = createRng(seed);
    const { pieces, isSolid } = randomPieces(rng, seed % 2 === 0 ? 0.5 : 0);
    if (pieces.length === 0) continue;
    const place = { x: rng.range(-50, 50), y: rng.range(-50, 50), rotation: seed % 3 === 0 ? rng.range(-3, 3) : 0 };
    const margin = seed % 4 === 0 ? 0.05 : 0;
    const c = Math.cos(place.rotation);
    const s = Math.sin(place.rotation);
    const bodies: Body[] = [];
    while (bodies.length < 12) {
      const x = rng.range(-0.5, 8.5);
      const y = rng.range(-0.5, 6.5);
      if (isSolid(x, y)) continue;
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
      if ([...contacts, ...expected[i]!].some(({ separation }) => separation < -0.3)) return;
      expectEqual(contacts, expected[i]!, `seed ${seed}, body ${i}`);
    });
    const raw = contactsWithOneByOne(pieces, place, bodies, margin);
    raw.forEach((contacts, i) => {
      if (contacts.length !== found[i]!.length) changed++;
    });
  }
  rate.expectBalanced();
  expect(changed).toBeGreaterThan(50);
});

/** A ground whose pieces each collide by themselves. */
function contactsWithOneByOne(pieces: readonly ShapeSpec[], place: Place, bodies: readonly Body[], margin: number) {
  const game = createGame({ margin });
  spawn(game, place, compound(pieces), GROUND);
  const eids = bodies.map((body) => spawn(game, body, body.spec, BODY));
  return contactsOf(game, eids, (_, child) => child);
}

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
    for (let tick = 0; tick < effort(3000, 400); tick++) {
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

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import { type Collision, chain, collisionSystem, createCollision, type ShapeSpec } from '../../entry/2d.ts';
import { judgePair } from '../support/compare-contacts-2d.ts';
import { effort } from '../support/effort.ts';
import { randomConvex, randomPlacement, randomShape, specOf } from '../support/random-shapes-2d.ts';
import { readContacts } from '../support/random-worlds-2d.ts';
import { type Placement, placeShape, type ShapeDescription } from '../support/reference-2d.ts';
import { createRng } from '../support/rng.ts';

const AT_ORIGIN: Placement = { x: 0, y: 0, rotation: 0, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 };

/** What is dragged: about 1 across, its lowest point at y = −half of it. */
const RIDERS: Record<string, ShapeDescription> = {
  box: { kind: 'box', halfWidth: 0.5, halfHeight: 0.4, radius: 0 },
  roundedBox: { kind: 'box', halfWidth: 0.4, halfHeight: 0.3, radius: 0.1 },
  circle: { kind: 'circle', radius: 0.4 },
  capsule: { kind: 'capsule', halfHeight: 0.3, radius: 0.1 },
  polygon: { kind: 'polygon', points: [-0.5, -0.4, 0.4, -0.4, 0.5, 0.1, 0, 0.4], radius: 0 },
  compound: {
    kind: 'compound',
    radius: 0,
    children: [
      { shape: { kind: 'box', halfWidth: 0.5, halfHeight: 0.1, radius: 0 }, x: 0, y: -0.3, rotation: 0 },
      { shape: { kind: 'circle', radius: 0.3 }, x: 0.1, y: 0, rotation: 0 },
    ],
  },
};

class Drag {
  readonly world = createWorld();
  readonly collision: Collision;
  readonly #rider: number;
  readonly #ground: number;

  constructor(ground: ShapeSpec, rider: ShapeDescription, riderFirst: boolean, margin: number) {
    this.collision = createCollision(this.world, { margin });
    const first = addEntity(this.world);
    const second = addEntity(this.world);
    this.#rider = riderFirst ? first : second;
    this.#ground = riderFirst ? second : first;
    for (const [entity, spec] of [[this.#ground, ground] as const, [this.#rider, specOf(rider)] as const]) {
      addComponent(this.world, entity, set(this.collision.Transform, {}));
      addComponent(this.world, entity, set(this.collision.Collider, spec));
    }
  }

  /** Puts the ground at an angle about the origin, and the rider at (x, y) of the ground's frame, turned with it. */
  place(x: number, y: number, turn: number, ownTurn: number): void {
    const { Transform } = this.collision;
    Transform.rotation[this.#ground] = turn;
    Transform.x[this.#rider] = Math.cos(turn) * x - Math.sin(turn) * y;
    Transform.y[this.#rider] = Math.sin(turn) * x + Math.cos(turn) * y;
    Transform.rotation[this.#rider] = turn + ownTurn;
    collisionSystem(this.world);
  }

  /** Normals from the ground to the rider, in the ground's frame. */
  normals(turn: number): { x: number; y: number; separation: number; touching: boolean }[] {
    return readContacts(this.collision).map((row) => {
      const sign = row.a === this.#ground ? 1 : -1;
      const c = Math.cos(turn) * sign;
      const s = Math.sin(turn) * sign;
      const { separation, touching } = row;
      return { x: c * row.normalX + s * row.normalY, y: c * row.normalY - s * row.normalX, separation, touching };
    });
  }
}

/** Floor points from left to right at irregular steps, with heights. */
function floorPoints(seed: number, height: (x: number) => number): number[] {
  const rng = createRng(seed);
  const points: number[] = [];
  for (let x = -6; x < 6; x += rng.range(0.05, 0.7)) points.push(x, height(x));
  return points;
}

function reversed(points: readonly number[]): number[] {
  const result: number[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2) result.push(points[i], points[i + 1]);
  return result;
}

const CASES = Object.keys(RIDERS).flatMap((name) =>
  [false, true].flatMap((backwards) => [1, -1].map((side) => ({ name, backwards, side }))),
);

describe('a flat floor of many segments', () => {
  it.each(CASES)(
    'has one normal under a $name, chain backwards: $backwards, side $side',
    ({ name, backwards, side }) => {
      const points = floorPoints(7, () => 0);
      const ground = chain(backwards ? reversed(points) : points);
      const reach = 0.4;
      const rng = createRng(name.length * 10 + side);
      let contacts = 0;
      for (const turn of [0, 0.3, 1, Math.PI / 2, 2.5, -2]) {
        for (const depth of [0, 1e-15, -1e-15, 1e-9, 1e-3, 0.05, 0.2, -0.01]) {
          // The compound's lower child is 0.2 high, and pushed below the floor it is under it.
          if (name === 'compound' && depth > 0.1) continue;
          const drag = new Drag(ground, RIDERS[name], side > 0, depth < 0 ? 0.05 : 0);
          // Below the floor the rider hangs from it, turned over.
          const ownTurn = side > 0 ? 0 : Math.PI;
          for (let step = 0; step < effort(25, 8); step++) {
            drag.place(rng.range(-4.5, 4.5), side * (reach - depth), turn, ownTurn);
            const normals = drag.normals(turn);
            if (depth >= 1e-9) expect(normals.some((normal) => normal.touching)).toBe(true);
            for (const normal of normals) {
              contacts++;
              if (Math.abs(normal.x) > 1e-6 || normal.y * side < 0.999) {
                throw new Error(
                  `turn ${turn}, depth ${depth}, step ${step}: normal (${normal.x}, ${normal.y}) at ${normal.separation}`,
                );
              }
            }
          }
        }
      }
      expect(contacts).toBeGreaterThan(effort(1000, 300));
    },
  );

  it.each(Object.keys(RIDERS))('has one normal under a %s that is turned while it slides', (name) => {
    const rng = createRng(name.length);
    const ground = chain(floorPoints(8, () => 0));
    const rider = RIDERS[name];
    for (const margin of [0, 0.1]) {
      const drag = new Drag(ground, rider, true, margin);
      for (let step = 0; step < effort(400, 100); step++) {
        const ownTurn = rng.range(-3.2, 3.2);
        const lowest = Math.min(
          ...placeShape(rider, { ...AT_ORIGIN, rotation: ownTurn }).pieces.flatMap((piece) =>
            piece.ys.map((y) => y - piece.radius),
          ),
        );
        drag.place(rng.range(-4.5, 4.5), -lowest - rng.range(-0.05, 0.05), 0, ownTurn);
        for (const normal of drag.normals(0)) {
          if (Math.abs(normal.x) > 1e-6)
            throw new Error(`step ${step}: normal (${normal.x}, ${normal.y}) at ${normal.separation}`);
        }
      }
    }
  });
});

describe('gentle hills', () => {
  it.each(CASES)(
    'never oppose a $name more than their steepest slope, backwards: $backwards, side $side',
    ({ name, backwards, side }) => {
      const height = (x: number): number => 0.25 * Math.sin(1.1 * x) + 0.1 * Math.sin(2.7 * x + 1);
      const points = floorPoints(9, height);
      const ground = chain(backwards ? reversed(points) : points);
      const rng = createRng(name.length + side);
      let steepest = 0;
      for (let i = 2; i < points.length; i += 2) {
        const dx = points[i] - points[i - 2];
        const dy = points[i + 1] - points[i - 1];
        steepest = Math.max(steepest, Math.abs(dy) / Math.hypot(dx, dy));
      }
      let contacts = 0;
      for (const margin of [0, 0.05]) {
        const drag = new Drag(ground, RIDERS[name], side > 0, margin);
        for (let step = 0; step < effort(600, 200); step++) {
          const x = rng.range(-4.5, 4.5);
          // Turned with the slope, and pushed a little in, not so far that the middle of any piece is below.
          const slope = Math.atan2(height(x + 0.3) - height(x - 0.3), 0.6);
          const up = side * (0.4 - rng.range(-0.05, name === 'compound' ? 0.05 : 0.15));
          drag.place(x - up * Math.sin(slope), height(x) + up * Math.cos(slope), 0, slope + (side > 0 ? 0 : Math.PI));
          for (const normal of drag.normals(0)) {
            contacts++;
            const isGhost = Math.abs(normal.x) > steepest + 1e-6 || normal.y * side < 0.5;
            if (isGhost)
              throw new Error(`step ${step}, x ${x}: normal (${normal.x}, ${normal.y}) at ${normal.separation}`);
          }
        }
      }
      expect(steepest).toBeLessThan(0.5);
      expect(contacts).toBeGreaterThan(effort(1000, 300));
    },
  );
});

describe('touching a chain', () => {
  it('is touching one of its segments, whatever the joints', () => {
    let close = 0;
    let touching = 0;
    for (let seed = 1; seed <= effort(4000, 800); seed++) {
      const rng = createRng(seed);
      const ground = randomShape(rng, 'chain', 2);
      if (ground.kind !== 'chain') throw new Error('not a chain');
      const other = randomShape(
        rng,
        rng.next() < 0.8 ? (['circle', 'capsule', 'box', 'polygon', 'segment'] as const)[seed % 5] : 'compound',
        rng.range(0.1, 2),
      );
      const placement = randomPlacement(rng, 1, 1);
      const a = placeShape({ ...ground, oneSided: false }, AT_ORIGIN);
      const b = placeShape(other, placement);
      const verdict = judgePair(a, b);
      const world = createWorld();
      const collision = createCollision(world, { margin: seed % 3 === 0 ? 0.2 : 0 });
      const ids = [addEntity(world), addEntity(world)] as const;
      addComponent(world, ids[seed % 2], set(collision.Transform, {}));
      addComponent(world, ids[seed % 2], set(collision.Collider, specOf({ ...ground, oneSided: false })));
      const { offsetX, offsetY, offsetRotation, ...transform } = placement;
      addComponent(world, ids[1 - (seed % 2)], set(collision.Transform, transform));
      addComponent(
        world,
        ids[1 - (seed % 2)],
        set(collision.Collider, { ...specOf(other), offsetX, offsetY, offsetRotation }),
      );
      collisionSystem(world);
      close++;
      if (verdict.separation <= 0) touching++;
      const found = readContacts(collision).some((row) => row.touching);
      if (found !== verdict.separation <= 0)
        throw new Error(`seed ${seed}: touching ${found} at ${verdict.separation}`);
    }
    expect(touching / close).toBeGreaterThan(0.3);
    expect(touching / close).toBeLessThan(0.7);
  });

  it('from behind is not touching, when it is one-sided', () => {
    // A solid ring, counter-clockwise: what is wholly inside and does not reach past the middle of a side is left
    // alone.
    const ring = chain([-1, -1, 1, -1, 1, 1, -1, 1], { closed: true, oneSided: true });
    const rng = createRng(3);
    for (let step = 0; step < 500; step++) {
      const inside = step % 2 === 0;
      const rider = randomConvex(rng, (['circle', 'capsule', 'box', 'polygon', 'segment'] as const)[step % 5], 0.8);
      const drag = new Drag(ring, rider, step % 3 === 0, 0);
      const along = rng.range(-0.5, 0.5);
      drag.place(inside ? 0.9 : 1.1, along, 0, rng.range(-3, 3));
      // Shapes whose own middle is off their origin may cross over.
      if (rider.kind === 'segment' || rider.kind === 'polygon') continue;
      expect(
        drag.normals(0).some((normal) => normal.touching),
        `step ${step}, ${rider.kind}`,
      ).toBe(!inside && judgeTouch(rider, 1.1, along, drag));
    }
  });
});

/** Whether a rider at its place in the drag touches the right-hand side x = 1. */
function judgeTouch(rider: ShapeDescription, x: number, y: number, drag: Drag): boolean {
  const { Transform } = drag.collision;
  const rotation = [1, 2].map((eid) => Transform.rotation[eid]).find((value) => value !== 0) ?? 0;
  const side = placeShape(
    { kind: 'chain', points: [1, -1, 1, 1], closed: false, oneSided: false, radius: 0 },
    AT_ORIGIN,
  );
  return judgePair(side, placeShape(rider, { ...AT_ORIGIN, x, y, rotation })).separation <= 0;
}

describe('real coastlines', () => {
  it('touch 500 shapes exactly where a segment does', () => {
    const file = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
    const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>;
    const land = feature(topology, topology.objects.land);
    const rings: number[][] = [];
    for (const { geometry } of land.features) {
      if (geometry.type !== 'MultiPolygon') throw new Error(`land is a ${geometry.type}`);
      for (const polygon of geometry.coordinates) for (const ring of polygon) rings.push(ring.flat());
    }
    const world = createWorld();
    const collision = createCollision(world, { capacity: 4096 });
    const { Transform, Collider, Static } = collision;
    const coasts = rings.map((ring) => {
      const entity = addEntity(world);
      addComponent(world, entity, Static);
      addComponent(world, entity, set(Transform, {}));
      addComponent(world, entity, set(Collider, chain(ring)));
      return { entity, shape: { kind: 'chain', points: ring, closed: false, oneSided: false, radius: 0 } as const };
    });
    const rng = createRng(50);
    const ships = Array.from({ length: 500 }, (_, i) => {
      // Half of them near some coast, where they touch or not; the others anywhere.
      const ring = rings[rng.integer(0, rings.length - 1)];
      const vertex = 2 * rng.integer(0, ring.length / 2 - 1);
      const near = i % 2 === 0;
      const size = rng.range(0.2, 4);
      const shape = randomShape(
        rng,
        (['circle', 'capsule', 'box', 'polygon', 'segment', 'compound'] as const)[i % 6],
        size,
      );
      const placement = {
        ...AT_ORIGIN,
        x: near ? ring[vertex] + rng.range(-1, 1) * size : rng.range(-180, 180),
        y: near ? ring[vertex + 1] + rng.range(-1, 1) * size : rng.range(-80, 80),
        rotation: rng.range(-3, 3),
      };
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, { x: placement.x, y: placement.y, rotation: placement.rotation }));
      addComponent(world, entity, set(Collider, { ...specOf(shape), categoryBits: 2, maskBits: 1 }));
      return { entity, placed: placeShape(shape, placement) };
    });
    collisionSystem(world);
    const found = new Set(
      readContacts(collision)
        .filter((row) => row.touching)
        .map((row) => `${row.a} ${row.b}`),
    );
    let touching = 0;
    let ashore = 0;
    for (const ship of ships) {
      let any = false;
      for (const coast of coasts) {
        const pieces = nearSegments(coast.shape.points, ship.placed.x, ship.placed.y, ship.placed.reach);
        if (pieces.length === 0) continue;
        const placed = { pieces, isChain: true, oneSided: false, x: 0, y: 0, reach: 0 };
        const { separation } = judgePair(placed, ship.placed);
        if (Math.abs(separation) < 1e-9) continue;
        const has = found.delete(`${coast.entity} ${ship.entity}`);
        if (has !== separation <= 0)
          throw new Error(`coast ${coast.entity}, ship ${ship.entity}: ${has} at ${separation}`);
        if (has) touching++;
        any ||= has;
      }
      if (any) ashore++;
    }
    expect([...found]).toEqual([]);
    expect(touching).toBeGreaterThan(150);
    expect(ashore / ships.length).toBeGreaterThan(0.3);
    expect(ashore / ships.length).toBeLessThan(0.7);
  });
});

/** The segments of a polyline that come within `reach` of a point along both axes. */
function nearSegments(points: readonly number[], x: number, y: number, reach: number) {
  const pieces = [];
  for (let i = 2; i < points.length; i += 2) {
    const xs = [points[i - 2], points[i]];
    const ys = [points[i - 1], points[i + 1]];
    if (Math.min(...xs) > x + reach || Math.max(...xs) < x - reach) continue;
    if (Math.min(...ys) > y + reach || Math.max(...ys) < y - reach) continue;
    pieces.push({ xs, ys, radius: 0 });
  }
  return pieces;
}

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  chain,
  collideShape,
  collisionSystem,
  createCollision,
  type ShapeContact,
  type ShapeSpec,
  seamless,
} from '../../../entry/2d.ts';
import {
  BODIES,
  isOfUnion,
  type Lines,
  piecesOf,
  placeOn,
  type Row,
  randomLines,
  randomRing,
} from '../../support/chain-lines-2d.ts';
import { judgePair } from '../../support/compare-contacts-2d.ts';
import { effort } from '../../support/effort.ts';
import { specOf } from '../../support/random-shapes-2d.ts';
import { type Placement, placeShape } from '../../support/reference-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { shortestWayOut } from '../../support/way-out-2d.ts';

/** The contacts of a body with some chains, as one line, by the tick and by `collideShape`. */
function meet(specs: readonly ShapeSpec[], body: ShapeSpec, at: Placement): { ticked: Row[]; placed: Row[] } {
  const world = createWorld();
  const collision = createCollision(world);
  const Seamless = seamless(world);
  const entities = specs.map((spec) => {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, {}));
    addComponent(world, entity, set(collision.Collider, { ...spec, categoryBits: 1, maskBits: 2 }));
    addComponent(world, entity, Seamless);
    return entity;
  });
  const rider = addEntity(world);
  addComponent(world, rider, set(collision.Transform, { x: at.x, y: at.y, rotation: at.rotation }));
  addComponent(world, rider, set(collision.Collider, { ...body, categoryBits: 2, maskBits: 1 }));
  collisionSystem(world);
  const ticked = Array.from(collision.contacts(), ({ a, childA, normalX, normalY, penetration }) => ({
    line: entities.indexOf(a),
    child: childA,
    normalX,
    normalY,
    depth: penetration,
  }));
  const hits: ShapeContact[] = [];
  const count = collideShape(world, body, { x: at.x, y: at.y, rotation: at.rotation }, hits, { maskBits: 1 });
  const placed = hits.slice(0, count).map(({ entity, child, normalX, normalY, penetration }) => ({
    line: entities.indexOf(entity),
    child,
    normalX,
    normalY,
    depth: penetration,
  }));
  return { ticked, placed };
}

function describeRows(rows: readonly Row[]): string {
  return rows
    .map(({ line, child, normalX, normalY, depth }) => `${line}/${child} (${normalX}, ${normalY}) at ${depth}`)
    .join('; ');
}

/** The contacts that others have not, but for rounding: a query is about the place of its shape. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter(
    ({ line, child, normalX, normalY, depth }) =>
      !others.some((other) => {
        const off = Math.hypot(normalX - other.normalX, normalY - other.normalY) + Math.abs(depth - other.depth);
        return line === other.line && child === other.child && off < 1e-9;
      }),
  );
}

function findFault(lines: Lines, specs: readonly ShapeSpec[], rng: Rng, kind: (typeof BODIES)[number]) {
  const { shape, at } = placeOn(rng, lines, kind);
  const { ticked, placed } = meet(specs, specOf(shape), at);
  const pieces = piecesOf(specs.length === lines.length ? lines : [lines.flat()]);
  const rider = placeShape(shape, at);
  const label = describeRows(ticked);
  const ghost = ticked.find((row) => !isOfUnion(row, pieces));
  const union = { pieces: pieces.flat(), isChain: true, oneSided: false, x: 0, y: 0, reach: 0 };
  const { separation } = judgePair(union, rider);
  const isTouching = ticked.length > 0;
  const touches = separation <= 0;
  let fault: string | undefined;
  if (ghost !== undefined) fault = `no normal of the line: ${describeRows([ghost])} of ${label}`;
  else if (Math.abs(separation) > 1e-9 && isTouching !== touches) fault = `touching is ${isTouching} at ${separation}`;
  else if (without(ticked, placed).length + without(placed, ticked).length > 0)
    fault = `placed ${describeRows(placed)}, in a tick ${label}`;
  const depth = Math.max(0, ...ticked.map((row) => row.depth));
  const way = depth > 0.03 ? shortestWayOut(union.pieces, rider.pieces[0], false) : Infinity;
  return { fault, isTouching, isDeep: depth > way + 0.03, label: `${label}; ${way} would do` };
}

describe('chains that meet', () => {
  it('have only normals of the line that they make, and none is lost', () => {
    const total = effort(10_000, 450);
    let touching = 0;
    const deep: string[] = [];
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const lines = randomLines(rng);
      const specs = lines.map((line) => chain(line.flat()));
      const { fault, isTouching, isDeep, label } = findFault(lines, specs, rng, BODIES[seed % BODIES.length]);
      if (fault !== undefined) throw new Error(`seed ${seed}: ${fault}`);
      if (isTouching) touching++;
      if (isDeep) deep.push(`seed ${seed}: ${label}`);
    }
    expect(touching / total).toBeGreaterThan(0.5);
    expect(touching / total).toBeLessThan(0.95);
    expect(deep.length, deep.join('\n')).toBeLessThanOrEqual(effort(10, 1));
  });

  it('have, cut and turned round, the contacts of the whole ring', () => {
    const total = effort(5000, 400);
    let touching = 0;
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const ring = randomRing(rng);
      const { shape, at } = placeOn(rng, [ring], BODIES[seed % BODIES.length]);
      // Each normal, and how deep it is at most: which segment a point at a joint is told of is left open.
      const numbersOf = (rows: readonly Row[]) => {
        const depths = new Map<string, number>();
        for (const { normalX, normalY, depth } of rows) {
          const normal = `${normalX.toFixed(9)} ${normalY.toFixed(9)}`.replaceAll('-0.000000000', '0.000000000');
          depths.set(normal, Math.max(depth, depths.get(normal) ?? 0));
        }
        return [...depths]
          .map(([normal, depth]) => `${normal} ${depth.toFixed(9)}`)
          .sort()
          .join('; ');
      };
      const whole = numbersOf(meet([chain(ring.flat(), { closed: true })], specOf(shape), at).ticked);
      const drawnBack = meet([chain(ring.flat())], specOf(shape), at);
      expect(numbersOf(drawnBack.ticked), `seed ${seed}, drawn back to its start`).toBe(whole);
      const lines: Lines = [];
      for (let i = 1; i < ring.length; i++) {
        if (i === 1 || rng.next() < 0.4) lines.push([ring[i - 1]]);
        lines.at(-1)!.push(ring[i]);
      }
      const chains = lines.map((line) => chain((rng.next() < 0.5 ? [...line].reverse() : line).flat()));
      expect(numbersOf(meet(chains, specOf(shape), at).ticked), `seed ${seed}, cut`).toBe(whole);
      if (whole !== '') touching++;
    }
    expect(touching / total).toBeGreaterThan(0.5);
    expect(touching / total).toBeLessThan(0.95);
  });
});

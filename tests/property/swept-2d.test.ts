import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  boxHierarchy,
  circle,
  collisionSystem,
  createCollision,
  sphereHierarchy,
  sweptColliders,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { HitRate } from '../support/hit-rate.ts';
import { ALL_KINDS, randomPlacement, randomShape } from '../support/random-shapes-2d.ts';
import { type Body, buildWorld } from '../support/random-worlds-2d.ts';
import {
  distanceToSurface,
  isIgnored,
  movedBy,
  type Placement,
  placeShape,
  type ReferenceShape,
  type ShapeDescription,
  separationOf,
} from '../support/reference-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

/** A body, where it comes to, and whether it is swept. */
interface Mover {
  body: Body;
  end: Placement;
  isSwept: boolean;
}

const FILTER = { category: 1, mask: 0xffffffff, group: 0 };
/** The longest step of the reference. */
const STEP = 1 / 256;

function randomMover(rng: Rng, size: number, kinds: readonly ShapeDescription['kind'][], turns: boolean): Mover {
  const shape = randomShape(rng, kinds[rng.integer(0, kinds.length - 1)], size * rng.range(0.2, 1.2));
  const start = randomPlacement(rng, 1.8 * size, size);
  const isStatic = rng.next() < 0.25;
  const end = { ...start };
  // Beyond the range that angles are brought back into: however far it turns, that is how far it turns.
  start.rotation += 20;
  end.rotation = start.rotation;
  if (!isStatic) {
    // Across the middle, where the paths meet.
    end.x = -start.x * rng.range(0.2, 2) + rng.range(-0.3, 0.3) * size;
    end.y = -start.y * rng.range(0.2, 2) + rng.range(-0.3, 0.3) * size;
    if (turns && rng.next() < 0.7) end.rotation += rng.range(-7, 7);
  }
  const isSensor = rng.next() < 0.2;
  const body = { shape, placement: start, filter: FILTER, isStatic, isSensor, isDisabled: false };
  return { body, end, isSwept: !isStatic && rng.next() < 0.6 };
}

/** A shape after a part of its path: straight on, turning evenly about the entity's position. */
function placeAt({ body, end }: Mover, t: number): ReferenceShape {
  const start = body.placement;
  const mix = (a: number, b: number): number => a + t * (b - a);
  const x = mix(start.x, end.x);
  const y = mix(start.y, end.y);
  return placeShape(body.shape, { ...start, x, y, rotation: mix(start.rotation, end.rotation) });
}

/** How two shapes are apart after a part of the way, and the pieces it is about. */
class Pair {
  readonly a: Mover;
  readonly b: Mover;
  readonly speed: number;
  /** Pairs of pieces that pass each other by, or may: one is a one-sided segment, and the other starts behind it. */
  readonly ignored = new Set<string>();
  isUnsure = false;

  constructor(a: Mover, b: Mover) {
    this.a = a;
    this.b = b;
    const reach = (of: Mover): number => {
      const { x, y } = of.body.placement;
      const at = placeAt(of, 0);
      return Math.hypot(at.x - x, at.y - y) + at.reach;
    };
    const turn = (of: Mover): number => Math.abs(of.end.rotation - of.body.placement.rotation);
    const way = (of: Mover, axis: 'x' | 'y'): number => of.end[axis] - of.body.placement[axis];
    this.speed =
      Math.hypot(way(a, 'x') - way(b, 'x'), way(a, 'y') - way(b, 'y')) + turn(a) * reach(a) + turn(b) * reach(b);
    const startA = placeAt(a, 0);
    const startB = placeAt(b, 0);
    for (const [i, p] of startA.pieces.entries()) {
      for (const [k, q] of startB.pieces.entries()) {
        const verdicts = [isIgnored(startA, p, q), isIgnored(startB, q, p)];
        if (verdicts.includes(undefined)) this.isUnsure = true;
        if (verdicts.includes(true)) this.ignored.add(`${i} ${k}`);
      }
    }
  }

  separation(t: number): number {
    const a = placeAt(this.a, t);
    const b = placeAt(this.b, t);
    let least = Infinity;
    for (const [i, p] of a.pieces.entries()) {
      for (const [k, q] of b.pieces.entries()) {
        if (!this.ignored.has(`${i} ${k}`)) least = Math.min(least, separationOf(p, q));
      }
    }
    return least;
  }

  /**
   * Returns the first time of contact, Infinity for none; undefined where the two come as near as `slack` but no
   * nearer. From the end back when `sign` is −1. By small steps, none longer than the gap allows.
   */
  firstContact(sign: number, slack: number): number | undefined {
    let least = Infinity;
    for (let t = 0; t <= 1; ) {
      const gap = this.separation(sign > 0 ? t : 1 - t);
      least = Math.min(least, gap);
      if (gap < -slack) return this.refine(sign, Math.max(0, t - 2 * STEP), t);
      t = t === 1 ? 2 : Math.min(1, t + Math.min(STEP, Math.max(gap / this.speed, STEP / 64)));
    }
    return least > slack ? Infinity : undefined;
  }

  /** The first crossing within an interval that ends inside. */
  refine(sign: number, from: number, to: number): number {
    let first = to;
    for (let t = to; t >= from; t -= STEP / 256) if (this.separation(sign > 0 ? t : 1 - t) <= 0) first = t;
    let low = first - STEP / 256;
    let high = first;
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2;
      if (this.separation(sign > 0 ? middle : 1 - middle) <= 0) high = middle;
      else low = middle;
    }
    return Math.max(0, high);
  }
}

interface Report {
  readonly met: HitRate;
  readonly stillTouching: HitRate;
  sensors: number;
  told: number;
}

/** Makes a world, moves all of it in one tick and compares what is told of each pair with the reference. */
function checkWorld(rng: Rng, movers: Mover[], size: number, label: string, report: Report): void {
  const recipe = {
    size,
    originX: 0,
    originY: 0,
    margin: rng.next() < 0.5 ? 0 : 0.1 * size,
    bodies: movers.map((m) => m.body),
  };
  const { world, collision, entities } = buildWorld(recipe, {
    swept: sweptColliders,
    hierarchy: rng.next() < 0.3 ? sphereHierarchy : boxHierarchy,
  });
  const { Transform, Swept } = collision;
  for (const [i, mover] of movers.entries()) if (mover.isSwept) addComponent(world, entities[i], Swept);
  collisionSystem(world);
  const touched = new Set<string>();
  for (const contact of collision.contacts()) if (contact.touching) touched.add(`${contact.a} ${contact.b}`);
  for (const [i, mover] of movers.entries()) {
    Transform.x[entities[i]] = mover.end.x;
    Transform.y[entities[i]] = mover.end.y;
    Transform.rotation[entities[i]] = mover.end.rotation;
  }
  const order: number[] = [];
  collision.onBegin((_a, _b, contact) => order.push(contact.fraction));
  collisionSystem(world);
  expect(order, label).toEqual(order.slice().sort((a, b) => a - b));
  expect([...collision.begins()].length).toBe(order.length);
  const slack = 1e-4 * size;
  for (const [i, a] of movers.entries()) {
    for (const [k, b] of movers.entries()) {
      if (k <= i || !(a.isSwept || b.isSwept)) continue;
      const name = `${label}, ${a.body.shape.kind} ${i} and ${b.body.shape.kind} ${k}`;
      if (touched.has(`${entities[i]} ${entities[k]}`)) continue;
      const pair = new Pair(a, b);
      if (pair.isUnsure || pair.separation(0) < slack) continue;
      const first = pair.firstContact(1, slack);
      if (first === undefined) continue;
      const rows = [...collision.contactsOf(entities[i], entities[k])].length;
      let found = false;
      for (const contact of collision.contactsOf(entities[i], entities[k])) {
        if (!contact.touching) continue;
        // What starts behind a one-sided segment may be in front of it at the end, and touch.
        if (contact.fraction === 1 && pair.ignored.size > 0 && first > 1) continue;
        found = true;
        if (contact.fraction === 1) continue;
        expect(rows, name).toBe(1);
        checkContact(pair, contact, first, size, slack, name, report);
      }
      expect(found, name).toBe(first <= 1);
      report.met.count(found);
    }
  }
}

function checkContact(
  pair: Pair,
  contact: { fraction: number; exitFraction: number; childA: number; childB: number; sensor: boolean } & {
    normalX: number;
    normalY: number;
    pointX(i: number): number;
    pointY(i: number): number;
  },
  first: number,
  size: number,
  slack: number,
  name: string,
  report: Report,
): void {
  const { fraction } = contact;
  report.told++;
  // The gap is what is measured; a graze takes long to close it.
  expect(Math.abs(pair.separation(fraction)), name).toBeLessThan(1e-7 * size);
  expect(fraction, name).toBeLessThan(first + 1e-7);
  const last = pair.ignored.size > 0 ? undefined : pair.firstContact(-1, slack);
  if (last !== undefined) expect(contact.exitFraction, name).toBeGreaterThan(1 - last - 1e-7);
  if (last !== undefined) report.stillTouching.count(contact.exitFraction === 1);
  if (contact.sensor) {
    report.sensors++;
    return;
  }
  const p = placeAt(pair.a, fraction).pieces[contact.childA];
  const q = placeAt(pair.b, fraction).pieces[contact.childB];
  expect(Math.abs(distanceToSurface(p, contact.pointX(0), contact.pointY(0))), name).toBeLessThan(1e-7 * size);
  expect(Math.abs(distanceToSurface(q, contact.pointX(0), contact.pointY(0))), name).toBeLessThan(1e-7 * size);
  const apart = separationOf(p, movedBy(q, 1e-3 * size * contact.normalX, 1e-3 * size * contact.normalY));
  expect(apart, name).toBeGreaterThan(0.9e-3 * size);
}

it.each([
  { seed: 1, turns: false, size: 1 },
  { seed: 2, turns: true, size: 1 },
  { seed: 3, turns: true, size: 1e-3 },
  { seed: 4, turns: false, size: 1e4 },
])('what is swept meets what a reference of small steps meets: seed $seed, turns $turns, size $size', (how) => {
  const { seed, turns, size } = how;
  const rng = createRng(seed);
  const report = { met: new HitRate(), stillTouching: new HitRate(), sensors: 0, told: 0 };
  for (let round = 0; round < effort(200, 8); round++) {
    const movers = Array.from({ length: 6 }, () => randomMover(rng, size, ALL_KINDS, turns));
    checkWorld(rng, movers, size, `seed ${seed}, round ${round}`, report);
  }
  expect(report.met.total).toBeGreaterThan(50);
  expect(report.met.hits / report.met.total).toBeGreaterThan(0.2);
  expect(report.stillTouching.hits).toBeGreaterThan(0);
  expect(report.told).toBeGreaterThan(15);
  expect(report.sensors).toBeGreaterThan(3);
});

it('bullets find all the enemies in their way that a formula finds, tick after tick', () => {
  const rng = createRng(9);
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders });
  const { Transform, Collider, Swept } = collision;
  const add = (radius: number, categoryBits: number, maskBits: number, ...tags: object[]) => {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, { x: rng.range(0, 400), y: rng.range(0, 400) }));
    addComponent(world, entity, set(Collider, { ...circle(radius), categoryBits, maskBits }));
    for (const tag of tags) addComponent(world, entity, tag);
    return { entity, radius, fromX: 0, fromY: 0 };
  };
  const bullets = Array.from({ length: 1000 }, () => add(0.1, 2, 1, Swept));
  const enemies = Array.from({ length: 160 }, (_, i) => add(0.8, 1, 2, ...(i % 2 === 0 ? [Swept] : [])));
  let hits = 0;
  for (let tick = 0; tick < 6; tick++) {
    for (const body of [...bullets, ...enemies]) {
      body.fromX = Transform.x[body.entity];
      body.fromY = Transform.y[body.entity];
      const reach = body.radius < 0.5 ? 60 : 1;
      if (tick === 0) continue;
      Transform.x[body.entity] += rng.range(-reach, reach);
      Transform.y[body.entity] += rng.range(-reach, reach);
    }
    collisionSystem(world);
    const found = new Set(Array.from(collision.contacts(), ({ a, b }) => `${a} ${b}`));
    for (const bullet of bullets) {
      for (const enemy of enemies) {
        const x = bullet.fromX - enemy.fromX;
        const y = bullet.fromY - enemy.fromY;
        const wayX = Transform.x[bullet.entity] - Transform.x[enemy.entity] - x;
        const wayY = Transform.y[bullet.entity] - Transform.y[enemy.entity] - y;
        const squared = wayX * wayX + wayY * wayY;
        const t = squared > 0 ? Math.min(1, Math.max(0, -(x * wayX + y * wayY) / squared)) : 0;
        const nearest = Math.hypot(x + t * wayX, y + t * wayY) - bullet.radius - enemy.radius;
        if (Math.abs(nearest) < 1e-9) continue;
        // What touched when the tick began, and leaves, ends in it.
        const room = bullet.radius + enemy.radius;
        if (Math.hypot(x, y) <= room && Math.hypot(x + wayX, y + wayY) > room) continue;
        if (nearest < 0) hits++;
        const name = `${bullet.entity} ${enemy.entity}`;
        if (found.has(name) !== nearest < 0) expect(`tick ${tick}: ${name} at ${nearest}`).toBe(found.has(name));
      }
    }
  }
  expect(hits).toBeGreaterThan(200);
});

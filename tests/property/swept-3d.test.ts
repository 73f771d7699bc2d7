import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  boxHierarchy,
  type Contact,
  collisionSystem,
  createCollision,
  sphereHierarchy,
  sweptColliders,
} from '../../entry/3d.ts';
import { writePoseAt } from '../../src/3d/geometry/sweep/motion.ts';
import { add, size as lengthOf, sub, times, type Vec } from '../support/distance-functions-3d.ts';
import { effort } from '../support/effort.ts';
import { HitRate } from '../support/hit-rate.ts';
import {
  multiply,
  type Piece,
  type Pose,
  placeSolid,
  type Quaternion,
  reachOf,
  rotate,
  SOLIDS,
  type Solid,
  separationOf,
} from '../support/pieces-3d.ts';
import { randomQuaternion } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';

const KINDS = Object.keys(SOLIDS);
/** The longest step of the reference. */
const STEP = 1 / 128;

/** A solid at an offset from its entity, where the entity comes from and where it comes to. */
interface Mover {
  readonly solid: Solid;
  readonly offset: Pose;
  readonly start: Pose;
  readonly end: Pose;
  readonly isStatic: boolean;
  readonly isSwept: boolean;
  readonly isSensor: boolean;
}

function someQuaternion(rng: Rng): Quaternion {
  return randomQuaternion(rng, rng.integer(0, 1)) as unknown as Quaternion;
}

function randomMover(rng: Rng, size: number, kinds: readonly string[], turns: boolean): Mover {
  const name = kinds[rng.integer(0, kinds.length - 1)];
  const solid = { name, ...SOLIDS[name](rng, size * rng.range(0.2, 1)) };
  const isStatic = name === 'half-space' || rng.next() < 0.25;
  const position = [0, 1, 2].map(() => rng.range(-1.6, 1.6) * size);
  const rotation = someQuaternion(rng);
  const hasOffset = rng.next() < 0.3;
  const offset: Pose = {
    position: [0, 1, 2].map(() => (hasOffset ? rng.range(-0.5, 0.5) * size : 0)),
    rotation: hasOffset ? someQuaternion(rng) : [0, 0, 0, 1],
  };
  // Half-spaces are below, and turn with what they belong to.
  if (name === 'half-space') position[1] = -2.5 * size;
  const end = {
    position: position.map((x) => (isStatic ? x : -x * rng.range(0.2, 2) + rng.range(-0.3, 0.3) * size)),
    rotation: turns && !isStatic && rng.next() < 0.7 ? someQuaternion(rng) : rotation,
  };
  return {
    solid,
    offset,
    start: { position, rotation },
    end,
    isStatic,
    isSwept: !isStatic && rng.next() < 0.6,
    isSensor: rng.next() < 0.2,
  };
}

const mixed = new Float64Array(7);

/** The pieces of a mover after a part of its path: straight on, turning the shorter way about the entity's position. */
function placeAt({ solid, offset, start, end }: Mover, t: number): Piece[] {
  const motion = [...start.position, ...start.rotation, ...end.position, ...end.rotation];
  writePoseAt(mixed, 0, motion, 0, t);
  const rotation: Quaternion = [mixed[3], mixed[4], mixed[5], mixed[6]];
  const position = add(mixed.subarray(0, 3) as unknown as Vec, rotate(rotation, offset.position));
  return placeSolid(solid, { position, rotation: multiply(rotation, offset.rotation) });
}

/** How two movers are apart after a part of the way. */
class Pair {
  readonly a: Mover;
  readonly b: Mover;
  /** No point of the one goes faster than this as seen from one of the other. */
  readonly speed: number;

  constructor(a: Mover, b: Mover) {
    this.a = a;
    this.b = b;
    // A quaternion mixed evenly turns at most 4 / (1 + cos of half the angle) times the sine of that: 4 radians a tick.
    const turn = ({ start, end }: Mover) => (start.rotation === end.rotation ? 0 : 4);
    const reach = (mover: Mover) =>
      Math.max(...placeAt(mover, 0).map((piece) => Math.min(reachOf(piece, mover.start.position), 1e300)));
    const way = ({ start, end }: Mover) => sub(end.position, start.position);
    const arc = (mover: Mover) => (turn(mover) === 0 ? 0 : turn(mover) * reach(mover));
    this.speed = lengthOf(sub(way(a), way(b))) + arc(a) + arc(b);
  }

  separation(t: number): number {
    const b = placeAt(this.b, t);
    let least = Infinity;
    for (const p of placeAt(this.a, t)) for (const q of b) least = Math.min(least, separationOf(p, q));
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
      if (gap < -slack) return this.refine(sign, t);
      // Where the gap says that nothing can be met, steps are as long as it allows.
      t = t === 1 ? 2 : Math.min(1, t + Math.max(gap / this.speed, gap > 0 ? STEP / 32 : STEP / 8));
    }
    return least > slack ? Infinity : undefined;
  }

  /** The first crossing before a time at which the two overlap. */
  refine(sign: number, to: number): number {
    let first = to;
    for (let t = to; t >= Math.max(0, to - STEP); t -= STEP / 128) {
      if (this.separation(sign > 0 ? t : 1 - t) <= 0) first = t;
    }
    let low = first - STEP / 128;
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
  readonly kinds: Set<string>;
  sensors: number;
  told: number;
}

/** Makes a world, moves all of it in one tick and compares what is told of each pair with the reference. */
function checkWorld(rng: Rng, movers: readonly Mover[], size: number, label: string, report: Report): void {
  const world = createWorld();
  const collision = createCollision(world, {
    swept: sweptColliders,
    margin: rng.next() < 0.5 ? 0 : 0.1 * size,
    hierarchy: rng.next() < 0.3 ? sphereHierarchy : boxHierarchy,
  });
  const { Transform, Collider, Swept, Static, Sensor } = collision;
  const put = (entity: number, { position, rotation }: Pose): void => {
    for (const [i, name] of (['x', 'y', 'z'] as const).entries()) Transform[name][entity] = position[i];
    for (const [i, name] of (['qx', 'qy', 'qz', 'qw'] as const).entries()) Transform[name][entity] = rotation[i];
  };
  const entities = movers.map(({ solid, offset, start, isStatic, isSwept, isSensor }) => {
    const entity = addEntity(world);
    const [offsetX, offsetY, offsetZ] = offset.position;
    const [offsetQx, offsetQy, offsetQz, offsetQw] = offset.rotation;
    addComponent(world, entity, set(Transform, {}));
    put(entity, start);
    const place = { offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw };
    addComponent(world, entity, set(Collider, { ...solid.spec, ...place }));
    if (isStatic) addComponent(world, entity, Static);
    if (isSwept) addComponent(world, entity, Swept);
    if (isSensor) addComponent(world, entity, Sensor);
    return entity;
  });
  collisionSystem(world);
  const touched = new Set<string>();
  for (const contact of collision.contacts()) if (contact.touching) touched.add(`${contact.a} ${contact.b}`);
  for (const [i, mover] of movers.entries()) if (!mover.isStatic) put(entities[i], mover.end);
  const order: number[] = [];
  collision.onBegin((_a, _b, contact) => order.push(contact.fraction));
  collisionSystem(world);
  expect(order, label).toEqual(order.slice().sort((a, b) => a - b));
  const slack = 1e-4 * size;
  for (const [i, a] of movers.entries()) {
    for (const [k, b] of movers.entries()) {
      if (k <= i || !(a.isSwept || b.isSwept)) continue;
      if (touched.has(`${entities[i]} ${entities[k]}`)) continue;
      const name = `${label}, ${a.solid.name} ${i} and ${b.solid.name} ${k}`;
      const pair = new Pair(a, b);
      if (pair.separation(0) < slack) continue;
      const first = pair.firstContact(1, slack);
      if (first === undefined) continue;
      const rows = [...collision.contactsOf(entities[i], entities[k])].length;
      let found = false;
      for (const contact of collision.contactsOf(entities[i], entities[k])) {
        if (!contact.touching) continue;
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
  contact: Contact,
  first: number,
  size: number,
  slack: number,
  name: string,
  report: Report,
): void {
  const { fraction } = contact;
  report.told++;
  report.kinds.add(pair.a.solid.name).add(pair.b.solid.name);
  // The gap is what is measured; a graze takes long to close it.
  expect(Math.abs(pair.separation(fraction)), name).toBeLessThan(1e-7 * size);
  expect(fraction, name).toBeLessThan(first + 1e-7);
  const last = pair.firstContact(-1, slack);
  if (last !== undefined) expect(contact.exitFraction, name).toBeGreaterThan(1 - last - 1e-7);
  if (last !== undefined) report.stillTouching.count(contact.exitFraction === 1);
  if (contact.exitFraction < 1) expect(pair.separation(contact.exitFraction), name).toBeLessThan(1e-7 * size);
  if (contact.sensor) {
    report.sensors++;
    return;
  }
  const normal = [contact.normalX, contact.normalY, contact.normalZ];
  const point = [contact.pointX(0), contact.pointY(0), contact.pointZ(0)];
  expect(lengthOf(normal), name).toBeCloseTo(1, 9);
  const p = placeAt(pair.a, fraction)[contact.childA];
  const q = placeAt(pair.b, fraction)[contact.childB];
  const dot: Piece = { kind: 'points', points: [point], girth: 0, radius: 0 };
  expect(Math.abs(separationOf(p, dot)), name).toBeLessThan(1e-7 * size);
  expect(Math.abs(separationOf(q, dot)), name).toBeLessThan(1e-7 * size);
  // Moved along the normal, they are apart by as much.
  const step = 1e-3 * size;
  expect(separationOf(p, movedBy(q, times(normal, step))), name).toBeGreaterThan(0.9 * step);
}

function movedBy(piece: Piece, by: Vec): Piece {
  // The normal of a half-space is no place.
  const from = piece.kind === 'half-space' ? 1 : 0;
  return { ...piece, points: piece.points.map((p, i) => (i < from ? p : add(p, by))) };
}

it.each([
  { seed: 1, turns: false, size: 1 },
  { seed: 2, turns: true, size: 1 },
  { seed: 3, turns: true, size: 1e-3 },
  { seed: 4, turns: false, size: 1e4 },
])('what is swept meets what a reference of small steps meets: seed $seed, turns $turns, size $size', (how) => {
  const { seed, turns, size } = how;
  const rng = createRng(seed);
  const report: Report = { met: new HitRate(), stillTouching: new HitRate(), kinds: new Set(), sensors: 0, told: 0 };
  for (let round = 0; round < effort(150, 2); round++) {
    const movers = Array.from({ length: 6 }, () => randomMover(rng, size, KINDS, turns));
    checkWorld(rng, movers, size, `seed ${seed}, round ${round}`, report);
  }
  expect(report.met.total).toBeGreaterThan(effort(500, 8));
  expect(report.met.hits / report.met.total).toBeGreaterThan(0.2);
  expect(report.told).toBeGreaterThanOrEqual(effort(300, 2));
  expect(report.stillTouching.hits).toBeGreaterThanOrEqual(effort(10, 0));
  expect(report.sensors).toBeGreaterThanOrEqual(effort(50, 0));
  expect(report.kinds.size).toBeGreaterThanOrEqual(effort(KINDS.length, 4));
});

import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  boxHierarchy,
  type CollisionOptions,
  collisionSystem,
  createCollision,
  type EndCause,
  sphereHierarchy,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { ALL_KINDS, randomPlacement, randomShape, specOf } from '../support/random-shapes-2d.ts';
import { createRng } from '../support/rng.ts';

/** What only events tell: which pairs are open, by ids that are recycled. No geometry is looked at. */
class Ledger {
  readonly open = new Set<string>();
  readonly causes: Record<EndCause, number> = { separated: 0, removed: 0, disabled: 0, filtered: 0 };
  begins = 0;
  stays = 0;
  #fresh = new Set<string>();
  #stayed = new Set<string>();

  startTick(): void {
    this.#fresh.clear();
    this.#stayed.clear();
  }

  begin(a: number, b: number): void {
    const key = keyOf(a, b);
    if (this.open.has(key)) throw new Error(`${key} begins while it is open`);
    this.open.add(key);
    this.#fresh.add(key);
    this.begins++;
  }

  stay(a: number, b: number): void {
    const key = keyOf(a, b);
    if (!this.open.has(key) || this.#fresh.has(key)) throw new Error(`${key} stays without having begun before`);
    if (this.#stayed.has(key)) throw new Error(`${key} stays twice`);
    this.#stayed.add(key);
    this.stays++;
  }

  end(a: number, b: number, cause: EndCause): void {
    const key = keyOf(a, b);
    if (this.#fresh.has(key)) throw new Error(`${key} ends in the tick it began in`);
    if (!this.open.delete(key)) throw new Error(`${key} ends without having begun`);
    this.causes[cause]++;
  }

  /** Every open pair began or stayed in this tick. */
  check(): void {
    for (const key of this.open) {
      if (!this.#fresh.has(key) && !this.#stayed.has(key))
        throw new Error(`${key} is open, but nothing was heard of it`);
    }
  }
}

function keyOf(a: number, b: number): string {
  if (!(a < b)) throw new Error(`${a}, ${b}: not in order`);
  return `${a} ${b}`;
}

const RUNS: { seed: number; options: Omit<CollisionOptions, 'transform'> }[] = [
  { seed: 31, options: { hierarchy: boxHierarchy } },
  { seed: 32, options: { hierarchy: sphereHierarchy, margin: 0.05, capacity: 1 } },
  { seed: 33, options: { shouldCollide: (a, b) => (a * 7 + b * 13) % 5 !== 0 } },
];

it.each(effort(RUNS, RUNS.slice(1)))(
  'begins and ends alternate for 300 colliders in 250 ticks, seed $seed',
  ({ seed, options }) => {
    const rng = createRng(seed);
    const world = createWorld();
    const collision = createCollision(world, options);
    const { Transform, Collider, Disabled, Static, Sensor } = collision;
    const shapes = Array.from({ length: 60 }, (_, i) =>
      specOf(randomShape(rng, ALL_KINDS[i % 7], rng.range(0.3, 1.5))),
    );
    const ledger = new Ledger();
    collision.onBegin((a, b) => ledger.begin(a, b));
    collision.onStay((a, b) => ledger.stay(a, b));
    collision.onEnd((a, b, end) => ledger.end(a, b, end.cause));
    const alive: number[] = [];
    const spawn = (): void => {
      const eid = addEntity(world);
      const { x, y, rotation, scale } = randomPlacement(rng, 9, 1);
      addComponent(world, eid, set(Transform, { x, y, rotation, scale }));
      addComponent(world, eid, set(Collider, shapes[rng.integer(0, 59)]));
      if (rng.next() < 0.2) addComponent(world, eid, Static);
      if (rng.next() < 0.1) addComponent(world, eid, Sensor);
      alive.push(eid);
    };
    const drop = (at: number): void => {
      removeEntity(world, alive[at]);
      alive[at] = alive.at(-1)!;
      alive.pop();
    };
    for (let i = 0; i < 300; i++) spawn();
    let most = 0;
    for (let tick = 0; tick < 250; tick++) {
      for (const eid of alive) {
        if (rng.next() < 0.3) continue;
        Transform.x[eid] += rng.range(-0.1, 0.1);
        Transform.y[eid] += rng.range(-0.1, 0.1);
      }
      for (let i = rng.integer(0, 5); i > 0; i--) {
        const at = rng.integer(0, alive.length - 1);
        const eid = alive[at];
        const what = rng.integer(0, 4);
        if (what === 0) drop(at);
        if (what <= 1 && alive.length < 310) spawn();
        if (what === 2) addComponent(world, eid, Disabled);
        if (what === 3) for (const other of alive) if (rng.next() < 0.5) removeComponent(world, other, Disabled);
        if (what === 4) Collider.maskBits[eid] = rng.next() < 0.3 ? 0 : 0xffffffff;
      }
      ledger.startTick();
      collisionSystem(world);
      ledger.check();
      const touching = new Set<string>();
      for (const contact of collision.contacts()) if (contact.touching) touching.add(`${contact.a} ${contact.b}`);
      if (touching.size !== ledger.open.size || [...touching].some((key) => !ledger.open.has(key))) {
        throw new Error(`seed ${seed}, tick ${tick}: ${ledger.open.size} pairs open, ${touching.size} touching`);
      }
      most = Math.max(most, touching.size);
    }
    expect(most).toBeGreaterThan(100);
    expect(ledger.begins).toBeGreaterThan(1500);
    expect(ledger.stays).toBeGreaterThan(10_000);
    expect(Math.min(...Object.values(ledger.causes))).toBeGreaterThan(30);
    while (alive.length > 0) drop(alive.length - 1);
    ledger.startTick();
    collisionSystem(world);
    expect([...ledger.open]).toEqual([]);
    expect([...collision.contacts()]).toEqual([]);
  },
);

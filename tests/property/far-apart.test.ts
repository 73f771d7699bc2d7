import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../entry/2d.ts';
import * as space from '../../entry/3d.ts';
import { validateBvh } from '../../src/core/bvh/validate-bvh.ts';
import { collisionStates } from '../../systems/core/collision-state.ts';
import { movingHierarchy } from '../../systems/core/hierarchies.ts';
import { effort } from '../support/effort.ts';
import { createRng, type Rng } from '../support/rng.ts';

/*
 * Worlds of clusters that are up to 1e13 apart: bodies move in their clusters, go over to others, appear and vanish,
 * and a cluster at times leaves for somewhere else. Every tick is compared with what testing all against all says.
 */

const RADIUS = 0.5;

interface Ball {
  entity: number;
  cluster: number;
  isStatic: boolean;
  readonly at: number[];
  readonly velocity: number[];
}

/** What the two dimensions have in common, as far as this file asks for it. */
interface Engine {
  readonly axes: 2 | 3;
  createCollision(world: object, options: object): Collision;
  collisionSystem(world: object): object;
  ball(radius: number): object;
}

interface Collision {
  readonly Transform: Record<'x' | 'y' | 'z', Float64Array>;
  readonly Collider: object;
  readonly Static: object;
  touch(entity: number): void;
  contacts(): Iterable<{ a: number; b: number }>;
}

const ENGINES: [string, Engine, object][] = [
  ['plane, boxes', { axes: 2, ...plane, ball: plane.circle } as unknown as Engine, plane.boxHierarchy],
  ['plane, circles', { axes: 2, ...plane, ball: plane.circle } as unknown as Engine, plane.sphereHierarchy],
  ['space, boxes', { axes: 3, ...space, ball: space.sphere } as unknown as Engine, space.boxHierarchy],
  ['space, spheres', { axes: 3, ...space, ball: space.sphere } as unknown as Engine, space.sphereHierarchy],
];
const AXES = ['x', 'y', 'z'] as const;

class FarWorld {
  readonly world = createWorld();
  readonly collision: Collision;
  readonly balls: Ball[] = [];
  readonly centres: number[][] = [];
  readonly #engine: Engine;
  readonly #rng: Rng;
  readonly #reach: number;

  constructor(engine: Engine, hierarchy: object, rng: Rng, reach: number, count: number) {
    this.#engine = engine;
    this.#rng = rng;
    this.#reach = reach;
    this.collision = engine.createCollision(this.world, { capacity: 2 * count, hierarchy });
    for (let i = 0; i < 6; i++) this.centres.push(this.#somewhere());
    for (let i = 0; i < count; i++) this.spawn();
  }

  #somewhere(): number[] {
    return Array.from({ length: this.#engine.axes }, () => this.#rng.range(-this.#reach, this.#reach));
  }

  #write(ball: Ball): void {
    for (let axis = 0; axis < ball.at.length; axis++) this.collision.Transform[AXES[axis]][ball.entity] = ball.at[axis];
    if (ball.isStatic) this.collision.touch(ball.entity);
  }

  spawn(): void {
    const { axes, ball } = this.#engine;
    const rng = this.#rng;
    const body: Ball = {
      entity: addEntity(this.world),
      cluster: rng.integer(0, this.centres.length - 1),
      isStatic: rng.next() < 0.2,
      at: new Array<number>(axes).fill(0),
      velocity: Array.from({ length: axes }, () => rng.range(-0.1, 0.1)),
    };
    const { Transform, Collider, Static } = this.collision;
    addComponent(this.world, body.entity, set(Transform as object, {}));
    addComponent(this.world, body.entity, set(Collider, ball(RADIUS)));
    if (body.isStatic) addComponent(this.world, body.entity, Static);
    this.goTo(body, body.cluster);
    this.balls.push(body);
  }

  /** Puts a body somewhere in a cluster. */
  goTo(body: Ball, cluster: number): void {
    const half = this.#engine.axes === 2 ? 7 : 3;
    body.cluster = cluster;
    for (let axis = 0; axis < body.at.length; axis++) {
      body.at[axis] = this.centres[cluster][axis] + this.#rng.range(-half, half);
    }
    this.#write(body);
  }

  edit(): void {
    const rng = this.#rng;
    for (const body of this.balls) {
      if (body.isStatic) continue;
      for (let axis = 0; axis < body.at.length; axis++) body.at[axis] += body.velocity[axis];
      this.#write(body);
    }
    for (let i = rng.integer(0, 4); i > 0; i--) {
      this.goTo(this.balls[rng.integer(0, this.balls.length - 1)], rng.integer(0, this.centres.length - 1));
    }
    for (let i = rng.integer(0, 3); i > 0; i--) {
      const [gone] = this.balls.splice(rng.integer(0, this.balls.length - 1), 1);
      removeEntity(this.world, gone.entity);
      this.spawn();
    }
    if (rng.next() < 0.1) {
      const cluster = rng.integer(0, this.centres.length - 1);
      this.centres[cluster] = this.#somewhere();
      for (const body of this.balls) if (body.cluster === cluster) this.goTo(body, cluster);
    }
  }

  /** Pairs that touch and pairs that do not, of those that are not on the brink of either. */
  judge(found: ReadonlySet<string>): string[] {
    const wrong: string[] = [];
    const { balls } = this;
    for (let i = 0; i < balls.length; i++) {
      for (let k = i + 1; k < balls.length; k++) {
        if (balls[i].isStatic && balls[k].isStatic) continue;
        let squared = 0;
        for (let axis = 0; axis < balls[i].at.length; axis++) squared += (balls[i].at[axis] - balls[k].at[axis]) ** 2;
        const gap = Math.sqrt(squared) - 2 * RADIUS;
        const [a, b] = [balls[i].entity, balls[k].entity].sort((x, y) => x - y);
        if (Math.abs(gap) > 0.02 && found.has(`${a}-${b}`) !== gap < 0) wrong.push(`${a}-${b}, gap ${gap}`);
      }
    }
    return wrong;
  }
}

describe.each(ENGINES)('worlds of clusters far apart, %s', (_, engine, hierarchy) => {
  it('have the contacts that all against all say', () => {
    let contacts = 0;
    for (let seed = 1; seed <= effort(12, 2); seed++) {
      const rng = createRng(7000 + seed);
      const far = new FarWorld(engine, hierarchy, rng, 10 ** rng.range(3, 13), 300);
      for (let tick = 0; tick < 40; tick++) {
        if (tick > 0) far.edit();
        engine.collisionSystem(far.world);
        const found = new Set<string>();
        for (const { a, b } of far.collision.contacts()) found.add(`${Math.min(a, b)}-${Math.max(a, b)}`);
        expect(far.judge(found), `seed ${seed}, tick ${tick}`).toEqual([]);
        contacts += found.size;
      }
      const state = collisionStates.get(far.world)!;
      const { bvh, active } = { bvh: movingHierarchy(state), active: state.moving.active };
      validateBvh(bvh, state.set.bounds, active.items, active.count);
    }
    expect(contacts).toBeGreaterThan(700);
  });

  it('have their pairs foreseen, however far from the origin', () => {
    const rng = createRng(9);
    const far = new FarWorld(engine, hierarchy, rng, 1e13, 300);
    const state = collisionStates.get(far.world)!;
    let served = 0;
    for (let tick = 0; tick < 40; tick++) {
      for (const body of far.balls) {
        for (let axis = 0; axis < body.at.length; axis++) {
          if (!body.isStatic)
            far.collision.Transform[AXES[axis]][body.entity] += body.velocity[axis] > 0 ? 1 / 16 : -1 / 16;
        }
      }
      engine.collisionSystem(far.world);
      if (state.pairCache.plan.isServing) served++;
    }
    expect(served).toBeGreaterThan(35);
  });
});

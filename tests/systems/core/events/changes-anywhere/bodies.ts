import { addComponent, addEntity, entityExists, IsA, Prefab, removeComponent, removeEntity, set } from 'bitecs';
import type { Body, Tag } from '../../../../support/event-model-2d.ts';
import type { GameContext, Where } from './context.ts';
import { bitsOf, PLAIN_FILTER, PREFAB_SHAPE, randomFilter, randomShape } from './random-bodies.ts';

export const TAGS: Record<Tag, object> = { red: {}, blue: {} };

/** The bodies of a game, and all that can be done to one; the model is told of each change. */
export class Bodies {
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** Somebody, of whom bitECS still knows, as a rule. */
  pick(): Body | undefined {
    const { bodies } = this.#context.model;
    const pick = (): Body | undefined => bodies[this.#context.rng.integer(0, bodies.length - 1)];
    let body = pick();
    for (let i = 0; i < 8 && body !== undefined && this.isLost(body); i++) body = pick();
    return body;
  }

  /** bitECS loses versioned ids that were recycled: it denies that they exist. They still collide. */
  isLost({ eid }: Body): boolean {
    return !entityExists(this.#context.world, eid);
  }

  /** How many are there to do something with. */
  get able(): number {
    return this.#context.model.bodies.filter((body) => !this.isLost(body)).length;
  }

  spawn(): void {
    const { rng, world, collision } = this.#context;
    const { Transform, Collider, Static, Sensor, Disabled } = collision;
    const eid = addEntity(world);
    // bitECS may lose a versioned id as it gives it out.
    if (!entityExists(world, eid)) return;
    const tags = (['red', 'blue'] as const).filter(() => rng.next() < 0.5);
    for (const tag of tags) addComponent(world, eid, TAGS[tag]);
    const prefab = rng.next() < 0.1 ? this.#makePrefab() : 0;
    const fromPrefab = prefab > 0;
    const { spec, pieces } = fromPrefab ? PREFAB_SHAPE : randomShape(this.#context.rng);
    const filter = fromPrefab ? PLAIN_FILTER : randomFilter(this.#context.rng);
    const body: Body = {
      eid,
      index: collision.indexOf(eid),
      x: this.coordinate(),
      y: this.coordinate(),
      scale: 1,
      pieces,
      filter,
      hasTransform: true,
      hasCollider: true,
      isStatic: rng.next() < 0.25,
      isSensor: rng.next() < 0.15,
      isDisabled: rng.next() < 0.05,
      isPrefab: false,
      tags,
      life: undefined,
    };
    if (body.isStatic) addComponent(world, eid, Static);
    if (fromPrefab) {
      this.#context.count('copy');
      addComponent(world, eid, IsA(prefab));
      this.#place(body);
    } else {
      addComponent(world, eid, set(Transform, { x: body.x, y: body.y }));
      addComponent(world, eid, set(Collider, { ...spec, ...bitsOf(filter) }));
    }
    if (body.isSensor) addComponent(world, eid, Sensor);
    if (body.isDisabled) addComponent(world, eid, Disabled);
    this.#context.model.bodies.push(body);
    this.#context.model.update(body, 'removed');
    this.#context.count('spawn');
  }

  /**
   * Makes a prefab for one copy: of several, bitECS has each inherit the relations of those before. 0 when bitECS loses
   * it.
   */
  #makePrefab(): number {
    const { world, collision } = this.#context;
    const prefab = addEntity(world);
    if (!entityExists(world, prefab)) return 0;
    addComponent(world, prefab, Prefab);
    addComponent(world, prefab, set(collision.Transform, { x: 1 }));
    addComponent(world, prefab, set(collision.Collider, PREFAB_SHAPE.spec));
    return prefab;
  }

  remove(body: Body): void {
    this.#context.count('remove');
    removeEntity(this.#context.world, body.eid);
    this.#context.model.remove(body);
  }

  togglePrefab(body: Body): void {
    this.#context.count(body.isPrefab ? 'prefab no more' : 'prefab');
    if (body.isPrefab) removeComponent(this.#context.world, body.eid, Prefab);
    else addComponent(this.#context.world, body.eid, Prefab);
    body.isPrefab = !body.isPrefab;
  }

  toggleCollider(body: Body): void {
    const { world, collision } = this.#context;
    this.#context.count(body.hasCollider ? 'no collider' : 'collider');
    body.hasCollider = !body.hasCollider;
    if (body.hasCollider) {
      Object.assign(body, { filter: PLAIN_FILTER });
      const { spec, pieces } = randomShape(this.#context.rng);
      body.pieces = pieces;
      addComponent(world, body.eid, set(collision.Collider, spec));
    } else {
      removeComponent(world, body.eid, collision.Collider);
      if (body.life === undefined) this.#context.expire(body.eid, 'removed');
    }
    this.#context.model.update(body, 'removed');
  }

  toggleTransform(body: Body): void {
    const { world, collision } = this.#context;
    this.#context.count(body.hasTransform ? 'no transform' : 'transform');
    body.hasTransform = !body.hasTransform;
    if (body.hasTransform) {
      body.scale = 1;
      addComponent(world, body.eid, set(collision.Transform, { x: body.x, y: body.y }));
    } else removeComponent(world, body.eid, collision.Transform);
    this.#context.model.update(body, 'removed');
  }

  toggleDisabled(body: Body): void {
    const { world, collision } = this.#context;
    this.#context.count(body.isDisabled ? 'enable' : 'disable');
    if (body.isDisabled) removeComponent(world, body.eid, collision.Disabled);
    else addComponent(world, body.eid, collision.Disabled);
    body.isDisabled = !body.isDisabled;
    this.#context.model.update(body, 'disabled');
  }

  toggleSensor(body: Body): void {
    const { world, collision } = this.#context;
    this.#context.count('sensor');
    if (body.isSensor) removeComponent(world, body.eid, collision.Sensor);
    else addComponent(world, body.eid, collision.Sensor);
    body.isSensor = !body.isSensor;
  }

  toggleStatic(body: Body): void {
    const { world, collision } = this.#context;
    this.#context.count('static');
    if (body.isStatic) removeComponent(world, body.eid, collision.Static);
    else addComponent(world, body.eid, collision.Static);
    body.isStatic = !body.isStatic;
  }

  move(body: Body, where: Where): void {
    if (!body.hasTransform) return;
    // A static is read anew from the next tick on, or from this one when there is another reason to.
    if (body.isStatic && (where === 'stage' || where === 'hook')) return;
    this.#context.count('move');
    body.x = this.coordinate();
    body.y = this.coordinate();
    this.#place(body);
  }

  /** Writes a body's place: through the store, or by `set()`, which statics need no `touch` after. */
  #place({ eid, index, x, y, isStatic }: Body): void {
    const { world, collision } = this.#context;
    if (entityExists(world, eid) && this.#context.rng.next() < 0.3) {
      addComponent(world, eid, set(collision.Transform, { x, y }));
      return;
    }
    collision.Transform.x[index] = x;
    collision.Transform.y[index] = y;
    if (isStatic) collision.touch(eid);
  }

  refilter(body: Body): void {
    if (!body.hasCollider) return;
    this.#context.count('refilter');
    body.filter = randomFilter(this.#context.rng);
    const { Collider } = this.#context.collision;
    Collider.categoryBits[body.index] = body.filter.category;
    Collider.maskBits[body.index] = body.filter.mask;
    Collider.groupIndex[body.index] = body.filter.group;
    if (body.isStatic) this.#context.collision.touch(body.eid);
  }

  reshape(body: Body): void {
    if (!body.hasCollider) return;
    this.#context.count('reshape');
    const { spec, pieces } = randomShape(this.#context.rng);
    body.pieces = pieces;
    addComponent(this.#context.world, body.eid, set(this.#context.collision.Collider, spec));
  }

  rescale(body: Body): void {
    if (!body.hasTransform) return;
    this.#context.count('rescale');
    body.scale = [0.5, 1, 2][this.#context.rng.integer(0, 2)];
    this.#context.collision.Transform.scale[body.index] = body.scale;
    if (body.isStatic) this.#context.collision.touch(body.eid);
  }

  coordinate(): number {
    return this.#context.rng.integer(-40, 40) / 16;
  }
}

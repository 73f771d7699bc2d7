import { addComponent, addEntity, entityExists, query, resetWorld } from 'bitecs';
import { castRay, queryPoint, refreshCollision } from '../../../../../entry/2d.ts';
import type { Bodies } from './bodies.ts';
import type { GameContext, Where } from './context.ts';
import type { Listeners } from './listeners.ts';

/** How many bodies there are at first. */
const START = 18;

/** What the code of the game does, at random. */
export class Actions {
  readonly #context: GameContext;
  readonly #bodies: Bodies;
  readonly #listeners: Listeners;
  #fillers = 0;

  constructor(context: GameContext, bodies: Bodies, listeners: Listeners) {
    this.#context = context;
    this.#bodies = bodies;
    this.#listeners = listeners;
    this.#populate();
  }

  act(where: Where): void {
    const rng = this.#context.rng;
    const isRare = where === 'handler' || where === 'hook';
    for (let n = isRare ? rng.integer(-4, 2) : rng.integer(0, 4); n > 0; n--) this.#actOnce(where);
    if (where === 'handler' && rng.next() < 0.03) throw this.#context.error('handler');
  }

  #actOnce(where: Where): void {
    const rng = this.#context.rng;
    const body = this.#bodies.pick();
    if (body === undefined) {
      this.#bodies.spawn();
      return;
    }
    const isLost = this.#bodies.isLost(body);
    // Filters and shapes are read by several stages: what is changed between two of them is nowhere documented.
    const isWhole = where === 'handler' || where === 'between';
    const action = rng.integer(0, 24);
    if (isLost) {
      this.#context.count('lost');
      this.#bodies.move(body, where);
      return;
    }
    if (body.isPrefab && action > 2) {
      if (action % 2 === 0) this.#bodies.move(body, where);
      else if (isWhole) this.#bodies.togglePrefab(body);
      return;
    }
    if (body.life === undefined && action > 8 && rng.next() < 0.7) {
      if (body.isDisabled) this.#bodies.toggleDisabled(body);
      if (!body.hasTransform) this.#bodies.toggleTransform(body);
      if (!body.hasCollider) this.#bodies.toggleCollider(body);
      return;
    }
    switch (action) {
      case 0:
        if (this.#bodies.able < 24) this.#bodies.spawn();
        return;
      case 1:
        if (this.#bodies.able > 14) this.#bodies.remove(body);
        return;
      case 2:
        this.#bodies.remove(body);
        this.#bodies.spawn();
        return;
      case 3:
        if (isWhole) this.#bodies.togglePrefab(body);
        return;
      case 4:
      case 5:
        this.#bodies.toggleCollider(body);
        return;
      case 6:
        this.#bodies.toggleTransform(body);
        return;
      case 7:
      case 8:
        this.#bodies.toggleDisabled(body);
        return;
      case 9:
        this.#bodies.toggleSensor(body);
        return;
      case 10:
        if (isWhole) this.#bodies.toggleStatic(body);
        return;
      case 11:
      case 12:
      case 13:
        this.#bodies.move(body, where);
        return;
      case 14:
      case 15:
        if (isWhole) this.#bodies.refilter(body);
        return;
      case 16:
        if (isWhole) this.#bodies.reshape(body);
        return;
      case 17:
        if (isWhole) this.#bodies.rescale(body);
        return;
      case 18:
        this.#context.count('query');
        query(
          this.#context.world,
          rng.next() < 0.5 ? [this.#context.collision.Collider] : [this.#context.collision.Disabled],
        );
        return;
      case 19:
        this.#look();
        return;
      case 20:
        if (this.#listeners.count < 12) this.#listeners.listen();
        return;
      case 21:
        this.#listeners.unlisten();
        return;
      case 22:
        if (where === 'handler' || where === 'between') {
          this.#context.count('refresh');
          refreshCollision(this.#context.world);
          this.#context.model.sync();
        }
        return;
      case 23:
        // A reset world is one without versions.
        if (!this.#context.recipe.isVersioned && rng.next() < 0.03) this.#reset();
        return;
      default:
        if (this.#fillers < 300 && rng.next() < 0.2) this.#grow();
    }
  }

  /** Reads contacts in a loop inside a loop, breaking off now and then, and asks queries. */
  #look(): void {
    const { world, collision, model } = this.#context;
    this.#context.count('look');
    for (const contact of collision.contacts()) {
      const { a, b } = contact;
      if (model.lifeOf(a) === undefined || model.lifeOf(b) === undefined)
        this.#context.fail(`a contact of ${a} ${b}, which left`);
      let isMutual = false;
      for (const other of collision.contactsOf(b)) {
        if (other.a !== b) this.#context.fail(`a contact of ${b} has ${other.a} first`);
        if (other.b === a) isMutual = true;
        if (isMutual && this.#context.rng.next() < 0.5) break;
      }
      if (!isMutual || contact.a !== a || contact.b !== b)
        this.#context.fail(`the contact of ${a} ${b} is one of ${a} alone`);
      if (this.#context.rng.next() < 0.2) break;
    }
    const found: number[] = [];
    queryPoint(world, { x: this.#bodies.coordinate(), y: this.#bodies.coordinate() }, found);
    const hit = castRay(world, { x: -4, y: this.#bodies.coordinate() }, { x: 8, y: 0 });
    if (hit) found.push(hit.entity);
    for (const eid of found)
      if (model.lifeOf(eid) === undefined) this.#context.fail(`a query found ${eid}, which left`);
  }

  /** Gives out entity ids until the stores have to grow. */
  #grow(): void {
    const { world, collision } = this.#context;
    const held = collision.Transform.x;
    const before = held.length;
    for (let i = 0; i < 60 && collision.Transform.x === held; i++) {
      const eid = addEntity(world);
      if (entityExists(world, eid)) addComponent(world, eid, collision.Transform);
      this.#fillers++;
    }
    if (collision.Transform.x.length > before) this.#context.count('grown');
  }

  #reset(): void {
    this.#context.count('reset');
    const { world, collision, model } = this.#context;
    resetWorld(world);
    collision.reinstall();
    for (const body of model.bodies.slice()) {
      // Of who does not collide at the moment nobody can tell that it is gone.
      body.hasCollider = body.life !== undefined;
      if (body.life !== undefined) body.life.isReadable = false;
      model.remove(body);
    }
    this.#populate();
  }

  #populate(): void {
    for (let i = 0; i < START; i++) this.#bodies.spawn();
  }
}

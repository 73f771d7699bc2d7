import { addComponent, addEntity, createWorld, Prefab, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  type Collision,
  CollisionError,
  type CollisionOptions,
  collisionSystem,
  createCollision,
  type EndCause,
  sphereHierarchy,
} from '../../entry/2d.ts';
import { validateBvh } from '../../src/core/bvh/validate-bvh.ts';
import { validateColliderSlots } from '../../src/core/collider-slots.ts';
import { validateContacts } from '../../src/core/validate-contacts.ts';
import { movingHierarchy } from '../../systems/core/hierarchies.ts';
import { judgePair } from '../support/compare-contacts-2d.ts';
import { effort } from '../support/effort.ts';
import { ALL_KINDS, CONVEX_KINDS, randomPlacement, randomShape } from '../support/random-shapes-2d.ts';
import { addBody, type Body, colliderValues } from '../support/random-worlds-2d.ts';
import { filtersMeet, isClose, placeShape, type ReferenceShape } from '../support/reference-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { validatePairCache } from '../support/validate-pair-cache-2d.ts';

/** One life of a collider: an entity that is recycled, or whose collider comes back, has several. */
interface Life {
  readonly number: number;
  readonly eid: number;
  body: Body;
  shape: ReferenceShape;
  /** Why it went; undefined while it collides. */
  gone: EndCause | undefined;
}

interface Actor {
  eid: number;
  body: Body;
  life: Life | undefined;
  /** The tick since which it is a prefab. */
  prefabSince: number | undefined;
}

interface Touch {
  readonly a: Life;
  readonly b: Life;
  /** Whether handlers were told of its begin. */
  announced: boolean;
}

interface LoggedEvent {
  readonly kind: 'end' | 'begin' | 'stay';
  readonly a: number;
  readonly b: number;
  readonly cause?: EndCause;
}

/** A world under change, and what ought to be true of it, kept apart from it. */
class Churn {
  readonly world = createWorld();
  readonly collision: Collision;
  readonly actors: Actor[] = [];
  readonly log: LoggedEvent[] = [];
  touches = new Map<string, Touch>();
  #lives = 0;
  readonly #rng: Rng;
  /** Called during a begin, and may remove entities. */
  onBegin: (a: number, b: number) => void = () => {};
  tally = {
    begins: 0,
    stays: 0,
    ends: { separated: 0, removed: 0, disabled: 0, filtered: 0 },
    close: 0,
    touching: 0,
    silent: 0,
    refused: 0,
  };
  /** How often each change was made, and each kind of shape was in a touching pair. */
  readonly done = new Map<string, number>();
  ticks = 0;

  constructor(rng: Rng, options: CollisionOptions) {
    this.#rng = rng;
    this.collision = createCollision(this.world, options as { margin: number });
    this.collision.onEnd((a, b, end) => this.log.push({ kind: 'end', a, b, cause: end.cause }));
    this.collision.onBegin((a, b) => {
      this.log.push({ kind: 'begin', a, b });
      this.onBegin(a, b);
    });
    this.collision.onStay((a, b) => this.log.push({ kind: 'stay', a, b }));
  }

  randomBody(): Body {
    const rng = this.#rng;
    const kinds = rng.next() < 0.85 ? CONVEX_KINDS : ALL_KINDS;
    const kind = kinds[rng.integer(0, kinds.length - 1)];
    return {
      shape: randomShape(rng, kind, rng.range(0.3, 1.2)),
      placement: randomPlacement(rng, 1.8, 1),
      filter: this.randomFilter(),
      isStatic: rng.next() < 0.2,
      isSensor: rng.next() < 0.15,
      isDisabled: false,
    };
  }

  randomFilter() {
    const rng = this.#rng;
    if (rng.next() < 0.6) return { category: 1, mask: 0xffffffff, group: 0 };
    return { category: 1 << rng.integer(0, 2), mask: rng.integer(1, 7), group: rng.integer(-1, 1) };
  }

  add(body: Body): void {
    this.count('add');
    const eid = addEntity(this.world);
    addBody(this.world, this.collision, eid, body);
    const actor: Actor = { eid, body, life: undefined, prefabSince: undefined };
    this.actors.push(actor);
    this.#begin(actor);
  }

  #begin(actor: Actor): void {
    const { body, eid } = actor;
    const shape = placeShape(body.shape, body.placement);
    actor.life = { number: this.#lives++, eid, body, shape, gone: undefined };
  }

  #end(actor: Actor, cause: EndCause): void {
    if (actor.life !== undefined) actor.life.gone = cause;
    actor.life = undefined;
  }

  count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  remove(actor: Actor): void {
    this.count('remove');
    removeEntity(this.world, actor.eid);
    this.#end(actor, 'removed');
    this.actors.splice(this.actors.indexOf(actor), 1);
  }

  /** Takes new values for its body; the store is written directly, as a game does. */
  #write(actor: Actor, body: Body, write: (eid: number) => void): void {
    actor.body = body;
    write(actor.eid);
    if (body.isStatic) this.collision.touch(actor.eid);
    if (actor.life === undefined) return;
    actor.life.body = body;
    actor.life.shape = placeShape(body.shape, body.placement);
  }

  move(actor: Actor, x: number, y: number, turn: number): void {
    const placement = { ...actor.body.placement, x, y, rotation: actor.body.placement.rotation + turn };
    const { Transform } = this.collision;
    this.#write(actor, { ...actor.body, placement }, (eid) => {
      Transform.x[eid] = placement.x;
      Transform.y[eid] = placement.y;
      Transform.rotation[eid] = placement.rotation;
    });
  }

  rescale(actor: Actor): void {
    this.count('rescale');
    const placement = { ...actor.body.placement, scale: this.#rng.range(0.5, 2) };
    this.#write(actor, { ...actor.body, placement }, (eid) => {
      this.collision.Transform.scale[eid] = placement.scale;
    });
  }

  /** A tick with a value it must refuse, mended afterwards: nothing may be heard of it. */
  refuse(label: string): void {
    const rng = this.#rng;
    const able = this.actors.filter((actor) => actor.life !== undefined && !actor.body.isStatic);
    const actor = able[rng.integer(0, able.length - 1)];
    if (actor === undefined) return;
    const { Transform, Collider } = this.collision;
    const column = rng.next() < 0.7 ? Transform.scale : rng.next() < 0.5 ? Transform.x : Collider.radius;
    const bad = column === Transform.scale ? [0, -1, -0, NaN][rng.integer(0, 3)] : NaN;
    const good = column[actor.eid];
    column[actor.eid] = bad;
    this.log.length = 0;
    let code = '';
    try {
      collisionSystem(this.world);
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error;
      code = error.message.includes(`of entity ${actor.eid} `) ? error.code : error.message;
    }
    column[actor.eid] = good;
    if (code !== 'invalid-number') throw new Error(`${label}: ${bad} was answered by "${code}"`);
    if (this.log.length > 0) throw new Error(`${label}: events of a tick that was refused`);
    this.tally.refused++;
  }

  togglePrefab(actor: Actor): void {
    if (actor.prefabSince === undefined) {
      this.count('prefab');
      addComponent(this.world, actor.eid, Prefab);
      actor.prefabSince = this.ticks;
      this.#end(actor, 'removed');
    } else if (actor.prefabSince < this.ticks) {
      // In the tick it became one nobody has noticed yet.
      this.count('prefab no more');
      removeComponent(this.world, actor.eid, Prefab);
      actor.prefabSince = undefined;
      if (!actor.body.isDisabled) this.#begin(actor);
    }
  }

  resize(actor: Actor): void {
    this.count('resize');
    const rng = this.#rng;
    const { Collider } = this.collision;
    const kind = CONVEX_KINDS[rng.integer(0, 2)];
    const shape = randomShape(rng, kind, rng.range(0.3, 1));
    const body = { ...actor.body, shape };
    const values = colliderValues(body);
    this.#write(actor, body, (eid) => {
      Collider.kind[eid] = values.kind;
      Collider.radius[eid] = values.radius;
      Collider.halfWidth[eid] = values.halfWidth;
      Collider.halfHeight[eid] = values.halfHeight;
      Collider.shape[eid] = 0;
    });
  }

  /** Replaces the shape through `set()`: registered shapes come and go. */
  reshape(actor: Actor): void {
    this.count('reshape');
    const rng = this.#rng;
    const kind = ALL_KINDS[rng.integer(3, ALL_KINDS.length - 1)];
    const body = { ...actor.body, shape: randomShape(rng, kind, rng.range(0.3, 1)) };
    this.#write(actor, body, () => {
      addComponent(this.world, actor.eid, set(this.collision.Collider, colliderValues(body)));
    });
  }

  refilter(actor: Actor): void {
    this.count('refilter');
    const filter = this.randomFilter();
    const { Collider } = this.collision;
    this.#write(actor, { ...actor.body, filter }, (eid) => {
      Collider.categoryBits[eid] = filter.category;
      Collider.maskBits[eid] = filter.mask;
      Collider.groupIndex[eid] = filter.group;
    });
  }

  toggleDisabled(actor: Actor): void {
    const { Disabled } = this.collision;
    this.count(actor.body.isDisabled ? 'enable' : 'disable');
    if (actor.body.isDisabled) {
      removeComponent(this.world, actor.eid, Disabled);
      actor.body = { ...actor.body, isDisabled: false };
      if (actor.prefabSince === undefined) this.#begin(actor);
    } else {
      addComponent(this.world, actor.eid, Disabled);
      actor.body = { ...actor.body, isDisabled: true };
      this.#end(actor, 'disabled');
    }
  }

  toggleTag(actor: Actor, tag: 'isStatic' | 'isSensor'): void {
    const component = tag === 'isStatic' ? this.collision.Static : this.collision.Sensor;
    const on = !actor.body[tag];
    this.count(`${tag} ${on}`);
    if (on) addComponent(this.world, actor.eid, component);
    else removeComponent(this.world, actor.eid, component);
    this.#write(actor, { ...actor.body, [tag]: on }, () => {});
  }

  /** Takes the collider off and puts another one on, in one tick. */
  replaceCollider(actor: Actor): void {
    if (actor.body.isDisabled || actor.prefabSince !== undefined) return;
    this.count('replace');
    removeComponent(this.world, actor.eid, this.collision.Collider);
    this.#end(actor, 'removed');
    const body = { ...this.randomBody(), isStatic: actor.body.isStatic, isSensor: actor.body.isSensor };
    addBody(this.world, this.collision, actor.eid, body);
    actor.body = body;
    this.#begin(actor);
  }

  /** Runs a tick and compares its events with what changed in the reference's set of touching pairs. */
  tick(label: string): void {
    const expected = this.expectEvents();
    this.log.length = 0;
    this.ticks++;
    collisionSystem(this.world);
    this.#compare(expected, label);
    this.#validate();
  }

  #touching(): Map<string, Touch> {
    const now = new Map<string, Touch>();
    const lives = this.actors.flatMap((actor) => (actor.life === undefined ? [] : [actor.life]));
    lives.sort((p, q) => p.eid - q.eid);
    for (let i = 0; i < lives.length; i++) {
      for (let k = i + 1; k < lives.length; k++) {
        const a = lives[i];
        const b = lives[k];
        if (!isClose(a.shape, b.shape) || !meet(a, b)) continue;
        const verdict = judgePair(a.shape, b.shape);
        if (verdict.ambiguous || Math.abs(verdict.separation) < 1e-12) throw new Error('the reference is in doubt');
        this.tally.close++;
        if (verdict.separation > 0) continue;
        this.tally.touching++;
        this.count([a.body.shape.kind, b.body.shape.kind].sort().join('-'));
        now.set(`${a.number} ${b.number}`, { a, b, announced: true });
      }
    }
    return now;
  }

  /** The ends, begins and stays of the coming tick, each in order of their entities. */
  expectEvents() {
    const now = this.#touching();
    const ends: { touch: Touch; cause: EndCause }[] = [];
    const begins: Touch[] = [];
    const stays: Touch[] = [];
    for (const [key, touch] of this.touches) {
      const still = now.get(key);
      if (still !== undefined) {
        still.announced = touch.announced;
        if (touch.announced) stays.push(still);
        continue;
      }
      const apart = meet(touch.a, touch.b) ? 'separated' : 'filtered';
      const cause = touch.b.gone === 'removed' ? touch.b.gone : (touch.a.gone ?? touch.b.gone ?? apart);
      ends.push({ touch, cause });
    }
    for (const [key, touch] of now) if (!this.touches.has(key)) begins.push(touch);
    const order = (p: Touch, q: Touch): number =>
      p.a.eid - q.a.eid || p.b.eid - q.b.eid || p.a.number - q.a.number || p.b.number - q.b.number;
    ends.sort((p, q) => order(p.touch, q.touch));
    this.touches = now;
    return { ends, begins: begins.sort(order), stays: stays.sort(order) };
  }

  #compare(expected: ReturnType<Churn['expectEvents']>, label: string): void {
    const { log, tally } = this;
    let at = 0;
    const next = (want: LoggedEvent): void => {
      const got = log[at++];
      const same = got?.kind === want.kind && got.a === want.a && got.b === want.b && got.cause === want.cause;
      if (!same) throw new Error(`${label}: event ${at - 1} is ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
    };
    for (const { touch, cause } of expected.ends) {
      if (!touch.announced) continue;
      next({ kind: 'end', a: touch.a.eid, b: touch.b.eid, cause });
      tally.ends[cause]++;
    }
    for (const touch of expected.begins) {
      // Removed by the handler of an event before this one.
      if (isGone(touch, log[at], 'begin')) {
        touch.announced = false;
        tally.silent++;
        continue;
      }
      next({ kind: 'begin', a: touch.a.eid, b: touch.b.eid });
      tally.begins++;
    }
    for (const touch of expected.stays) {
      if (touch.a.gone !== undefined || touch.b.gone !== undefined) continue;
      next({ kind: 'stay', a: touch.a.eid, b: touch.b.eid });
      tally.stays++;
    }
    if (at !== log.length) throw new Error(`${label}: ${JSON.stringify(log[at])} is one event too many`);
  }

  #validate(): void {
    const { state } = this.collision;
    const { set: colliders, contacts, moving, statics, pairCache } = state;
    validateColliderSlots(colliders.slots);
    validateContacts(contacts, colliders.slots);
    movingHierarchy(state);
    validateBvh(moving.bvh, colliders.bounds, moving.active.items, moving.active.count);
    // A sphere is not made for the box of what has been taken out.
    const { order, itemCount, kind } = statics.bvh;
    if (kind === 'aabb' || state.loose.takenOut === 0) validateBvh(statics.bvh, colliders.bounds, order, itemCount);
    validatePairCache(pairCache, colliders.slots);
  }
}

function meet(a: Life, b: Life): boolean {
  return filtersMeet(a.body.filter, b.body.filter) && !(a.body.isStatic && b.body.isStatic);
}

/** Whether one of a pair was gone when its event's turn came: it went during this tick, and the event is not there. */
function isGone(touch: Touch, event: LoggedEvent | undefined, kind: string): boolean {
  if (touch.a.gone === undefined && touch.b.gone === undefined) return false;
  return event?.kind !== kind || event.a !== touch.a.eid || event.b !== touch.b.eid;
}

function step(churn: Churn, rng: Rng): void {
  const { actors } = churn;
  const pick = (): Actor => actors[rng.integer(0, actors.length - 1)];
  for (let i = 0; i < 6; i++) {
    const actor = pick();
    if (actor.body.isStatic && rng.next() < 0.8) continue;
    const { x, y } = actor.body.placement;
    const calm = (v: number): number => Math.min(2, Math.max(-2, v + rng.range(-0.3, 0.3)));
    churn.move(actor, calm(x), calm(y), rng.range(-0.3, 0.3));
  }
  for (let changes = rng.integer(0, 3); changes > 0; changes--) {
    const actor = pick();
    switch (rng.integer(0, 14)) {
      case 0:
        if (actors.length < 28) churn.add(churn.randomBody());
        break;
      case 1:
        if (actors.length > 18) churn.remove(actor);
        break;
      case 2:
        // The id of the removed one is given out again at once.
        churn.count('recycle');
        churn.remove(actor);
        churn.add(rng.next() < 0.5 ? (actor.body.isDisabled ? churn.randomBody() : actor.body) : churn.randomBody());
        break;
      case 3:
      case 4:
        if (actor.body.isDisabled || rng.next() < 0.3) churn.toggleDisabled(actor);
        break;
      case 5:
        churn.count('teleport');
        churn.move(actor, rng.range(-2, 2), rng.range(-2, 2), rng.range(-3, 3));
        break;
      case 13:
        churn.rescale(actor);
        break;
      case 14:
        if (actor.prefabSince !== undefined || rng.next() < 0.5) churn.togglePrefab(actor);
        break;
      case 6:
        churn.resize(actor);
        break;
      case 7:
        churn.reshape(actor);
        break;
      case 8:
      case 11:
      case 12:
        churn.refilter(actor);
        break;
      case 9:
        churn.toggleTag(actor, rng.next() < 0.5 ? 'isStatic' : 'isSensor');
        break;
      default:
        churn.replaceCollider(actor);
    }
  }
}

const ALL_TICKS = 5000;
const TICKS = effort(ALL_TICKS, 2000);
/** What has to happen so often in all ticks has to happen in proportion in some. */
const often = (times: number): number => Math.floor((times * TICKS) / ALL_TICKS);

const CHANGES = [
  'add remove recycle disable enable teleport rescale resize reshape refilter replace prefab'.split(' '),
  ['prefab no more', 'isStatic true', 'isStatic false', 'isSensor true', 'isSensor false'],
].flat();

it.each([
  { seed: 11, options: {}, handlers: false },
  { seed: 12, options: { hierarchy: sphereHierarchy, margin: 0.1 }, handlers: false },
  { seed: 13, options: {}, handlers: true },
  { seed: 14, options: { margin: 0.2 }, handlers: true },
])('events are exact with $options, seed $seed, handlers that remove: $handlers', (run) => {
  const { seed, options, handlers } = run;
  const rng = createRng(seed);
  const churn = new Churn(rng, options);
  for (let i = 0; i < 22; i++) churn.add(churn.randomBody());
  const pick = createRng(seed + 1000);
  if (handlers) {
    churn.onBegin = (_a, b) => {
      if (pick.next() > 0.3 || churn.actors.length < 18) return;
      const actor = churn.actors.find((other) => other.eid === b)!;
      if (pick.next() < 0.5) churn.remove(actor);
      else if (!actor.body.isDisabled) churn.toggleDisabled(actor);
    };
  }
  for (let tick = 0; tick < TICKS; tick++) {
    step(churn, rng);
    if (rng.next() < 0.02) churn.refuse(`seed ${seed}, tick ${tick}`);
    churn.tick(`seed ${seed}, tick ${tick}`);
  }
  const { tally } = churn;
  expect(tally.touching / tally.close).toBeGreaterThan(0.3);
  expect(tally.touching / tally.close).toBeLessThan(0.7);
  expect(Math.min(...Object.values(tally.ends), tally.begins, tally.stays)).toBeGreaterThan(often(40));
  if (handlers) expect(tally.silent).toBeGreaterThan(often(20));
  expect(tally.refused).toBeGreaterThan(often(50));
  for (const change of CHANGES) expect(churn.done.get(change), change).toBeGreaterThan(often(30));
  const kinds = ALL_KINDS.flatMap((a, i) => ALL_KINDS.slice(i).map((b) => [a, b].sort().join('-')));
  const rare = kinds.filter((pair) => (churn.done.get(pair) ?? 0) <= often(5));
  expect(rare.length, `pairs of kinds that hardly met: ${rare}`).toBeLessThanOrEqual(effort(0, 4));
});

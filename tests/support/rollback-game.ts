import {
  addComponent,
  addEntity,
  createEntityIndex,
  createWorld,
  entityExists,
  query,
  removeComponent,
  removeEntity,
  set,
  withVersioning,
} from 'bitecs';
import {
  type attachedTo,
  type Collision,
  type CollisionSnapshot,
  type Contact,
  collisionSystem,
  createSnapshot,
  hashCollision,
  type oneWay,
  ownMargin,
  reconsider,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  type ShapeSpec,
  savedEntities,
} from '../../entry/2d.ts';
import { type ChangingShape, type GameKit, planeKit } from './game-kits.ts';
import { createRng, type Rng } from './rng.ts';

export interface RollbackGameOptions {
  readonly seed: number;
  /** The dimension it is played in; the plane unless told otherwise. */
  readonly kit?: GameKit;
  readonly isVersioned?: boolean;
  readonly spheres?: boolean;
  readonly hook?: boolean;
  readonly margin?: number;
  readonly results?: boolean;
  /** Half the side of the square that the bodies live in. */
  readonly size?: number;
  readonly ownStores?: boolean;
  /** Some bodies are fast and swept; some statics one-way; some bodies attached to others. */
  readonly swept?: boolean;
  readonly oneWay?: boolean;
  readonly attached?: boolean;
  /** Some bodies look ahead, by distances that change, statics too. */
  readonly ownMargins?: boolean;
  /** Many of the bodies are one surface where they overlap. */
  readonly seamless?: boolean;
  /**
   * Some bodies have shapes that change: maps of tiles, one-way ones too, and in space meshes and heightfields, which
   * the game itself brings back. These do not go with `late`: contacts that are read between a restore and the next
   * tick are those of the surfaces as they were saved.
   */
  readonly changing?: boolean;
  /** Some bodies are surfaces: smooth compounds and closed chains, in space meshes and heightfields. */
  readonly surfaces?: boolean;
  /** Some contacts are refused. */
  readonly accept?: boolean;
  /** Bodies also move, change and are read anew after a tick, before it is saved. */
  readonly late?: boolean;
}

const MOST_BODIES = 60;

/**
 * A small game whose every tick is a function of the seed, the tick and the world: bodies of all shapes move, come and
 * go, change filters, tags and sizes; statics are moved; handlers remove and spawn. What a tick gave stands in `logs`.
 */
export class RollbackGame {
  readonly world: object;
  readonly collision: Collision;
  readonly logs: string[][] = [];
  tick = 0;
  readonly #seed: number;
  readonly #size: number;
  readonly #results: boolean;
  readonly #hits: number[] = [];
  readonly velocity = { x: [] as number[], y: [] as number[], z: [] as number[] };
  readonly #kit: GameKit;
  readonly #Body = {};
  readonly #OneWay: ReturnType<typeof oneWay> | undefined;
  readonly #OwnMargin: ReturnType<typeof ownMargin> | undefined;
  readonly #AttachedTo: ReturnType<typeof attachedTo> | undefined;
  readonly #Seamless: object | undefined;
  readonly #isSwept: boolean;
  readonly #hasSurfaces: boolean;
  /** The shapes that the game changes; the entities that have them come and go like all others. */
  readonly #changing: readonly ChangingShape[];
  /** By snapshot, what it does not hold of these. */
  readonly #kept = new WeakMap<CollisionSnapshot, (Float64Array | undefined)[]>();
  readonly #isLate: boolean;
  readonly #place: Record<string, Float64Array>;
  #log: string[] = [];
  /** Contacts over all ticks run, for the hit rate. */
  contacts = 0;
  /** After so many more questions, a hook throws. */
  questionsLeft = Infinity;

  constructor(options: RollbackGameOptions) {
    const {
      seed,
      kit = planeKit,
      isVersioned = false,
      spheres = false,
      hook = false,
      margin = 0,
      size = 14,
      ownStores = false,
      swept = false,
    } = options;
    this.#kit = kit;
    this.#isSwept = swept;
    this.#hasSurfaces = options.surfaces ?? false;
    this.#isLate = options.late ?? false;
    this.#seed = seed;
    this.#size = size;
    this.#results = options.results ?? true;
    this.world = isVersioned ? createWorld(createEntityIndex(withVersioning(8))) : createWorld();
    const hierarchy = spheres ? kit.sphereHierarchy : kit.boxHierarchy;
    const ask = (answer: boolean): boolean => {
      if (this.questionsLeft-- <= 0) throw new Error('broken off');
      return answer;
    };
    const shouldCollide = hook ? (a: number, b: number) => ask((this.index(a) + this.index(b)) % 5 !== 0) : undefined;
    const columns = [...kit.axes, ...kit.turns].map((name) => [
      name,
      new Float64Array(4096).fill(name === 'qw' ? 1 : 0),
    ]);
    const place = { component: {}, ...Object.fromEntries(columns) };
    this.collision = kit.createCollision(this.world, {
      hierarchy,
      margin,
      ...(options.accept && { acceptContact: (a, _, contact) => ask((a + contact.childB) % 7 !== 0) }),
      ...(shouldCollide && { shouldCollide }),
      ...(ownStores && { transform: place }),
      ...(swept && { swept: kit.sweptColliders }),
    }) as Collision;
    this.#OneWay = options.oneWay ? kit.oneWay(this.world) : undefined;
    this.#OwnMargin = options.ownMargins ? ownMargin(this.world) : undefined;
    this.#AttachedTo = options.attached ? kit.attachedTo(this.world) : undefined;
    this.#Seamless = options.seamless ? kit.seamless(this.world) : undefined;
    this.#place = (ownStores ? place : this.collision.Transform) as Record<string, Float64Array>;
    this.component = ownStores ? place.component : this.collision.Transform;
    const { collision } = this;
    collision.onBegin((a, b, contact) => {
      this.#log.push(`begin ${a} ${b} #${contact.id}`);
      if ((this.index(a) * 7 + this.tick) % 23 === 0) this.#remove(b);
      if ((this.index(b) * 5 + this.tick) % 29 === 0)
        this.#spawn(createRng(this.#seed * 31 + this.tick + this.index(a)));
    });
    collision.onEnd((a, b, end) => this.#log.push(`end ${a} ${b} ${end.cause} #${end.id}`));
    collision.onStay([this.#Body], [this.#Body], (a, b, contact) =>
      this.#log.push(`stay ${a} ${b} #${contact.id} ${contact.normalX}`),
    );
    const rng = createRng(seed);
    this.#changing = options.changing ? kit.changing(rng) : [];
    // They are registered, so that tiles are part of the world while no entity has them.
    for (const { shape } of this.#changing) collision.registerShape(shape);
    for (let i = 0; i < 24; i++) this.#spawn(rng);
  }

  readonly component: object;

  index(eid: number): number {
    return this.collision.indexOf(eid);
  }

  snapshot(): CollisionSnapshot {
    const { Transform, Collider } = this.collision;
    const stores = {
      Place: Transform ?? this.#place,
      Collider,
      Velocity: this.velocity,
      ...(this.#OneWay && { OneWay: this.#OneWay }),
      ...(this.#OwnMargin && { OwnMargin: this.#OwnMargin }),
      ...(this.#AttachedTo && { AttachedTo: this.#AttachedTo }),
    };
    return createSnapshot({ stores, entities: savedEntities, results: this.#results });
  }

  save(to: CollisionSnapshot): void {
    this.#kit.saveCollision(this.world, to);
    this.#kept.set(
      to,
      this.#changing.map((each) => each.keep?.()),
    );
  }

  restore(from: CollisionSnapshot): void {
    for (const [i, kept] of this.#kept.get(from)!.entries()) {
      if (kept !== undefined) this.#changing[i].bringBack!(this.world, kept);
    }
    restoreCollision(this.world, from);
    this.tick = from.tick;
  }

  /** Runs a tick. `twist` makes it another one than it would be: input that turns out to be wrong. */
  step(twist = 0): void {
    const { collision, world, velocity } = this;
    const { axes } = this.#kit;
    const { x } = this.#place;
    const { Static, Sensor, Disabled, Collider } = collision;
    this.tick++;
    this.#log = [];
    const rng = createRng(this.#seed * 1009 + this.tick * 17 + twist * 7919);
    this.#look(rng);
    const bodies = Array.from(query(world, [this.#Body]));
    const statics = new Set(query(world, [Static]));
    for (const eid of bodies) {
      if (statics.has(eid)) continue;
      const i = this.index(eid);
      for (const axis of axes) {
        const column = this.#place[axis];
        column[i] += velocity[axis][i];
        if (Math.abs(column[i]) > this.#size) velocity[axis][i] = -Math.sign(column[i]) * Math.abs(velocity[axis][i]);
      }
      if (axes.length === 3) this.#place.qx[i] += 0.02;
    }
    const pick = (): number => bodies[rng.integer(0, bodies.length - 1)];
    const toggle = (eid: number, tag: object): void => {
      // With versions, bitECS takes some that live for dead, and refuses to change them.
      if (!entityExists(world, eid)) return;
      if (query(world, [tag]).includes(eid)) removeComponent(world, eid, tag);
      else addComponent(world, eid, tag);
    };
    if (this.#isSwept && rng.next() < 0.2) toggle(pick(), collision.Swept);
    if (this.#isSwept && rng.next() < 0.2) {
      const eid = pick();
      x[this.index(eid)] = rng.range(-this.#size, this.#size);
      if (rng.next() < 0.5) collision.teleport(eid);
    }
    if (this.#OneWay && rng.next() < 0.2) reconsider(world, pick());
    if (this.#OwnMargin) for (let i = 0; i < 4; i++) this.#OwnMargin.distance[this.index(pick())] = rng.range(0, 1);
    if (this.#OwnMargin && rng.next() < 0.1) toggle(pick(), this.#OwnMargin);
    if (this.#AttachedTo && rng.next() < 0.1) toggle(pick(), this.#AttachedTo);
    // With versions, those that bitECS does not let go would become more and more.
    if (bodies.length < 12 || (rng.next() < 0.5 && bodies.length < MOST_BODIES)) this.#spawn(rng);
    if (rng.next() < 0.15) toggle(pick(), Sensor);
    if (rng.next() < 0.15) toggle(pick(), Disabled);
    if (rng.next() < 0.1) toggle(pick(), Static);
    if (rng.next() < 0.1) toggle(pick(), Collider);
    if (rng.next() < 0.4) {
      const eid = pick();
      if (rng.next() < 0.5) Collider.maskBits[this.index(eid)] = rng.next() < 0.5 ? 2 : 0xffffffff;
      else Collider.radius[this.index(eid)] = rng.range(0.3, 1.5);
      collision.touch(eid);
    }
    if (rng.next() < 0.2) {
      const eid = pick();
      if (entityExists(world, eid) && query(world, [collision.Collider]).includes(eid)) {
        addComponent(world, eid, set(collision.Collider, { ...this.#shape(rng), categoryBits: 1 }));
      }
    }
    if (bodies.length > 20 && rng.next() < 0.6) this.#remove(pick());
    if (this.#changing.length > 0 && rng.next() < 0.5) this.#change(rng);
    collisionSystem(world);
    this.#read();
    this.#log.push(`hash ${hashCollision(world)}`);
    this.logs[this.tick] = this.#log;
    if (this.#isLate) this.#moveOn(rng);
  }

  /**
   * What a game does after a tick: the contacts stay those of the tick, queries see the colliders that have been read
   * anew.
   */
  #moveOn(rng: Rng): void {
    const { collision, world } = this;
    const { x, y } = this.#place;
    const bodies = Array.from(query(world, [this.#Body, collision.Collider]));
    for (const eid of bodies) if (rng.next() < 0.3) x[this.index(eid)] += rng.range(-0.5, 0.5);
    for (let i = 0; i < 3 && bodies.length > 0; i++) {
      const eid = bodies[rng.integer(0, bodies.length - 1)];
      y[this.index(eid)] += rng.range(-0.5, 0.5);
      const kind = rng.next();
      if (this.#OwnMargin) this.#OwnMargin.distance[this.index(eid)] = rng.range(0, 1);
      if (kind < 0.3 && entityExists(world, eid)) refreshCollider(world, eid);
      else if (kind < 0.35) refreshCollision(world);
      else if (kind < 0.6) collision.Collider.radius[this.index(eid)] = rng.range(0.3, 1.5);
      if (kind > 0.5 && kind < 0.6) collision.Collider.kind[this.index(eid)] = this.#kit.round(1).kind;
    }
    if (this.#changing.length > 0 && rng.next() < 0.3) this.#change(rng);
  }

  /** Notes what can be read between two ticks. */
  #read(): void {
    for (const contact of this.collision.contacts()) {
      this.contacts++;
      this.#log.push(
        `${contact.a} ${contact.b} #${contact.id} age ${contact.age} ${contact.childA}/${contact.childB} ` +
          `${contact.touching} ${contact.fraction} ${contact.exitFraction} ${contact.normalX} ${contact.normalY} ${(contact as { normalZ?: number }).normalZ} ${contact.pointCount} ${contact.separation} ${this.#lastPoint(contact)}`,
      );
    }
  }

  #lastPoint(contact: Contact): string {
    const last = contact.pointCount - 1;
    if (last < 0) return '';
    const z = (contact as { pointZ?(i: number): number }).pointZ?.(last);
    return `${contact.pointX(last)} ${contact.pointY(last)} ${z} ${contact.pointFeature(last)}`;
  }

  /** Queries at the start of a tick see the tick before. */
  #look(rng: Rng): void {
    if (!this.#results) return;
    const { castRay, queryAabb } = this.#kit;
    const hit = castRay(this.world, this.#somewhere(rng), this.#somewhere(rng), { sensors: true });
    this.#log.push(hit === undefined ? 'no hit' : `hit ${hit.entity} ${hit.fraction}`);
    const [min, max] = [-3, 3].map((side) => ({ x: side, y: side, z: side }));
    queryAabb(this.world, min, max, this.#hits);
    this.#log.push(`seen ${this.#hits.join()}`);
    this.#read();
  }

  #somewhere(rng: Rng): { x: number; y: number; z?: number } {
    const size = this.#size;
    const [x, y, z] = this.#kit.axes.map(() => rng.range(-size, size));
    return { x, y, z };
  }

  #remove(eid: number): void {
    removeEntity(this.world, eid);
  }

  #change(rng: Rng): void {
    this.#changing[rng.integer(0, this.#changing.length - 1)].change(this.world, rng);
  }

  #shape(rng: Rng): ShapeSpec {
    const size = rng.range(0.5, 1.6);
    const changing = this.#changing;
    // Triangles against triangles take long: fewer surfaces in space meet enough of each other.
    const [changingShare, surfaceShare] = this.#kit.axes.length === 3 ? [0.1, 0.12] : [0.2, 0.5];
    if (changing.length > 0 && rng.next() < changingShare) {
      return changing[rng.integer(0, changing.length - 1)].shape;
    }
    if (this.#hasSurfaces && rng.next() < surfaceShare) return this.#kit.surface(rng, size);
    return this.#kit.shape(rng, size);
  }

  #spawn(rng: Rng): void {
    const { world, collision, velocity } = this;
    const size = this.#size;
    const eid = addEntity(world);
    const i = this.index(eid);
    if (!entityExists(world, eid)) return;
    addComponent(world, eid, this.#Body);
    addComponent(world, eid, this.component);
    for (const axis of this.#kit.axes) this.#place[axis][i] = rng.range(-size, size);
    addComponent(world, eid, set(collision.Collider, { ...this.#shape(rng), offsetX: rng.integer(0, 1) * 0.2 }));
    const isStatic = rng.next() < 0.25;
    for (const axis of this.#kit.axes) velocity[axis][i] = isStatic ? 0 : rng.range(-0.5, 0.5);
    if (isStatic) addComponent(world, eid, collision.Static);
    if (rng.next() < 0.1) addComponent(world, eid, collision.Sensor);
    if (this.#isSwept && !isStatic && rng.next() < 0.5) {
      for (const axis of this.#kit.axes) velocity[axis][i] *= 12;
      addComponent(world, eid, collision.Swept);
    }
    if (this.#OneWay && rng.next() < 0.4) {
      const angle = rng.integer(0, 3);
      const normal = { normalX: [1, 0, -1, 0][angle], normalY: [0, 1, 0, -1][angle] };
      const space = this.#kit.axes.length === 3 && { normalZ: rng.range(-1, 1) };
      addComponent(world, eid, set(this.#OneWay, { ...normal, ...space }));
    }
    if (this.#OwnMargin && rng.next() < 0.6) addComponent(world, eid, set(this.#OwnMargin, { distance: rng.next() }));
    if (this.#Seamless && rng.next() < 0.7) addComponent(world, eid, this.#Seamless);
    const others = Array.from(query(world, [this.#Body]));
    if (this.#AttachedTo && rng.next() < 0.4 && others.length > 1) {
      const parent = others[rng.integer(0, others.length - 1)];
      if (parent !== eid && entityExists(world, parent)) {
        addComponent(world, eid, set(this.#AttachedTo, { parent, x: rng.range(-2, 2), y: rng.range(-2, 2) }));
      }
    }
  }
}

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
  attachedTo,
  box,
  boxHierarchy,
  type Collision,
  type CollisionSnapshot,
  type Contact,
  capsule,
  castRay,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  createSnapshot,
  ellipse,
  hashCollision,
  oneWay,
  ownMargin,
  polygon,
  queryAabb,
  reconsider,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  savedEntities,
  seamless,
  setTile,
  sphereHierarchy,
  sweptColliders,
  tiles,
} from '../../entry/2d.ts';
import { createRng, type Rng } from './rng.ts';

export interface RollbackGameOptions {
  readonly seed: number;
  readonly isVersioned?: boolean;
  readonly spheres?: boolean;
  readonly hook?: boolean;
  readonly margin?: number;
  readonly results?: boolean;
  /** Where colliders are kept apart. */
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
  /** Maps of tiles, some of them moving, whose tiles change; one-way tiles too. */
  readonly tiles?: boolean;
  /** Some bodies are smooth compounds, closed chains and ellipses. */
  readonly smooth?: boolean;
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
  readonly velocity = { x: [] as number[], y: [] as number[] };
  readonly #Body = {};
  readonly #OneWay: ReturnType<typeof oneWay> | undefined;
  readonly #OwnMargin: ReturnType<typeof ownMargin> | undefined;
  readonly #AttachedTo: ReturnType<typeof attachedTo> | undefined;
  readonly #Seamless: object | undefined;
  readonly #isSwept: boolean;
  readonly #isSmooth: boolean;
  /** What the tiles of a game are changed in; the entities that have them come and go like all others. */
  readonly #maps: ShapeSpec[] = [];
  readonly #isLate: boolean;
  readonly #place: { x: Float64Array; y: Float64Array };
  #log: string[] = [];
  /** Contacts over all ticks run, for the hit rate. */
  contacts = 0;
  /** After so many more questions, a hook throws. */
  questionsLeft = Infinity;

  constructor(options: RollbackGameOptions) {
    const {
      seed,
      isVersioned = false,
      spheres = false,
      hook = false,
      margin = 0,
      size = 14,
      ownStores = false,
      swept = false,
    } = options;
    this.#isSwept = swept;
    this.#isSmooth = options.smooth ?? false;
    this.#isLate = options.late ?? false;
    this.#seed = seed;
    this.#size = size;
    this.#results = options.results ?? true;
    this.world = isVersioned ? createWorld(createEntityIndex(withVersioning(8))) : createWorld();
    const hierarchy = spheres ? sphereHierarchy : boxHierarchy;
    const ask = (answer: boolean): boolean => {
      if (this.questionsLeft-- <= 0) throw new Error('broken off');
      return answer;
    };
    const shouldCollide = hook ? (a: number, b: number) => ask((this.index(a) + this.index(b)) % 5 !== 0) : undefined;
    const place = {
      component: {},
      x: new Float64Array(4096),
      y: new Float64Array(4096),
      rotation: new Float64Array(4096),
    };
    this.collision = createCollision(this.world, {
      hierarchy,
      margin,
      ...(options.accept && { acceptContact: (a, _, contact) => ask((a + contact.childB) % 7 !== 0) }),
      ...(shouldCollide && { shouldCollide }),
      ...(ownStores && { transform: place }),
      ...(swept && { swept: sweptColliders }),
    }) as Collision;
    this.#OneWay = options.oneWay ? oneWay(this.world) : undefined;
    this.#OwnMargin = options.ownMargins ? ownMargin(this.world) : undefined;
    this.#AttachedTo = options.attached ? attachedTo(this.world) : undefined;
    this.#Seamless = options.seamless ? seamless(this.world) : undefined;
    this.#place = ownStores ? place : this.collision.Transform;
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
    if (options.tiles) for (let i = 0; i < 3; i++) this.#maps.push(this.#tileMap(rng));
    // Also while nobody has them, their tiles are part of the world.
    for (const map of this.#maps) collision.registerShape(map);
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
    saveCollision(this.world, to);
  }

  restore(from: CollisionSnapshot): void {
    restoreCollision(this.world, from);
    this.tick = from.tick;
  }

  /** Runs a tick. `twist` makes it another one than it would be: input that turns out to be wrong. */
  step(twist = 0): void {
    const { collision, world, velocity } = this;
    const { x, y } = this.#place;
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
      x[i] += velocity.x[i];
      y[i] += velocity.y[i];
      if (Math.abs(x[i]) > this.#size) velocity.x[i] = -Math.sign(x[i]) * Math.abs(velocity.x[i]);
      if (Math.abs(y[i]) > this.#size) velocity.y[i] = -Math.sign(y[i]) * Math.abs(velocity.y[i]);
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
    if (this.#maps.length > 0 && rng.next() < 0.5) this.#changeTile(rng);
    collisionSystem(world);
    this.#read();
    this.#log.push(`hash ${hashCollision(world)}`);
    this.logs[this.tick] = this.#log;
    if (this.#isLate) this.#moveOn(rng);
  }

  /** What a game does after a tick: the contacts stay those of the tick, queries see who has been read anew. */
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
      if (kind > 0.5 && kind < 0.6) collision.Collider.kind[this.index(eid)] = circle(1).kind;
    }
    if (this.#maps.length > 0 && rng.next() < 0.3) this.#changeTile(rng);
  }

  /** Notes what can be read between two ticks. */
  #read(): void {
    for (const contact of this.collision.contacts()) {
      this.contacts++;
      this.#log.push(
        `${contact.a} ${contact.b} #${contact.id} age ${contact.age} ${contact.childA}/${contact.childB} ` +
          `${contact.touching} ${contact.fraction} ${contact.exitFraction} ${contact.normalX} ${contact.normalY} ${contact.pointCount} ${contact.separation} ${this.#lastPoint(contact)}`,
      );
    }
  }

  #lastPoint(contact: Contact): string {
    const last = contact.pointCount - 1;
    return last < 0 ? '' : `${contact.pointX(last)} ${contact.pointY(last)} ${contact.pointFeature(last)}`;
  }

  /** Queries at the start of a tick see the tick before. */
  #look(rng: Rng): void {
    if (!this.#results) return;
    const size = this.#size;
    const hit = castRay(
      this.world,
      { x: rng.range(-size, size), y: rng.range(-size, size) },
      { x: rng.range(-size, size), y: rng.range(-size, size) },
      { sensors: true },
    );
    this.#log.push(hit === undefined ? 'no hit' : `hit ${hit.entity} ${hit.fraction}`);
    queryAabb(this.world, { x: -3, y: -3 }, { x: 3, y: 3 }, this.#hits);
    this.#log.push(`seen ${this.#hits.join()}`);
    this.#read();
  }

  #remove(eid: number): void {
    removeEntity(this.world, eid);
  }

  #tileMap(rng: Rng): ShapeSpec {
    const cells = Array.from({ length: 24 }, () => Math.max(0, rng.integer(-3, 3)));
    return tiles({ columns: 6, rows: 4, size: 1, cells, shapes: { 1: 'full', 2: 'slope-right', 3: 'one-way' } });
  }

  #changeTile(rng: Rng): void {
    const map = this.#maps[rng.integer(0, this.#maps.length - 1)];
    setTile(map, rng.integer(0, 5), rng.integer(0, 3), rng.integer(0, 3));
  }

  #shape(rng: Rng): ShapeSpec {
    const size = rng.range(0.5, 1.6);
    if (this.#maps.length > 0 && rng.next() < 0.2) return this.#maps[rng.integer(0, this.#maps.length - 1)];
    if (this.#isSmooth && rng.next() < 0.5) return this.#smoothShape(rng, size);
    const kind = rng.integer(0, 5);
    if (kind === 0) return circle(size);
    if (kind === 1) return box(size, rng.range(0.4, 1));
    if (kind === 2) return capsule(size, 0.4);
    if (kind === 3) return polygon([0, 0, size, 0.1, size, size, 0.2, size]);
    if (kind === 4) return chain([-2, 0, -1, size, 1, 0, 2, size]);
    return compound([circle(size), { ...box(size, 0.3), offsetX: 0.8, offsetRotation: 0.3 }]);
  }

  #smoothShape(rng: Rng, size: number): ShapeSpec {
    const kind = rng.integer(0, 2);
    if (kind === 0) return ellipse(size, 0.5);
    if (kind === 1) return chain([-size, -1, size, -1, 1, size, -1, size], { closed: true });
    const boxes = [-1, 0, 1].map((place) => ({ ...box(0.5, size / 2), offsetX: place }));
    return compound(boxes, { smooth: true });
  }

  #spawn(rng: Rng): void {
    const { world, collision, velocity } = this;
    const size = this.#size;
    const eid = addEntity(world);
    const i = this.index(eid);
    if (!entityExists(world, eid)) return;
    addComponent(world, eid, this.#Body);
    addComponent(world, eid, this.component);
    this.#place.x[i] = rng.range(-size, size);
    this.#place.y[i] = rng.range(-size, size);
    addComponent(world, eid, set(collision.Collider, { ...this.#shape(rng), offsetX: rng.integer(0, 1) * 0.2 }));
    const isStatic = rng.next() < 0.25;
    velocity.x[i] = isStatic ? 0 : rng.range(-0.5, 0.5);
    velocity.y[i] = isStatic ? 0 : rng.range(-0.5, 0.5);
    if (isStatic) addComponent(world, eid, collision.Static);
    if (rng.next() < 0.1) addComponent(world, eid, collision.Sensor);
    if (this.#isSwept && !isStatic && rng.next() < 0.5) {
      velocity.x[i] *= 12;
      velocity.y[i] *= 12;
      addComponent(world, eid, collision.Swept);
    }
    if (this.#OneWay && rng.next() < 0.4) {
      const angle = rng.integer(0, 3);
      addComponent(world, eid, set(this.#OneWay, { normalX: [1, 0, -1, 0][angle], normalY: [0, 1, 0, -1][angle] }));
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

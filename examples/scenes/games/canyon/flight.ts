import { addComponent, addEntity, createWorld, query, removeEntity, set } from 'bitecs';
import {
  collisionSystem,
  createCollision,
  cylinder,
  hull,
  seamless,
  sphere,
  sweptColliders,
} from 'bitecs-collision/3d';
import { TICK } from '../../../shell/scene.ts';
import { CEILING, type Course, LENGTH, LOWEST, RING_RADIUS, sectorAt } from './course.ts';

/** Corners of the ship, x y z each; it looks along −z. */
export const SHIP_POINTS = [0, 0, -1.6, -1.3, -0.1, 1, 1.3, -0.1, 1, 0, 0.5, 1, 0, -0.35, 0.9] as const;
export const DRONE_RADIUS = 1.5;
export const SHIELD = 5;

/** Units a second: what the ship flies ahead, by sector, what a ring adds, and what a wall leaves. */
const SPEEDS = [30, 33, 36];
const RING_BOOST = 8;
const CRASH_SPEED = 12;
/** Units a second squared at which the ship comes back to its speed. */
const PICK_UP = 14;
/** Across and up. */
const SIDE_SPEED = 20;
const RISE_SPEED = 15;
const SIDE_PUSH = 75;
/** Away from what the ship has crashed into. */
const REBOUND = 9;
const SAFE_TICKS = 70;
/** In seconds: what the clock has at first, and what a ring adds by sector. */
const FIRST_SECONDS = 14;
const RING_SECONDS = [2.1, 1.9, 1.8];
/** Points. */
export const RING_SCORE = 100;
export const DRONE_SCORE = 150;
const MOST_STREAK = 5;
const SECOND_SCORE = 50;
const SHIELD_SCORE = 200;

const SHOT_SPEED = 170;
const SHOT_TICKS = 45;
const SHOT_PAUSE = 8;
const SHOT_RADIUS = 0.45;
/** A shot is aimed at a drone that is no farther off than this, and no farther from straight ahead, as a share. */
const AIM_REACH = 130;
const AIM_ASIDE = 0.2;
const BOLT_SPEED = 30;
const BOLT_TICKS = 240;
export const BOLT_RADIUS = 0.5;
/** Drones fire at a ship that is between so far and so far away, every so many ticks by sector. */
const FIRE_FROM = 30;
const FIRE_REACH = 130;
const FIRE_PAUSES = [110, 85, 65];

/** What collides with what, by category. */
const CANYON = 1;
const SHIP = 2;
const RING = 4;
const DRONE = 8;
const SHOT = 16;
const BOLT = 32;

const Ship = {};
const Ring = {};
const Drone = {};
const Shot = {};
const Bolt = {};
const Canyon = {};

/** What the pilot wants: −1 to 1 to the right and up, and whether to fire. */
export interface Wish {
  readonly x: number;
  readonly y: number;
  readonly fires: boolean;
}

export type FlightEvent = 'ring' | 'miss' | 'drone' | 'crash' | 'hit' | 'shot' | 'bolt' | 'sector' | 'win' | 'lose';
export type Listener = (event: FlightEvent, x: number, y: number, z: number, value: number) => void;

/** One flight through a course. Nothing but the wishes of the pilot has any influence on it. */
export class Flight {
  readonly world = createWorld();
  readonly collision = createCollision(this.world, { swept: sweptColliders, timings: true });
  readonly ship: number;
  readonly ringEntities: readonly number[];
  readonly counts = { score: 0, shield: SHIELD, rings: 0, drones: 0 };
  /** `clock` has the seconds that are left; `why` says how the flight has ended. */
  readonly state = { ticks: 0, clock: FIRST_SECONDS, safe: 0, streak: 0, over: false, won: false, why: '' };
  readonly velocity = { x: 0, y: 0, ahead: SPEEDS[0] };
  /** The exact times at which rings were entered, in seconds from the start, NaN for those that were missed. */
  readonly ringTimes: number[] = [];
  readonly #course: Course;
  readonly #listener: Listener;
  private readonly born = new Map<number, number>();
  private readonly ways = new Map<number, { x: number; y: number; z: number }>();
  private readonly before = { x: 0, y: 0, z: 0 };
  private cooldown = 0;
  private ringNumber = 0;

  constructor(course: Course, listener: Listener = () => {}) {
    this.#course = course;
    this.#listener = listener;
    const { Static, Sensor, Swept } = this.collision;
    // Chunks and rocks are one surface: nothing catches where they meet.
    const Seamless = seamless(this.world);
    const ground = [Static, Canyon, Seamless];
    for (const { x, z, shape } of course.chunks) this.#add(ground, { x, z }, shape, CANYON, SHIP | SHOT);
    this.#add(ground, {}, course.rocks.shape, CANYON, SHIP | SHOT);
    // A disc across the way: its axis lies along z.
    const disc = cylinder(RING_RADIUS, 0.05);
    this.ringEntities = course.rings.map((place) =>
      this.#add([Static, Sensor, Ring], { ...place, qx: Math.SQRT1_2, qw: Math.SQRT1_2 }, disc, RING, SHIP),
    );
    for (const place of course.drones) this.#add([Drone], place, sphere(DRONE_RADIUS), DRONE, SHIP | SHOT);
    this.ship = this.#add([Ship, Swept], { y: 9 }, hull(SHIP_POINTS), SHIP, CANYON | RING | DRONE | BOLT);
    this.#listen();
  }

  /** How far the ship has come. */
  get way(): number {
    return -this.collision.Transform.z[this.ship];
  }

  /** The ring that comes next, by its number. */
  get nextRing(): number {
    return this.ringNumber;
  }

  drones(): readonly number[] {
    return [...query(this.world, [Drone])];
  }

  shots(): readonly number[] {
    return [...query(this.world, [Shot])];
  }

  bolts(): readonly number[] {
    return [...query(this.world, [Bolt])];
  }

  step(wish: Wish): void {
    const { state } = this;
    if (state.over) return;
    state.ticks++;
    state.clock -= TICK;
    if (state.safe > 0) state.safe--;
    this.#fly(wish);
    this.#moveShots();
    // New shots begin at the ship's place of this tick, so they are made after everything has moved.
    this.#fire(wish);
    collisionSystem(this.world);
    this.#crash();
    this.#countMisses();
    if (this.way >= LENGTH) this.#end(true, 'Through!');
    else if (this.counts.shield <= 0) this.#end(false, 'The ship is lost');
    else if (state.clock <= 0) this.#end(false, 'Out of time');
  }

  #add(components: readonly object[], place: object, shape: object, categoryBits: number, maskBits: number): number {
    const { Transform, Collider } = this.collision;
    const eid = addEntity(this.world);
    for (const component of components) addComponent(this.world, eid, component);
    addComponent(this.world, eid, set(Transform, place));
    addComponent(this.world, eid, set(Collider, { ...shape, categoryBits, maskBits }));
    return eid;
  }

  #listen(): void {
    const { collision, counts, state, velocity, world } = this;
    collision.onBegin([Ship], [Ring], (_ship, ring, { fraction }) => {
      const number = this.ringEntities.indexOf(ring);
      const sector = sectorAt(this.way);
      this.ringTimes[number] = (state.ticks - 1 + fraction) * TICK;
      state.clock += RING_SECONDS[sector];
      state.streak = Math.min(MOST_STREAK, state.streak + 1);
      velocity.ahead = Math.max(velocity.ahead, SPEEDS[sector] + RING_BOOST);
      counts.rings++;
      counts.score += RING_SCORE * state.streak;
      this.#tell('ring', ring, RING_SCORE * state.streak);
    });
    collision.onBegin([Shot], [Drone], (shot, drone) => {
      counts.drones++;
      counts.score += DRONE_SCORE;
      this.#tell('drone', drone, DRONE_SCORE);
      this.#remove(shot);
      removeEntity(world, drone);
    });
    collision.onBegin([Shot], [Canyon], (shot) => this.#remove(shot));
    collision.onBegin([Bolt], [Ship], (bolt) => {
      this.#remove(bolt);
      this.#lose('hit');
    });
    collision.onBegin([Ship], [Drone], (_ship, drone) => {
      this.#tell('drone', drone, 0);
      removeEntity(world, drone);
      velocity.ahead = CRASH_SPEED;
      this.#lose('crash');
    });
  }

  #tell(event: FlightEvent, eid: number, value = 0): void {
    const { x, y, z } = this.collision.Transform;
    this.#listener(event, x[eid], y[eid], z[eid], value);
  }

  #remove(eid: number): void {
    this.born.delete(eid);
    this.ways.delete(eid);
    removeEntity(this.world, eid);
  }

  /** Takes one of the shield, unless that has just happened. */
  #lose(event: 'hit' | 'crash'): void {
    const { state, counts } = this;
    if (state.safe > 0 || state.over) return;
    state.safe = SAFE_TICKS;
    state.streak = 0;
    counts.shield--;
    this.#tell(event, this.ship);
  }

  #fly({ x: wishX, y: wishY }: Wish): void {
    const { ship, velocity } = this;
    const { x, y, z } = this.collision.Transform;
    this.before.x = x[ship];
    this.before.y = y[ship];
    this.before.z = z[ship];
    const sector = sectorAt(this.way);
    velocity.ahead = towards(velocity.ahead, SPEEDS[sector], PICK_UP * TICK);
    velocity.x = towards(velocity.x, SIDE_SPEED * wishX, SIDE_PUSH * TICK);
    velocity.y = towards(velocity.y, RISE_SPEED * wishY, SIDE_PUSH * TICK);
    x[ship] += velocity.x * TICK;
    y[ship] = Math.max(LOWEST, Math.min(CEILING, y[ship] + velocity.y * TICK));
    z[ship] -= velocity.ahead * TICK;
    if (sectorAt(this.way) !== sector) this.#tell('sector', ship, sector + 1);
  }

  #moveShots(): void {
    const { Transform } = this.collision;
    const { ticks } = this.state;
    for (const [eid, way] of this.ways) {
      Transform.x[eid] += way.x * TICK;
      Transform.y[eid] += way.y * TICK;
      Transform.z[eid] += way.z * TICK;
      if (ticks > this.born.get(eid)!) this.#remove(eid);
    }
  }

  #fire({ fires }: Wish): void {
    const { ship, state } = this;
    const { x, y, z } = this.collision.Transform;
    const { Swept, Sensor } = this.collision;
    if (--this.cooldown <= 0 && fires) {
      this.cooldown = SHOT_PAUSE;
      const muzzle = { x: x[ship], y: y[ship], z: z[ship] - 2.2 };
      const shot = this.#add([Shot, Swept], muzzle, sphere(SHOT_RADIUS), SHOT, CANYON | DRONE);
      this.#launch(shot, this.#aim(muzzle), SHOT_SPEED, SHOT_TICKS);
      this.#tell('shot', ship);
    }
    const sector = sectorAt(this.way);
    for (const drone of this.drones()) {
      const ahead = z[ship] - z[drone];
      // The entity id shifts the rhythm, so that not all drones fire in the same tick.
      if (ahead < FIRE_FROM || ahead > FIRE_REACH || (state.ticks + 37 * drone) % FIRE_PAUSES[sector] !== 0) continue;
      const from = { x: x[drone], y: y[drone], z: z[drone] + DRONE_RADIUS };
      const bolt = this.#add([Bolt, Swept, Sensor], from, sphere(BOLT_RADIUS), BOLT, SHIP);
      // To where the ship will be, if it goes on as it does.
      const seconds = ahead / (BOLT_SPEED + this.velocity.ahead);
      const at = { x: x[ship] + this.velocity.x * seconds, y: y[ship] + this.velocity.y * seconds };
      this.#launch(bolt, { x: at.x - from.x, y: at.y - from.y, z: BOLT_SPEED * seconds }, BOLT_SPEED, BOLT_TICKS);
      this.#tell('bolt', drone);
    }
  }

  #launch(eid: number, towards: { x: number; y: number; z: number }, speed: number, ticks: number): void {
    const { x, y, z } = towards;
    const length = Math.sqrt(x * x + y * y + z * z);
    this.ways.set(eid, { x: (speed * x) / length, y: (speed * y) / length, z: (speed * z) / length });
    this.born.set(eid, this.state.ticks + ticks);
  }

  /** Straight ahead, or to the drone that is nearest to that. */
  #aim(from: { x: number; y: number; z: number }): { x: number; y: number; z: number } {
    const { x, y, z } = this.collision.Transform;
    let aim = { x: 0, y: 0, z: -1 };
    let least = AIM_ASIDE;
    for (const drone of this.drones()) {
      const [dx, dy, dz] = [x[drone] - from.x, y[drone] - from.y, z[drone] - from.z];
      if (dz > -4 || -dz > AIM_REACH) continue;
      const aside = Math.sqrt(dx * dx + dy * dy) / -dz;
      if (aside >= least) continue;
      least = aside;
      aim = { x: dx, y: dy, z: dz };
    }
    return aim;
  }

  /** Stops the ship where it met the rock, and throws it back. */
  #crash(): void {
    const { ship, velocity, collision } = this;
    const { x, y, z } = collision.Transform;
    let first = 2;
    let [outX, outY, outZ] = [0, 0, 0];
    for (const contact of collision.contactsOf(ship)) {
      if (!contact.touching || contact.sensor || contact.fraction >= first) continue;
      // The normal leads away from the ship.
      const sign = contact.a === ship ? -1 : 1;
      first = contact.fraction;
      outX = sign * contact.normalX;
      outY = sign * contact.normalY;
      outZ = sign * contact.normalZ;
      const room = contact.penetration + 0.02;
      if (first === 1) {
        x[ship] += outX * room;
        y[ship] += outY * room;
        z[ship] += outZ * room;
      }
    }
    if (first === 2) return;
    if (first < 1) {
      const { x: fromX, y: fromY, z: fromZ } = this.before;
      x[ship] = fromX + (x[ship] - fromX) * first + 0.02 * outX;
      y[ship] = fromY + (y[ship] - fromY) * first + 0.02 * outY;
      z[ship] = fromZ + (z[ship] - fromZ) * first + 0.02 * outZ;
    }
    velocity.x = REBOUND * outX;
    velocity.y = REBOUND * outY;
    // Rock that is hit straight on throws the ship back; along a wall the ship flies on, slower.
    velocity.ahead = outZ > 0.5 ? -CRASH_SPEED * outZ : Math.min(velocity.ahead, CRASH_SPEED);
    this.#lose('crash');
  }

  #countMisses(): void {
    const { rings } = this.#course;
    while (this.ringNumber < rings.length && rings[this.ringNumber].z > this.collision.Transform.z[this.ship] + 2) {
      const number = this.ringNumber++;
      if (this.ringTimes[number] !== undefined) continue;
      this.ringTimes[number] = Number.NaN;
      this.state.streak = 0;
      this.#tell('miss', this.ringEntities[number]);
    }
  }

  #end(won: boolean, why: string): void {
    Object.assign(this.state, { over: true, won, why });
    const { counts, state } = this;
    if (won) counts.score += Math.floor(state.clock) * SECOND_SCORE + counts.shield * SHIELD_SCORE;
    this.#tell(won ? 'win' : 'lose', this.ship);
  }
}

function towards(value: number, wanted: number, most: number): number {
  return value + Math.max(-most, Math.min(most, wanted - value));
}

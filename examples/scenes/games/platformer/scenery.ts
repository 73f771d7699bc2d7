import { addComponent, addEntity, removeEntity, set, type World } from 'bitecs';
import { type Collision, type MoveResult, oneWay, type ShapeSpec } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { type Level, readLevel, type Thing } from './level.ts';
import type { Crumbling, Platform } from './platforms.ts';
import { createPacing, type Pacing, Walker } from './walkers.ts';

export const Coin = {};
export const Spike = {};
export const Goal = {};
export const Flag = {};
export const Spring = {};

/** A level as entities: its ground, and all the things and walkers in it. */
export class Scenery {
  level: Level = readLevel(0);
  coins: number[] = [];
  walkers: Pacing[] = [];
  platforms: Platform[] = [];
  crumbling: Crumbling[] = [];
  /** When a spring was last stepped on. */
  readonly springs = new Map<number, number>();
  start = { x: 0, y: 0 };
  readonly #world: World;
  readonly #collision: Collision;
  readonly #OneWay: ReturnType<typeof oneWay>;
  /** The entities that last as long as the level, the ground first. */
  #fixed: number[] = [];

  constructor(world: World, collision: Collision) {
    this.#world = world;
    this.#collision = collision;
    this.#OneWay = oneWay(world);
    remember(
      () => ({ fixed: this.#fixed }),
      (was) => {
        this.#fixed = was.fixed;
      },
    );
  }

  put(shape: ShapeSpec, x: number, y: number, ...tags: object[]): number {
    const eid = addEntity(this.#world);
    addComponent(this.#world, eid, set(this.#collision.Transform, { x, y }));
    addComponent(this.#world, eid, set(this.#collision.Collider, shape));
    for (const tag of tags) addComponent(this.#world, eid, tag);
    return eid;
  }

  /** Replaces the level by another one; `roll` decides in which direction walkers start. */
  enter(index: number, roll: () => number): void {
    const { coins, walkers } = this;
    for (const eid of [...this.#fixed, ...coins, ...walkers.map((walker) => walker.eid)])
      removeEntity(this.#world, eid);
    this.coins = [];
    this.walkers = [];
    this.platforms = [];
    this.crumbling = [];
    this.springs.clear();
    this.level = readLevel(index);
    this.#fixed = [this.put(this.level.ground, 0, 0, this.#collision.Static)];
    for (const thing of this.level.things) this.#add(thing, roll);
  }

  /** Whether the player may drop through the ground underfoot: through anything but solid tiles. */
  isThin({ entity, child }: MoveResult['ground']): boolean {
    const { pictures, cells } = this.level;
    return entity !== this.#fixed[0] || pictures.get(cells[child])?.isOneWay === true;
  }

  #add(thing: Thing, roll: () => number): void {
    const { kind, x, y, shape } = thing;
    const { Sensor } = this.#collision;
    if (kind === 'start') this.start = { x, y };
    if (shape === undefined) return;
    if (kind === 'coin') this.coins.push(this.put(shape, x, y, Coin, Sensor));
    else if (kind === 'walker') this.walkers.push(createPacing(this.put(shape, x, y, Walker), roll() < 0.5 ? -1 : 1));
    else if (kind === 'spikes') this.#fixed.push(this.put(shape, x, y, Spike, Sensor));
    else if (kind === 'goal') this.#fixed.push(this.put(shape, x, y, Goal, Sensor));
    else if (kind === 'flag') this.#fixed.push(this.put(shape, x, y, Flag, Sensor));
    else if (kind === 'spring') {
      const eid = this.put(shape, x, y, Spring, Sensor);
      this.#fixed.push(eid);
      this.springs.set(eid, -Infinity);
    } else {
      const eid = this.put(shape, x, y);
      addComponent(this.#world, eid, set(this.#OneWay, { normalX: 0, normalY: -1 }));
      this.#fixed.push(eid);
      if (kind === 'crumbling') this.crumbling.push({ eid, age: 0 });
      else this.platforms.push({ ...thing, eid });
    }
  }
}

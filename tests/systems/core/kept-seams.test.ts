import { isDeepStrictEqual } from 'node:util';
import { addComponent, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CollisionSnapshot,
  collisionSystem,
  createSnapshot,
  ownMargin,
  restoreCollision,
  type ShapeSpec,
} from '../../../entry/2d.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  featureOrExtraOf,
} from '../../../src/core/contact-list.ts';
import { dropKept } from '../../../src/core/keep-contacts.ts';
import { requireState } from '../../../systems/core/collision-state.ts';
import { effort } from '../../support/effort.ts';
import { type EventLog, GAMES, listen, take } from '../../support/game-2d.ts';
import type { GameKit } from '../../support/game-kits.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Every bit of every row, refused ones included. */
function readRows(list: ContactList): number[][] {
  const { manifoldStride, maxPoints, dimension, flags } = list;
  const numbers = (maxPoints - 1) * (dimension + 1);
  return Array.from({ length: list.count }, (_, row) => {
    const points = flags[row] & CONTACT_POINT_COUNT_MASK;
    const keys = [list.slotA[row], list.slotB[row], flags[row], childAOf(list, row), childBOf(list, row), list.id[row]];
    if (points === 0) return keys;
    const detail = featureOrExtraOf(list, row);
    const manifold = list.manifolds.subarray(row * manifoldStride, (row + 1) * manifoldStride);
    if (points === 1) return [...keys, ...manifold, detail];
    const more = list.extraPoints.subarray(detail * numbers, detail * numbers + (points - 1) * (dimension + 1));
    const features = list.extraFeatures.subarray(detail * maxPoints, detail * maxPoints + points);
    return [...keys, ...manifold, ...more, ...features];
  });
}

interface Kit extends GameKit {
  readonly createGame: (typeof GAMES)[number]['createGame'];
}

/** Maps of tiles may change at any time, so that worlds with seamless ones keep nothing: some worlds have none. */
const hasChanging = ({ axes }: GameKit, seed: number): boolean => axes.length === 3 || seed % 4 === 0;

/** A world whose seamless grounds and resting bodies change a little from tick to tick, the same for the same seed. */
class Churn {
  readonly game: ReturnType<Kit['createGame']>;
  readonly state: ReturnType<typeof requireState>;
  readonly #log: EventLog;
  readonly #kit: Kit;
  readonly #rng: Rng;
  readonly #Seamless: object;
  readonly #Margin: ReturnType<typeof ownMargin> | undefined;
  readonly #changing;
  readonly #hasChanging: boolean;
  readonly #grounds: number[] = [];
  readonly #bodies: number[] = [];
  readonly #snapshot: CollisionSnapshot;
  /** Whether the snapshot may be restored: entities and shapes are those that it was saved with. */
  #isSaved = false;

  constructor(kit: Kit, seed: number) {
    this.#kit = kit;
    this.#rng = createRng(seed);
    const refusesSome = seed % 3 === 0;
    this.game = kit.createGame(
      refusesSome ? { acceptContact: (a: number, b: number, { normalX }) => (a + b) % 5 !== 0 || normalX > 0 } : {},
    );
    const { world, collision } = this.game;
    this.#Seamless = kit.seamless(world);
    this.#Margin = seed % 2 === 0 ? ownMargin(world) : undefined;
    this.state = requireState(world);
    this.#log = listen(collision, true);
    const { Transform, Collider } = collision;
    this.#snapshot = createSnapshot({ stores: { Transform, Collider } });
    this.#changing = kit.changing(this.#rng);
    this.#hasChanging = hasChanging(kit, seed);
    for (let i = 0; i < 14; i++) this.#addGround();
    for (let i = 0; i < 14; i++) this.#addBody();
  }

  tick(): unknown {
    for (let ops = this.#rng.integer(-5, 2); ops > 0; ops--) this.#change();
    collisionSystem(this.game.world);
    const saved = createSnapshot();
    this.#kit.saveCollision(this.game.world, saved);
    const columns = ['contacts.kept', 'contacts.keptNumbers', 'contacts.keptFeatures'];
    const kept = columns.map((name) =>
      Array.from(saved.columns.get(name)?.values ?? []).slice(0, saved.columns.get(name)?.count),
    );
    return { rows: readRows(this.state.contacts), events: take(this.#log), kept };
  }

  #pick(list: readonly number[]): number {
    return list[this.#rng.integer(0, list.length - 1)];
  }

  #place(): object {
    const rng = this.#rng;
    const place = { x: rng.range(-6, 6), y: rng.range(-0.4, 1.4), z: rng.range(-0.4, 0.4) };
    return Object.fromEntries(Object.entries(place).slice(0, this.#kit.axes.length));
  }

  #addGround(): void {
    const rng = this.#rng;
    const kit = this.#kit;
    const x = rng.integer(-6, 6);
    let shape: ShapeSpec = kit.slab(0.5, 0.5);
    const kind = rng.integer(0, 5);
    if (kind === 1) shape = kit.surfaceOf(0.5, 0.5);
    if (kind === 2 && this.#hasChanging) shape = this.#changing[rng.integer(0, this.#changing.length - 1)].shape;
    if (kind === 3) shape = kit.shape(rng, 0.8);
    const { world, collision, spawn } = this.game;
    const eid = spawn(x, rng.integer(0, 4) === 0 ? 0.5 : -0.5, shape);
    if (rng.integer(0, 3) > 0) addComponent(world, eid, collision.Static);
    if (rng.integer(0, 6) > 0) addComponent(world, eid, this.#Seamless);
    this.#grounds.push(eid);
    this.#isSaved = false;
  }

  #addBody(): void {
    const { world, collision, spawn } = this.game;
    const eid = spawn(0, 0, this.#kit.shape(this.#rng, 0.6));
    addComponent(world, eid, set(collision.Transform, this.#place()));
    if (this.#Margin !== undefined && this.#rng.integer(0, 2) === 0) {
      addComponent(world, eid, set(this.#Margin, { distance: this.#rng.range(0, 0.2) }));
    }
    this.#bodies.push(eid);
    this.#isSaved = false;
  }

  #remove(list: number[]): void {
    const [eid] = list.splice(this.#rng.integer(0, list.length - 1), 1);
    removeEntity(this.game.world, eid);
    this.#isSaved = false;
  }

  #toggle(eid: number, tag: object): void {
    const { world } = this.game;
    if (this.#rng.integer(0, 1) === 0) addComponent(world, eid, tag);
    else removeComponent(world, eid, tag);
    this.#isSaved = false;
  }

  #change(): void {
    const { world, collision } = this.game;
    const { Transform, Collider, Static, Sensor, Disabled } = collision;
    const rng = this.#rng;
    const ground = this.#pick(this.#grounds);
    const body = this.#pick(this.#bodies);
    const some = rng.integer(0, 2) === 0 ? ground : body;
    const filters: Record<string, ArrayLike<number> & { [index: number]: number }> = Collider as never;
    const kind = rng.integer(0, 17);
    if (kind < 3) addComponent(world, body, set(Transform, this.#place()));
    else if (kind === 3) addComponent(world, ground, set(Transform, { x: rng.integer(-6, 6), y: -0.5 }));
    else if (kind === 4) this.#toggle(ground, this.#Seamless);
    else if (kind === 5) this.#toggle(body, this.#Seamless);
    else if (kind === 6) this.#toggle(some, Static);
    else if (kind === 7) this.#toggle(some, Sensor);
    else if (kind === 8) this.#toggle(some, Disabled);
    // Filters and places are also written directly, which nothing tells of.
    else if (kind === 9) filters.maskBits[some] = rng.integer(1, 3);
    else if (kind === 10) filters.categoryBits[some] = rng.integer(1, 3);
    else if (kind === 11) Transform.x[some] += rng.range(-0.2, 0.2);
    else if (kind === 12) this.#changing[rng.integer(0, this.#changing.length - 1)].change(world, rng);
    else if (kind === 13) {
      this.#remove(this.#grounds);
      this.#addGround();
    } else if (kind === 14) {
      this.#remove(this.#bodies);
      this.#addBody();
    } else if (kind === 15) {
      addComponent(world, some, set(Collider, this.#kit.slab(rng.range(0.4, 0.8), 0.5)));
      this.#isSaved = false;
    } else if (kind === 16) {
      this.#kit.saveCollision(world, this.#snapshot);
      this.#isSaved = true;
    } else if (this.#isSaved) restoreCollision(world, this.#snapshot);
    if (kind === 12) this.#isSaved = false;
  }
}

/** In seed 6 one of two pairs of a body is kept unless both are computed anew. */
const SEEDS = effort(
  Array.from({ length: 12 }, (_, i) => i + 1),
  [1, 6],
);

describe.each(GAMES)('contacts with seamless colliders at rest, in $name', (kit) => {
  it.each(SEEDS)('are those of computing them anew, seed %i', (seed) => {
    const keeping = new Churn(kit, seed);
    const computing = new Churn(kit, seed);
    let kept = 0;
    for (let tick = 0; tick < effort(300, 40); tick++) {
      dropKept(computing.state.contacts);
      const expected = computing.tick();
      const found = keeping.tick();
      if (!isDeepStrictEqual(found, expected)) expect(found, `tick ${tick}`).toEqual(expected);
      if (keeping.state.contacts.kept.isInUse) kept++;
    }
    if (kit.axes.length === 3 || seed % 4 !== 0) expect(kept).toBeGreaterThan(3);
  });
});

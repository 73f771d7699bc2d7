import { addComponent, addEntity, entityExists, set } from 'bitecs';
import { expect, it } from 'vitest';
import type { CastHit, ShapeContact, ShapeSpec } from '../../entry/2d.ts';
import { halfSpace } from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { type GameKit, planeKit, spaceKit } from '../support/game-kits.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { RollbackGame, type RollbackGameOptions } from '../support/rollback-game.ts';

/*
 * Many arrays belong to a module and serve all worlds of a page. What a world finds must not depend on what another
 * world has left in them: games that take turns, tick by tick, find what each of them finds alone.
 */

const ALL = { swept: true, oneWay: true, attached: true, accept: true, hook: true, surfaces: true, margin: 0.1 };
const KINDS: Omit<RollbackGameOptions, 'seed'>[] = [planeKit, spaceKit].flatMap((kit) => {
  const size = kit === spaceKit ? 4 : 7;
  return [
    { kit, size },
    { kit, size, spheres: true, margin: 0.2 },
    { kit, size, swept: true, surfaces: true },
    { kit, size, oneWay: true, surfaces: true },
    { kit, size, seamless: true, surfaces: true },
    { kit, size, changing: true, late: true },
    { kit, size, ...ALL, late: true },
    { kit, size, ...ALL, seamless: true, ownMargins: true },
  ];
});

type Place = { x: number; y: number; z: number };

/** Moves a shape through the world of a game, measures and overlaps with it; returns what that gave. */
function ask({ world }: RollbackGame, kit: GameKit, rng: Rng, size: number): string {
  const place = (): Place => ({ x: rng.range(-size, size), y: rng.range(-size, size), z: rng.range(-size, size) });
  const pose = kit.pose(place(), rng.range(-3, 3));
  const isFlat = kit === spaceKit && rng.next() < 0.2;
  const probe = isFlat ? (halfSpace() as unknown as ShapeSpec) : kit.shape(rng, rng.range(0.3, 1));
  const mover = [kit.round(0.5), kit.slab(0.6, 0.4), kit.triangle(0.8)][rng.integer(0, 2)];
  const [near, hits, contacts]: [number[], CastHit[], ShapeContact[]] = [[], [], []];
  const questions = [
    () => kit.castShape(world, probe, pose, place()),
    () => [kit.castRayAll(world, place(), place(), hits, { sensors: true }), hits],
    () => kit.castRayExit(world, place(), place()),
    () => kit.closestPoint(world, place(), { maxDistance: 4 }),
    () => [kit.overlapShape(world, probe, pose, near), near],
    () => [kit.collideShape(world, probe, pose, contacts), contacts],
    () => kit.moveAndSlide(world, { shape: mover, ...pose }, place(), {}, kit.createMoveResult()),
    () => kit.moveAndBounce(world, { shape: mover, ...pose }, place(), {}),
  ];
  return JSON.stringify(questions[rng.integer(0, questions.length - 1)]() ?? 'nothing');
}

/** A game in which a box walks about, and what a tick of it gave that it does not log itself. */
class Player {
  readonly game: RollbackGame;
  readonly answers: string[] = [];
  readonly #kit: GameKit;
  readonly #rng: Rng;
  readonly #size: number;
  #walker: number;

  constructor(kind: (typeof KINDS)[number], seed: number) {
    this.game = new RollbackGame({ ...kind, seed });
    this.#kit = kind.kit!;
    this.#rng = createRng(seed + 1);
    this.#size = kind.size!;
    this.#walker = this.#addWalker();
  }

  #addWalker(): number {
    const { world, collision } = this.game;
    const walker = addEntity(world);
    addComponent(world, walker, set(collision.Transform, { x: 0, y: 0 }));
    addComponent(world, walker, set(collision.Collider, this.#kit.slab(0.5, 0.3)));
    this.#kit.refreshCollider(world, walker);
    return walker;
  }

  step(): void {
    this.game.step();
    // The games' handlers remove what touches the bodies, the walker too.
    if (!entityExists(this.game.world, this.#walker)) this.#walker = this.#addWalker();
    const way = { x: this.#rng.range(-1, 1), y: this.#rng.range(-1, 1), z: this.#rng.range(-1, 1) };
    const moved = this.#kit.moveAndSlide(this.game.world, this.#walker, way) as unknown as Place;
    const columns = this.game.collision.Transform as unknown as Record<keyof Place, Float64Array>;
    for (const axis of this.#kit.axes) columns[axis][this.#walker] = moved[axis];
    this.#kit.refreshCollider(this.game.world, this.#walker);
    this.answers.push(JSON.stringify(moved));
    for (let i = 0; i < 4; i++) this.answers.push(ask(this.game, this.#kit, this.#rng, this.#size));
  }

  /** All that it has found, tick by tick. */
  found(): string[] {
    return [...this.game.logs.flatMap((log) => log ?? []), ...this.answers];
  }
}

it('worlds that take turns find what each of them finds alone', () => {
  const ticks = effort(200, 12);
  for (let seed = 1; seed <= effort(10, 1); seed++) {
    const start = (): Player[] => KINDS.map((kind, i) => new Player(kind, 1000 * seed + i));
    const alone = start();
    for (const player of alone) for (let tick = 0; tick < ticks; tick++) player.step();
    const together = start();
    const rng = createRng(seed);
    const left = together.flatMap((player) => Array.from({ length: ticks }, () => player));
    while (left.length > 0) left.splice(rng.integer(0, left.length - 1), 1)[0].step();
    for (const [i, player] of together.entries()) {
      expect(player.found(), `seed ${seed}, kind ${i}`).toEqual(alone[i].found());
    }
    const given = alone.flatMap(({ answers }) => answers);
    expect(given.filter((answer) => answer.length > 12).length).toBeGreaterThan(0.4 * given.length);
  }
});

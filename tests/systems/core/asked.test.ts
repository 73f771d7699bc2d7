import { removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  boundsSystem,
  broadPhaseSystem,
  type CollisionOptions,
  collisionSystem,
  contactTrackingSystem,
  createSnapshot,
  narrowPhaseSystem,
  pushApart,
  refreshCollision,
  restoreCollision,
  syncSystem,
} from '../../../entry/2d.ts';
import { GAMES, refusal } from '../../support/game-2d.ts';

/** All that a game is asked; in the plane also how much what it pushes apart weighs. */
const QUESTIONS = ['predicate', 'accept', 'weight', 'shouldCollide', 'acceptContact'] as const;
type Question = (typeof QUESTIONS)[number];

const CASES = GAMES.flatMap((game) =>
  QUESTIONS.filter((question) => game.name === 'the plane' || question !== 'weight').map((question) => ({
    game,
    question,
    title: `${question}, in ${game.name}`,
  })),
);

/** A world of two that touch, whose game does something, once, when it is asked; `ask` has it asked. */
function createAsked({ kit, createGame, at }: (typeof GAMES)[number], question: Question) {
  let act: (() => void) | undefined;
  const answer = (): boolean => {
    const now = act;
    act = undefined;
    now?.();
    return true;
  };
  const hooks = ['shouldCollide', 'acceptContact'].includes(question) ? { [question]: answer } : {};
  const game = createGame(hooks as CollisionOptions);
  const { world } = game;
  game.spawn(0);
  const other = game.spawn(1.5);
  collisionSystem(world);
  const calls = {
    predicate: () => kit.castRay(world, at(-9, 0), at(1, 0), { predicate: answer }),
    accept: () => kit.moveAndSlide(world, { shape: kit.slab(0.5, 0.5), ...at(-9, 0) }, at(20, 0), { accept: answer }),
    weight: () => pushApart(world, { weight: () => (answer() ? 1 : 2) }),
    shouldCollide: () => {
      game.spawn(3);
      collisionSystem(world);
    },
    acceptContact: () => collisionSystem(world),
  };
  const ask = (what: () => void): void => {
    act = what;
    calls[question]();
    expect(act).toBe(undefined);
  };
  return { ...game, other, ask };
}

describe.each(CASES)('while the game is asked: $title', ({ game, question }) => {
  const { kit, at } = game;

  it('no tick, no stage, no refresh, no save and no restore runs', () => {
    const { world, other, ask } = createAsked(game, question);
    const snapshot = createSnapshot();
    kit.saveCollision(world, snapshot);
    const stages = [syncSystem, boundsSystem, broadPhaseSystem, narrowPhaseSystem, contactTrackingSystem];
    const attempts = [
      ...[collisionSystem, refreshCollision, ...stages].map((run) => () => run(world)),
      () => kit.refreshCollider(world, other),
      () => kit.saveCollision(world, snapshot),
      () => restoreCollision(world, snapshot),
    ];
    for (const attempt of attempts) {
      let said = '';
      ask(() => {
        said = refusal(attempt);
      });
      expect(said).toMatch(/^invalid-state: .*(inside|not between stages)/);
      expect(refusal(() => kit.saveCollision(world, snapshot))).toBe('no error');
      expect(refusal(() => kit.refreshCollider(world, other))).toBe('no error');
    }
  });

  it('queries and moves run, and the world may change', () => {
    const { world, spawn, other, ask } = createAsked(game, question);
    const found: number[] = [];
    let added = 0;
    ask(() => {
      removeEntity(world, other);
      for (let i = 0; i < 100; i++) added = spawn(50, 0, kit.round(0.5));
      expect(kit.queryPoint(world, at(1.5, 0), found)).toBe(0);
      const mover = { shape: kit.round(0.5), ...at(0, 9) };
      expect(kit.moveAndSlide(world, mover, at(1, 0), {}, kit.createMoveResult()).x).toBe(1);
    });
    expect(kit.queryPoint(world, at(50, 0), found)).toBe(100);
    expect(found).toContain(added);
    collisionSystem(world);
    expect(kit.queryPoint(world, at(50, 0), found)).toBe(100);
  });
});

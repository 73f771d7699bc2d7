import { removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  boundsSystem,
  box,
  broadPhaseSystem,
  type CollisionOptions,
  castRay,
  circle,
  collisionSystem,
  contactTrackingSystem,
  createMoveResult,
  createSnapshot,
  moveAndSlide,
  narrowPhaseSystem,
  pushApart,
  queryPoint,
  refreshCollider,
  refreshCollision,
  restoreCollision,
  saveCollision,
  syncSystem,
} from '../../../entry/2d.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

/** All that a game is asked, and a call that asks it. */
const QUESTIONS = ['predicate', 'accept', 'weight', 'shouldCollide', 'acceptContact'] as const;

/** A world of two that touch, whose game does something, once, when it is asked; `ask` has it asked. */
function createAsked(question: (typeof QUESTIONS)[number]) {
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
    predicate: () => castRay(world, { x: -9, y: 0 }, { x: 1, y: 0 }, { predicate: answer }),
    accept: () => moveAndSlide(world, { shape: box(0.5, 0.5), x: -9, y: 0 }, { x: 20, y: 0 }, { accept: answer }),
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

describe.each(QUESTIONS)('while the game is asked: %s', (question) => {
  it('no tick, no stage, no refresh, no save and no restore runs', () => {
    const { world, other, ask } = createAsked(question);
    const snapshot = createSnapshot();
    saveCollision(world, snapshot);
    const stages = [syncSystem, boundsSystem, broadPhaseSystem, narrowPhaseSystem, contactTrackingSystem];
    const attempts = [
      ...[collisionSystem, refreshCollision, ...stages].map((run) => () => run(world)),
      () => refreshCollider(world, other),
      () => saveCollision(world, snapshot),
      () => restoreCollision(world, snapshot),
    ];
    for (const attempt of attempts) {
      let said = '';
      ask(() => {
        said = refusal(attempt);
      });
      expect(said).toMatch(/^invalid-state: .*(inside|not between stages)/);
      expect(refusal(() => saveCollision(world, snapshot))).toBe('no error');
      expect(refusal(() => refreshCollider(world, other))).toBe('no error');
    }
  });

  it('queries and moves run, and the world may change', () => {
    const { world, spawn, other, ask } = createAsked(question);
    const found: number[] = [];
    let added = 0;
    ask(() => {
      removeEntity(world, other);
      for (let i = 0; i < 100; i++) added = spawn(50, 0, circle(0.5));
      expect(queryPoint(world, { x: 1.5, y: 0 }, found)).toBe(0);
      expect(moveAndSlide(world, { shape: circle(0.5), x: 0, y: 9 }, { x: 1, y: 0 }, {}, createMoveResult()).x).toBe(1);
    });
    expect(queryPoint(world, { x: 50, y: 0 }, found)).toBe(100);
    expect(found).toContain(added);
    collisionSystem(world);
    expect(queryPoint(world, { x: 50, y: 0 }, found)).toBe(100);
  });
});

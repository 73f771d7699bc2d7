import {
  addComponent,
  addEntity,
  createWorld,
  entityExists,
  removeComponent,
  removeEntity,
  resetWorld,
  set,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type AttachedToStore, collisionSystem, ownerOf, refreshCollider } from '../../../entry/2d.ts';
import { GAMES, type Game, listen, refusal, take } from '../../support/game-2d.ts';

interface AttachedGame extends Game {
  readonly AttachedTo: AttachedToStore;
  /** Adds something round, of radius 0.5, that is attached to another entity. */
  attach(parent: number, x: number, y?: number): number;
}

describe.each(GAMES)('what is attached in $name', (kit) => {
  const { at, attachedTo, castCollider, castRay, createCollision, createGame, explainPair, moveAndSlide, queryPoint } =
    kit;

  function attachedGame(): AttachedGame {
    const game = createGame();
    const AttachedTo = attachedTo(game.world);
    return {
      ...game,
      AttachedTo,
      attach(parent, x, y = 0) {
        const eid = game.spawn(1e3, 1e3, kit.round(0.5));
        addComponent(game.world, eid, set(AttachedTo, { parent, x, y }));
        return eid;
      },
    };
  }

  it('has filters, sensors and events of its own, and several of one body tell each of its ends', () => {
    const { world, collision, spawn, attach } = attachedGame();
    const { Transform, Sensor, Collider } = collision;
    const fighter = spawn(0);
    const fist = attach(fighter, 2);
    const eyes = [attach(fighter, 0, 3), attach(fighter, 0, 3), attach(fighter, 0, 3)];
    for (const eye of eyes) addComponent(world, eye, Sensor);
    addComponent(world, eyes[2], set(Collider, { maskBits: 2 }));
    const Fist = {};
    addComponent(world, fist, Fist);
    const hits: string[] = [];
    collision.onBegin([Fist], [], (own, other) => hits.push(`${own} of ${ownerOf(world, own)} hits ${other}`));
    const log = listen(collision);
    const [enemy, bird] = [spawn(13.2, 0), spawn(10, 3)];
    collisionSystem(world);
    expect(take(log)).toEqual([]);
    for (let tick = 0; tick < 3; tick++) {
      Transform.x[fighter] = 10;
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${fist} ${enemy}`, `begin ${eyes[0]} ${bird}`, `begin ${eyes[1]} ${bird}`]);
      Transform.x[fighter] = 0;
      collisionSystem(world);
      expect(take(log)).toEqual([
        `end ${fist} ${enemy} separated`,
        `end ${eyes[0]} ${bird} separated`,
        `end ${eyes[1]} ${bird} separated`,
      ]);
    }
    expect(new Set(hits)).toEqual(new Set([`${fist} of ${fighter} hits ${enemy}`]));
  });

  it('never meets its own family, in ticks, casts and moves, and does again when it is detached', () => {
    const { world, collision, AttachedTo, spawn, attach } = attachedGame();
    const player = spawn(0);
    const shield = attach(player, 1.2);
    const gem = attach(shield, 0.2);
    addComponent(world, gem, set(collision.Collider, { groupIndex: 5 }));
    addComponent(world, player, set(collision.Collider, { groupIndex: 5 }));
    const log = listen(collision);
    // Before the first tick, too.
    expect(castCollider(world, player, at(5, 0))).toBeUndefined();
    expect(moveAndSlide(world, player, at(5, 0)).x).toBe(5);
    collisionSystem(world);
    expect(take(log)).toEqual([]);
    expect(explainPair(world, player, gem).reason).toBe('same-family');
    removeComponent(world, shield, AttachedTo);
    expect(castCollider(world, player, at(5, 0))?.entity).toBe(shield);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${player} ${shield}`, `begin ${player} ${gem}`]);
    addComponent(world, shield, set(AttachedTo, { parent: player }));
    collisionSystem(world);
    expect(take(log)).toEqual([`end ${player} ${shield} filtered`, `end ${player} ${gem} filtered`]);
  });

  it('leaves with its parent: removed, disabled, without a Transform; and comes back with it', () => {
    const { world, collision, AttachedTo, spawn, attach } = attachedGame();
    const { Disabled, Transform } = collision;
    const ship = addEntity(world);
    const turret = attach(ship, 3);
    const gun = attach(turret, 2);
    const target = spawn(4.2);
    const log = listen(collision);
    // A ship that is nowhere yet.
    collisionSystem(world);
    expect(take(log)).toEqual([]);
    expect(explainPair(world, gun, target).reason).toBe('parent-absent');
    addComponent(world, ship, set(Transform, {}));
    expect(castRay(world, at(3, 10), at(0, -1))?.entity).toBe(turret);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${turret} ${target}`, `begin ${gun} ${target}`]);
    addComponent(world, ship, Disabled);
    const found: number[] = [];
    expect(queryPoint(world, at(3, 0), found)).toBe(0);
    collisionSystem(world);
    expect(take(log)).toEqual([`end ${turret} ${target} disabled`, `end ${gun} ${target} disabled`]);
    // What is added meanwhile waits too, and what is disabled by itself stays so.
    const late = attach(turret, 2);
    addComponent(world, turret, Disabled);
    removeComponent(world, ship, Disabled);
    collisionSystem(world);
    expect(take(log)).toEqual([]);
    removeComponent(world, turret, Disabled);
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${turret} ${target}`, `begin ${gun} ${target}`, `begin ${target} ${late}`]);
    removeEntity(world, ship);
    expect([ship, turret, gun, late].map((eid) => entityExists(world, eid))).toEqual([false, false, false, false]);
    // The ids pass to others at once, and are attached to nothing.
    const heirs = [spawn(0), spawn(30), spawn(60), spawn(90)];
    collisionSystem(world);
    expect(take(log)).toEqual([
      `end ${turret} ${target} removed`,
      `end ${gun} ${target} removed`,
      `end ${target} ${late} removed`,
    ]);
    expect(heirs.map((eid) => ownerOf(world, eid))).toEqual(heirs);
    expect(heirs.map((eid) => Transform.x[eid])).toEqual([0, 30, 60, 90]);
    expect(AttachedTo.parent[gun]).toBe(-1);
  });

  it('is seen by queries where its parent is: new, or refreshed with it', () => {
    const { world, collision, spawn, attach } = attachedGame();
    const wagon = spawn(0);
    collisionSystem(world);
    const flag = attach(wagon, 0, 4);
    expect(castRay(world, at(0, 10), at(0, -1))?.entity).toBe(flag);
    collisionSystem(world);
    collision.Transform.x[wagon] = 20;
    refreshCollider(world, wagon);
    expect(castRay(world, at(0, 10), at(0, -1))).toBeUndefined();
    expect(castRay(world, at(20, 10), at(0, -1))?.entity).toBe(flag);
    collision.Transform.x[wagon] = 40;
    expect(castCollider(world, flag, at(0, -9))).toBeUndefined();
    expect(collision.Transform.x[flag]).toBe(40);
  });

  it('is found by its contacts although tagged Static', () => {
    const { world, collision, spawn, attach } = attachedGame();
    const lift = spawn(0);
    const rail = attach(lift, 0, 5);
    addComponent(world, rail, collision.Static);
    const bird = spawn(20, 5);
    const log = listen(collision);
    collisionSystem(world);
    collision.Transform.x[lift] = 20;
    collisionSystem(world);
    expect(take(log)).toEqual([`begin ${rail} ${bird}`]);
  });

  describe('a parent that cannot be one', () => {
    it('is refused by name, and nothing changes', () => {
      const { world, AttachedTo, spawn, attach } = attachedGame();
      const top = spawn(0);
      const middle = attach(top, 1);
      const leaf = attach(middle, 1);
      const gone = spawn(9);
      removeEntity(world, gone);
      const tie = (child: number, parent: number) =>
        refusal(() => addComponent(world, child, set(AttachedTo, { parent, x: 7 })));
      expect(tie(top, leaf)).toBe(
        `invalid-state: AttachedTo.parent of entity ${top} is ${leaf}, which is attached to ${top} itself`,
      );
      expect(tie(middle, middle)).toContain('attached to');
      expect(tie(leaf, gone)).toContain(`is ${gone}, which does not exist`);
      expect(tie(leaf, Number.NaN)).toContain('invalid-number');
      expect(AttachedTo.x[leaf]).toBe(1);
      expect(ownerOf(world, leaf)).toBe(top);
      AttachedTo.parent[middle] = leaf;
      expect(refusal(() => collisionSystem(world))).toContain(`entity ${middle} is ${leaf}`);
      AttachedTo.parent[middle] = top;
      collisionSystem(world);
      expect(ownerOf(world, leaf)).toBe(top);
    });
  });

  describe('a parent whose transform cannot be used', () => {
    it('is named, not what is attached to it', () => {
      const { world, collision, attach } = attachedGame();
      const { Transform } = collision;
      const top = addEntity(world);
      addComponent(world, top, set(Transform, { x: 0 }));
      const leaf = attach(attach(top, 1), 1);
      collisionSystem(world);
      Transform.x[top] = Number.NaN;
      const named = `invalid-number: Transform.x of entity ${top} must be a finite number, got NaN`;
      for (const read of [
        collisionSystem,
        () => refreshCollider(world, leaf),
        () => castCollider(world, leaf, at(1, 0)),
      ])
        expect(refusal(() => read(world))).toBe(named);
      Transform.x[top] = 2;
      Transform.scale[top] = 0;
      expect(refusal(() => collisionSystem(world))).toContain(`Transform.scale of entity ${top}`);
      Transform.scale[top] = 1;
      collisionSystem(world);
      expect(Transform.x[leaf]).toBe(4);
    });
  });

  describe('attachedTo', () => {
    it('is one component a world, and goes with the collision', () => {
      const world = createWorld();
      expect(refusal(() => attachedTo(world))).toContain('invalid-state');
      const collision = createCollision(world);
      const AttachedTo = attachedTo(world);
      expect(attachedTo(world)).toBe(AttachedTo);
      const parent = addEntity(world);
      const child = addEntity(world);
      addComponent(world, child, set(AttachedTo, { parent }));
      collision.dispose();
      createCollision(world);
      expect(attachedTo(world)).not.toBe(AttachedTo);
      expect(ownerOf(world, child)).toBe(child);
    });

    it('goes on after a reset', () => {
      const { world, collision, AttachedTo, spawn, attach } = attachedGame();
      attach(spawn(0), 1);
      collisionSystem(world);
      resetWorld(world);
      collision.reinstall();
      const parent = spawn(0);
      const child = attach(parent, 2);
      collisionSystem(world);
      expect([collision.Transform.x[child], AttachedTo.parent[child]]).toEqual([2, parent]);
    });
  });
});

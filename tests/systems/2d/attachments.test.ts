import { addComponent, addEntity, createWorld, entityExists, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type AttachedToStore,
  attachedTo,
  box,
  castCollider,
  circle,
  collisionSystem,
  createCollision,
  moveAndSlide,
  ownerOf,
  queryPoint,
} from '../../../entry/2d.ts';
import { createGame, type Game, refusal } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng } from '../../support/rng.ts';

interface AttachedGame extends Game {
  readonly AttachedTo: AttachedToStore;
  /** Adds a circle of radius 0.5 that is attached to another entity. */
  attach(parent: number, x: number, y?: number, rotation?: number): number;
}

function createAttachedGame(): AttachedGame {
  const game = createGame();
  const AttachedTo = attachedTo(game.world);
  return {
    ...game,
    AttachedTo,
    attach(parent, x, y = 0, rotation = 0) {
      const eid = game.spawn(1e3, 1e3, circle(0.5));
      addComponent(game.world, eid, set(AttachedTo, { parent, x, y, rotation }));
      return eid;
    },
  };
}

describe('what is attached', () => {
  it('follows through several levels, to the bit where the offset of a collider would be', () => {
    const { world, collision, spawn, attach } = createAttachedGame();
    const { Transform } = collision;
    // The one that is followed comes last, and has the highest id.
    const [finger, hand] = [spawn(0), spawn(0)];
    const arm = spawn(3.1, -2.7, box(1, 0.2));
    const AttachedTo = attachedTo(world);
    addComponent(world, finger, set(AttachedTo, { parent: hand, x: 0.3, y: 0.1, rotation: 0.2 }));
    addComponent(world, hand, set(AttachedTo, { parent: arm, x: 1.7, y: -0.4, rotation: -1.1, scale: 0.5 }));
    const lever = attach(arm, 1.7, -0.4);
    const twin = spawn(0, 0, box(1, 0.2), { offsetX: 1.7, offsetY: -0.4 });
    for (const entity of [arm, twin]) {
      addComponent(world, entity, set(Transform, { x: 3.1, y: -2.7, rotation: 2.3, scale: 1.9 }));
    }
    collisionSystem(world);
    const { poses, slots } = collision.state.set;
    const at = 8 * slots.slotOfIndex[twin];
    expect([Transform.x[lever], Transform.y[lever]]).toEqual([poses[at], poses[at + 1]]);
    const turned = (x: number, y: number, angle: number): [number, number] => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
    ];
    const [handX, handY] = turned(1.9 * 1.7, 1.9 * -0.4, 2.3);
    const [fingerX, fingerY] = turned(0.95 * 0.3, 0.95 * 0.1, 2.3 - 1.1);
    expect(Transform.x[finger]).toBeCloseTo(3.1 + handX + fingerX, 12);
    expect(Transform.y[finger]).toBeCloseTo(-2.7 + handY + fingerY, 12);
    expect(Transform.rotation[finger]).toBeCloseTo(2.3 - 1.1 + 0.2, 12);
    expect(Transform.scale[finger]).toBeCloseTo(0.95, 12);
    expect([finger, hand, arm, twin].map((eid) => ownerOf(world, eid))).toEqual([arm, arm, arm, twin]);
  });

  it('casts and moves from the parent that it has by a direct write', () => {
    const { world, collision, AttachedTo, spawn, attach } = createAttachedGame();
    const [left, right] = [spawn(0), spawn(100)];
    const [, wall] = [spawn(0, 5), spawn(100, 5)];
    const child = attach(left, 0, 1);
    collisionSystem(world);
    AttachedTo.parent[child] = right;
    expect(castCollider(world, child, { x: 0, y: 10 })?.entity).toBe(wall);
    AttachedTo.parent[child] = left;
    expect(moveAndSlide(world, child, { x: 1, y: 0 }).x).toBe(1);
    AttachedTo.parent[child] = right;
    addComponent(world, right, collision.Disabled);
    const noCollider = 'the entity must be one with a collider that is not disabled';
    expect(refusal(() => castCollider(world, child, { x: 0, y: 10 }))).toContain(noCollider);
  });
});

it('a static that is attached rests with its parent in stores that keep less digits', () => {
  const world = createWorld();
  const [x, y, rotation] = [0, 1, 2].map(() => new Float32Array(100));
  const Place = { x, y, rotation };
  const collision = createCollision(world, { transform: { component: Place, x, y, rotation } });
  const AttachedTo = attachedTo(world);
  const [ship, turret] = [addEntity(world), addEntity(world)];
  addComponent(world, ship, Place);
  const collider = set(collision.Collider, circle(1));
  const tie = set(AttachedTo, { parent: ship, x: 0.2, rotation: 0.3 });
  for (const component of [Place, collision.Static, collider, tie]) addComponent(world, turret, component);
  x[ship] = 0.1;
  rotation[ship] = 0.7;
  collisionSystem(world);
  const { adapter } = collision.state;
  const version = adapter.staticsVersion;
  for (let tick = 0; tick < 5; tick++) collisionSystem(world);
  expect(adapter.staticsVersion).toBe(version);
  x[ship] = 5;
  collisionSystem(world);
  expect(adapter.staticsVersion).toBe(version + 1);
  expect(queryPoint(world, { x: 5, y: 0 }, [])).toBe(1);
});

/** What a random world is expected to be: who is attached to whom, and where. */
interface Model {
  parent: number;
  x: number;
  y: number;
  isDisabled: boolean;
}

describe('random families', () => {
  it.each([1, 2, 3])('are where a slow model has them and meet whom it says (seed %i)', (seed) => {
    const rng = createRng(seed);
    const { world, collision, AttachedTo, spawn } = createAttachedGame();
    const { Transform, Disabled } = collision;
    const model = new Map<number, Model>();
    const rate = new HitRate();
    const pick = (): number => [...model.keys()][rng.integer(0, model.size - 1)];
    const chain = (eid: number): number[] => {
      const above = model.get(eid)?.parent ?? -1;
      return above < 0 ? [eid] : [eid, ...chain(above)];
    };
    const place = (eid: number): [number, number] => {
      const { parent, x, y } = model.get(eid)!;
      if (parent < 0) return [x, y];
      const [px, py] = place(parent);
      return [px + x, py + y];
    };
    for (let tick = 0; tick < 120; tick++) {
      for (let change = 0; change < 6; change++) {
        const kind = model.size < 25 ? 0 : rng.integer(0, 6);
        // Families keep together, and apart from others.
        const joins = rng.next() < 0.6;
        const x = (joins ? 1 : 8) * rng.range(-1, 1);
        const y = (joins ? 1 : 8) * rng.range(-1, 1);
        const eid = kind === 0 ? spawn(x, y) : pick();
        if (kind === 0) model.set(eid, { parent: -1, x, y, isDisabled: false });
        const own = model.get(eid)!;
        if (kind <= 3) {
          const parent = joins && model.size > 1 ? pick() : -1;
          if (chain(parent).includes(eid)) continue;
          Object.assign(own, { parent, x, y });
          // By `set()` and by direct writes.
          if (kind === 2) {
            addComponent(world, eid, AttachedTo);
            AttachedTo.x[eid] = x;
            AttachedTo.y[eid] = y;
            AttachedTo.parent[eid] = parent;
          } else addComponent(world, eid, set(AttachedTo, { parent, x, y }));
          addComponent(world, eid, set(Transform, { x, y, rotation: 0, scale: 1 }));
        } else if (kind === 4) {
          own.isDisabled = !own.isDisabled;
          if (own.isDisabled) addComponent(world, eid, Disabled);
          else removeComponent(world, eid, Disabled);
        } else if (kind === 5 && own.parent < 0) {
          own.x = x;
          own.y = y;
          Transform.x[eid] = x;
          Transform.y[eid] = y;
        } else if (rng.next() < 0.3 && model.size > 25) {
          // Direct writes of parents are noticed by the next tick; until then nobody goes with them.
          collisionSystem(world);
          removeEntity(world, eid);
          for (const other of [...model.keys()].filter((one) => chain(one).includes(eid))) model.delete(other);
        }
      }
      collisionSystem(world);
      const expected: string[] = [];
      const all = [...model.keys()].sort((a, b) => a - b);
      for (const a of all) {
        expect(entityExists(world, a)).toBe(true);
        const [ax, ay] = place(a);
        expect(Math.abs(Transform.x[a] - ax) + Math.abs(Transform.y[a] - ay)).toBeLessThan(1e-9);
        expect(ownerOf(world, a)).toBe(chain(a).at(-1));
        for (const b of all) {
          if (b <= a || [...chain(a), ...chain(b)].some((eid) => model.get(eid)!.isDisabled)) continue;
          const [bx, by] = place(b);
          if (Math.hypot(ax - bx, ay - by) > 2) continue;
          const isFamily = chain(a).at(-1) === chain(b).at(-1);
          rate.count(isFamily);
          if (!isFamily) expected.push(`${a} ${b}`);
        }
      }
      expect(Array.from(collision.contacts(), ({ a, b }) => `${a} ${b}`)).toEqual(expected);
    }
    rate.expectBalanced();
  });
});

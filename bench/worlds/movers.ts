import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  createCollision,
  createMoveResult,
  type MoveOptions,
  moveAndSlide,
} from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import { loadPackage } from '../peer.ts';

type Vec = { x: number; y: number };
interface ColliderDesc {
  setTranslation(x: number, y: number): ColliderDesc;
  setRotation(angle: number): ColliderDesc;
  setCollisionGroups(groups: number): ColliderDesc;
}
interface Collider {
  setTranslation(at: Vec): void;
}
interface Controller {
  setUp(up: Vec): void;
  setSlideEnabled(enabled: boolean): void;
  setMaxSlopeClimbAngle(angle: number): void;
  setMinSlopeSlideAngle(angle: number): void;
  computeColliderMovement(collider: Collider, desired: Vec, flags?: number, groups?: number): void;
  computedMovement(target?: Vec): Vec;
}
interface Rapier {
  init(): Promise<void>;
  World: new (
    gravity: Vec,
  ) => {
    createCollider(desc: ColliderDesc): Collider;
    createCharacterController(offset: number): Controller;
    step(): void;
  };
  ColliderDesc: {
    capsule(halfHeight: number, radius: number): ColliderDesc;
    cuboid(hx: number, hy: number): ColliderDesc;
  };
}

const MOVERS = 1000;
const ROWS = 100;
const COLUMNS = 100;
/** The distance from one row of boxes to the next. */
const STOREY = 4;
const TICKS = 30;
const SKIN = 0.01;
const SLOPE_LIMIT = Math.PI / 4;
const HALF_HEIGHT = 0.4;
const RADIUS = 0.3;
const FALL = -0.1;
/** Bits of what stands and of what moves: movers pass through each other, in both. */
const STATIC_BIT = 1;
const MOVER_BIT = 2;

/**
 * 1,000 capsules walk and fall through storeys of 10,000 boxes, some of them tilted, some higher than others: thirty
 * ticks from where they begin, each tick from where the last one led. Theirs is the character controller of Rapier,
 * with the same distance kept and the same slopes climbed.
 */
export async function movers(): Promise<Contest> {
  const rng = createRng(21);
  const boxes = Array.from({ length: ROWS * COLUMNS }, (_, i) => ({
    x: i % COLUMNS,
    y: STOREY * Math.floor(i / COLUMNS) + (rng.next() < 0.1 ? rng.range(0, 0.6) : 0),
    rotation: rng.next() < 0.15 ? rng.range(-0.6, 0.6) : 0,
  }));
  const starts = Array.from({ length: MOVERS }, (_, i) => ({
    x: rng.range(2, COLUMNS - 2),
    y: STOREY * Math.floor((i * ROWS) / MOVERS) + rng.range(1.9, 2.2),
    dx: rng.range(0.04, 0.12) * (rng.next() < 0.5 ? -1 : 1),
  }));
  return {
    family: 'movers',
    name: '1,000 among 10,000 statics, a tick',
    rival: 'rapier',
    operations: TICKS,
    ours: ourMoves(boxes, starts),
    theirs: await theirMoves(boxes, starts),
    // The answers are sums of how far the movers have come and fallen. They differ where one mover just takes a corner
    // which stops another.
    tolerance: 0.1,
  };
}

type Start = Vec & { dx: number };

function ourMoves(boxes: (Vec & { rotation: number })[], starts: Start[]): () => number {
  const world = createWorld();
  const { Transform, Collider, Static } = createCollision(world, { capacity: boxes.length + starts.length + 1 });
  for (const at of boxes) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, at));
    addComponent(world, eid, set(Collider, { ...box(0.5, 0.5), categoryBits: STATIC_BIT, maskBits: MOVER_BIT }));
    addComponent(world, eid, Static);
  }
  const ids = starts.map(({ x, y }) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    const shape = { ...capsule(HALF_HEIGHT, RADIUS), categoryBits: MOVER_BIT, maskBits: STATIC_BIT };
    addComponent(world, eid, set(Collider, shape));
    return eid;
  });
  collisionSystem(world);
  const options: MoveOptions = { up: { x: 0, y: 1 }, skin: SKIN, slopeLimit: SLOPE_LIMIT };
  const result = createMoveResult();
  const translation = { x: 0, y: FALL };
  return () => {
    for (const [i, { x, y }] of starts.entries()) {
      Transform.x[ids[i]] = x;
      Transform.y[ids[i]] = y;
    }
    for (let tick = 0; tick < TICKS; tick++) {
      for (let i = 0; i < MOVERS; i++) {
        translation.x = starts[i].dx;
        moveAndSlide(world, ids[i], translation, options, result);
        Transform.x[ids[i]] = result.x;
        Transform.y[ids[i]] = result.y;
      }
    }
    let way = 0;
    for (const [i, { x, y }] of starts.entries()) way += Math.abs(Transform.x[ids[i]] - x) + y - Transform.y[ids[i]];
    return way;
  };
}

async function theirMoves(boxes: (Vec & { rotation: number })[], starts: Start[]): Promise<() => number> {
  const api = await loadPackage<Rapier>('@dimforge/rapier2d-compat');
  await api.init();
  const { ColliderDesc: desc } = api;
  const world = new api.World({ x: 0, y: 0 });
  const groups = (own: number, others: number): number => (own << 16) | others;
  for (const { x, y, rotation } of boxes) {
    const shape = desc.cuboid(0.5, 0.5).setTranslation(x, y).setRotation(rotation);
    world.createCollider(shape.setCollisionGroups(groups(STATIC_BIT, MOVER_BIT)));
  }
  const colliders = starts.map(({ x, y }) =>
    world.createCollider(
      desc.capsule(HALF_HEIGHT, RADIUS).setTranslation(x, y).setCollisionGroups(groups(MOVER_BIT, STATIC_BIT)),
    ),
  );
  const controller = world.createCharacterController(SKIN);
  controller.setUp({ x: 0, y: 1 });
  controller.setSlideEnabled(true);
  controller.setMaxSlopeClimbAngle(SLOPE_LIMIT);
  controller.setMinSlopeSlideAngle(SLOPE_LIMIT);
  world.step();
  const at = starts.map(({ x, y }) => ({ x, y }));
  const moved = { x: 0, y: 0 };
  const wanted = { x: 0, y: FALL };
  return () => {
    for (const [i, { x, y }] of starts.entries()) {
      at[i].x = x;
      at[i].y = y;
      colliders[i].setTranslation(at[i]);
    }
    for (let tick = 0; tick < TICKS; tick++) {
      for (let i = 0; i < MOVERS; i++) {
        wanted.x = starts[i].dx;
        controller.computeColliderMovement(colliders[i], wanted, undefined, groups(MOVER_BIT, STATIC_BIT));
        const { x, y } = controller.computedMovement(moved);
        at[i].x += x;
        at[i].y += y;
        colliders[i].setTranslation(at[i]);
      }
    }
    let way = 0;
    for (const [i, { x, y }] of starts.entries()) way += Math.abs(at[i].x - x) + y - at[i].y;
    return way;
  };
}

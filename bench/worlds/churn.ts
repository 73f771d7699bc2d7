import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { circle, collisionSystem, createCollision } from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import { PairDiff } from '../pair-diff.ts';
import type { Tally } from '../peer.ts';
import { bareStores } from './bare-stores.ts';
import { COUNT, countContacts, HALF, RADIUS } from './even.ts';
import { Flatbush } from './flatbush.ts';

/** How many of the circles go in each tick, the oldest ones, and how many come. */
const RATE = 2000;

/** How one circle is taken out of the world and another put in. */
export type Coming = 'spawned' | 'disabled' | 'kind 0';

const COMING: Record<Coming, string> = {
  spawned: 'removed and added',
  disabled: 'pooled by `Disabled`',
  'kind 0': 'pooled by `Collider.kind = 0`',
};

/** Starts and motions of circles by their number, the same for all sides. */
interface Course {
  readonly startX: Float64Array;
  readonly startY: Float64Array;
  readonly stepX: Float64Array;
  readonly stepY: Float64Array;
}

const COURSES = 50 * RATE;

function makeCourse(): Course {
  const column = (): Float64Array => new Float64Array(COURSES);
  const course: Course = { startX: column(), startY: column(), stepX: column(), stepY: column() };
  for (let i = 0; i < COURSES; i++) {
    const rng = createRng(i);
    course.startX[i] = rng.range(-HALF, HALF);
    course.startY[i] = rng.range(-HALF, HALF);
    course.stepX[i] = rng.range(-0.07, 0.07);
    course.stepY[i] = rng.range(-0.07, 0.07);
  }
  return course;
}

/** 10,000 circles of which 2,000 go and 2,000 come in each tick, beside flatbush rebuilt in each tick. */
export function churn(coming: Coming): Contest {
  const course = makeCourse();
  return {
    family: 'churn',
    name: `10,000 circles, 2,000 of them in and out a tick, ${COMING[coming]}`,
    rival: 'flatbush',
    operations: 1,
    ours: ourChurn(course, coming),
    theirs: flatbushChurn(course),
    tolerance: 0,
  };
}

/**
 * Adding and removing beside bitECS alone, whose two observers keep numbers as stores do: no collision can cost less.
 */
export function churnBesideBitecs(): Contest {
  const course = makeCourse();
  const ours = ourChurn(course, 'spawned');
  return {
    family: 'churn',
    name: '10,000 circles, 2,000 of them in and out a tick',
    rival: 'bitECS, two observers, no collision',
    operations: 1,
    ours: () => Math.min(1, ours()),
    theirs: bareChurn(course),
    tolerance: 0,
  };
}

function ourChurn({ startX, startY, stepX, stepY }: Course, coming: Coming): () => number {
  const pooled = coming !== 'spawned';
  const world = createWorld();
  const collision = createCollision(world, { capacity: 2 * COUNT });
  const { Transform, Collider, Disabled } = collision;
  const shape = circle(RADIUS);
  const circleKind = shape.kind;
  /** Entities by the number of their circle, modulo this many: where they are pooled, also those that wait. */
  const places = pooled ? COUNT + RATE : COUNT;
  const ids = new Uint32Array(places);
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  collision.onBegin(() => {
    tally.began++;
  });
  collision.onEnd(() => {
    tally.ended++;
  });
  const spawn = (i: number): void => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: startX[i % COURSES], y: startY[i % COURSES] }));
    addComponent(world, eid, set(Collider, shape));
    ids[i % places] = eid;
  };
  const sleep = (eid: number): void => {
    if (coming === 'disabled') addComponent(world, eid, Disabled);
    else Collider.kind[eid] = 0;
  };
  const wake = (i: number): void => {
    const eid = ids[i % places];
    Transform.x[eid] = startX[i % COURSES];
    Transform.y[eid] = startY[i % COURSES];
    if (coming === 'disabled') removeComponent(world, eid, Disabled);
    else Collider.kind[eid] = circleKind;
  };
  for (let i = 0; i < places; i++) spawn(i);
  for (let i = COUNT; i < places; i++) sleep(ids[i]);
  let next = COUNT;
  const replaceOldest = (): void => {
    for (let i = next - COUNT; i < next - COUNT + RATE; i++) {
      if (pooled) sleep(ids[i % places]);
      else removeEntity(world, ids[i % places]);
    }
    for (let i = 0; i < RATE; i++) {
      if (pooled) wake(next++);
      else spawn(next++);
    }
  };
  const move = (): void => {
    for (let i = next - COUNT; i < next; i++) {
      const eid = ids[i % places];
      Transform.x[eid] += stepX[i % COURSES];
      Transform.y[eid] += stepY[i % COURSES];
    }
  };
  return () => {
    replaceOldest();
    move();
    collisionSystem(world);
    return countContacts(collision);
  };
}

function flatbushChurn({ startX, startY, stepX, stepY }: Course): () => number {
  const x = new Float64Array(COUNT);
  const y = new Float64Array(COUNT);
  const numbers = new Uint32Array(COUNT);
  const put = (i: number): void => {
    x[i % COUNT] = startX[i % COURSES];
    y[i % COUNT] = startY[i % COURSES];
    numbers[i % COUNT] = i;
  };
  for (let i = 0; i < COUNT; i++) put(i);
  let end = COUNT;
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  const diff = new PairDiff();
  let self = 0;
  const above = (other: number): boolean => other > self;
  return () => {
    for (let i = 0; i < RATE; i++) put(end++);
    const index = new Flatbush(COUNT);
    for (let i = 0; i < COUNT; i++) {
      x[i] += stepX[numbers[i] % COURSES];
      y[i] += stepY[numbers[i] % COURSES];
      index.add(x[i] - RADIUS, y[i] - RADIUS, x[i] + RADIUS, y[i] + RADIUS);
    }
    index.finish();
    let pairs = 0;
    for (self = 0; self < COUNT; self++) {
      for (const other of index.search(x[self] - RADIUS, y[self] - RADIUS, x[self] + RADIUS, y[self] + RADIUS, above)) {
        const dx = x[other] - x[self];
        const dy = y[other] - y[self];
        const squared = dx * dx + dy * dy;
        if (squared > 4 * RADIUS * RADIUS) continue;
        pairs++;
        tally.checksum += dx / Math.sqrt(squared);
        diff.add(numbers[self], numbers[other]);
      }
    }
    diff.finish(tally);
    return pairs;
  };
}

function bareChurn({ startX, startY, stepX, stepY }: Course): () => number {
  const world = createWorld();
  const { Transform, Collider } = bareStores(world, 2 * COUNT);
  const ids = new Uint32Array(COUNT);
  const spawn = (i: number): void => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: startX[i % COURSES], y: startY[i % COURSES] }));
    addComponent(world, eid, set(Collider, { radius: RADIUS }));
    ids[i % COUNT] = eid;
  };
  for (let i = 0; i < COUNT; i++) spawn(i);
  let next = COUNT;
  return () => {
    for (let i = 0; i < RATE; i++) removeEntity(world, ids[(next + i) % COUNT]);
    for (let i = 0; i < RATE; i++) spawn(next++);
    for (let i = next - COUNT; i < next; i++) {
      const eid = ids[i % COUNT];
      Transform.x[eid] += stepX[i % COURSES];
      Transform.y[eid] += stepY[i % COURSES];
    }
    return 1;
  };
}

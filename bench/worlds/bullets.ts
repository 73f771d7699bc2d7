import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision, sweptColliders } from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Timed } from './compare.ts';

const BULLETS = 20_000;
const ENEMIES = 2000;
const WALLS = 60;
/** Units a tick. */
const SPEED = 60;
/** The side of the field: so large that about one in ten bullets hits something in a tick. */
const SIDE = 1435;
const BULLET_BIT = 1;
const TARGET_BIT = 2;

/**
 * 20,000 bullets of 60 units a tick among 2,000 enemies and walls half a unit thick, swept, beside the same bullets not
 * swept, which find one in fifty of the hits.
 */
export function bulletField(): Timed {
  const [swept, unswept] = [openField(true), openField(false)];
  return {
    family: 'bullets',
    name: '20,000 swept bullets among 2,000 enemies',
    rival: 'the same not swept',
    operations: 1,
    ours: swept.tick,
    theirs: unswept.tick,
    before: { ours: swept.move, theirs: unswept.move },
    // The swept bullets find most hits, the unswept ones few, so the two sides need not agree.
    tolerance: 1,
  };
}

interface Field {
  move(): void;
  /** Runs a tick and returns how many contacts began. */
  tick(): number;
}

function openField(isSwept: boolean): Field {
  const rng = createRng(3);
  const world = createWorld();
  const capacity = BULLETS + ENEMIES + WALLS + 1;
  const collision = createCollision(world, { capacity, swept: sweptColliders });
  const { Transform, Collider, Static, Swept } = collision;
  const add = (shape: object, rotation: number): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: rng.range(0, SIDE), y: rng.range(0, SIDE), rotation }));
    addComponent(world, eid, set(Collider, shape as ReturnType<typeof circle>));
    return eid;
  };
  const bullet = { ...circle(0.1), categoryBits: BULLET_BIT, maskBits: TARGET_BIT };
  const enemy = { ...circle(0.7), categoryBits: TARGET_BIT, maskBits: BULLET_BIT };
  const wall = { ...box(0.25, 10), categoryBits: TARGET_BIT, maskBits: BULLET_BIT };
  const ids: number[] = [];
  for (let i = 0; i < BULLETS; i++) ids.push(add(bullet, 0));
  if (isSwept) for (const eid of ids) addComponent(world, eid, Swept);
  for (let i = 0; i < ENEMIES; i++) ids.push(add(enemy, 0));
  for (let i = 0; i < WALLS; i++) addComponent(world, add(wall, rng.range(0, Math.PI)), Static);
  const ways = ids.map((_, i) => {
    const angle = rng.range(0, 2 * Math.PI);
    const speed = i < BULLETS ? SPEED : 0.1;
    return { x: speed * Math.cos(angle), y: speed * Math.sin(angle) };
  });
  let hits = 0;
  collision.onBegin(() => {
    hits++;
  });
  return {
    move() {
      for (const [i, eid] of ids.entries()) {
        const way = ways[i];
        Transform.x[eid] += way.x;
        Transform.y[eid] += way.y;
        // Back from the sides of the field.
        if (Transform.x[eid] < 0 ? way.x < 0 : Transform.x[eid] > SIDE && way.x > 0) way.x = -way.x;
        if (Transform.y[eid] < 0 ? way.y < 0 : Transform.y[eid] > SIDE && way.y > 0) way.y = -way.y;
      }
    },
    tick() {
      hits = 0;
      collisionSystem(world);
      return hits;
    },
  };
}

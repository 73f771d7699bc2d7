import { addComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, circle, collisionSystem, compound, oneWay, type ShapeSpec, tiles } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

interface Body {
  shape: ShapeSpec;
  x: number;
  y: number;
  rotation?: number;
  isStatic?: boolean;
  oneWay?: readonly [normalX: number, normalY: number];
  speedX?: number;
  speedY?: number;
}

/** Normal from the first of the two bodies, and depth, of all contacts in several ticks, by what has met. */
function contactsOf(bodies: readonly Body[], order: readonly number[], ticks: number): Map<string, number[]> {
  const { world, collision, spawn } = createGame();
  const { Transform, Static } = collision;
  const OneWay = oneWay(world);
  const bodyOf = new Map<number, number>();
  for (const i of order) {
    const { shape, x, y, rotation = 0, isStatic, oneWay: side } = bodies[i];
    const eid = spawn(x, y, shape);
    bodyOf.set(eid, i);
    Transform.rotation[eid] = rotation;
    if (isStatic === true) addComponent(world, eid, Static);
    if (side !== undefined) addComponent(world, eid, set(OneWay, { normalX: side[0], normalY: side[1] }));
  }
  const found = new Map<string, number[]>();
  for (let tick = 0; tick < ticks; tick++) {
    collisionSystem(world);
    for (const contact of collision.contacts()) {
      const a = bodyOf.get(contact.a)!;
      const b = bodyOf.get(contact.b)!;
      const [sign, key] =
        a < b
          ? [1, `${a}:${contact.childA} ${b}:${contact.childB}`]
          : [-1, `${b}:${contact.childB} ${a}:${contact.childA}`];
      found.set(`tick ${tick}, ${key}`, [sign * contact.normalX, sign * contact.normalY, contact.separation]);
    }
    for (const [eid, i] of bodyOf) {
      Transform.x[eid] += bodies[i].speedX ?? 0;
      Transform.y[eid] += bodies[i].speedY ?? 0;
    }
  }
  return found;
}

function expectSame(first: Map<string, number[]>, second: Map<string, number[]>): void {
  expect([...second.keys()].sort()).toEqual([...first.keys()].sort());
  for (const [key, numbers] of first) {
    const others = second.get(key)!;
    for (let i = 0; i < 3; i++) expect(others[i], key).toBeCloseTo(numbers[i], 9);
  }
}

const row = (count: number): ShapeSpec =>
  compound(
    Array.from({ length: count }, (_, i) => ({ ...box(0.5, 0.5), offsetX: i - (count - 1) / 2 })),
    { smooth: true },
  );
const map = (columns: number, rows: number): ShapeSpec =>
  tiles({ columns, rows, size: 1, cells: new Array(columns * rows).fill(1), yUp: true });

function ground(rng: Rng, wide: ShapeSpec, narrow: ShapeSpec, isStatic: boolean): Body[] {
  return [
    // The smaller of the two may be the static one.
    { shape: isStatic ? narrow : wide, x: 0, y: 0, isStatic },
    { shape: isStatic ? wide : narrow, x: rng.range(-2, 2), y: rng.range(0.2, 1.1), rotation: rng.range(-3, 3) },
  ];
}

// The surface was that of the entity with the lower index, and ways out of floors followed the order of contacts.
it.each([
  ['smooth compounds', row(6), row(2)],
  ['maps of tiles', map(6, 3), map(2, 2)],
])('of two %s it is the same surface that counts, whoever was added first', (_, wide, narrow) => {
  const rng = createRng(1);
  let contacts = 0;
  for (let i = 0; i < 200; i++) {
    const bodies = ground(rng, wide, narrow, i % 2 === 0);
    const first = contactsOf(bodies, [0, 1], 1);
    contacts += first.size;
    expectSame(first, contactsOf(bodies, [1, 0], 1));
  }
  expect(contacts).toBeGreaterThan(200);
});

it('what is in several floors leaves them the same way, whichever was added first', () => {
  const rng = createRng(2);
  let contacts = 0;
  for (let i = 0; i < 200; i++) {
    const floors: Body[] = Array.from({ length: 5 }, () => ({
      shape: box(rng.range(0.5, 2), rng.range(0.2, 1)),
      x: rng.range(-3, 3),
      y: rng.range(-1, 1),
      rotation: rng.range(-0.7, 0.7),
      isStatic: true,
    }));
    const platform: Body = { shape: box(4, 0.2), x: rng.range(-1, 1), y: rng.range(-0.5, 1), oneWay: [0, 1] };
    const movers: Body[] = Array.from({ length: 4 }, () => ({
      shape: circle(rng.range(0.3, 0.8)),
      x: rng.range(-3, 3),
      y: rng.range(0, 2),
      speedX: rng.range(-0.1, 0.1),
      speedY: rng.range(-0.15, 0),
    }));
    const bodies = [...floors, platform, ...movers];
    const order = bodies.map((_, k) => k);
    const first = contactsOf(bodies, order, 8);
    contacts += first.size;
    expectSame(first, contactsOf(bodies, order.reverse(), 8));
  }
  expect(contacts).toBeGreaterThan(2000);
});

it('two one-way colliders hold each other the same way, whichever was added first', () => {
  const rng = createRng(3);
  let contacts = 0;
  for (let i = 0; i < 1000; i++) {
    const angle = rng.range(-3, 3);
    const bodies: Body[] = [
      { shape: box(rng.range(0.5, 3), rng.range(0.2, 1)), x: 0, y: 0, oneWay: [0, 1] },
      {
        shape: box(rng.range(0.5, 3), rng.range(0.2, 1)),
        x: rng.range(-2, 2),
        y: rng.range(1, 2.5),
        rotation: rng.range(-1, 1),
        oneWay: [Math.sin(angle), Math.cos(angle)],
        speedX: rng.range(-0.5, 0.5),
        speedY: rng.range(-0.4, 0),
      },
    ];
    const first = contactsOf(bodies, [0, 1], 6);
    contacts += first.size;
    expectSame(first, contactsOf(bodies, [1, 0], 6));
  }
  expect(contacts).toBeGreaterThan(250);
});

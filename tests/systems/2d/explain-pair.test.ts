import {
  addComponent,
  addEntity,
  addPrefab,
  createEntityIndex,
  createWorld,
  removeComponent,
  removeEntity,
  set,
  withVersioning,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  explainPair,
  type PairReason,
  polygon,
  SHAPE_KIND_NAMES,
  type ShapeSpec,
  segment,
} from '../../../entry/2d.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

/** Explains a pair both ways round, which must agree but for the order of the names. */
function reasonOf(world: object, a: number, b: number): PairReason {
  const { reason, touching, separation } = explainPair(world, a, b);
  const turned = explainPair(world, b, a);
  expect([turned.reason, turned.touching]).toEqual([reason, touching]);
  if (separation !== undefined) expect(turned.separation).toBeCloseTo(separation, 12);
  expect(touching).toBe(reason === 'touching');
  return reason;
}

describe('an entity that cannot collide', () => {
  it('is named, with the reason', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Collider, Disabled } = collision;
    const a = spawn(0);
    const b = spawn(1);
    collisionSystem(world);
    const say = (other: number): string => explainPair(world, a, other).message;

    const bare = addEntity(world);
    expect(reasonOf(world, a, bare)).toBe('no-collider');
    expect(say(bare)).toBe(`entity ${bare} has no Collider`);

    addComponent(world, bare, set(Collider, circle(1)));
    expect(reasonOf(world, a, bare)).toBe('no-transform');
    expect(say(bare)).toBe(`entity ${bare} has a Collider but no Transform`);

    addComponent(world, bare, Transform);
    expect(reasonOf(world, a, bare)).toBe('not-yet-updated');
    expect(say(bare)).toBe(`entity ${bare} has been added since the last tick`);
    collisionSystem(world);
    expect(reasonOf(world, a, bare)).toBe('touching');

    addComponent(world, b, Disabled);
    expect(reasonOf(world, a, b)).toBe('disabled');
    expect(say(b)).toBe(`entity ${b} is Disabled`);
    removeComponent(world, b, Disabled);
    expect(reasonOf(world, a, b)).toBe('not-yet-updated');

    const model = addPrefab(world);
    addComponent(world, model, Transform);
    addComponent(world, model, set(Collider, circle(1)));
    collisionSystem(world);
    expect(reasonOf(world, a, model)).toBe('prefab');
    expect(say(model)).toBe(`entity ${model} is a prefab`);

    removeEntity(world, b);
    expect(reasonOf(world, a, b)).toBe('removed');
    expect(say(b)).toBe(`entity ${b} does not exist`);
  });

  it('has no shape, or has had one only since the tick', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Collider } = collision;
    const a = spawn(0);
    const b = addEntity(world);
    addComponent(world, b, Transform);
    addComponent(world, b, Collider);
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('no-shape');
    expect(explainPair(world, a, b).message).toContain(`the Collider of entity ${b} has no shape`);
    addComponent(world, b, set(Collider, circle(1)));
    expect(reasonOf(world, a, b)).toBe('not-yet-updated');
    expect(explainPair(world, a, b).message).toContain('given its shape since the last tick');
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
  });

  it('is the same as the other', () => {
    const { world, spawn } = createGame();
    const a = spawn(0);
    collisionSystem(world);
    expect(explainPair(world, a, a)).toEqual({
      touching: false,
      reason: 'same-entity',
      message: `${a} is one entity; a collider never pairs with itself`,
      separation: undefined,
    });
  });

  it('never was: ids that no entity has', () => {
    const { world, spawn } = createGame();
    const a = spawn(0);
    collisionSystem(world);
    for (const bad of [0, 99, -1, 1.5, 2 ** 31, NaN, Infinity]) {
      expect(explainPair(world, a, bad)).toMatchObject({ reason: 'removed', touching: false });
      expect(explainPair(world, bad, a).message).toBe(`entity ${bad} does not exist`);
      expect(explainPair(world, bad, bad).reason).toBe('removed');
    }
  });

  it('is an earlier life of a recycled id, with versions', () => {
    const world = createWorld(createEntityIndex(withVersioning(8)));
    const collision = createCollision(world);
    const spawn = (): number => {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x: 1 }));
      addComponent(world, eid, set(collision.Collider, circle(1)));
      return eid;
    };
    const a = spawn();
    const dead = spawn();
    removeEntity(world, dead);
    const b = spawn();
    expect(collision.indexOf(b)).toBe(collision.indexOf(dead));
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
    expect(reasonOf(world, a, dead)).toBe('removed');
  });

  it('is in a world without collision', () => {
    expect(refusal(() => explainPair(createWorld(), 1, 2))).toContain('invalid-state');
  });
});

describe('two colliders that may not meet', () => {
  it('both static', () => {
    const { world, collision, spawn } = createGame();
    const [a, b] = [spawn(0), spawn(0.5)];
    addComponent(world, a, collision.Static);
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
    addComponent(world, b, collision.Static);
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('both-static');
    expect(explainPair(world, a, b).message).toBe(`${a} and ${b} are both Static; statics never pair`);
  });

  it('by mask, in either direction, in hexadecimal', () => {
    const { world, spawn } = createGame();
    const a = spawn(0, 0, circle(1), { categoryBits: 0x10, maskBits: 0xff });
    const b = spawn(0, 0, circle(1), { categoryBits: 0x2, maskBits: 0xfffffff0 });
    const c = spawn(0, 0, circle(1), { categoryBits: 0x100, maskBits: 0xffffffff });
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
    expect(reasonOf(world, a, c)).toBe('filtered-by-mask');
    expect(explainPair(world, a, c).message).toBe(
      `${a} has category 0x10 and mask 0xff, ${c} category 0x100 and mask 0xffffffff: each category must be in the other's mask`,
    );
  });

  it('by group; a positive one overrules masks', () => {
    const { world, spawn } = createGame();
    const a = spawn(0, 0, circle(1), { groupIndex: -7 });
    const b = spawn(0, 0, circle(1), { groupIndex: -7 });
    const c = spawn(0, 0, circle(1), { groupIndex: 3, maskBits: 0 });
    const d = spawn(0, 0, circle(1), { groupIndex: 3, maskBits: 0 });
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('filtered-by-group');
    expect(explainPair(world, a, b).message).toBe(`${a} and ${b} share the negative group -7`);
    expect(reasonOf(world, c, d)).toBe('touching');
    expect(reasonOf(world, a, c)).toBe('filtered-by-mask');
  });

  it('because the hook said no, for as long as it holds', () => {
    let answer = false;
    const { world, collision, spawn } = createGame({ shouldCollide: () => answer });
    const [a, b] = [spawn(0), spawn(1.5)];
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('refused-by-hook');
    expect(explainPair(world, a, b).separation).toBe(-0.5);
    expect(explainPair(world, a, b).message).toBe(
      `shouldCollide(${a}, ${b}) said no when their bounds began to overlap`,
    );
    answer = true;
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('refused-by-hook');
    collision.Transform.x[b] = 9;
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('bounds-apart');
    collision.Transform.x[b] = 1.5;
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
  });

  it('behind a one-sided chain', () => {
    const { world, spawn } = createGame();
    const ground = spawn(0, 0, chain([-5, 0, 5, 0], { oneSided: true }));
    const above = spawn(0, 0.5);
    const below = spawn(0, -0.5);
    collisionSystem(world);
    expect(reasonOf(world, ground, above)).toBe('behind-one-sided');
    expect(reasonOf(world, ground, below)).toBe('touching');
  });
});

describe('how far apart', () => {
  it('boxes: along one axis, or across a corner, whatever the margin', () => {
    for (const margin of [0, 0.1, 3]) {
      const { world, spawn } = createGame({ margin });
      const a = spawn(0, 0, box(1, 1));
      const beside = spawn(5, 0.5, box(1, 1));
      const diagonal = spawn(-5, 6, box(1, 1));
      collisionSystem(world);
      expect(reasonOf(world, a, beside)).toBe('bounds-apart');
      expect(explainPair(world, a, beside).separation).toBeCloseTo(3, 12);
      expect(explainPair(world, a, beside).message).toBe(`the bounds of ${a} and ${beside} are 3 apart`);
      expect(explainPair(world, a, diagonal).separation).toBeCloseTo(5, 12);
      expect(explainPair(world, a, diagonal).message).toBe(`the bounds of ${a} and ${diagonal} are 5 apart`);
    }
  });

  it('shapes whose boxes overlap', () => {
    const { world, spawn } = createGame();
    const [a, b] = [spawn(0), spawn(1.9, 1.9)];
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('shapes-apart');
    expect(explainPair(world, a, b).separation).toBeCloseTo(Math.sqrt(2) * 1.9 - 2, 12);
    expect(explainPair(world, a, b).message).toBe(`the shapes of ${a} and ${b} are 0.687 apart`);
  });

  it('prints four digits', () => {
    const { world, spawn } = createGame();
    const a = spawn(0);
    const far = spawn(123456.789);
    const near = spawn(1 / 3);
    const tiny = spawn(2 + 1.23456789e-7, 0);
    collisionSystem(world);
    expect(explainPair(world, a, far).message).toContain('are 123500 apart');
    expect(explainPair(world, a, near).message).toBe(`${a} and ${near} touch, separation -1.667`);
    expect(explainPair(world, a, tiny).message).toContain('are 1.235e-7 apart');
  });
});

describe('touching', () => {
  const shapes: [string, ShapeSpec][] = [
    ['circle', circle(1)],
    ['capsule', capsule(1, 0.5)],
    ['box', box(1, 0.5, { radius: 0.1 })],
    ['polygon', polygon([0, 0, 2, 0, 0, 2])],
    ['segment', segment(-1, 0, 1, 0.3)],
    ['chain', chain([-1, 0, 0, 0.3, 1, 0])],
    ['compound', compound([circle(1), { ...box(1, 1), offsetX: 1 }])],
  ];
  it.each(shapes)('of a %s with every kind: the separation is that of the contact', (_name, shape) => {
    for (const [, other] of shapes) {
      const { world, collision, spawn } = createGame();
      const [a, b] = [spawn(0, 0, shape), spawn(0.1, 0.1, other, { offsetRotation: 1 })];
      collisionSystem(world);
      expect(reasonOf(world, a, b)).toBe('touching');
      const least = Math.min(...Array.from(collision.contacts(), (contact) => contact.separation));
      expect(explainPair(world, a, b).separation).toBe(least);
    }
  });

  it('is said exactly when the tick saw it, down to the last bit of touching', () => {
    let touching = 0;
    const shapesAt: [number, ShapeSpec, ShapeSpec][] = [
      [2, circle(1), circle(1)],
      [1.3, box(1, 1), box(0.3, 0.3)],
      [1.7, circle(1), box(0.7, 3)],
      [0.9, capsule(1, 0.4), capsule(1, 0.5)],
    ];
    for (const [x, first, second] of shapesAt) {
      for (let ulps = -4; ulps <= 4; ulps++) {
        for (const margin of [0, 0.1]) {
          const { world, collision, spawn } = createGame({ margin });
          const a = spawn(0.1, 0, first);
          const b = spawn(0.1 + x + ulps * 2.220446049250313e-16, 0, second);
          collisionSystem(world);
          const touches = [...collision.contacts()].some((contact) => contact.touching);
          if (touches) touching++;
          expect(explainPair(world, a, b).touching).toBe(touches);
        }
      }
    }
    expect(touching).toBeGreaterThan(15);
    expect(touching).toBeLessThan(65);
  });

  it('sensors: one, both, and a static', () => {
    const { world, collision, spawn } = createGame();
    const [a, b, c] = [spawn(0), spawn(1.5), spawn(0.5)];
    addComponent(world, a, collision.Sensor);
    addComponent(world, b, collision.Sensor);
    addComponent(world, c, collision.Static);
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
    expect(explainPair(world, a, b).message).toBe(`${a} and ${b} touch, separation -0.5`);
    expect(explainPair(world, a, c)).toMatchObject({ reason: 'touching', separation: -1.5 });
  });

  it('a contact within the margin does not touch', () => {
    const { world, collision, spawn } = createGame({ margin: 1 });
    const a = spawn(0);
    const b = spawn(1.5, 1.5);
    collisionSystem(world);
    expect([...collision.contacts()].length).toBe(1);
    expect(reasonOf(world, a, b)).toBe('shapes-apart');
  });

  it('what was written since the tick and overlaps by now is said to come', () => {
    const { world, collision, spawn } = createGame();
    const [a, b] = [spawn(0), spawn(1.6, 1.6)];
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('shapes-apart');
    collision.Collider.radius[b] = 2;
    expect(reasonOf(world, a, b)).toBe('not-yet-updated');
    collisionSystem(world);
    expect(reasonOf(world, a, b)).toBe('touching');
  });
});

describe('values that the next tick will refuse', () => {
  it('are refused with the same error', () => {
    const { world, collision, spawn } = createGame();
    const { Collider, Transform } = collision;
    const a = spawn(0);
    const b = spawn(1);
    const same = (change: () => void): string => {
      collisionSystem(world);
      change();
      const told = refusal(() => explainPair(world, a, b));
      expect(refusal(() => explainPair(world, b, a))).toBe(told);
      expect(refusal(() => collisionSystem(world))).toBe(told);
      Collider.kind[b] = 1;
      Collider.radius[b] = 1;
      Transform.scale[b] = 1;
      return told;
    };
    expect(same(() => (Collider.kind[b] = 4))).toBe(
      `unknown-shape: Collider.shape of entity ${b} must be the handle of a polygon, but handle 0 is no registered shape`,
    );
    for (const kind of [5, 6, 7]) expect(same(() => (Collider.kind[b] = kind))).toContain('unknown-shape');
    expect(same(() => (Collider.kind[b] = SHAPE_KIND_NAMES.length))).toContain(
      'invalid-shape: Collider.kind of entity',
    );
    expect(same(() => (Collider.kind[b] = 255))).toContain('got 255');
    expect(same(() => (Collider.radius[b] = NaN))).toContain(
      `Collider.radius of entity ${b} must be finite and greater than 0`,
    );
    expect(same(() => (Collider.radius[b] = -1))).toContain('greater than 0, got -1');
    expect(same(() => (Transform.scale[b] = -1))).toContain(`Transform.scale of entity ${b}`);
    const handle = collision.registerShape(polygon([0, 0, 1, 0, 0, 1]));
    Collider.shape[b] = handle;
    expect(same(() => (Collider.kind[b] = 6))).toContain(`handle ${handle} is a polygon`);
    collisionSystem(world);
    expect(explainPair(world, a, b).reason).toBe('touching');
  });

  it('the message names who has been moved since the tick', () => {
    const { world, collision, spawn } = createGame();
    const [a, b] = [spawn(0), spawn(50)];
    collisionSystem(world);
    expect(explainPair(world, a, b).message).toMatch(/apart$/);
    collision.Transform.x[b] = 0.5;
    expect(explainPair(world, a, b)).toMatchObject({ reason: 'bounds-apart', touching: false });
    expect(explainPair(world, a, b).message).toMatch(`as of the last tick: ${b} moved since`);
    collisionSystem(world);
    expect(explainPair(world, a, b).message).toMatch(/separation -1.5$/);
    collision.Transform.x[a] = 90;
    collision.Transform.x[b] = -90;
    expect(explainPair(world, a, b).message).toMatch(`${a} and ${b} moved since`);
  });

  it('the message says what a Static needs that has been moved', () => {
    const { world, collision, spawn } = createGame();
    const [a, b] = [spawn(0), spawn(50)];
    addComponent(world, b, collision.Static);
    collisionSystem(world);
    collision.Transform.x[b] = 0.5;
    collisionSystem(world);
    expect(explainPair(world, a, b).message).toMatch(
      `${b} moved since; a Static that is moved needs collision.touch(${b})`,
    );
    collision.touch(b);
    collisionSystem(world);
    expect(explainPair(world, a, b).message).toMatch(/separation -1.5$/);
  });
});

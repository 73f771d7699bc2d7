import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castCollider,
  castRay,
  castRays,
  castShape,
  chain,
  circle,
  collisionSystem,
  compound,
  createMoveResult,
  createRayHits,
  ellipse,
  moveAndSlide,
  oneWay,
  polygon,
  reconsider,
  refreshCollider,
  type ShapeSpec,
  sweptColliders,
  touching,
} from '../../../entry/2d.ts';
import { createGame, type Game, listen, refusal, take } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng } from '../../support/rng.ts';

interface Platformer extends Game {
  /** Adds a platform that is solid from above. */
  platform(x: number, y: number, shape?: ShapeSpec, normalX?: number, normalY?: number): number;
  /** Moves a body by its speed, ticks, and pushes it out of what it is in, as games do. */
  step(body: Body, gravity?: number): void;
}

/** Who falls and is stopped by floors. */
interface Body {
  readonly eid: number;
  speedX: number;
  speedY: number;
  isGrounded: boolean;
}

function createPlatformer(): Platformer {
  const game = createGame();
  const { world, collision, spawn } = game;
  const { Transform } = collision;
  const OneWay = oneWay(world);
  return {
    ...game,
    platform(x, y, shape = box(4, 0.2), normalX = 0, normalY = 1) {
      const eid = spawn(x, y, shape);
      addComponent(world, eid, set(OneWay, { normalX, normalY }));
      return eid;
    },
    step(body, gravity = 0.01) {
      const { eid } = body;
      body.speedY -= gravity;
      Transform.x[eid] += body.speedX;
      Transform.y[eid] += body.speedY;
      collisionSystem(world);
      body.isGrounded = false;
      const [x, y] = [Transform.x[eid], Transform.y[eid]];
      for (const contact of collision.contactsOf(eid)) {
        // Less what it has been pushed that way already.
        const moved = (x - Transform.x[eid]) * contact.normalX + (y - Transform.y[eid]) * contact.normalY;
        const push = Math.max(0, contact.penetration - moved);
        Transform.x[eid] -= contact.normalX * push;
        Transform.y[eid] -= contact.normalY * push;
        const approach = body.speedX * contact.normalX + body.speedY * contact.normalY;
        if (approach <= 0) continue;
        body.speedX -= approach * contact.normalX;
        body.speedY -= approach * contact.normalY;
        if (contact.normalY < -0.7) body.isGrounded = true;
      }
    },
  };
}

const bodyOf = (eid: number, speedX = 0, speedY = 0): Body => ({ eid, speedX, speedY, isGrounded: false });

const SHAPES: [string, ShapeSpec, number][] = [
  ['circle', circle(0.5), 0.5],
  ['capsule', capsule(0.3, 0.4), 0.7],
  ['box', box(0.4, 0.5), 0.5],
  ['polygon', polygon([-0.4, -0.5, 0.4, -0.5, 0.5, 0.4, 0, 0.8]), 0.5],
  ['ellipse', ellipse(0.3, 0.6), 0.6],
  [
    'compound',
    compound([
      { ...circle(0.3), offsetY: -0.2 },
      { ...box(0.2, 0.4), offsetY: 0.4 },
    ]),
    0.5,
  ],
];

const PLATFORMS: [string, ShapeSpec, number][] = [
  ['box', box(4, 0.2), 0.2],
  ['thin box', box(4, 0.01), 0.01],
  ['thick box', box(4, 1.2), 1.2],
  ['rounded box', box(4, 0.1, { radius: 0.2 }), 0.3],
  ['chain', chain([-4, 0, -1, 0, 1, 0, 4, 0]), 0],
  [
    'compound',
    compound([
      { ...box(2, 0.2), offsetX: -2 },
      { ...box(2, 0.2), offsetX: 2 },
    ]),
    0.2,
  ],
];

describe.each(SHAPES)('a %s', (_name, shape, below) => {
  it.each(PLATFORMS)('jumps through a one-way %s from below and lands on it', (_kind, platformShape, half) => {
    for (const jump of [0.32, 0.41, 0.5, 0.7]) {
      const { world, collision, spawn, platform, step } = createPlatformer();
      const { Transform } = collision;
      const top = platform(0.13, 0, platformShape);
      const body = bodyOf(spawn(0, -3.4, shape), 0, jump);
      const log = listen(collision);
      const height = (): number => Transform.y[body.eid] - below - half;
      let apex = -Infinity;
      for (let tick = 0; tick < 150; tick++) {
        const before = body.speedY;
        step(body);
        apex = Math.max(apex, height());
        // No false floor, wherever the jump ends: nothing stops it but the top, and not on the way up.
        if (height() < -1e-9 || before > 0) expect(body.speedY).toBe(before - 0.01);
      }
      if (apex < 0) {
        expect(take(log)).toEqual([]);
        expect(height()).toBeLessThan(-3);
      } else {
        expect(Math.abs(height())).toBeLessThan(1e-9);
        expect(body.isGrounded).toBe(true);
        expect(touching(world, top, body.eid)).toBe(true);
      }
      if (jump === 0.32) expect(apex).toBeLessThan(half === 1.2 ? 3 : 2.3);
    }
  });
});

describe('a one-way platform', () => {
  it('keeps its rider when it rises, however fast, and when it sinks again', () => {
    for (const speed of [0.01, 0.1, 0.3, 0.45]) {
      const { collision, spawn, platform, step } = createPlatformer();
      const { Transform } = collision;
      const lift = platform(0, 0);
      const rider = bodyOf(spawn(0, 0.7, box(0.4, 0.5)));
      step(rider);
      for (let tick = 0; tick < 120; tick++) {
        Transform.y[lift] += tick < 60 ? speed : -0.008;
        step(rider);
        expect(Math.abs(Transform.y[rider.eid] - Transform.y[lift] - 0.7)).toBeLessThan(0.1);
      }
    }
  });

  it('takes nobody for whoever was in the same slot before, in ticks that are broken off either', () => {
    const run = (breaks: boolean, spawnsInHook: boolean): number[] => {
      let hook = (): void => {};
      const { world, collision, spawn } = createGame({
        acceptContact: () => {
          hook();
          return true;
        },
      });
      const OneWay = oneWay(world);
      addComponent(world, spawn(0, 0, box(5, 0.5)), set(OneWay, { normalX: 0, normalY: 1 }));
      // Two in contact, so that there is a contact to be asked about.
      spawn(50, 0, circle(1));
      spawn(50.5, 0, circle(1));
      const bird = spawn(0, 5, circle(0.3));
      for (let i = 0; i < 3; i++) collisionSystem(world);
      removeEntity(world, bird);
      collisionSystem(world);
      collisionSystem(world);
      // From below, into the slot of the one that was above.
      let jumper = spawnsInHook ? -1 : spawn(0, -0.45, circle(0.3));
      hook = () => {
        hook = () => {};
        if (spawnsInHook) jumper = spawn(0, -0.45, circle(0.3));
        if (breaks) throw new Error('a game');
      };
      if (breaks) expect(() => collisionSystem(world)).toThrow('a game');
      else if (spawnsInHook) collisionSystem(world);
      return Array.from({ length: 3 }, () => {
        collisionSystem(world);
        return [...collision.contactsOf(jumper)].length;
      });
    };
    for (const breaks of [false, true]) {
      for (const spawnsInHook of [false, true]) expect(run(breaks, spawnsInHook)).toEqual([0, 0, 0]);
    }
  });

  it('keeps its rider when somebody jumps onto that', () => {
    const { collision, spawn, platform, step } = createPlatformer();
    platform(0, 0);
    const rider = bodyOf(spawn(0, 0.7, box(0.4, 0.5)));
    const other = spawn(0, 6, box(0.4, 0.5));
    for (let tick = 0; tick < 60; tick++) {
      collision.Transform.y[other] = Math.max(1.6, 6 - 0.2 * tick);
      step(rider);
      // The one on top presses it down a little.
      collision.Transform.y[rider.eid] = Math.min(collision.Transform.y[rider.eid], 0.69);
    }
    expect(rider.isGrounded).toBe(true);
    collision.Transform.y[other] = 9;
    step(rider);
    expect(collision.Transform.y[rider.eid]).toBeCloseTo(0.7, 9);
  });

  it('is one floor with others, and with solid ground, of the same height', () => {
    for (const [, shape, below] of SHAPES) {
      for (const speed of [0.03, 0.17, 0.4]) {
        const { collision, spawn, platform, step } = createPlatformer();
        for (let i = 0; i < 20; i++) {
          if (i % 5 === 3) spawn(i, 0, box(0.5, 0.2));
          else platform(i, 0, box(0.5, 0.2));
        }
        const walker = bodyOf(spawn(0, 0.2 + below, shape), speed);
        for (let x = 0; x < 18; x += speed) {
          // Whatever turns it at a seam is no matter of who is let through.
          walker.speedX = speed;
          step(walker, 0.02);
          expect(collision.Transform.y[walker.eid] - below).toBeGreaterThan(0.1);
        }
        // Between two, too.
        for (const x of [4.5, 8.5, 9.5]) {
          const faller = bodyOf(spawn(x, 4, shape));
          for (let tick = 0; tick < 60; tick++) step(faller);
          expect(collision.Transform.y[faller.eid] - below).toBeGreaterThan(0.1);
        }
      }
    }
  });

  it('beside a wall neither holds nor pushes who jumps there', () => {
    const { collision, spawn, platform, step } = createPlatformer();
    const { Transform } = collision;
    platform(2, 3, box(2, 0.3));
    spawn(-1, 3, box(1, 6));
    const jumper = bodyOf(spawn(0.55, 0, box(0.5, 0.5)), 0, 0.26);
    for (let tick = 0; tick < 400 && Transform.y[jumper.eid] > -8; tick++) {
      jumper.speedX = -0.05;
      const before = jumper.speedY;
      step(jumper);
      expect(Transform.x[jumper.eid]).toBeLessThan(0.6);
      expect(jumper.speedY).toBe(before - 0.01);
    }
    const higher = bodyOf(spawn(0.55, 0, box(0.5, 0.5)), 0, 0.4);
    for (let tick = 0; tick < 200; tick++) {
      higher.speedX = -0.05;
      step(higher);
    }
    expect(Transform.y[higher.eid]).toBeCloseTo(3.8, 9);
    expect(Transform.x[higher.eid]).toBeCloseTo(0.5, 9);
  });

  it('is passed from the side, by who is new in it, and by who drops through', () => {
    const { world, collision, spawn, platform, step } = createPlatformer();
    const { Transform } = collision;
    platform(0, 0, box(2, 1));
    const runner = bodyOf(spawn(-4, 0.4, box(0.5, 0.5)), 0.2);
    for (let tick = 0; tick < 50; tick++) step(runner, 0);
    expect(Transform.x[runner.eid]).toBeCloseTo(6, 9);
    const born = bodyOf(spawn(-1, 0.5, box(0.5, 0.5)));
    for (let tick = 0; tick < 50; tick++) step(born);
    expect(Transform.y[born.eid]).toBeLessThan(-3);
    const dropper = bodyOf(spawn(1, 3, box(0.5, 0.5)));
    for (let tick = 0; tick < 100; tick++) step(dropper);
    expect(Transform.y[dropper.eid]).toBeCloseTo(1.5, 9);
    // Pressed in, it is held; dropped, it falls all the way.
    Transform.y[dropper.eid] -= 0.1;
    step(dropper);
    expect(Transform.y[dropper.eid]).toBeCloseTo(1.5, 9);
    Transform.y[dropper.eid] -= 0.1;
    reconsider(world, dropper.eid);
    const log = listen(collision);
    for (let tick = 0; tick < 100; tick++) step(dropper);
    expect(take(log).length).toBe(1);
    expect(Transform.y[dropper.eid]).toBeLessThan(-10);
  });

  it('turns with its entity, and may be a hill or a ball', () => {
    const { collision, spawn, platform, step } = createPlatformer();
    const { Transform } = collision;
    const hatch = platform(0, 0, box(2, 0.2));
    Transform.rotation[hatch] = Math.PI;
    // Now solid from below.
    const up = bodyOf(spawn(-1, -3, circle(0.5)), 0, 0.3);
    const down = bodyOf(spawn(1, 3, circle(0.5)), 0, -0.3);
    for (let tick = 0; tick < 30; tick++) {
      step(up, 0);
      step(down, 0);
    }
    expect(Transform.y[up.eid]).toBeCloseTo(-0.7, 9);
    expect(Transform.y[down.eid]).toBeLessThan(-3);
    // A ball as well, though it looks the same however it is turned: now solid from below.
    for (const [x, side] of [
      [60, -1],
      [70, 1],
    ]) {
      Transform.rotation[platform(x, 0, circle(1))] = Math.PI;
      const body = bodyOf(spawn(x, 3 * side, circle(0.5)), 0, -0.3 * side);
      for (let tick = 0; tick < 30; tick++) step(body, 0);
      if (side < 0) expect(Transform.y[body.eid]).toBeCloseTo(-1.5, 9);
      else expect(Transform.y[body.eid]).toBeLessThan(-3);
    }
    // Flanks count as floors from where they are.
    platform(20, 0, polygon([-3, 0, 3, 0, 0, 2]));
    platform(40, 0, circle(2));
    for (const [x, height] of [
      [19.5, 1.6],
      [40.9, 1.9],
    ]) {
      const faller = bodyOf(spawn(x, 5, circle(0.3)));
      for (let tick = 0; tick < 60 && !faller.isGrounded; tick++) step(faller);
      expect(faller.isGrounded).toBe(true);
      expect(Transform.y[faller.eid]).toBeGreaterThan(height);
    }
  });
});

describe('casts and movers', () => {
  it('meet a platform on which they have stood since the last tick, which was their first', () => {
    const { world, collision, spawn, platform } = createPlatformer();
    platform(0, 0);
    const body = spawn(0, 0.6, box(0.4, 0.5));
    collisionSystem(world);
    expect([...collision.contactsOf(body)]).toHaveLength(1);
    const hit = castCollider(world, body, { x: 0, y: -1 });
    expect(hit).toMatchObject({ fraction: 0 });
    collisionSystem(world);
    expect(castCollider(world, body, { x: 0, y: -1 })).toEqual(hit);
  });

  it('are stopped on the solid side alone', () => {
    const { world, spawn, platform } = createPlatformer();
    const floor = platform(0, 0);
    const thing = spawn(0, 3, circle(0.5));
    collisionSystem(world);
    const options = { ignore: thing };
    expect(castRay(world, { x: 0, y: 2 }, { x: 0, y: -1 }, options)).toMatchObject({ entity: floor, normalY: 1 });
    expect(castRay(world, { x: 0, y: -2 }, { x: 0, y: 1 }, options)).toBeUndefined();
    expect(castRay(world, { x: -6, y: 0 }, { x: 1, y: 0 }, options)).toBeUndefined();
    expect(castRay(world, { x: 0, y: 0.1 }, { x: 0, y: -1 }, options)).toBeUndefined();
    const hits = createRayHits(4);
    expect(castRays(world, [0, 2, 0, -1, 0, -2, 0, 1, -6, 0, 1, 0, 0, 0.1, 0, -1], hits, options)).toBe(1);
    expect([...hits.entity]).toEqual([floor, 0, 0, 0]);
    expect(castShape(world, box(0.5, 0.5), { x: 0, y: 2 }, { x: 0, y: -4 }, options)?.entity).toBe(floor);
    expect(castShape(world, box(0.5, 0.5), { x: 0, y: 0.5 }, { x: 0, y: -4 }, options)).toBeUndefined();
    expect(castCollider(world, thing, { x: 0, y: -4 })?.entity).toBe(floor);
  });

  it.each(SHAPES)('let a %s that moves and slides jump up, stand, ride and drop', (_name, shape, below) => {
    const { world, collision, spawn, platform } = createPlatformer();
    const { Transform } = collision;
    const floor = platform(0, 0);
    spawn(0, -5, box(6, 0.5));
    const player = spawn(0, -3, shape);
    const out = createMoveResult();
    const options = { up: { x: 0, y: 1 }, snapDistance: 0.1 };
    let speed = 0;
    const frame = (lift: number, refreshes: boolean): void => {
      Transform.y[floor] += lift;
      if (refreshes) refreshCollider(world, floor);
      speed -= 0.01;
      moveAndSlide(world, player, { x: 0.001, y: speed }, options, out);
      Transform.x[player] = out.x;
      Transform.y[player] = out.y;
      if (out.grounded) speed = 0;
      collisionSystem(world);
    };
    const height = (): number => Transform.y[player] - below - 0.2 - Transform.y[floor];
    for (let tick = 0; tick < 60; tick++) frame(0, false);
    expect(out.ground.entity).not.toBe(floor);
    speed = 0.45;
    for (let tick = 0; tick < 120; tick++) frame(0, false);
    expect([out.grounded, out.ground.entity]).toEqual([true, floor]);
    expect(Math.abs(height())).toBeLessThan(0.02);
    // It rises, and nobody is carried: the rider is pushed up, whoever hears of it first.
    for (let tick = 0; tick < 60; tick++) {
      frame(0.05, tick % 20 < 10);
      expect(height()).toBeGreaterThan(-0.06);
    }
    frame(0, false);
    expect([out.grounded, out.ground.entity]).toEqual([true, floor]);
    Transform.y[player] -= 0.1;
    reconsider(world, player);
    for (let tick = 0; tick < 120; tick++) frame(0, false);
    expect(height()).toBeLessThan(-3);
    expect(out.grounded).toBe(true);
  });
});

describe('swept colliders', () => {
  it('are stopped on their way from the solid side alone', () => {
    const game = createGame({ swept: sweptColliders });
    const { world, collision, spawn } = game;
    const { Transform, Swept } = collision;
    const floor = spawn(0, 0, box(4, 0.1));
    addComponent(world, floor, set(oneWay(world), { normalX: 0, normalY: 1 }));
    const [falling, rising] = [spawn(-2, 20, circle(0.2)), spawn(2, -20, circle(0.2))];
    for (const eid of [falling, rising]) addComponent(world, eid, Swept);
    const log = listen(collision);
    for (let tick = 0; tick < 20; tick++) {
      Transform.y[falling] -= 7;
      Transform.y[rising] += 7;
      collisionSystem(world);
    }
    expect(take(log)).toEqual([`begin ${floor} ${falling}`, `end ${floor} ${falling} separated`]);
  });
});

describe('random platforms and bodies', () => {
  it('hold who was above them in the last tick, and nobody else', () => {
    const rng = createRng(12);
    const rate = new HitRate();
    for (let round = 0; round < 300; round++) {
      const { world, collision, spawn, platform } = createPlatformer();
      const { Transform } = collision;
      const [, shape] = SHAPES[rng.integer(0, 4)];
      const angle = rng.range(-3, 3);
      const floor = platform(0, 0, box(3, 0.5));
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [along, out] = [rng.range(-2.5, 2.5), rng.range(-0.6, 2)];
      const body = spawn(c * along - s * out, s * along + c * out, shape);
      Transform.rotation[floor] = angle;
      collisionSystem(world);
      const before = gapAbove(world, body, angle);
      const wasHeld = touching(world, floor, body);
      if (Math.abs(before) < 0.01 || wasHeld) continue;
      Transform.x[body] += rng.range(-0.5, 0.5) + s * 0.6;
      Transform.y[body] += rng.range(-0.5, 0.5) - c * 0.6;
      Transform.x[floor] += rng.range(-0.3, 0.3);
      collisionSystem(world);
      const overlaps = castShape(
        world,
        box(3, 0.5),
        { x: Transform.x[floor], y: Transform.y[floor], rotation: angle },
        { x: 0, y: 0 },
        { ignore: floor },
      );
      if (overlaps === undefined) continue;
      rate.count(before > 0);
      expect(touching(world, floor, body)).toBe(before > 0);
    }
    rate.expectBalanced();
  });
});

/** How far a body is above the upper side of a box of half height 0.5 about the origin, turned by an angle. */
function gapAbove(world: object, body: number, angle: number): number {
  const [x, y] = [-Math.sin(angle), Math.cos(angle)];
  const far = 1e3;
  // A ray of plates: the first position, from far below, at which a plate touches it.
  const hit = castShape(
    world,
    box(far, 1),
    { x: -far * x, y: -far * y, rotation: angle },
    { x: 2 * far * x, y: 2 * far * y },
    { predicate: (eid) => eid === body },
  )!;
  return hit.fraction * 2 * far - far + 1 - 0.5;
}

describe('the side of a one-way collider', () => {
  it('that is no direction is named by the tick; mended, the next tick goes on as if nothing had been', () => {
    for (const name of ['normalX', 'normalY'] as const) {
      for (const bad of [NaN, Infinity, -Infinity]) {
        const { world, collision, platform, spawn } = createPlatformer();
        const OneWay = oneWay(world);
        const other = platform(30, 0);
        const floor = platform(0, 0);
        const body = spawn(0, 0.69, box(0.5, 0.5));
        const log = listen(collision, true);
        collisionSystem(world);
        expect(take(log)).toEqual([`begin ${floor} ${body}`]);
        OneWay[name][floor] = bad;
        const message = `invalid-number: OneWay.${name} of entity ${floor} must be a finite number, got ${bad}`;
        for (let i = 0; i < 2; i++) expect(refusal(() => collisionSystem(world))).toBe(message);
        OneWay[name][other] = bad;
        expect(refusal(() => collisionSystem(world))).toContain(`of entity ${Math.min(other, floor)} `);
        expect(take(log)).toEqual([]);
        expect([...collision.contacts()].length).toBe(1);
        // Until it is mended, a query takes it for solid from all sides.
        expect(castRay(world, { x: 3, y: -5 }, { x: 0, y: 5 })?.entity).toBe(floor);
        OneWay[name][other] = name === 'normalX' ? 0 : 1;
        OneWay[name][floor] = name === 'normalX' ? 0 : 1;
        collisionSystem(world);
        expect(take(log)).toEqual([`stay ${floor} ${body}`]);
        expect(castRay(world, { x: 3, y: -5 }, { x: 0, y: 5 })).toBe(undefined);
        // Who takes no part is not asked.
        OneWay[name][other] = bad;
        addComponent(world, other, collision.Disabled);
        expect(refusal(() => collisionSystem(world))).toBe('no error');
      }
    }
  });

  it('may be of any length', () => {
    for (const length of [5e-324, 1e-200, 1e-3, 1, 1e3, 1e200, 1.7e308]) {
      const { world, platform } = createPlatformer();
      platform(0, 0, box(4, 0.2), 0, length);
      const slope = platform(20, 0, box(4, 0.2), length, length);
      collisionSystem(world);
      expect(castRay(world, { x: 0, y: 5 }, { x: 0, y: -5 })?.fraction).toBeCloseTo(0.96, 12);
      expect(castRay(world, { x: 0, y: -5 }, { x: 0, y: 5 })).toBe(undefined);
      expect(castRay(world, { x: 20, y: 5 }, { x: 0, y: -5 })?.entity).toBe(slope);
      expect(castRay(world, { x: 20, y: -5 }, { x: 0, y: 5 })).toBe(undefined);
    }
  });
});

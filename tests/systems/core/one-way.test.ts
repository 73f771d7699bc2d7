import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../../entry/2d.ts';
import { collisionSystem, reconsider, refreshCollider, touching } from '../../../entry/2d.ts';
import * as space from '../../../entry/3d.ts';
import { effort } from '../../support/effort.ts';
import { GAMES, type Game, listen, refusal, take } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { makeTerrain } from '../../support/surface-meshes.ts';

type ShapeSpec = plane.ShapeSpec;

interface Platformer extends Game {
  /** Adds a platform that is solid from above. */
  platform(x: number, y: number, shape?: ShapeSpec, normalX?: number, normalY?: number): number;
  /** Moves a body by its speed, ticks, and pushes it out of what it is in, as games do. */
  step(body: Body, gravity?: number): void;
  /** Turns an entity about the axis that comes out of the picture. */
  turn(eid: number, angle: number): void;
}

/** A body that falls and is stopped by floors. */
interface Body {
  readonly eid: number;
  speedX: number;
  speedY: number;
  isGrounded: boolean;
}

const bodyOf = (eid: number, speedX = 0, speedY = 0): Body => ({ eid, speedX, speedY, isGrounded: false });

/** What the suite takes from one dimension; in space shapes are about as deep as they are wide. */
interface Shapes {
  readonly round: (radius: number) => ShapeSpec;
  readonly slab: (halfX: number, halfY: number) => ShapeSpec;
  /** A hill from (−3, 0) over (0, 2) to (3, 0). */
  readonly hill: ShapeSpec;
  /** Bodies, and how far they reach below their place. */
  readonly bodies: readonly [name: string, shape: ShapeSpec, below: number][];
  /** Platforms from −4 to 4, and how far they reach above their place. */
  readonly platforms: readonly [name: string, shape: ShapeSpec, above: number][];
  /** Grounds of many pieces, `size` wide to both sides of the middle, up to 0.25 high and deep. */
  grounds(rng: Rng, size: number): ShapeSpec[];
  /** A batch of rays in the plane of x and y, `x y dx dy` each. */
  rays(flat: readonly number[]): number[];
}

const ofPlane: Shapes = {
  round: plane.circle,
  slab: (x, y) => plane.box(x, y),
  hill: plane.polygon([-3, 0, 3, 0, 0, 2]),
  bodies: [
    ['circle', plane.circle(0.5), 0.5],
    ['capsule', plane.capsule(0.3, 0.4), 0.7],
    ['box', plane.box(0.4, 0.5), 0.5],
    ['polygon', plane.polygon([-0.4, -0.5, 0.4, -0.5, 0.5, 0.4, 0, 0.8]), 0.5],
    ['ellipse', plane.ellipse(0.3, 0.6), 0.6],
    [
      'compound',
      plane.compound([
        { ...plane.circle(0.3), offsetY: -0.2 },
        { ...plane.box(0.2, 0.4), offsetY: 0.4 },
      ]),
      0.5,
    ],
  ],
  platforms: [
    ['box', plane.box(4, 0.2), 0.2],
    ['thin box', plane.box(4, 0.01), 0.01],
    ['thick box', plane.box(4, 1.2), 1.2],
    ['rounded box', plane.box(4, 0.1, { radius: 0.2 }), 0.3],
    ['chain', plane.chain([-4, 0, -1, 0, 1, 0, 4, 0]), 0],
    [
      'compound',
      plane.compound([
        { ...plane.box(2, 0.2), offsetX: -2 },
        { ...plane.box(2, 0.2), offsetX: 2 },
      ]),
      0.2,
    ],
  ],
  grounds: (rng, size) => [
    plane.chain(Array.from({ length: 2 * size + 1 }, (_, i) => [size - i, rng.range(-0.25, 0.25)]).flat()),
  ],
  rays: (flat) => [...flat],
};

/** A closed box as a mesh, of half extents x, y and z. */
function meshBox(x: number, y: number, z: number, options: space.MeshOptions): space.ShapeSpec {
  const corners = Array.from({ length: 8 }, (_, i) => [i < 4 ? -x : x, (i & 2) === 0 ? -y : y, (i & 1) === 0 ? -z : z]);
  const sides = [
    0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
  ];
  return space.mesh(corners.flat(), sides, options);
}

/** A flat sheet of triangles about the middle, eight by eight units. */
function sheet(options: space.MeshOptions = {}): space.ShapeSpec {
  const { positions, index } = makeTerrain(8, 8, () => 0);
  return space.mesh(
    positions.map((value, i) => (i % 3 === 1 ? 0 : value - 4)),
    index,
    options,
  );
}

const points = (flat: number[], z: number): number[] =>
  flat.flatMap((x, i) => (i % 2 === 0 ? [x, flat[i + 1], -z, x, flat[i + 1], z] : []));

const ofSpace = {
  round: space.sphere,
  slab: (x: number, y: number) => space.box(x, y, 4),
  hill: space.hull(points([-3, 0, 3, 0, 0, 2], 3)),
  bodies: [
    ['sphere', space.sphere(0.5), 0.5],
    ['capsule', space.capsule(0.4, 0.3), 0.7],
    ['box', space.box(0.4, 0.5, 0.3), 0.5],
    ['cylinder', space.cylinder(0.4, 0.5), 0.5],
    ['cone', space.cone(0.4, 0.5), 0.5],
    ['hull', space.hull(points([-0.4, -0.5, 0.4, -0.5, 0.5, 0.4, 0, 0.8], 0.3)), 0.5],
    [
      'compound',
      space.compound([
        { ...space.sphere(0.3), offsetY: -0.2 },
        { ...space.box(0.2, 0.4, 0.3), offsetY: 0.4 },
      ]),
      0.5,
    ],
    ['solid mesh', meshBox(0.4, 0.5, 0.3, { solid: true }), 0.5],
  ],
  platforms: [
    ['box', space.box(4, 0.2, 4), 0.2],
    ['thin box', space.box(4, 0.01, 4), 0.01],
    ['thick box', space.box(4, 1.2, 4), 1.2],
    ['rounded box', space.box(4, 0.1, 4, { radius: 0.2 }), 0.3],
    ['cylinder', space.cylinder(4, 0.2), 0.2],
    ['hull', space.hull(points([-4, -0.2, 4, -0.2, 4, 0.2, -4, 0.2], 4)), 0.2],
    ['mesh', sheet(), 0],
    ['mesh of one side', sheet({ oneSided: true }), 0],
    ['mesh with a radius', sheet({ radius: 0.1 }), 0.1],
    ['solid mesh', meshBox(4, 0.2, 4, { solid: true }), 0.2],
    [
      'compound',
      space.compound([
        { ...space.box(2, 0.2, 4), offsetX: -2 },
        { ...space.box(2, 0.2, 4), offsetX: 2 },
      ]),
      0.2,
    ],
  ],
  grounds(rng: Rng, size: number) {
    const heights = Float64Array.from({ length: (2 * size + 1) ** 2 }, () => rng.range(-0.25, 0.25));
    const { positions, index } = makeTerrain(2 * size, 2 * size, (x, z) => heights[z * (2 * size + 1) + x]);
    // Both begin at a corner of the terrain, and are put about the middle.
    const field = space.heightfield(heights, 2 * size + 1, 2 * size + 1, 1);
    const place = { offsetX: -size, offsetZ: -size };
    return [space.mesh(positions, index), field].map((ground) => ({ ...ground, ...place }));
  },
  rays: (flat: readonly number[]) =>
    flat.flatMap((x, i) => (i % 4 === 0 ? [x, flat[i + 1], 0, flat[i + 2], flat[i + 3], 0] : [])),
} as unknown as Shapes;

describe.each([
  { ...GAMES[0], shapes: ofPlane },
  { ...GAMES[1], shapes: ofSpace },
])('in $name', ({ createGame, oneWay, sweptColliders, at, axes, shapes, ...kit }) => {
  const { round, slab, hill, bodies: SHAPES, platforms: PLATFORMS } = shapes;
  const { castCollider, castRay, castRays, castShape, createMoveResult, createRayHits, moveAndSlide } = kit;
  const isSpace = axes.length === 3;
  /** A place, turned by an angle about the axis that comes out of the picture. */
  const posed = (x: number, y: number, angle: number): plane.CastPose =>
    ({
      ...at(x, y),
      rotation: isSpace ? { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) } : angle,
    }) as plane.CastPose;

  function createPlatformer(): Platformer {
    const game = createGame();
    const { world, collision, spawn } = game;
    const { Transform } = collision;
    const OneWay = oneWay(world);
    return {
      ...game,
      platform(x, y, shape = slab(4, 0.2), normalX = 0, normalY = 1) {
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
      turn(eid, angle) {
        const columns = Transform as unknown as Record<string, Float64Array>;
        if (!isSpace) columns.rotation[eid] = angle;
        else [columns.qz[eid], columns.qw[eid]] = [Math.sin(angle / 2), Math.cos(angle / 2)];
      },
    };
  }

  describe.each(SHAPES)('a %s', (_name, shape, below) => {
    it.each(PLATFORMS)('jumps through a one-way %s from below and lands on it', (kind, platformShape, half) => {
      for (const jump of effort([0.32, 0.41, 0.5, 0.7], isSpace ? [0.32, 0.5] : [0.32, 0.41, 0.5, 0.7])) {
        // What comes back so fast has its middle behind a triangle of one side before anything touches.
        if (kind === 'mesh of one side' && jump > 0.5) continue;
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
        const rider = bodyOf(spawn(0, 0.7, slab(0.4, 0.5)));
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
        addComponent(world, spawn(0, 0, slab(5, 0.5)), set(OneWay, { normalX: 0, normalY: 1 }));
        // Two in contact, so that there is a contact to be asked about.
        spawn(50, 0, round(1));
        spawn(50.5, 0, round(1));
        const bird = spawn(0, 5, round(0.3));
        for (let i = 0; i < 3; i++) collisionSystem(world);
        removeEntity(world, bird);
        collisionSystem(world);
        collisionSystem(world);
        // From below, into the slot of the one that was above.
        let jumper = spawnsInHook ? -1 : spawn(0, -0.45, round(0.3));
        hook = () => {
          hook = () => {};
          if (spawnsInHook) jumper = spawn(0, -0.45, round(0.3));
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
      const rider = bodyOf(spawn(0, 0.7, slab(0.4, 0.5)));
      const other = spawn(0, 6, slab(0.4, 0.5));
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
        for (const speed of effort([0.03, 0.17, 0.4], [0.17])) {
          const { collision, spawn, platform, step } = createPlatformer();
          for (let i = 0; i < 20; i++) {
            if (i % 5 === 3) spawn(i, 0, slab(0.5, 0.2));
            else platform(i, 0, slab(0.5, 0.2));
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

    it('is named where a pair that overlaps does not touch', () => {
      const { world, spawn, platform } = createPlatformer();
      const floor = platform(0, 0);
      const below = spawn(0, -0.6, round(0.5));
      collisionSystem(world);
      expect(touching(world, floor, below)).toBe(false);
      expect(kit.explainPair(world, floor, below)).toMatchObject({
        reason: 'refused-by-hook',
        message: `acceptContact, or a rule such as OneWay, refused ${floor} and ${below}`,
      });
    });

    it('beside a wall neither holds nor pushes who jumps there', () => {
      const { collision, spawn, platform, step } = createPlatformer();
      const { Transform } = collision;
      platform(2, 3, slab(2, 0.3));
      spawn(-1, 3, slab(1, 6));
      const jumper = bodyOf(spawn(0.55, 0, slab(0.5, 0.5)), 0, 0.26);
      for (let tick = 0; tick < 400 && Transform.y[jumper.eid] > -8; tick++) {
        jumper.speedX = -0.05;
        const before = jumper.speedY;
        step(jumper);
        expect(Transform.x[jumper.eid]).toBeLessThan(0.6);
        expect(jumper.speedY).toBe(before - 0.01);
      }
      const higher = bodyOf(spawn(0.55, 0, slab(0.5, 0.5)), 0, 0.4);
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
      platform(0, 0, slab(2, 1));
      const runner = bodyOf(spawn(-4, 0.4, slab(0.5, 0.5)), 0.2);
      for (let tick = 0; tick < 50; tick++) step(runner, 0);
      expect(Transform.x[runner.eid]).toBeCloseTo(6, 9);
      const born = bodyOf(spawn(-1, 0.5, slab(0.5, 0.5)));
      for (let tick = 0; tick < 50; tick++) step(born);
      expect(Transform.y[born.eid]).toBeLessThan(-3);
      const dropper = bodyOf(spawn(1, 3, slab(0.5, 0.5)));
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
      const { collision, spawn, platform, step, turn } = createPlatformer();
      const { Transform } = collision;
      const hatch = platform(0, 0, slab(2, 0.2));
      turn(hatch, Math.PI);
      // Now solid from below.
      const up = bodyOf(spawn(-1, -3, round(0.5)), 0, 0.3);
      const down = bodyOf(spawn(1, 3, round(0.5)), 0, -0.3);
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
        turn(platform(x, 0, round(1)), Math.PI);
        const body = bodyOf(spawn(x, 3 * side, round(0.5)), 0, -0.3 * side);
        for (let tick = 0; tick < 30; tick++) step(body, 0);
        if (side < 0) expect(Transform.y[body.eid]).toBeCloseTo(-1.5, 9);
        else expect(Transform.y[body.eid]).toBeLessThan(-3);
      }
      // Flanks count as floors from where they are.
      platform(20, 0, hill);
      platform(40, 0, round(2));
      for (const [x, height] of [
        [19.5, 1.6],
        [40.9, 1.9],
      ]) {
        const faller = bodyOf(spawn(x, 5, round(0.3)));
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
      const body = spawn(0, 0.6, slab(0.4, 0.5));
      collisionSystem(world);
      expect([...collision.contactsOf(body)]).toHaveLength(1);
      const hit = castCollider(world, body, at(0, -1));
      expect(hit).toMatchObject({ fraction: 0 });
      collisionSystem(world);
      expect(castCollider(world, body, at(0, -1))).toEqual(hit);
    });

    it('are stopped on the solid side alone', () => {
      const { world, spawn, platform } = createPlatformer();
      const floor = platform(0, 0);
      const thing = spawn(0, 3, round(0.5));
      collisionSystem(world);
      const options = { ignore: thing };
      expect(castRay(world, at(0, 2), at(0, -1), options)).toMatchObject({ entity: floor, normalY: 1 });
      expect(castRay(world, at(0, -2), at(0, 1), options)).toBeUndefined();
      expect(castRay(world, at(-6, 0), at(1, 0), options)).toBeUndefined();
      expect(castRay(world, at(0, 0.1), at(0, -1), options)).toBeUndefined();
      const hits = createRayHits(4);
      expect(castRays(world, shapes.rays([0, 2, 0, -1, 0, -2, 0, 1, -6, 0, 1, 0, 0, 0.1, 0, -1]), hits, options)).toBe(
        1,
      );
      expect([...hits.entity]).toEqual([floor, 0, 0, 0]);
      expect(castShape(world, slab(0.5, 0.5), at(0, 2), at(0, -4), options)?.entity).toBe(floor);
      expect(castShape(world, slab(0.5, 0.5), at(0, 0.5), at(0, -4), options)).toBeUndefined();
      expect(castCollider(world, thing, at(0, -4))?.entity).toBe(floor);
    });

    it.each(SHAPES)('let a %s that moves and slides jump up, stand, ride and drop', (_name, shape, below) => {
      const { world, collision, spawn, platform } = createPlatformer();
      const { Transform } = collision;
      const floor = platform(0, 0);
      spawn(0, -5, slab(6, 0.5));
      const player = spawn(0, -3, shape);
      const out = createMoveResult();
      const options = { up: isSpace ? at(0, 1) : { x: 0, y: 1 }, snapDistance: 0.1 };
      let speed = 0;
      const frame = (lift: number, refreshes: boolean): void => {
        Transform.y[floor] += lift;
        if (refreshes) refreshCollider(world, floor);
        speed -= 0.01;
        moveAndSlide(world, player, at(0.001, speed), options, out);
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
      const floor = spawn(0, 0, slab(4, 0.1));
      addComponent(world, floor, set(oneWay(world), { normalX: 0, normalY: 1 }));
      const [falling, rising] = [spawn(-2, 20, round(0.2)), spawn(2, -20, round(0.2))];
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

  describe('a one-way ground', () => {
    it('of many pieces holds what rolls, slides and hops over its ridges', () => {
      const rng = createRng(5);
      const size = 12;
      for (const ground of shapes.grounds(rng, size)) {
        const { world, collision, spawn, platform, step } = createPlatformer();
        const { Transform } = collision;
        addComponent(world, platform(0, 0, ground), collision.Static);
        const rolling = Array.from({ length: effort(60, 8) }, (_, i) => {
          const [, shape] = SHAPES[i % 4];
          const x = rng.range(-size, size) / 2;
          return bodyOf(spawn(x, 3 + i, shape), rng.range(-0.4, 0.4));
        });
        for (const [i, body] of rolling.entries()) {
          // One body after another: none lies on another one.
          for (let tick = 0; tick < 90; tick++) {
            if (Math.abs(Transform.x[body.eid]) > 0.7 * size) body.speedX *= -1;
            step(body);
            expect(Transform.y[body.eid]).toBeGreaterThan(-0.5);
          }
          Transform.x[body.eid] = 100 + 3 * i;
        }
        // From below all pass.
        const [, shape] = SHAPES[0];
        const jumper = bodyOf(spawn(rng.range(-3, 3), -4, shape), 0, 0.6);
        for (let tick = 0; tick < 20; tick++) step(jumper);
        expect(jumper.speedY).toBeCloseTo(0.4, 12);
      }
    });

    it.each(SHAPES.slice(0, 4))(
      'of many pieces lets a %s that moves and slides jump up, walk and drop',
      (_name, shape) => {
        const rng = createRng(6);
        for (const ground of shapes.grounds(rng, 12)) {
          const { world, collision, spawn, platform } = createPlatformer();
          const { Transform } = collision;
          const floor = platform(0, 0, ground);
          const player = spawn(0.3, -3, shape);
          const out = createMoveResult();
          const options = { up: isSpace ? at(0, 1) : { x: 0, y: 1 }, snapDistance: 0.1 };
          let speed = 0.45;
          const frame = (x: number): void => {
            speed -= 0.01;
            moveAndSlide(world, player, at(x, speed), options, out);
            Transform.x[player] = out.x;
            Transform.y[player] = out.y;
            if (out.grounded) speed = 0;
            collisionSystem(world);
          };
          for (let tick = 0; tick < 120; tick++) frame(0);
          expect([out.grounded, out.ground.entity]).toEqual([true, floor]);
          for (let tick = 0; tick < 120; tick++) {
            frame(tick < 40 || tick > 80 ? 0.1 : -0.2);
            expect(Transform.y[player]).toBeGreaterThan(0);
          }
          Transform.y[player] -= 0.1;
          reconsider(world, player);
          for (let tick = 0; tick < 60; tick++) frame(0);
          expect(Transform.y[player]).toBeLessThan(-3);
        }
      },
    );
  });

  describe('random platforms and bodies', () => {
    it('hold who was above them in the last tick, and nobody else', () => {
      const rng = createRng(12);
      const rate = new HitRate();
      for (let round = 0; round < 300; round++) {
        const { world, collision, spawn, platform, turn } = createPlatformer();
        const { Transform } = collision;
        const [, shape] = SHAPES[rng.integer(0, 4)];
        const angle = rng.range(-3, 3);
        const floor = platform(0, 0, slab(3, 0.5));
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const [along, out] = [rng.range(-2.5, 2.5), rng.range(-0.6, 2)];
        const body = spawn(c * along - s * out, s * along + c * out, shape);
        turn(floor, angle);
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
          slab(3, 0.5),
          posed(Transform.x[floor], Transform.y[floor], angle),
          at(0, 0),
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
    const hit = castShape(world, slab(far, 1), posed(-far * x, -far * y, angle), at(2 * far * x, 2 * far * y), {
      predicate: (eid) => eid === body,
    })!;
    return hit.fraction * 2 * far - far + 1 - 0.5;
  }

  describe('the side of a one-way collider', () => {
    it('that is no direction is named by the tick; mended, the next tick goes on as if nothing had been', () => {
      for (const name of axes.map((axis) => `normal${axis.toUpperCase()}` as 'normalX' | 'normalY')) {
        for (const bad of [NaN, Infinity, -Infinity]) {
          const { world, collision, platform, spawn } = createPlatformer();
          const OneWay = oneWay(world);
          const other = platform(30, 0);
          const floor = platform(0, 0);
          const body = spawn(0, 0.69, slab(0.5, 0.5));
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
          expect(castRay(world, at(3, -5), at(0, 5))?.entity).toBe(floor);
          OneWay[name][other] = name === 'normalY' ? 1 : 0;
          OneWay[name][floor] = name === 'normalY' ? 1 : 0;
          collisionSystem(world);
          expect(take(log)).toEqual([`stay ${floor} ${body}`]);
          expect(castRay(world, at(3, -5), at(0, 5))).toBe(undefined);
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
        platform(0, 0, slab(4, 0.2), 0, length);
        const slope = platform(20, 0, slab(4, 0.2), length, length);
        collisionSystem(world);
        expect(castRay(world, at(0, 5), at(0, -5))?.fraction).toBeCloseTo(0.96, 12);
        expect(castRay(world, at(0, -5), at(0, 5))).toBe(undefined);
        expect(castRay(world, at(20, 5), at(0, -5))?.entity).toBe(slope);
        expect(castRay(world, at(20, -5), at(0, 5))).toBe(undefined);
      }
    });
  });
});

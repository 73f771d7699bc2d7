import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castRayAll,
  castRayAny,
  castRays,
  castShape,
  circle,
  collisionSystem,
  createCollision,
  createRayHits,
  ellipse,
  overlapSector,
  polygon,
  type ShapeSpec,
  segment,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/**
 * A shape, a place of its outline, the angle of the outline's normal there, how far a ray may lean from a side, and how
 * long the outline is straight there.
 */
interface Corner {
  readonly shape: ShapeSpec;
  readonly x: number;
  readonly y: number;
  readonly facing: number;
  readonly lean: number;
  readonly straight?: number;
}

const square = polygon([
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
]);

const CORNERS: Record<string, Corner> = {
  box: { shape: box(0.5, 0.5), x: 0.5, y: 0.5, facing: Math.PI / 4, lean: 0.75 },
  polygon: { shape: square, x: -0.5, y: 0.5, facing: (3 * Math.PI) / 4, lean: 0.75 },
  segment: { shape: segment(-0.5, 0.2, 0.7, 0.2), x: 0.7, y: 0.2, facing: 0, lean: 1.5 },
  // Of round shapes, the ray along the common tangent alone meets no more than the place.
  'rounded box': { shape: box(0.4, 0.4, { radius: 0.1 }), x: 0.5, y: 0.1, facing: 0, lean: 0, straight: 0.8 },
  capsule: { shape: capsule(0.5, 0.3), x: 0.3, y: 0.2, facing: 0, lean: 0, straight: 1 },
  circle: { shape: circle(0.5), x: 0.5, y: 0, facing: 0, lean: 0 },
  ellipse: { shape: ellipse(0.5, 0.3), x: 0.5, y: 0, facing: 0, lean: 0 },
};

/** Two entities of the shape whose corners touch at (x, y), the one opposite to the other. */
function touchAt(corner: Corner, x: number, y: number, angle: number) {
  const world = createWorld();
  const collision = createCollision(world);
  for (const turn of [angle, angle + Math.PI]) {
    const rotation = turn - corner.facing;
    const cos = Math.cos(rotation);
    const sin = Math.sin(rotation);
    const entity = addEntity(world);
    addComponent(
      world,
      entity,
      set(collision.Transform, {
        x: x - (cos * corner.x - sin * corner.y),
        y: y - (sin * corner.x + cos * corner.y),
        rotation,
      }),
    );
    addComponent(world, entity, set(collision.Collider, corner.shape));
  }
  collisionSystem(world);
  return world;
}

/** A ray that is aimed at (x, y), from a hundredth to ten thousand away. */
function aim(rng: Rng, corner: Corner, x: number, y: number, angle: number): [number, number, number, number] {
  const direction = angle + (rng.next() < 0.5 ? 0.5 : -0.5) * Math.PI + rng.range(-1, 1) * corner.lean;
  const distance = 10 ** rng.range(-2, 4);
  const originX = x + Math.cos(direction) * distance;
  const originY = y + Math.sin(direction) * distance;
  let dx = corner.lean === 0 ? -Math.cos(direction) : x - originX;
  let dy = corner.lean === 0 ? -Math.sin(direction) : y - originY;
  if (rng.next() < 0.5) {
    const length = Math.hypot(dx, dy);
    dx /= length;
    dy /= length;
  }
  return [originX, originY, dx, dy];
}

describe('no ray passes between two shapes that touch at a corner', () => {
  it.each(Object.keys(CORNERS))('of a %s', (name) => {
    const corner = CORNERS[name];
    const columns = createRayHits(1);
    for (let seed = 1; seed <= effort(3000, 400); seed++) {
      const rng = createRng(seed);
      const x = rng.range(-2, 2);
      const y = rng.range(-2, 2);
      const angle = rng.next() < 0.3 ? (rng.integer(0, 7) * Math.PI) / 4 : rng.range(-4, 4);
      const world = touchAt(corner, x, y, angle);
      for (let i = 0; i < 10; i++) {
        const ray = aim(rng, corner, x, y, angle);
        const from = { x: ray[0], y: ray[1] };
        const direction = { x: ray[2], y: ray[3] };
        const hit = castRay(world, from, direction);
        const label = `${name}, seed ${seed}, ray ${ray}`;
        if (hit === undefined) throw new Error(`${label} misses`);
        const off = Math.hypot(hit.x - x, hit.y - y);
        // The place of a grazing hit on something round is known to the root of rounding only.
        const tolerance = (corner.lean === 0 ? 1e-6 : 1e-12) * (1 + Math.hypot(ray[0] - x, ray[1] - y));
        if (off > tolerance + (corner.straight ?? 0)) throw new Error(`${label} hits at ${hit.x}, ${hit.y}`);
        // One that starts on the straight side has met it already.
        if (hit.fraction === 0 && corner.straight !== undefined) continue;
        if (Math.abs(Math.hypot(hit.normalX, hit.normalY) - 1) > 1e-12) throw new Error(`${label} has no normal`);
        if (hit.normalX * ray[2] + hit.normalY * ray[3] > 1e-6 * Math.hypot(ray[2], ray[3]))
          throw new Error(`${label} has a normal that it does not face`);
        expect(castRayAny(world, from, direction), label).toBe(true);
        expect(castRayAll(world, from, direction, []), label).toBeGreaterThan(0);
        expect(castRays(world, ray, columns), label).toBe(1);
        expect(columns.fraction[0], label).toBe(hit.fraction);
      }
    }
  });
});

describe('boxes at (0.5, 0.5) and (1.5, 1.5)', () => {
  const boxes = (rotation: number) => {
    const world = createWorld();
    const collision = createCollision(world);
    for (const place of [0.5, 1.5]) {
      const entity = addEntity(world);
      addComponent(world, entity, set(collision.Transform, { x: place, y: place, rotation: place < 1 ? 0 : rotation }));
      addComponent(world, entity, set(collision.Collider, box(0.5, 0.5)));
    }
    collisionSystem(world);
    return { world, collision };
  };
  const RAY = [0.29079032175395014, 1.5540953277930925, 0.788010753606722, -0.6156614753256582] as const;

  it.each([0, Math.PI / 2, Math.PI])('stop a ray between their corners, one turned by %f', (rotation) => {
    const { world } = boxes(rotation);
    const point = { x: RAY[0], y: RAY[1] };
    const direction = { x: RAY[2], y: RAY[3] };
    expect(castRay(world, point, direction)?.fraction).toBeCloseTo(0.9, 12);
    expect(castShape(world, circle(1e-9), point, direction)?.fraction).toBeCloseTo(0.9, 7);
  });

  it('hide what is behind the corner from sight', () => {
    const { world, collision } = boxes(0);
    const thief = addEntity(world);
    addComponent(world, thief, set(collision.Transform, { x: 2, y: 0 }));
    addComponent(world, thief, set(collision.Collider, { ...circle(0.25), categoryBits: 2 }));
    collisionSystem(world);
    const seen: number[] = [];
    const guard = { x: 0, y: 2, rotation: -Math.PI / 4, radius: 10, halfAngle: 0.5 };
    expect(overlapSector(world, guard, seen, { maskBits: 2 })).toBe(1);
    expect(overlapSector(world, guard, seen, { maskBits: 2, lineOfSight: { maskBits: 1 } })).toBe(0);
    collision.Transform.x[thief] = 2.6;
    collisionSystem(world);
    expect(overlapSector(world, guard, seen, { maskBits: 2, lineOfSight: { maskBits: 1 } })).toBe(0);
  });
});

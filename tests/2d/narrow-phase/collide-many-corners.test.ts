import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem, createCollision, polygon } from '../../../entry/2d.ts';
import { collideConvex } from '../../../src/2d/geometry/contact/collide-convex.ts';
import { CONTACT_MAX_POINTS, CONTACT_STRIDE } from '../../../src/2d/geometry/contact/contact-layout.ts';
import { createConvexPiece } from '../../../src/2d/geometry/convex/convex-piece.ts';
import { writePieceNormals } from '../../../src/2d/shapes/piece-normals.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Corners on an ellipse, in equal sectors or somewhere in them, around a centre that need not be the origin. */
function outline(rng: Rng, isEven: boolean): number[] {
  const count = rng.integer(32, 90);
  const [width, height] = [rng.range(0.3, 1), rng.range(0.3, 1)];
  const [x, y] = rng.next() < 0.5 ? [0, 0] : [rng.range(-2, 2), rng.range(-2, 2)];
  return Array.from({ length: count }, (_, k) => {
    const angle = ((k + (isEven ? 0 : rng.range(0.2, 0.8))) * 2 * Math.PI) / count;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)];
  }).flat();
}

/** A polygon and where it stands. */
function body(rng: Rng, isEven: boolean) {
  const points = outline(rng, isEven);
  // Even ones also turned alike, where many features are equally near.
  const rotation = isEven && rng.next() < 0.5 ? 0 : rng.range(-3, 3);
  const pose = { x: rng.range(-1, 1), y: rng.range(-1, 1), rotation, scale: rng.range(0.5, 2) };
  const radius = rng.next() < 0.3 ? rng.range(0.01, 0.3) : 0;
  const [cos, sin] = [pose.scale * Math.cos(rotation), pose.scale * Math.sin(rotation)];
  const piece = createConvexPiece(points.length / 2);
  piece.count = points.length / 2;
  piece.radius = radius * pose.scale;
  for (let i = 0; i < points.length; i += 2) {
    piece.vertices[i] = pose.x + cos * points[i] - sin * points[i + 1];
    piece.vertices[i + 1] = pose.y + sin * points[i] + cos * points[i + 1];
  }
  writePieceNormals(piece.normals, piece.vertices, 0, piece.count);
  return { spec: polygon(points, { radius }), pose, piece };
}

it.each([false, true])('gives the depth of the general routine, with corners in even steps: %s', (isEven) => {
  const seed = 31;
  const rng = createRng(seed);
  const out = new Float64Array(CONTACT_STRIDE);
  const rounds = 120;
  let hits = 0;
  for (let round = 0; round < rounds; round++) {
    const world = createWorld();
    const collision = createCollision(world, { capacity: 4 });
    const bodies = [body(rng, isEven), body(rng, isEven)];
    for (const { spec, pose } of bodies) {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, pose));
      addComponent(world, eid, set(collision.Collider, spec));
    }
    collisionSystem(world);
    const points = collideConvex(out, new Uint32Array(CONTACT_MAX_POINTS), bodies[0].piece, bodies[1].piece, 0);
    const found = [...collision.contacts()].map(({ penetration }) => penetration);
    const said = `seed ${seed}, round ${round}`;
    expect(found.length, said).toBe(points > 0 ? 1 : 0);
    if (points === 0) continue;
    hits++;
    const deepest = points === 2 ? Math.min(out[4], out[7]) : out[4];
    expect(Math.abs(found[0] + deepest), said).toBeLessThan(1e-12);
  }
  expect(hits / rounds).toBeGreaterThan(0.3);
  expect(hits / rounds).toBeLessThan(0.7);
});

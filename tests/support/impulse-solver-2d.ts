import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { type Collision, collisionSystem, createCollision } from '../../entry/2d.ts';

/*
 * A sequential-impulse solver in the manner of Catto's Box2D Lite (2006), only as large as it takes to see what a game
 * sees of the contacts: impulses are carried from tick to tick by contact id and point feature.
 */

export interface BodyOptions {
  x: number;
  y: number;
  rotation?: number;
  /** 0 for ground. */
  mass: number;
  inertia: number;
}

interface Body extends BodyOptions {
  entity: number;
  inverseMass: number;
  inverseInertia: number;
  velocityX: number;
  velocityY: number;
  spin: number;
}

interface Point {
  key: string;
  a: Body;
  b: Body;
  normalX: number;
  normalY: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
  normalMass: number;
  tangentMass: number;
  bias: number;
  normalImpulse: number;
  tangentImpulse: number;
}

export interface SolverOptions {
  margin?: number;
  friction?: number;
  iterations?: number;
  /** Penetration that is left alone, and the part of the rest that a step takes away. */
  slop?: number;
  push?: number;
}

const GRAVITY = -10;
const STEP = 1 / 60;

export interface Solver {
  readonly collision: Collision;
  /** Adds a body; mass 0 makes ground. */
  add(shape: object, options: BodyOptions): Body;
  /** Advances by a sixtieth of a second. */
  step(): void;
  /** Over all steps, points without an impulse kept for them in contacts that had as many points the step before. */
  lost: number;
}

export function createSolver(options: SolverOptions = {}): Solver {
  const { margin = 0, friction = 0.6, iterations = 20, slop = 0.005, push: part = 0.2 } = options;
  const world = createWorld();
  const collision = createCollision(world, { margin });
  const { Transform, Collider, Static } = collision;
  const bodies = new Map<number, Body>();
  let kept = new Map<string, Point>();
  let counts = new Map<number, number>();

  function add(shape: object, options: BodyOptions): Body {
    const entity = addEntity(world);
    const { x, y, rotation = 0, mass, inertia } = options;
    if (mass === 0) addComponent(world, entity, Static);
    addComponent(world, entity, set(Transform, { x, y, rotation }));
    addComponent(world, entity, set(Collider, shape));
    const inverseMass = mass > 0 ? 1 / mass : 0;
    const inverseInertia = mass > 0 ? 1 / inertia : 0;
    const body = { ...options, entity, inverseMass, inverseInertia, velocityX: 0, velocityY: 0, spin: 0 };
    bodies.set(entity, body);
    return body;
  }

  function readPoints(): Point[] {
    const points: Point[] = [];
    const before = counts;
    counts = new Map();
    for (const contact of collision.contacts()) {
      const a = bodies.get(contact.a)!;
      const b = bodies.get(contact.b)!;
      if (a.mass === 0 && b.mass === 0) continue;
      const { id, normalX, normalY, pointCount } = contact;
      counts.set(id, pointCount);
      for (let i = 0; i < pointCount; i++) {
        const key = `${id} ${contact.pointFeature(i)}`;
        const old = kept.get(key);
        if (old === undefined && before.get(id)! >= pointCount) solver.lost++;
        const separation = contact.pointSeparation(i);
        const ax = contact.pointX(i) - Transform.x[a.entity];
        const ay = contact.pointY(i) - Transform.y[a.entity];
        const bx = contact.pointX(i) - Transform.x[b.entity];
        const by = contact.pointY(i) - Transform.y[b.entity];
        const massAlong = (x: number, y: number) =>
          1 /
          (a.inverseMass +
            b.inverseMass +
            a.inverseInertia * (ax * y - ay * x) ** 2 +
            b.inverseInertia * (bx * y - by * x) ** 2);
        points.push({
          key,
          a,
          b,
          normalX,
          normalY,
          ax,
          ay,
          bx,
          by,
          normalMass: massAlong(normalX, normalY),
          tangentMass: massAlong(-normalY, normalX),
          bias: separation > 0 ? -separation / STEP : (part / STEP) * Math.max(0, -separation - slop),
          normalImpulse: old?.normalImpulse ?? 0,
          tangentImpulse: old?.tangentImpulse ?? 0,
        });
      }
    }
    return points;
  }

  function push(p: Point, x: number, y: number): void {
    const { a, b } = p;
    a.velocityX -= a.inverseMass * x;
    a.velocityY -= a.inverseMass * y;
    a.spin -= a.inverseInertia * (p.ax * y - p.ay * x);
    b.velocityX += b.inverseMass * x;
    b.velocityY += b.inverseMass * y;
    b.spin += b.inverseInertia * (p.bx * y - p.by * x);
  }

  function speedAlong({ a, b, ax, ay, bx, by }: Point, x: number, y: number): number {
    const speedX = b.velocityX - b.spin * by - a.velocityX + a.spin * ay;
    const speedY = b.velocityY + b.spin * bx - a.velocityY - a.spin * ax;
    return speedX * x + speedY * y;
  }

  function solve(p: Point): void {
    const { normalX, normalY } = p;
    const tangent = p.tangentImpulse - p.tangentMass * speedAlong(p, -normalY, normalX);
    const most = friction * p.normalImpulse;
    const newTangent = Math.max(-most, Math.min(most, tangent));
    push(p, -normalY * (newTangent - p.tangentImpulse), normalX * (newTangent - p.tangentImpulse));
    p.tangentImpulse = newTangent;
    const newNormal = Math.max(0, p.normalImpulse + p.normalMass * (p.bias - speedAlong(p, normalX, normalY)));
    push(p, normalX * (newNormal - p.normalImpulse), normalY * (newNormal - p.normalImpulse));
    p.normalImpulse = newNormal;
  }

  function step(): void {
    collisionSystem(world);
    const points = readPoints();
    for (const body of bodies.values()) if (body.mass > 0) body.velocityY += GRAVITY * STEP;
    for (const p of points) {
      const { normalX, normalY, normalImpulse, tangentImpulse } = p;
      push(p, normalX * normalImpulse - normalY * tangentImpulse, normalY * normalImpulse + normalX * tangentImpulse);
    }
    for (let i = 0; i < iterations; i++) for (const p of points) solve(p);
    for (const body of bodies.values()) {
      if (body.mass === 0) continue;
      Transform.x[body.entity] += body.velocityX * STEP;
      Transform.y[body.entity] += body.velocityY * STEP;
      Transform.rotation[body.entity] += body.spin * STEP;
    }
    kept = new Map(points.map((p) => [p.key, p]));
  }

  const solver: Solver = { collision, add, step, lost: 0 };
  return solver;
}

import { type Collision, massProperties, type ShapeSpec } from 'bitecs-collision/2d';
import { remember } from '../shell/remember.ts';

/*
 * A solver of rigid bodies to copy, for what the library finds: soft contacts, warm started, in substeps ("soft step",
 * Catto, Solver2D, 2024). Give `createCollision` a margin of a few hundredths of a body, so that contacts are known
 * before they touch, and run `collisionSystem(world)` before each step.
 */

const SUBSTEPS = 8;
/** A contact pulls overlap out like a damped spring of so many swings a second, and this damping ratio. */
const HERTZ = 60;
const DAMPING = 10;
/** Overlap is left alone up to SLOP, and beyond it goes at this speed at most, in units and units a second. */
const SLOP = 0;
const MAX_PUSH = 3;

export interface SolverOptions {
  gravityX?: number;
  /** y points down, as on the screen. Default 10. */
  gravityY?: number;
  friction?: number;
}

/** A body; its Transform is where its centroid is. */
export class Body {
  velocityX = 0;
  velocityY = 0;
  /** Radians a second. */
  spin = 0;
  inverseMass = 0;
  inverseInertia = 0;
  /** The motion of the body in this step so far. */
  shiftX = 0;
  shiftY = 0;
  turn = 0;
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A point of a contact: where it is seen from both bodies, how apart it was, and what it has pushed so far. */
class Point {
  a: Body = NOBODY;
  b: Body = NOBODY;
  /** The offset in the list of kept impulses, which last from tick to tick. */
  at = 0;
  feature = 0;
  normalX = 0;
  normalY = 0;
  ax = 0;
  ay = 0;
  bx = 0;
  by = 0;
  separation = 0;
  normalMass = 0;
  tangentMass = 0;
  normalImpulse = 0;
  tangentImpulse = 0;
}

const NOBODY = new Body(-1);
/** What is kept of a point: its feature and its two impulses. A contact has up to two points. */
const KEPT = 3;
const NO_FEATURE = -1;

export class SoftStepSolver {
  readonly #collision: Collision;
  readonly #gravityX: number;
  readonly #gravityY: number;
  readonly #friction: number;
  readonly #bodies = new Map<number, Body>();
  readonly #points: Point[] = [];
  #pointCount = 0;
  #kept = new Float64Array(0);

  constructor(collision: Collision, { gravityX = 0, gravityY = 10, friction = 0.6 }: SolverOptions = {}) {
    this.#collision = collision;
    this.#gravityX = gravityX;
    this.#gravityY = gravityY;
    this.#friction = friction;
    // The next step depends on speeds, and on the impulses that are kept, beside contacts and transforms.
    remember(
      () => ({ bodies: this.#bodies, kept: this.#kept }),
      (was) => {
        this.#kept = was.kept;
      },
    );
  }

  /** Makes an entity a body. Without a density nothing moves it but its own velocity: ground, platforms, drums. */
  add(index: number, shape?: ShapeSpec, density = 0): Body {
    const body = new Body(index);
    if (shape !== undefined && density > 0) {
      const { mass, inertia } = massProperties(shape, density);
      body.inverseMass = 1 / mass;
      body.inverseInertia = 1 / inertia;
    }
    this.#bodies.set(index, body);
    return body;
  }

  remove(index: number): void {
    this.#bodies.delete(index);
  }

  /** Advances all bodies by the contacts that the last tick of the library found. */
  step(seconds: number): void {
    const h = seconds / SUBSTEPS;
    this.#readContacts();
    for (let i = 0; i < SUBSTEPS; i++) {
      for (const body of this.#bodies.values()) {
        if (body.inverseMass === 0) continue;
        body.velocityX += this.#gravityX * h;
        body.velocityY += this.#gravityY * h;
      }
      for (let p = 0; p < this.#pointCount; p++) warmStart(this.#points[p]);
      this.#solve(h, true);
      for (const body of this.#bodies.values()) {
        body.shiftX += body.velocityX * h;
        body.shiftY += body.velocityY * h;
        body.turn += body.spin * h;
      }
      // The springs have added speed to correct positions. This pass removes the added speed ("relaxation").
      this.#solve(h, false);
    }
    for (let p = 0; p < this.#pointCount; p++) {
      const { at, feature, normalImpulse, tangentImpulse } = this.#points[p];
      this.#kept[at] = feature;
      this.#kept[at + 1] = normalImpulse;
      this.#kept[at + 2] = tangentImpulse;
    }
    const { Transform } = this.#collision;
    for (const body of this.#bodies.values()) {
      Transform.x[body.index] += body.shiftX;
      Transform.y[body.index] += body.shiftY;
      Transform.rotation[body.index] += body.turn;
      body.shiftX = body.shiftY = body.turn = 0;
    }
  }

  #readContacts(): void {
    const { Transform, counts } = this.#collision;
    this.#pointCount = 0;
    if (this.#kept.length < counts.contactIdEnd * 2 * KEPT) {
      const larger = new Float64Array(2 * counts.contactIdEnd * 2 * KEPT);
      larger.set(this.#kept);
      this.#kept = larger;
    }
    for (const contact of this.#collision.contacts()) {
      const a = this.#bodies.get(contact.indexA);
      const b = this.#bodies.get(contact.indexB);
      if (a === undefined || b === undefined || a.inverseMass + b.inverseMass === 0) continue;
      const first = contact.id * 2 * KEPT;
      if (contact.age === 0) this.#kept[first] = this.#kept[first + KEPT] = NO_FEATURE;
      const firstPoint = this.#pointCount;
      for (let i = 0; i < contact.pointCount; i++) {
        const p = (this.#points[this.#pointCount++] ??= new Point());
        p.a = a;
        p.b = b;
        p.at = first + i * KEPT;
        p.feature = contact.pointFeature(i);
        p.normalX = contact.normalX;
        p.normalY = contact.normalY;
        p.ax = contact.pointX(i) - Transform.x[a.index];
        p.ay = contact.pointY(i) - Transform.y[a.index];
        p.bx = contact.pointX(i) - Transform.x[b.index];
        p.by = contact.pointY(i) - Transform.y[b.index];
        p.separation = contact.pointSeparation(i);
        p.normalMass = massAlong(p, p.normalX, p.normalY);
        p.tangentMass = massAlong(p, -p.normalY, p.normalX);
        const old = this.#kept[first] === p.feature ? first : first + KEPT;
        const isOld = this.#kept[old] === p.feature;
        p.normalImpulse = isOld ? this.#kept[old + 1] : 0;
        p.tangentImpulse = isOld ? this.#kept[old + 2] : 0;
      }
      if (this.#pointCount - firstPoint < 2) this.#kept[first + KEPT] = NO_FEATURE;
    }
  }

  #solve(h: number, isSoft: boolean): void {
    const omega = 2 * Math.PI * HERTZ;
    const stiffness = 2 * DAMPING + h * omega;
    const softness = 1 / (1 + h * omega * stiffness);
    for (let i = 0; i < this.#pointCount; i++) {
      const p = this.#points[i];
      const limit = this.#friction * p.normalImpulse;
      const tangent = p.tangentImpulse - p.tangentMass * speedAlong(p, -p.normalY, p.normalX);
      const newTangent = Math.max(-limit, Math.min(limit, tangent));
      push(p, -p.normalY * (newTangent - p.tangentImpulse), p.normalX * (newTangent - p.tangentImpulse));
      p.tangentImpulse = newTangent;

      const separation = separationNow(p);
      let bias = 0;
      let massScale = 1;
      let impulseScale = 0;
      if (separation > 0) {
        bias = separation / h;
      } else if (isSoft) {
        bias = Math.max((omega / stiffness) * Math.min(0, separation + SLOP), -MAX_PUSH);
        massScale = 1 - softness;
        impulseScale = softness;
      }
      const speed = speedAlong(p, p.normalX, p.normalY);
      const change = -p.normalMass * massScale * (speed + bias) - impulseScale * p.normalImpulse;
      const newNormal = Math.max(0, p.normalImpulse + change);
      push(p, p.normalX * (newNormal - p.normalImpulse), p.normalY * (newNormal - p.normalImpulse));
      p.normalImpulse = newNormal;
    }
  }
}

/** How fast b leaves a at the point, along a direction. */
function speedAlong({ a, b, ax, ay, bx, by }: Point, x: number, y: number): number {
  const speedX = b.velocityX - b.spin * by - a.velocityX + a.spin * ay;
  const speedY = b.velocityY + b.spin * bx - a.velocityY - a.spin * ax;
  return speedX * x + speedY * y;
}

/** How far apart they are by now: turns within a step are small, so an arm turns along its tangent. */
function separationNow({ a, b, ax, ay, bx, by, normalX, normalY, separation }: Point): number {
  const x = b.shiftX - b.turn * by - a.shiftX + a.turn * ay;
  const y = b.shiftY + b.turn * bx - a.shiftY - a.turn * ax;
  return separation + x * normalX + y * normalY;
}

function massAlong({ a, b, ax, ay, bx, by }: Point, x: number, y: number): number {
  const armA = ax * y - ay * x;
  const armB = bx * y - by * x;
  return 1 / (a.inverseMass + b.inverseMass + a.inverseInertia * armA * armA + b.inverseInertia * armB * armB);
}

function push({ a, b, ax, ay, bx, by }: Point, x: number, y: number): void {
  a.velocityX -= a.inverseMass * x;
  a.velocityY -= a.inverseMass * y;
  a.spin -= a.inverseInertia * (ax * y - ay * x);
  b.velocityX += b.inverseMass * x;
  b.velocityY += b.inverseMass * y;
  b.spin += b.inverseInertia * (bx * y - by * x);
}

function warmStart(p: Point): void {
  const { normalX, normalY, normalImpulse, tangentImpulse } = p;
  push(p, normalX * normalImpulse - normalY * tangentImpulse, normalY * normalImpulse + normalX * tangentImpulse);
}

import { type Collision, createContactColumns, POINTS_PER_CONTACT, readContacts } from 'bitecs-collision/3d';
import { remember } from '../shell/remember.ts';

/*
 * A solver of rigid bodies in space, to copy, for what the library finds: soft contacts, warm started, in substeps
 * ("soft step", Catto, Solver2D, 2024), with friction of Coulomb and bounces. Give `createCollision` a margin of a few
 * hundredths of a body, so that contacts are known before they touch, and run `collisionSystem(world)` before each
 * step.
 */

const SUBSTEPS = 4;
/** A contact pulls overlap out like a damped spring of so many swings a second, and this damping ratio. */
const HERTZ = 30;
const DAMPING = 10;
/** Overlap of so many units is left alone. */
const SLOP = 0.002;
/** Bodies that approach more slowly than this, in units a second, do not bounce. */
const LEAST_BOUNCE = 0.8;

export interface SpaceSolverOptions {
  /** Units a second squared, downwards along y. */
  gravity?: number;
  friction?: number;
  /** The share of its speed that a body keeps when it bounces. */
  bounce?: number;
  /** The share of its spin that a body loses in a second, as grass and carpets have it. */
  rolling?: number;
  /** The speed at which what overlaps is pushed out at most, in units a second: as fast as ground may rise. */
  push?: number;
}

/** A mass, of a density of 1, and its moments about the three axes of a body. */
export interface MassOf {
  readonly mass: number;
  readonly moments: readonly [x: number, y: number, z: number];
}

/** Returns the mass of a solid box with these half extents, times a `share` for a body that is rounder than its box. */
export function massOfBox(halfX: number, halfY: number, halfZ: number, share = 1): MassOf {
  const mass = share * 8 * halfX * halfY * halfZ;
  const moment = (a: number, b: number) => (share * mass * (a * a + b * b)) / 3;
  return { mass, moments: [moment(halfY, halfZ), moment(halfX, halfZ), moment(halfX, halfY)] };
}

export function massOfBall(radius: number): MassOf {
  const mass = (4 * Math.PI * radius * radius * radius) / 3;
  const moment = 0.4 * mass * radius * radius;
  return { mass, moments: [moment, moment, moment] };
}

/** A body: its Transform is where its centre of mass is. Without a mass nothing moves it. */
class SpaceBody {
  velocityX = 0;
  velocityY = 0;
  velocityZ = 0;
  /** Radians a second about the axes of the world. */
  spinX = 0;
  spinY = 0;
  spinZ = 0;
  inverseMass = 0;
  /** The motion of the body in this step so far; its turn is a vector along the axis. */
  shiftX = 0;
  shiftY = 0;
  shiftZ = 0;
  turnX = 0;
  turnY = 0;
  turnZ = 0;
  /** The inverse of its inertia in the axes of the world, as of the start of the step: xx yy zz xy xz yz. */
  xx = 0;
  yy = 0;
  zz = 0;
  xy = 0;
  xz = 0;
  yz = 0;
  readonly index: number;
  /** Inverse moments about its own axes. */
  readonly own = new Float64Array(3);

  constructor(index: number) {
    this.index = index;
  }

  /** Turns the inverse inertia with the body: R D Rᵀ of a rotation R and the diagonal D. */
  turnInertia(qx: number, qy: number, qz: number, qw: number): void {
    const [a, b, c] = this.own;
    const xx = 1 - 2 * (qy * qy + qz * qz);
    const xy = 2 * (qx * qy - qz * qw);
    const xz = 2 * (qx * qz + qy * qw);
    const yx = 2 * (qx * qy + qz * qw);
    const yy = 1 - 2 * (qx * qx + qz * qz);
    const yz = 2 * (qy * qz - qx * qw);
    const zx = 2 * (qx * qz - qy * qw);
    const zy = 2 * (qy * qz + qx * qw);
    const zz = 1 - 2 * (qx * qx + qy * qy);
    this.xx = a * xx * xx + b * xy * xy + c * xz * xz;
    this.yy = a * yx * yx + b * yy * yy + c * yz * yz;
    this.zz = a * zx * zx + b * zy * zy + c * zz * zz;
    this.xy = a * xx * yx + b * xy * yy + c * xz * yz;
    this.xz = a * xx * zx + b * xy * zy + c * xz * zz;
    this.yz = a * yx * zx + b * yy * zy + c * yz * zz;
  }

  /** Adds an impulse p at an arm r, `sign` times. */
  push(sign: number, px: number, py: number, pz: number, rx: number, ry: number, rz: number): void {
    const m = sign * this.inverseMass;
    if (m === 0) return;
    this.velocityX += m * px;
    this.velocityY += m * py;
    this.velocityZ += m * pz;
    const x = sign * (ry * pz - rz * py);
    const y = sign * (rz * px - rx * pz);
    const z = sign * (rx * py - ry * px);
    this.spinX += this.xx * x + this.xy * y + this.xz * z;
    this.spinY += this.xy * x + this.yy * y + this.yz * z;
    this.spinZ += this.xz * x + this.yz * y + this.zz * z;
  }

  /** Returns the change of speed along n, at the arm r, by a unit impulse along n there. */
  response(nx: number, ny: number, nz: number, rx: number, ry: number, rz: number): number {
    if (this.inverseMass === 0) return 0;
    const x = ry * nz - rz * ny;
    const y = rz * nx - rx * nz;
    const z = rx * ny - ry * nx;
    const cross = this.xy * x * y + this.xz * x * z + this.yz * y * z;
    return this.inverseMass + this.xx * x * x + this.yy * y * y + this.zz * z * z + 2 * cross;
  }
}

export type { SpaceBody };

/** A point of a contact: arms from both bodies, how far apart it was, and what it has pushed so far. */
class Point {
  a = NOBODY;
  b = NOBODY;
  /** The offset in the list of kept impulses, which last from tick to tick. */
  at = 0;
  feature = 0;
  ax = 0;
  ay = 0;
  az = 0;
  bx = 0;
  by = 0;
  bz = 0;
  separation = 0;
  /** The speed of approach at first, negative. */
  approach = 0;
  most = 0;
  /** Three directions at right angles, the normal first, and what answers impulses along them. */
  readonly axes = new Float64Array(9);
  readonly masses = new Float64Array(3);
  readonly impulses = new Float64Array(3);
}

const NOBODY = new SpaceBody(-1);
/** What is kept of a point: its feature, and its impulse as a vector of the world. */
const KEPT = 4;
const NO_FEATURE = -1;

export class SpaceSolver {
  /** Settings that can be changed while the solver runs. */
  readonly options: Required<SpaceSolverOptions>;
  readonly #world: object;
  readonly #collision: Collision;
  readonly #bodies = new Map<number, SpaceBody>();
  readonly #columns = createContactColumns();
  readonly #points: Point[] = [];
  #pointCount = 0;
  #kept = new Float64Array(0);

  constructor(
    world: object,
    collision: Collision,
    { gravity = 10, friction = 0.5, bounce = 0.2, rolling = 0.5, push = 3 }: SpaceSolverOptions = {},
  ) {
    this.#world = world;
    this.#collision = collision;
    this.options = { gravity, friction, bounce, rolling, push };
    // The next step depends on speeds, and on the impulses that are kept, beside contacts and transforms.
    remember(
      () => ({ bodies: this.#bodies, kept: this.#kept }),
      (was) => {
        this.#kept = was.kept;
      },
    );
  }

  /** Makes an entity a body; without a mass it is ground, or moves by its velocity alone. */
  add(
    index: number,
    { mass, moments }: MassOf = { mass: Infinity, moments: [Infinity, Infinity, Infinity] },
  ): SpaceBody {
    const body = new SpaceBody(index);
    body.inverseMass = 1 / mass;
    for (let axis = 0; axis < 3; axis++) body.own[axis] = 1 / moments[axis];
    this.#bodies.set(index, body);
    return body;
  }

  remove(index: number): void {
    this.#bodies.delete(index);
  }

  /** Advances all bodies by the contacts that the last tick of the library found. */
  step(seconds: number): void {
    const h = seconds / SUBSTEPS;
    const { gravity, rolling } = this.options;
    const { Transform } = this.#collision;
    const { qx, qy, qz, qw } = Transform;
    for (const body of this.#bodies.values()) {
      const { index } = body;
      if (body.inverseMass > 0) body.turnInertia(qx[index], qy[index], qz[index], qw[index]);
    }
    this.#readContacts();
    const keptSpin = 1 / (1 + rolling * h);
    for (let i = 0; i < SUBSTEPS; i++) {
      for (const body of this.#bodies.values()) {
        if (body.inverseMass === 0) continue;
        body.velocityY -= gravity * h;
        body.spinX *= keptSpin;
        body.spinY *= keptSpin;
        body.spinZ *= keptSpin;
      }
      for (let p = 0; p < this.#pointCount; p++) warmStart(this.#points[p]);
      this.#solve(h, true);
      for (const body of this.#bodies.values()) {
        body.shiftX += body.velocityX * h;
        body.shiftY += body.velocityY * h;
        body.shiftZ += body.velocityZ * h;
        body.turnX += body.spinX * h;
        body.turnY += body.spinY * h;
        body.turnZ += body.spinZ * h;
      }
      // The springs have added speed to correct positions. This pass removes the added speed ("relaxation").
      this.#solve(h, false);
    }
    this.#bounceOff();
    this.#keepImpulses();
    for (const body of this.#bodies.values()) this.#place(body);
  }

  #readContacts(): void {
    const columns = this.#columns;
    const { Transform, counts } = this.#collision;
    const { x, y, z } = Transform;
    const count = readContacts(this.#world, columns);
    this.#pointCount = 0;
    const room = counts.contactIdEnd * POINTS_PER_CONTACT * KEPT;
    if (this.#kept.length < room) {
      const larger = new Float64Array(2 * room);
      larger.set(this.#kept);
      this.#kept = larger;
    }
    for (let i = 0; i < count; i++) {
      const a = this.#bodies.get(columns.indexA[i]);
      const b = this.#bodies.get(columns.indexB[i]);
      if (a === undefined || b === undefined || a.inverseMass + b.inverseMass === 0) continue;
      const first = columns.id[i] * POINTS_PER_CONTACT * KEPT;
      if (columns.age[i] === 0) for (let k = 0; k < POINTS_PER_CONTACT; k++) this.#kept[first + k * KEPT] = NO_FEATURE;
      const points = columns.pointCount[i];
      for (let k = 0; k < points; k++) {
        const p = (this.#points[this.#pointCount++] ??= new Point());
        const at = i * POINTS_PER_CONTACT + k;
        p.a = a;
        p.b = b;
        p.at = first + k * KEPT;
        p.feature = columns.feature[at];
        p.ax = columns.pointX[at] - x[a.index];
        p.ay = columns.pointY[at] - y[a.index];
        p.az = columns.pointZ[at] - z[a.index];
        p.bx = columns.pointX[at] - x[b.index];
        p.by = columns.pointY[at] - y[b.index];
        p.bz = columns.pointZ[at] - z[b.index];
        p.separation = columns.separation[at];
        setAxes(p.axes, columns.normalX[i], columns.normalY[i], columns.normalZ[i]);
        this.#recall(p, first);
        for (let axis = 0; axis < 3; axis++) p.masses[axis] = 1 / responseAlong(p, 3 * axis);
        p.approach = speedAlong(p, 0);
        p.most = 0;
      }
      for (let k = points; k < POINTS_PER_CONTACT; k++) this.#kept[first + k * KEPT] = NO_FEATURE;
    }
  }

  /** Finds the impulse that a point had a tick ago, by its feature, along the axes of today. */
  #recall(p: Point, first: number): void {
    const kept = this.#kept;
    p.impulses.fill(0);
    for (let k = 0; k < POINTS_PER_CONTACT; k++) {
      const at = first + k * KEPT;
      if (kept[at] !== p.feature) continue;
      for (let axis = 0; axis < 3; axis++) {
        const along = 3 * axis;
        p.impulses[axis] =
          kept[at + 1] * p.axes[along] + kept[at + 2] * p.axes[along + 1] + kept[at + 3] * p.axes[along + 2];
      }
      p.impulses[0] = Math.max(0, p.impulses[0]);
      return;
    }
  }

  /** To be called when all points are read: what one contact keeps, another of its points may still have to find. */
  #keepImpulses(): void {
    const kept = this.#kept;
    for (let i = 0; i < this.#pointCount; i++) {
      const { at, feature, axes, impulses } = this.#points[i];
      kept[at] = feature;
      for (let part = 0; part < 3; part++) {
        kept[at + 1 + part] = impulses[0] * axes[part] + impulses[1] * axes[3 + part] + impulses[2] * axes[6 + part];
      }
    }
  }

  #solve(h: number, isSoft: boolean): void {
    const { friction, push } = this.options;
    const omega = 2 * Math.PI * HERTZ;
    const stiffness = 2 * DAMPING + h * omega;
    const softness = 1 / (1 + h * omega * stiffness);
    for (let i = 0; i < this.#pointCount; i++) {
      const p = this.#points[i];
      const { impulses, masses } = p;
      // Friction: the two parts together are no longer than what the normal allows.
      const limit = friction * impulses[0];
      let first = impulses[1] - masses[1] * speedAlong(p, 3);
      let second = impulses[2] - masses[2] * speedAlong(p, 6);
      const length = Math.sqrt(first * first + second * second);
      if (length > limit) {
        first *= limit / length;
        second *= limit / length;
      }
      pushAlong(p, 3, first - impulses[1]);
      pushAlong(p, 6, second - impulses[2]);
      impulses[1] = first;
      impulses[2] = second;

      const separation = separationNow(p);
      let bias = 0;
      let massScale = 1;
      let impulseScale = 0;
      if (separation > 0) {
        bias = separation / h;
      } else if (isSoft) {
        bias = Math.max((omega / stiffness) * Math.min(0, separation + SLOP), -push);
        massScale = 1 - softness;
        impulseScale = softness;
      }
      const change = -masses[0] * massScale * (speedAlong(p, 0) + bias) - impulseScale * impulses[0];
      const normal = Math.max(0, impulses[0] + change);
      pushAlong(p, 0, normal - impulses[0]);
      impulses[0] = normal;
      p.most = Math.max(p.most, normal);
    }
  }

  #bounceOff(): void {
    const { bounce } = this.options;
    if (bounce === 0) return;
    for (let i = 0; i < this.#pointCount; i++) {
      const p = this.#points[i];
      if (p.approach > -LEAST_BOUNCE || p.most === 0) continue;
      const change = -p.masses[0] * (speedAlong(p, 0) + bounce * p.approach);
      const normal = Math.max(0, p.impulses[0] + change);
      pushAlong(p, 0, normal - p.impulses[0]);
      p.impulses[0] = normal;
    }
  }

  #place(body: SpaceBody): void {
    const { x, y, z, qx, qy, qz, qw } = this.#collision.Transform;
    const { index, turnX, turnY, turnZ } = body;
    x[index] += body.shiftX;
    y[index] += body.shiftY;
    z[index] += body.shiftZ;
    if (turnX !== 0 || turnY !== 0 || turnZ !== 0) {
      // The derivative of a rotation q that turns by w is w q / 2.
      const [a, b, c] = [turnX / 2, turnY / 2, turnZ / 2];
      const i = qx[index] + a * qw[index] + b * qz[index] - c * qy[index];
      const j = qy[index] - a * qz[index] + b * qw[index] + c * qx[index];
      const k = qz[index] + a * qy[index] - b * qx[index] + c * qw[index];
      const w = qw[index] - a * qx[index] - b * qy[index] - c * qz[index];
      const length = Math.sqrt(i * i + j * j + k * k + w * w);
      qx[index] = i / length;
      qy[index] = j / length;
      qz[index] = k / length;
      qw[index] = w / length;
    }
    body.shiftX = body.shiftY = body.shiftZ = 0;
    body.turnX = body.turnY = body.turnZ = 0;
  }
}

/** Writes a unit vector and two at right angles to it and to each other. */
function setAxes(axes: Float64Array, x: number, y: number, z: number): void {
  axes[0] = x;
  axes[1] = y;
  axes[2] = z;
  // The second axis is across the normal, and across the x or z axis, whichever is farther from the normal.
  const isAlongX = x * x > z * z;
  const [ux, uy, uz] = isAlongX ? [-y, x, 0] : [0, -z, y];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  axes[3] = ux / length;
  axes[4] = uy / length;
  axes[5] = uz / length;
  axes[6] = y * axes[5] - z * axes[4];
  axes[7] = z * axes[3] - x * axes[5];
  axes[8] = x * axes[4] - y * axes[3];
}

/** How fast b leaves a at the point, along one of its axes. */
function speedAlong({ a, b, ax, ay, az, bx, by, bz, axes }: Point, at: number): number {
  const x = b.velocityX + b.spinY * bz - b.spinZ * by - a.velocityX - a.spinY * az + a.spinZ * ay;
  const y = b.velocityY + b.spinZ * bx - b.spinX * bz - a.velocityY - a.spinZ * ax + a.spinX * az;
  const z = b.velocityZ + b.spinX * by - b.spinY * bx - a.velocityZ - a.spinX * ay + a.spinY * ax;
  return x * axes[at] + y * axes[at + 1] + z * axes[at + 2];
}

/** How far apart they are by now: turns within a step are small, so an arm turns along its tangent. */
function separationNow({ a, b, ax, ay, az, bx, by, bz, axes, separation }: Point): number {
  const x = b.shiftX + b.turnY * bz - b.turnZ * by - a.shiftX - a.turnY * az + a.turnZ * ay;
  const y = b.shiftY + b.turnZ * bx - b.turnX * bz - a.shiftY - a.turnZ * ax + a.turnX * az;
  const z = b.shiftZ + b.turnX * by - b.turnY * bx - a.shiftZ - a.turnX * ay + a.turnY * ax;
  return separation + x * axes[0] + y * axes[1] + z * axes[2];
}

function responseAlong({ a, b, ax, ay, az, bx, by, bz, axes }: Point, at: number): number {
  const [x, y, z] = [axes[at], axes[at + 1], axes[at + 2]];
  return a.response(x, y, z, ax, ay, az) + b.response(x, y, z, bx, by, bz);
}

function pushAlong({ a, b, ax, ay, az, bx, by, bz, axes }: Point, at: number, impulse: number): void {
  const x = axes[at] * impulse;
  const y = axes[at + 1] * impulse;
  const z = axes[at + 2] * impulse;
  a.push(-1, x, y, z, ax, ay, az);
  b.push(1, x, y, z, bx, by, bz);
}

function warmStart(p: Point): void {
  for (let axis = 0; axis < 3; axis++) pushAlong(p, 3 * axis, p.impulses[axis]);
}

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { type ClosestPair, closestPoints, collisionSystem, createCollision } from 'bitecs-collision/3d';
import { closestPointsGjkSupport, createGjkCache, type Support } from 'bitecs-collision/geometry3d';
import { handOf } from '../../../shared/hand.ts';
import { Rotor } from '../../../shared/rotor.ts';
import { turnBody } from '../../../shared/turn-body.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { SOLID_NAMES, SOLIDS, type SolidName } from './solids.ts';

export const about: SceneAbout = {
  summary: 'Any two solids: closest points or depth, the points of their contact, and the simplex that GJK ends with.',
  hint: 'Drag a solid to move it, with the right button or Shift to turn it; drag beside them to look from elsewhere.',
  touchHint: 'Drag a solid, to move or to turn it; drag beside them to look from elsewhere.',
  tools: ['Move', 'Turn'],
};

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** One of the two solids. */
export class Body {
  readonly eid: number;
  /** The core where it is now, and its support. */
  points = new Float64Array(0);
  support!: Support;
  #solid: SolidName;
  /** The rotation of the solid in a tick, until the visitor takes hold of it. */
  readonly spin: readonly [x: number, y: number, z: number];

  constructor(eid: number, solid: SolidName, spin: readonly [number, number, number]) {
    this.eid = eid;
    this.spin = spin;
    this.#solid = solid;
    this.solid = solid;
  }

  get solid(): SolidName {
    return this.#solid;
  }

  set solid(solid: SolidName) {
    const { points, createSupport } = SOLIDS[solid];
    this.#solid = solid;
    // Room for the points of a core, and for the radius that some supports read behind two points.
    this.points = new Float64Array(points.length + 1);
    this.support = createSupport(this.points);
  }
}

/** What GJK found last: the points of A and B that its simplex consists of, and those nearest to each other. */
export interface Simplex {
  readonly onA: readonly Vector[];
  readonly onB: readonly Vector[];
  readonly nearestA: Vector;
  readonly nearestB: Vector;
  readonly iterations: number;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  const settings = { automatic: true };
  const counts = { points: 0, iterations: 0 };
  const cache = createGjkCache();
  const nearestOfCores = new Float64Array(6);
  const corner = new Float64Array(3);
  /** B comes and goes along an ellipse about A. */
  const orbit = new Rotor(0.012, random() - 0.5, random() - 0.5);
  // The bunny and the dragon, last of the list, can be chosen; A has corners, of which GJK's simplex consists.
  const bodies = [addBody(-1, 2), addBody(1, 6)] as const;
  const [a, b] = bodies;
  let nearest: ClosestPair | undefined;
  let simplex!: Simplex;
  remember(
    () => ({ cache, nearestOfCores, orbit, nearest, simplex }),
    (was) => void ({ nearest, simplex } = was),
  );

  /** Adds one of the first solids of the list. */
  function addBody(side: number, choices: number): Body {
    const eid = addEntity(world);
    const solid = SOLID_NAMES[Math.floor(random() * choices)];
    addComponent(world, eid, set(Transform, { x: 1.3 * side, qx: random(), qy: random(), qz: random(), qw: 1 }));
    addComponent(world, eid, set(Collider, SOLIDS[solid].shape));
    const spin = () => 0.012 * (2 * random() - 1);
    return new Body(eid, solid, [spin(), spin(), spin()]);
  }

  function choose(body: Body, solid: SolidName): void {
    body.solid = solid;
    addComponent(world, body.eid, set(Collider, SOLIDS[solid].shape));
    measure();
  }

  function moveTo({ eid }: Body, { x, y, z }: Vector): void {
    Transform.x[eid] = x;
    Transform.y[eid] = y;
    Transform.z[eid] = z;
  }

  /** Turns a body by a small angle about an axis of the world, the vector's length in radians. */
  function turn({ eid }: Body, x: number, y: number, z: number): void {
    turnBody(Transform, eid, x, y, z);
  }

  /** Places the points of a body's core. */
  function place(body: Body): void {
    const { eid, points } = body;
    const { x, y, z, qx, qy, qz, qw } = Transform;
    const local = SOLIDS[body.solid].points;
    const length = Math.sqrt(qx[eid] * qx[eid] + qy[eid] * qy[eid] + qz[eid] * qz[eid] + qw[eid] * qw[eid]);
    const [i, j, k, w] = [qx[eid] / length, qy[eid] / length, qz[eid] / length, qw[eid] / length];
    for (let at = 0; at < local.length; at += 3) {
      const [px, py, pz] = [local[at], local[at + 1], local[at + 2]];
      // p + 2 v × (v × p + w p), the rotation of p by the quaternion (v, w).
      const [tx, ty, tz] = [2 * (j * pz - k * py), 2 * (k * px - i * pz), 2 * (i * py - j * px)];
      points[at] = x[eid] + px + w * tx + j * tz - k * ty;
      points[at + 1] = y[eid] + py + w * ty + k * tx - i * tz;
      points[at + 2] = z[eid] + pz + w * tz + i * ty - j * tx;
    }
  }

  /** Finds contacts and closest points, and runs GJK from where it ended the last time. */
  function measure(): void {
    collisionSystem(world);
    nearest = closestPoints(world, a.eid, b.eid, nearest);
    for (const body of bodies) place(body);
    closestPointsGjkSupport(nearestOfCores, 0, a.support, b.support, cache);
    const of = (support: Support, sign: number) =>
      Array.from({ length: cache.count }, (_, i) => {
        const [dx, dy, dz] = cache.directions.subarray(3 * i, 3 * i + 3);
        support(corner, 0, sign * dx, sign * dy, sign * dz);
        return { x: corner[0], y: corner[1], z: corner[2] };
      });
    const [ax, ay, az, bx, by, bz] = nearestOfCores;
    simplex = {
      onA: of(a.support, -1),
      onB: of(b.support, 1),
      nearestA: { x: ax, y: ay, z: az },
      nearestB: { x: bx, y: by, z: bz },
      iterations: cache.iterations,
    };
    counts.iterations = cache.iterations;
    counts.points = 0;
    for (const contact of collision.contacts()) counts.points += contact.pointCount;
  }

  /** Moves both solids on, until the visitor takes hold of one of them. */
  function drift(): void {
    orbit.turn();
    moveTo(b, { x: 1.35 + 0.95 * orbit.x, y: 0.5 * orbit.y, z: 0.3 * orbit.x });
    for (const body of bodies) turn(body, ...body.spin);
  }

  measure();
  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    counts,
    settings,
    bodies,
    acts: handOf({ bodies, settings, moveTo, turn, measure }),
    choose,
    moveTo,
    turn,
    measure,
    get nearest() {
      return nearest;
    },
    get simplex() {
      return simplex;
    },
    step() {
      if (settings.automatic) drift();
      measure();
    },
    hash: () => hashNumbers([...a.points, ...b.points, ...nearestOfCores, nearest?.separation ?? 0]),
  } satisfies Sim & Record<string, unknown>;
}

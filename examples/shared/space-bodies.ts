import { addComponent, addEntity, set } from 'bitecs';
import { box, type Collision, capsule, cylinder, hull, type ShapeSpec, sphere } from 'bitecs-collision/3d';
import { realHull } from './real-meshes.ts';
import { type MassOf, massOfBall, massOfBox, type SpaceBody, type SpaceSolver } from './space-solver.ts';

/** Corners of a pebble, x y z each. */
export const PEBBLE: readonly number[] = [
  ...[0.62, 0.1, 0.2, -0.55, -0.1, 0.24, 0.1, 0.5, -0.1, -0.2, -0.46, 0.1, 0.14, 0.16, 0.6, -0.1, -0.2, -0.6],
  ...[0.4, -0.3, -0.34, -0.4, 0.36, -0.3, 0.36, 0.38, 0.36, -0.3, 0.3, 0.4, 0.3, -0.36, 0.34, -0.42, -0.34, -0.26],
];
/** How long a bunny is. */
export const BUNNY_LENGTH = 1.6;

/** A kind of body, about one unit across; bodies of one kind differ in their Transform's scale. */
interface KindOfBody {
  readonly name: BodyKind;
  readonly shape: ShapeSpec;
  readonly mass: MassOf;
}

export const BODY_KINDS = ['ball', 'box', 'plank', 'capsule', 'cylinder', 'pebble', 'bunny'] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/** The mass of a rounder body, as a share of the mass of the box around it. */
const ROUND = 0.7;
const HULL = 0.45;

const MAKERS: Readonly<Record<BodyKind, () => Omit<KindOfBody, 'name'>>> = {
  ball: () => ({ shape: sphere(0.5), mass: massOfBall(0.5) }),
  box: () => ({ shape: box(0.42, 0.42, 0.42), mass: massOfBox(0.42, 0.42, 0.42) }),
  plank: () => ({ shape: box(0.7, 0.15, 0.35), mass: massOfBox(0.7, 0.15, 0.35) }),
  capsule: () => ({ shape: capsule(0.3, 0.35), mass: massOfBox(0.3, 0.65, 0.3, ROUND) }),
  cylinder: () => ({ shape: cylinder(0.4, 0.4), mass: massOfBox(0.4, 0.4, 0.4, ROUND) }),
  pebble: () => ({ shape: hull(PEBBLE), mass: massOfBox(0.55, 0.48, 0.6, HULL) }),
  bunny: () => ({ shape: realHull('bunny', BUNNY_LENGTH), mass: massOfBox(0.75, 0.75, 0.6, HULL) }),
};

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A body that has been added, and what moves it. */
export interface AddedBody {
  readonly eid: number;
  readonly kind: BodyKind;
  readonly motion: SpaceBody;
}

/** Bodies of a few kinds in a world with a solver. */
export class SpaceBodies {
  readonly all: AddedBody[] = [];
  readonly #world: object;
  readonly #collision: Collision;
  readonly #solver: SpaceSolver;
  readonly #kinds = new Map<BodyKind, Omit<KindOfBody, 'name'>>();

  constructor(world: object, collision: Collision, solver: SpaceSolver) {
    this.#world = world;
    this.#collision = collision;
    this.#solver = solver;
  }

  add(kind: BodyKind, place: Vector, scale: number): AddedBody {
    const { Transform, Collider } = this.#collision;
    if (!this.#kinds.has(kind)) this.#kinds.set(kind, MAKERS[kind]());
    const { shape, mass } = this.#kinds.get(kind)!;
    const eid = addEntity(this.#world);
    addComponent(this.#world, eid, set(Transform, { x: place.x, y: place.y, z: place.z, scale }));
    addComponent(this.#world, eid, set(Collider, shape));
    const volume = scale * scale * scale;
    const [mx, my, mz] = mass.moments.map((moment) => moment * volume * scale * scale);
    const motion = this.#solver.add(eid, { mass: mass.mass * volume, moments: [mx, my, mz] });
    const body = { eid, kind, motion };
    this.all.push(body);
    return body;
  }

  /** Puts a body somewhere else, turned in any way, at a speed of its own. */
  launch({ eid, motion }: AddedBody, place: Vector, velocity: Vector, random: () => number): void {
    const { Transform } = this.#collision;
    const signed = () => 2 * random() - 1;
    Transform.x[eid] = place.x;
    Transform.y[eid] = place.y;
    Transform.z[eid] = place.z;
    const turn = [signed(), signed(), signed(), 1.1 + signed()];
    const length = Math.sqrt(turn.reduce((sum, part) => sum + part * part, 0));
    [Transform.qx[eid], Transform.qy[eid], Transform.qz[eid], Transform.qw[eid]] = turn.map((part) => part / length);
    motion.velocityX = velocity.x;
    motion.velocityY = velocity.y;
    motion.velocityZ = velocity.z;
    motion.spinX = 3 * signed();
    motion.spinY = 3 * signed();
    motion.spinZ = 3 * signed();
  }
}

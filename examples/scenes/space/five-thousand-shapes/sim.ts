import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  hull,
  type ShapeSpec,
  sphere,
} from 'bitecs-collision/3d';
import { realHull } from '../../../shared/real-meshes.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Five thousand shapes in a room, hulls of the Stanford bunny and dragon among them, bounce off each other.',
  hint: 'Drag to turn the room, zoom with the wheel or two fingers; the overlay shows contacts and the hierarchy.',
};

export const COUNT = 5000;
/** Half the size of the room, whose middle is the origin; y is up. */
export const ROOM = { x: 16, y: 10.5, z: 16 };
/** How long a bunny or a dragon is. */
export const REAL_LENGTH = 3.4;
/** How many of the bodies are bunnies, and how many dragons. */
const REAL_COUNT = 60;

const MOST_SPEED = 5;
const MOST_SPIN = 3;
/** The square of the speed of approach that makes a body flash wholly. */
const HARD_HIT = 150;
/** How much of its glow a body keeps from tick to tick. */
const FADE = 0.86;
/** The moment of inertia of a body, as a multiple of mass times `size` squared: that of a solid ball. */
const INERTIA = 0.4;
/** Room that no body stands in at first: along the walls, and between two. */
const CLEARANCE = 1.45;

/** A kind of body: all of one kind have one shape, and differ in their Transform's scale. */
export interface Kind {
  readonly name: string;
  readonly shape: ShapeSpec;
  /** About half its size, from which mass and inertia are reckoned. */
  readonly size: number;
  readonly entities: number[];
}

/** Corners of an octahedron that is cut, and so looks like a pebble. */
const PEBBLE = [
  [0.62, 0.1, 0.2],
  [-0.55, -0.1, 0.24],
  [0.1, 0.5, -0.1],
  [-0.2, -0.46, 0.1],
  [0.14, 0.16, 0.6],
  [-0.1, -0.2, -0.6],
  [0.4, -0.3, -0.34],
  [-0.4, 0.36, -0.3],
  [0.36, 0.38, 0.36],
  [-0.3, 0.3, 0.4],
  [0.3, -0.36, 0.34],
  [-0.42, -0.34, -0.26],
] as const;

export const pebblePoints: readonly number[] = PEBBLE.flat();

function createKinds(): Kind[] {
  const kind = (name: string, shape: ShapeSpec, size: number): Kind => ({ name, shape, size, entities: [] });
  return [
    kind('bunny', realHull('bunny', REAL_LENGTH), 1.3),
    kind('dragon', realHull('dragon', REAL_LENGTH), 1.1),
    kind('sphere', sphere(0.5), 0.5),
    kind('box', box(0.45, 0.45, 0.45), 0.55),
    kind('plank', box(0.7, 0.2, 0.35), 0.5),
    kind('capsule', capsule(0.3, 0.4), 0.5),
    kind('cylinder', cylinder(0.4, 0.4), 0.5),
    kind('cone', cone(0.5, 0.5), 0.5),
    kind('pebble', hull(pebblePoints), 0.5),
  ];
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { capacity: COUNT + 10, timings: true });
  const { Transform, Collider, Static } = collision;
  const settings = { speed: 1, gravity: 0, bounce: 1 };
  const kinds = createKinds();
  // By entity: the velocity, turning, mass and glow of a body. Static bodies have an infinite mass, which is 0 as its
  // inverse.
  const columns = () => new Float64Array(COUNT + 10);
  const [vx, vy, vz, wx, wy, wz] = [columns(), columns(), columns(), columns(), columns(), columns()];
  const inverseMass = columns();
  const inverseInertia = columns();
  const glow = columns();
  remember(() => ({ vx, vy, vz, wx, wy, wz }));
  const counts = { bounces: 0 };

  buildRoom();
  const bodies = places().map((place, i) => {
    const kind = kinds[i < 2 * REAL_COUNT ? i % 2 : 2 + (i % (kinds.length - 2))];
    return addBody(kind, place);
  });
  const last = bodies[COUNT - 1];

  /** Adds the six walls: half-spaces whose y axes point into the room. */
  function buildRoom(): void {
    const half = Math.SQRT1_2;
    const walls = [
      { y: -ROOM.y },
      { y: ROOM.y, qx: 1, qw: 0 },
      { x: -ROOM.x, qz: -half, qw: half },
      { x: ROOM.x, qz: half, qw: half },
      { z: -ROOM.z, qx: half, qw: half },
      { z: ROOM.z, qx: -half, qw: half },
    ];
    for (const wall of walls) {
      const eid = addEntity(world);
      addComponent(world, eid, Static);
      addComponent(world, eid, set(Transform, wall));
      addComponent(world, eid, set(Collider, halfSpace()));
    }
  }

  /** Places of an even grid, in any order: nothing overlaps much at first. */
  function places(): { x: number; y: number; z: number }[] {
    const cells = [ROOM.x, ROOM.y, ROOM.z].map((half) => Math.floor((2 * half - CLEARANCE) / CLEARANCE));
    const all: { x: number; y: number; z: number }[] = [];
    for (let i = 0; i < cells[0]; i++)
      for (let j = 0; j < cells[1]; j++)
        for (let k = 0; k < cells[2]; k++)
          all.push({
            x: (i - (cells[0] - 1) / 2) * CLEARANCE,
            y: (j - (cells[1] - 1) / 2) * CLEARANCE,
            z: (k - (cells[2] - 1) / 2) * CLEARANCE,
          });
    for (let i = 0; i < COUNT; i++) {
      const other = i + Math.floor(random() * (all.length - i));
      [all[i], all[other]] = [all[other], all[i]];
    }
    return all.slice(0, COUNT);
  }

  function addBody(kind: Kind, place: { x: number; y: number; z: number }): number {
    const eid = addEntity(world);
    const signed = () => 2 * random() - 1;
    const scale = 0.6 + 0.7 * random();
    addComponent(
      world,
      eid,
      // A quaternion need not be of length 1, only not of length 0.
      set(Transform, { ...place, qx: signed(), qy: signed(), qz: signed(), qw: 1.1 + signed(), scale }),
    );
    addComponent(world, eid, set(Collider, kind.shape));
    const size = scale * kind.size;
    inverseMass[eid] = 1 / (size * size * size);
    inverseInertia[eid] = inverseMass[eid] / (INERTIA * size * size);
    for (const column of [vx, vy, vz]) column[eid] = MOST_SPEED * signed();
    for (const column of [wx, wy, wz]) column[eid] = MOST_SPIN * signed();
    kind.entities.push(eid);
    return eid;
  }

  function move(): void {
    const { x, y, z, qx, qy, qz, qw } = Transform;
    const seconds = TICK * settings.speed;
    const fall = settings.gravity * seconds;
    for (let i = 0; i < COUNT; i++) {
      const eid = bodies[i];
      glow[eid] *= FADE;
      vy[eid] -= fall;
      x[eid] += vx[eid] * seconds;
      y[eid] += vy[eid] * seconds;
      z[eid] += vz[eid] * seconds;
      // The derivative of a rotation q that turns by w a second is w q / 2.
      const [a, b, c] = [(wx[eid] * seconds) / 2, (wy[eid] * seconds) / 2, (wz[eid] * seconds) / 2];
      const turnX = qx[eid] + a * qw[eid] + b * qz[eid] - c * qy[eid];
      const turnY = qy[eid] - a * qz[eid] + b * qw[eid] + c * qx[eid];
      const turnZ = qz[eid] + a * qy[eid] - b * qx[eid] + c * qw[eid];
      const turnW = qw[eid] - a * qx[eid] - b * qy[eid] - c * qz[eid];
      const length = Math.sqrt(turnX * turnX + turnY * turnY + turnZ * turnZ + turnW * turnW);
      qx[eid] = turnX / length;
      qy[eid] = turnY / length;
      qz[eid] = turnZ / length;
      qw[eid] = turnW / length;
    }
  }

  /** Two bodies that approach each other where they touch get an impulse along the normal, which turns them as well. */
  function bounce(): void {
    const { x, y, z } = Transform;
    counts.bounces = 0;
    for (const contact of collision.contacts()) {
      const { a, b, normalX, normalY, normalZ, pointCount } = contact;
      if (contact.separation > 0) continue;
      let [pointX, pointY, pointZ] = [0, 0, 0];
      for (let i = 0; i < pointCount; i++) {
        pointX += contact.pointX(i) / pointCount;
        pointY += contact.pointY(i) / pointCount;
        pointZ += contact.pointZ(i) / pointCount;
      }
      const [ax, ay, az] = [pointX - x[a], pointY - y[a], pointZ - z[a]];
      const [bx, by, bz] = [pointX - x[b], pointY - y[b], pointZ - z[b]];
      // Arms of the normal about the two middles: r × n.
      const [armAX, armAY, armAZ] = [
        ay * normalZ - az * normalY,
        az * normalX - ax * normalZ,
        ax * normalY - ay * normalX,
      ];
      const [armBX, armBY, armBZ] = [
        by * normalZ - bz * normalY,
        bz * normalX - bx * normalZ,
        bx * normalY - by * normalX,
      ];
      const approach =
        (vx[a] - vx[b]) * normalX +
        (vy[a] - vy[b]) * normalY +
        (vz[a] - vz[b]) * normalZ +
        (wx[a] * armAX + wy[a] * armAY + wz[a] * armAZ) -
        (wx[b] * armBX + wy[b] * armBY + wz[b] * armBZ);
      if (approach <= 0) continue;
      const resistance =
        inverseMass[a] +
        inverseMass[b] +
        // Walls have no moment, however long their arms are.
        (inverseInertia[a] === 0 ? 0 : inverseInertia[a] * (armAX * armAX + armAY * armAY + armAZ * armAZ)) +
        (inverseInertia[b] === 0 ? 0 : inverseInertia[b] * (armBX * armBX + armBY * armBY + armBZ * armBZ));
      const impulse = ((1 + settings.bounce) * approach) / resistance;
      push(a, -impulse, normalX, normalY, normalZ, armAX, armAY, armAZ);
      push(b, impulse, normalX, normalY, normalZ, armBX, armBY, armBZ);
      // Only hard hits make a body flash: with all hits, every body would glow all the time.
      const flash = Math.min(1, (approach * approach) / HARD_HIT);
      glow[a] = Math.max(glow[a], flash);
      glow[b] = Math.max(glow[b], flash);
      counts.bounces++;
    }
  }

  function push(
    eid: number,
    impulse: number,
    normalX: number,
    normalY: number,
    normalZ: number,
    armX: number,
    armY: number,
    armZ: number,
  ): void {
    const gain = impulse * inverseMass[eid];
    vx[eid] += gain * normalX;
    vy[eid] += gain * normalY;
    vz[eid] += gain * normalZ;
    const turn = impulse * inverseInertia[eid];
    if (turn === 0) return;
    wx[eid] += turn * armX;
    wy[eid] += turn * armY;
    wz[eid] += turn * armZ;
  }

  return {
    world,
    collision,
    stages: collision.timings!,
    counts,
    kinds,
    glow,
    settings,
    step() {
      move();
      collisionSystem(world);
      bounce();
    },
    hash: () =>
      hashNumbers(Transform.qx, last + 1, hashNumbers(Transform.y, last + 1, hashNumbers(Transform.x, last + 1))),
  } satisfies Sim & Record<string, unknown>;
}

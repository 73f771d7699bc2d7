import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  circle,
  collisionSystem,
  createCollision,
  createSnapshot,
  restoreCollision,
  saveCollision,
  savedEntities,
} from '../entry/2d.ts';
import { createRng } from '../tests/support/rng.ts';
import { installPeers } from './install-peers.ts';
import { loadPackage } from './peer.ts';

// npm run bench:snapshots: saves and restores 10,000 bodies that touch, by turns with Rapier, and prints bytes and
// milliseconds. Ours also runs eight ticks after a restore.

const COUNT = 10_000;
const ROUNDS = 40;
/** The side of the square at which a body touches three or four others. */
const SIZE = 1.15 * Math.sqrt(COUNT);

interface Body {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly isBox: boolean;
}

/** Milliseconds of processor time of a call, and what it returned. */
function timed<T>(work: () => T): [number, T] {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000, result];
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

const rng = createRng(3);
const bodies: Body[] = Array.from({ length: COUNT }, () => ({
  x: rng.range(0, SIZE),
  y: rng.range(0, SIZE),
  radius: rng.range(0.4, 0.8),
  isBox: rng.next() < 0.5,
}));

interface Subject {
  readonly name: string;
  readonly contacts: number;
  save(): number;
  restore(): void;
  /** Is called between two measured calls, and not measured itself. */
  tick?(): void;
}

function ours(
  name: string,
  options: { results: boolean; stores: 'none' | 'Transform' | 'all'; entities: boolean },
): Subject {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  for (const { x, y, radius, isBox } of bodies) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, isBox ? box(radius, radius) : circle(radius)));
  }
  for (let i = 0; i < 4; i++) collisionSystem(world);
  const stores = options.stores === 'none' ? {} : options.stores === 'all' ? { Transform, Collider } : { Transform };
  const snapshot = createSnapshot({
    results: options.results,
    stores,
    ...(options.entities && { entities: savedEntities }),
  });
  return {
    name,
    contacts: collision.counts.contacts,
    save() {
      saveCollision(world, snapshot);
      return snapshot.byteLength;
    },
    restore: () => restoreCollision(world, snapshot),
    tick: () => collisionSystem(world),
  };
}

interface RapierWorld {
  createRigidBody(desc: object): object;
  createCollider(desc: object, body: object): object;
  step(): void;
  takeSnapshot(): Uint8Array;
  free(): void;
  contactPairsWith(a: object, visit: (b: object) => void): void;
}

async function rapier(): Promise<Subject> {
  // biome-ignore lint/suspicious/noExplicitAny: its types are not installed with ours
  const api = await loadPackage<any>('@dimforge/rapier2d-compat');
  await api.init();
  let world: RapierWorld = new api.World({ x: 0, y: 0 });
  const colliders: object[] = [];
  for (const { x, y, radius, isBox } of bodies) {
    const body = world.createRigidBody(api.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y));
    const shape = isBox ? api.ColliderDesc.cuboid(radius, radius) : api.ColliderDesc.ball(radius);
    colliders.push(world.createCollider(shape.setActiveCollisionTypes(api.ActiveCollisionTypes.ALL), body));
  }
  for (let i = 0; i < 4; i++) world.step();
  let contacts = 0;
  for (const collider of colliders) world.contactPairsWith(collider, () => contacts++);
  let bytes: Uint8Array = new Uint8Array(0);
  return {
    name: 'Rapier',
    contacts: contacts / 2,
    save() {
      bytes = world.takeSnapshot();
      return bytes.length;
    },
    restore() {
      const restored = api.World.restoreSnapshot(bytes);
      world.free();
      world = restored;
    },
  };
}

/** How many times as long eight ticks of moving bodies take after a restore as without one. */
function resimulation(): { ratio: number; restoreMs: number; ticksMs: number } {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  bodies.forEach(({ x, y, radius }) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, circle(radius)));
  });
  let step = 0;
  const tick = (): void => {
    step++;
    for (let eid = 1; eid <= COUNT; eid++) {
      Transform.x[eid] += 0.05 * (((eid * 7 + (step >> 4)) % 5) - 2);
      Transform.y[eid] += 0.05 * (((eid * 3 + (step >> 5)) % 5) - 2);
    }
    collisionSystem(world);
  };
  const eight = (): void => {
    for (let i = 0; i < 8; i++) tick();
  };
  const snapshot = createSnapshot({ stores: { Transform }, entities: savedEntities });
  let [first, again, restoring] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    saveCollision(world, snapshot);
    const start = step;
    const [ahead] = timed(eight);
    const [restoreMs] = timed(() => restoreCollision(world, snapshot));
    step = start;
    const [after] = timed(eight);
    if (round < 5) continue;
    first += ahead;
    again += after;
    restoring += restoreMs;
  }
  const rounds = ROUNDS - 5;
  return { ratio: again / first, restoreMs: restoring / rounds, ticksMs: first / rounds };
}

installPeers();
const subjects = [
  ours('contacts, ids, clock', { results: false, stores: 'none', entities: false }),
  ours('+ Transform', { results: false, stores: 'Transform', entities: false }),
  ours('+ results', { results: true, stores: 'Transform', entities: false }),
  ours('+ Collider, entities', { results: true, stores: 'all', entities: true }),
  await rapier(),
];
const saves = subjects.map(() => [] as number[]);
const restores = subjects.map(() => [] as number[]);
const bytes = subjects.map(() => 0);
for (let round = 0; round < ROUNDS; round++) {
  subjects.forEach((subject, i) => {
    const [saveMs, size] = timed(() => subject.save());
    const [restoreMs] = timed(() => subject.restore());
    saves[i].push(saveMs);
    restores[i].push(restoreMs);
    bytes[i] = size;
    subject.tick?.();
  });
}
subjects.forEach(({ name, contacts }, i) => {
  console.log(
    `${name.padEnd(24)} ${contacts} contacts ${(bytes[i] / COUNT).toFixed(1).padStart(8)} bytes a body` +
      `   save ${median(saves[i]).toFixed(3)} ms   restore ${median(restores[i]).toFixed(3)} ms`,
  );
});
const { ratio, restoreMs, ticksMs } = resimulation();
console.log(
  `Eight ticks after a restore, of ${restoreMs.toFixed(2)} ms: ${ratio.toFixed(2)} × the ${ticksMs.toFixed(1)} ms of the same ticks before`,
);

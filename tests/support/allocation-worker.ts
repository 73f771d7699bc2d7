/**
 * Runs in a child process with a large young generation and `--expose-gc`: ticks a steady world and prints how many
 * bytes a tick allocated, and the same for a control that must allocate. Arguments: hierarchy kind; which colliders are
 * swept, if any ('circles', 'straight' for all kinds on straight ways, 'turning'); and 'margins' for margins of their
 * own that change in every tick.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  attachedTo,
  box,
  boxHierarchy,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  createCollision,
  ellipse,
  oneWay,
  ownMargin,
  polygon,
  seamless,
  segment,
  sphereHierarchy,
  sweptColliders,
  tiles,
} from '../../entry/2d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { effort } from './effort.ts';
import { createRng } from './rng.ts';

const hierarchy = process.argv[2] === 'sphere' ? sphereHierarchy : boxHierarchy;
const hasMargins = process.argv.includes('margins');
const sweeps = process.argv[3] === 'margins' ? undefined : process.argv[3];
const MEASURED = { rounds: effort(700, 256), windows: effort(60, 160), enough: effort(4, 8) };
const BODIES = effort(300, 60);

const random = createRng(7).next;
const world = createWorld();
const collision = createCollision(world, {
  hierarchy,
  margin: 0.05,
  shouldCollide: (a, b) => (a + b) % 17 !== 0,
  acceptContact: (a, b, contact) => (a + b + contact.age) % 7 !== 0,
  ...(sweeps === undefined ? {} : { swept: sweptColliders }),
});
const { Transform, Collider } = collision;
const hull = polygon([0, 0, 1, 0, 1.2, 0.6, 0.5, 1.2, -0.2, 0.6], { radius: 0.05 });
const shapes = [
  circle(0.4),
  capsule(0.4, 0.2),
  box(0.4, 0.3),
  hull,
  segment(-0.4, 0, 0.4, 0.1),
  ellipse(0.5, 0.2),
  ellipse(0.3, 0.4, { radius: 0.1 }),
  compound([circle(0.3), { ...box(0.2, 0.4), offsetX: 0.4 }]),
  concave([-0.6, -0.5, 0.6, -0.5, 0.6, 0.5, 0.4, 0.5, 0.4, 0, -0.4, 0, -0.4, 0.5, -0.6, 0.5], { radius: 0.02 }),
];

const ground = addEntity(world);
const coast = Array.from({ length: 400 }, (_, i) => ({ x: i / 10 - 10, y: 0.3 * ((i * 7) % 5) }));
addComponent(world, ground, set(Transform, {}));
addComponent(world, ground, set(Collider, chain(coast)));
addComponent(world, ground, collision.Static);
const OneWay = oneWay(world);
const OwnMargin = hasMargins ? ownMargin(world) : undefined;
const map = addEntity(world);
const cells = Array.from({ length: 240 }, (_, i) => [1, 1, 1, 2, 3, 0, 0][(i * i + (i >> 3)) % 7]);
addComponent(world, map, set(Transform, { x: -10, y: -3.6 }));
addComponent(
  world,
  map,
  set(
    Collider,
    tiles({ columns: 40, rows: 6, size: 0.5, cells, shapes: { 1: 'full', 2: 'slope-left', 3: 'one-way' } }),
  ),
);
addComponent(world, map, collision.Static);
const centreX = new Float64Array(BODIES + 3);
const centreY = new Float64Array(BODIES + 3);
for (let i = 0; i < BODIES; i++) {
  const eid = addEntity(world);
  centreX[eid] = 20 * random() - 10;
  centreY[eid] = 8 * random() - 2;
  addComponent(world, eid, set(Transform, { x: centreX[eid], y: centreY[eid], rotation: random() }));
  addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
  if (i % 20 === 0) addComponent(world, eid, collision.Sensor);
  if (OwnMargin !== undefined && i % 4 !== 0) addComponent(world, eid, OwnMargin);
  if (i % 9 === 0) addComponent(world, eid, set(OneWay, { normalY: 1 }));
  const isSwept = sweeps === 'circles' ? i % shapes.length === 0 : sweeps !== undefined && i % 2 === 0;
  if (isSwept) addComponent(world, eid, collision.Swept);
}

const AttachedTo = attachedTo(world);
for (let i = 0; 7 * i < BODIES; i++) {
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, {}));
  addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
  addComponent(world, eid, set(AttachedTo, { parent: i % 4 === 3 ? eid - 1 : map + 1 + 7 * i, x: 0.5, rotation: 1 }));
}

const Seamless = seamless(world);
const rows: number[] = [];
for (let i = 0; i < 30; i++) {
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, { x: i < 20 ? i - 10 : i - 25, y: i < 20 ? 1.5 : 4 }));
  addComponent(world, eid, set(Collider, box(0.5, 0.4)));
  addComponent(world, eid, Seamless);
  if (i < 20) addComponent(world, eid, collision.Static);
  else rows.push(eid);
}

/** What handlers and loops read goes here: a module variable that holds a fraction allocates on every write. */
const heard = new Float64Array(1);
collision.onBegin((_a, _b, contact) => {
  heard[0] += contact.pointCount + contact.fraction;
});
collision.onStay([Collider], [Collider], (_a, _b, contact) => {
  heard[0] += contact.normalX;
});
collision.onEnd((_a, _b, end) => {
  heard[0] += end.cause.length + end.fraction;
});

let step = 0;
function tick(): void {
  step++;
  // A motion that repeats every 64 ticks: pairs begin and end all the time, and no buffer meets a new peak.
  const phase = step & 63;
  const along = (phase < 32 ? phase : 64 - phase) / 32;
  for (let eid = map + 1; eid <= map + BODIES; eid++) {
    // A seventh rests: their contacts are taken over.
    if (eid % 7 === 0) continue;
    if (OwnMargin !== undefined) OwnMargin.distance[eid] = 0.1 * along * (eid % 5);
    Transform.x[eid] = centreX[eid] + along * ((eid % 5) - 2) * 0.5;
    Transform.y[eid] = centreY[eid] + along * ((eid % 3) - 1) * 0.5;
    Transform.rotation[eid] = sweeps === undefined || sweeps === 'turning' ? along * (eid % 7) : 0;
  }
  // A floor that moves: which boxes lie beside each other is found anew in each tick.
  for (let i = 0; i < rows.length; i++) Transform.y[rows[i]] = 4 + 0.2 * along;
  collisionSystem(world);
  readContacts();
}

function readContacts(): void {
  for (const contact of collision.contacts()) heard[0] += contact.separation;
  for (const contact of collision.contactsOf(ground)) heard[0] += contact.age;
}

let kept: unknown;
const steady = bytesPerRound(tick, MEASURED);
const control = bytesPerRound(
  () => {
    tick();
    kept = { step };
  },
  { ...MEASURED, windows: 1 },
);
if (kept === undefined || heard[0] === 0) throw new Error('the world did nothing');
console.log(JSON.stringify({ steady, control, contacts: collision.state.contacts.count }));

import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, collisionSystem, compound, createCollision } from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import type { Tally } from '../peer.ts';
import { openSatBodies } from '../peers/sat-bodies.ts';
import { BOX, circles, type Scene } from '../scene.ts';
import { countContacts } from './even.ts';
import { Flatbush } from './flatbush.ts';

const BODIES = 3000;
const PARTS = 8;
/** Half the side of the square: as dense as the even worlds. */
const HALF = 97;
/** The boxes stand in a ring of this radius. */
const RING = 0.9;
const PART = 0.25;

const partAngle = (k: number): number => (2 * Math.PI * k) / PARTS;

/** 3,000 turning compounds, each a ring of eight boxes. Flatbush holds all 24,000 boxes; SAT.js tests them. */
export async function compounds(): Promise<Contest> {
  const name = '3,000 turning compounds of 8 boxes';
  const [ours, theirs] = [ourSide(), await flatbushSide()];
  return { family: 'compounds', name, rival: 'flatbush', operations: 1, ours, theirs, tolerance: 0 };
}

interface Bodies extends Scene {
  readonly spin: Float64Array;
}

function makeBodies(): Bodies {
  const rng = createRng(31);
  const spin = Float64Array.from({ length: BODIES }, () => rng.range(-0.05, 0.05));
  return { ...circles(BODIES, HALF), spin };
}

function stepBodies(bodies: Bodies): void {
  bodies.step();
  for (let i = 0; i < BODIES; i++) bodies.rotation[i] += bodies.spin[i];
}

function ourSide(): () => number {
  const bodies = makeBodies();
  const world = createWorld();
  const collision = createCollision(world, { capacity: BODIES + 1 });
  const { Transform, Collider } = collision;
  const parts = Array.from({ length: PARTS }, (_, k) => ({
    ...box(PART, PART),
    offsetX: RING * Math.cos(partAngle(k)),
    offsetY: RING * Math.sin(partAngle(k)),
    offsetRotation: partAngle(k),
  }));
  const shape = compound(parts);
  const ids = Array.from({ length: BODIES }, (_, i) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: bodies.x[i], y: bodies.y[i] }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  });
  const move = (): void => {
    for (let i = 0; i < BODIES; i++) {
      Transform.x[ids[i]] = bodies.x[i];
      Transform.y[ids[i]] = bodies.y[i];
      Transform.rotation[ids[i]] = bodies.rotation[i];
    }
  };
  return () => {
    stepBodies(bodies);
    move();
    collisionSystem(world);
    return countContacts(collision);
  };
}

/** The parts of the compounds as bodies of their own; flatbush's filter leaves out pairs of parts of one body. */
async function flatbushSide(): Promise<() => number> {
  const bodies = makeBodies();
  const count = BODIES * PARTS;
  const column = (): Float64Array => new Float64Array(count);
  const boxes: Scene = {
    ...circles(0, HALF),
    count,
    movers: count,
    moving: count,
    turns: true,
    kind: new Uint8Array(count).fill(BOX),
    radius: column(),
    halfWidth: column().fill(PART),
    halfHeight: column().fill(PART),
    corners: [],
    x: column(),
    y: column(),
    rotation: column(),
  };
  const place = (): void => {
    for (let i = 0; i < BODIES; i++) {
      const [cos, sin] = [Math.cos(bodies.rotation[i]), Math.sin(bodies.rotation[i])];
      for (let k = 0; k < PARTS; k++) {
        const at = PARTS * i + k;
        const [dx, dy] = [RING * Math.cos(partAngle(k)), RING * Math.sin(partAngle(k))];
        boxes.x[at] = bodies.x[i] + cos * dx - sin * dy;
        boxes.y[at] = bodies.y[i] + sin * dx + cos * dy;
        boxes.rotation[at] = bodies.rotation[i] + partAngle(k);
      }
    }
  };
  place();
  const sat = await openSatBodies(boxes);
  const { bounds } = sat;
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  let self = 0;
  const meets = (other: number): boolean => other > self && Math.floor(other / PARTS) !== Math.floor(self / PARTS);
  return () => {
    stepBodies(bodies);
    place();
    tally.pairs = 0;
    sat.begin();
    const index = new Flatbush(count);
    for (let b = 0; b < 4 * count; b += 4) index.add(bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3]);
    index.finish();
    for (self = 0; self < count; self++) {
      const b = 4 * self;
      const found = index.search(bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3], meets);
      for (let k = 0; k < found.length; k++) sat.test(self, found[k]);
    }
    sat.finish(tally);
    sat.read(tally);
    return tally.pairs;
  };
}

import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import {
  atan2,
  box,
  capsule,
  castRayAny,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  polygon,
} from 'bitecs-collision/2d';
import { loadCoastlines } from '../../../shared/coastlines.ts';
import { turnTowards } from '../../../shared/heading.ts';
import { readWorldSettings, worldOptions } from '../../../shared/world-settings.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { boundsOf, EXTENT, someDirection, somewhereAtSea } from './sea.ts';

export const about: SceneAbout = {
  summary: 'Five thousand ships of mixed shapes sail among the real coastlines of the world, 59,000 points as chains.',
  hint: 'They turn back when they touch a coast or each other. Zoom with the wheel or two fingers, drag to move.',
};

export const SHIPS = 5000;
/** Units a second. */
const SPEED = 20;
/** How much faster ships may be: no narrow one may leave behind in a tick what its hull keeps clear of coasts. */
export const MOST_SPEED = 1.5;
/** How near ships may be asked to come for a contact without touching. */
export const MARGINS = [0, 1, 2, 4];
/** How much of the way to its course a ship turns in a tick. */
const TURN = 0.15;
const QUARTER_TURN = Math.PI / 2;

/** The category of coasts; ships have the usual one. */
const LAND = 2;

/** Marks what it says; it has no data. */
const Ship = {};
const Land = {};

const hulls = [
  circle(1.6),
  capsule(2, 0.9),
  box(1, 2.2),
  polygon([0, 3, 1.2, 0.5, 0.9, -2.2, -0.9, -2.2, -1.2, 0.5]),
  compound([{ ...capsule(1.8, 0.5), offsetX: -1 }, { ...capsule(1.8, 0.5), offsetX: 1 }, box(1, 0.3)]),
];

/** The hulls to choose from: all ships alike, or all hulls in turn. */
export const SHAPES = ['mixed', 'circles', 'capsules', 'boxes', 'polygons', 'compounds'];

export type SceneSim = ReturnType<typeof createSim>;

export function createSim(options: SimOptions) {
  const { seed } = options;
  const random = createRandom(seed);
  const world = createWorld();
  const coasts = loadCoastlines();
  const worldSettings = readWorldSettings(options, MARGINS);
  const capacity = SHIPS + coasts.length + 1;
  const collision = createCollision(world, { capacity, timings: true, ...worldOptions(worldSettings) });
  const { Transform, Collider, Static, Disabled } = collision;
  /** May be changed at any time: how many ships sail, what they are, and how fast. */
  const settings = { ships: SHIPS, shapes: SHAPES[0], speed: 1 };
  const now = { ...settings };
  const counts = { ships: SHIPS, 'coast segments': 0, contacts: 0, begins: 0, ends: 0 };

  for (const coast of coasts) {
    const eid = addEntity(world);
    addComponent(world, eid, Transform);
    // Solid from the sea only: a hull that lies across a coast is sent back to the side it came from.
    const shape = chain(coast, { closed: true, oneSided: true, allowCrossings: true });
    addComponent(world, eid, set(Collider, { ...shape, categoryBits: LAND }));
    addComponent(world, eid, Static);
    addComponent(world, eid, Land);
    counts['coast segments'] += coast.length / 2;
  }

  const lands = coasts.map(boundsOf);
  const ships: number[] = [];
  const size = capacity;
  const velocityX = new Float64Array(size);
  const velocityY = new Float64Array(size);
  /** Whether a ship touched a coast in the last tick, or may have. */
  const isAshore = new Uint8Array(size).fill(1);
  /** The rotation at which the bow, which points along y, points ahead. */
  const course = new Float64Array(size);
  remember(() => ({ now, velocityX, velocityY, isAshore, course }));
  for (let i = 0; i < SHIPS; i++) {
    const eid = addEntity(world);
    const [x, y] = somewhereAtSea(lands, random);
    const [directionX, directionY] = someDirection(random);
    const rotation = atan2(directionY, directionX) - QUARTER_TURN;
    addComponent(world, eid, set(Transform, { x, y, rotation, scale: 0.6 + 0.6 * random() }));
    addComponent(world, eid, set(Collider, hulls[i % hulls.length]));
    addComponent(world, eid, Ship);
    velocityX[eid] = directionX * SPEED;
    velocityY[eid] = directionY * SPEED;
    course[eid] = rotation;
    ships.push(eid);
  }

  function follow(): void {
    // Ships beyond the chosen number are disabled and keep their places.
    for (let i = now.ships; i < settings.ships; i++) removeComponent(world, ships[i], Disabled);
    for (let i = settings.ships; i < now.ships; i++) addComponent(world, ships[i], Disabled);
    const isOther = settings.shapes !== now.shapes;
    Object.assign(now, settings);
    counts.ships = now.ships;
    if (isOther) ships.forEach((ship, i) => void addComponent(world, ship, set(Collider, hulls[kindOf(i)])));
    // A ship that has a new hull, or was disabled until now, may lie across a coast: each ship is tested in the next
    // tick.
    isAshore.fill(1);
  }

  /** Which of the hulls the ship in this place of the list has. */
  function kindOf(i: number): number {
    const kind = SHAPES.indexOf(now.shapes) - 1;
    return kind < 0 ? i % hulls.length : kind;
  }

  /** Takes the part of a ship's velocity that points along (x, y) and turns it round. */
  function turnBack(ship: number, x: number, y: number): void {
    const approach = velocityX[ship] * x + velocityY[ship] * y;
    if (approach <= 0) return;
    velocityX[ship] -= 2 * approach * x;
    velocityY[ship] -= 2 * approach * y;
    setCourse(ship);
  }

  function setCourse(ship: number): void {
    course[ship] = atan2(velocityY[ship], velocityX[ship]) - QUARTER_TURN;
  }

  collision.onBegin([Ship], [Land], (ship, _land, contact) => turnBack(ship, contact.normalX, contact.normalY));
  collision.onStay([Ship], [Land], (ship, _land, contact) => {
    turnBack(ship, contact.normalX, contact.normalY);
    const x = -contact.normalX * contact.penetration;
    const y = -contact.normalY * contact.penetration;
    if (staysAtSea(ship, x, y)) moveBy(ship, x, y);
  });
  collision.onBegin([Ship], [Ship], (a, b, contact) => {
    turnBack(a, contact.normalX, contact.normalY);
    turnBack(b, -contact.normalX, -contact.normalY);
  });
  collision.onBegin(() => counts.begins++);
  collision.onEnd(() => counts.ends++);

  /** Whether a way leads over no coast: a ship that turns, or is pushed, may have one right beside its middle. */
  function staysAtSea(ship: number, x: number, y: number): boolean {
    const staysWhereItIs = x === 0 && y === 0;
    return (
      staysWhereItIs || !castRayAny(world, { x: Transform.x[ship], y: Transform.y[ship] }, { x, y }, { maskBits: LAND })
    );
  }

  function moveBy(ship: number, x: number, y: number): void {
    Transform.x[ship] += x;
    Transform.y[ship] += y;
  }

  function sail(): void {
    for (const contact of collision.contacts([Ship], [Land])) isAshore[contact.a] = 1;
    const seconds = TICK * now.speed;
    for (let i = 0; i < now.ships; i++) {
      const ship = ships[i];
      const x = velocityX[ship] * seconds;
      const y = velocityY[ship] * seconds;
      Transform.rotation[ship] = turnTowards(Transform.rotation[ship], course[ship], TURN);
      // A ship whose hull touches no coast has its middle so far from all coasts that it cannot reach one in a tick.
      if (isAshore[ship] === 0 || staysAtSea(ship, x, y)) moveBy(ship, x, y);
      else turnBack(ship, x, y);
      isAshore[ship] = 0;
      // The edges of the map.
      if (Transform.x[ship] < EXTENT.minX) turnBack(ship, -1, 0);
      else if (Transform.x[ship] > EXTENT.maxX) turnBack(ship, 1, 0);
      if (Transform.y[ship] < EXTENT.minY) turnBack(ship, 0, -1);
      else if (Transform.y[ship] > EXTENT.maxY) turnBack(ship, 0, 1);
    }
  }

  return {
    world,
    collision,
    input: createSceneInput(),
    stages: collision.timings!,
    counts,
    settings,
    worldSettings,
    kindOf,
    ships,
    coasts,
    lands,
    hulls,
    step() {
      const { ships, shapes, speed } = settings;
      if (ships !== now.ships || shapes !== now.shapes || speed !== now.speed) follow();
      sail();
      collisionSystem(world);
      counts.contacts = 0;
      for (const _ of collision.contacts()) counts.contacts++;
    },
    hash() {
      return hashNumbers(
        [counts.begins, counts.ends],
        2,
        hashNumbers(Transform.rotation, size, hashNumbers(Transform.y, size, hashNumbers(Transform.x, size))),
      );
    },
  } satisfies Sim & Record<string, unknown>;
}

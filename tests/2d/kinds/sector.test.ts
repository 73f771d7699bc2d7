import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castRay,
  castShape,
  chain,
  circle,
  collisionSystem,
  compound,
  massProperties,
  overlapSector,
  overlapShape,
  queryPoint,
  SHAPE_KIND_NAMES,
  sector,
  tiles,
} from '../../../entry/2d.ts';
import { createGame, type Game, refusal } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

const QUARTER = Math.PI / 4;
const ROOT_HALF = Math.SQRT1_2;

/** Each contact as its normal, points and separations, and the children. */
function contactsOf({ collision, world }: Game) {
  collisionSystem(world);
  return Array.from(collision.contacts(), (contact) => ({
    normal: [contact.normalX, contact.normalY],
    points: Array.from({ length: contact.pointCount }, (_, i) => [contact.pointX(i), contact.pointY(i)]),
    separation: contact.separation,
    children: [contact.childA, contact.childB],
  }));
}

function expectClose(found: number[], expected: number[]): void {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; i++) expect(Math.abs(found[i] - expected[i]), `${found}`).toBeLessThan(1e-12);
}

describe('a quarter of a disc of radius 2, from −45° to 45°', () => {
  const quarter = sector(2, QUARTER);

  it('meets a circle ahead on its arc, beside it on a flat side, behind it at its tip', () => {
    const cases = [
      { at: [2.9, 0], normal: [1, 0], point: [1.95, 0], separation: -0.1 },
      { at: [0, 1.4], normal: [-ROOT_HALF, ROOT_HALF], point: [0.7, 0.7], separation: 0.7 * Math.SQRT2 - 1 },
      { at: [-0.8, -0.6], normal: [-0.8, -0.6], point: [0, 0], separation: 0 },
    ];
    for (const { at, normal, point, separation } of cases) {
      const game = createGame();
      game.spawn(0, 0, quarter);
      game.spawn(at[0], at[1], circle(1));
      const [contact] = contactsOf(game);
      expectClose(contact.normal, normal);
      expectClose([contact.separation], [separation]);
      // Midway between the two surfaces.
      const middle = point.map((value, axis) => value + (separation === -0.1 ? 0 : (normal[axis] * separation) / 2));
      expectClose(contact.points[0], middle);
    }
  });

  it('lies on a box with two points of its flat side, and stands on it with one of its arc', () => {
    const lying = createGame();
    lying.spawn(0, 0, quarter, { offsetRotation: QUARTER });
    lying.spawn(1, -0.5, box(4, 0.51));
    const [flat] = contactsOf(lying);
    expectClose(flat.normal, [0, -1]);
    expectClose(
      flat.points.map(([x]) => x).sort((a, b) => a - b),
      [0, 2],
    );
    const standing = createGame();
    standing.spawn(0, 2, quarter, { offsetRotation: -2 * QUARTER });
    standing.spawn(0, -0.5, box(4, 0.51));
    const [arc] = contactsOf(standing);
    expectClose(arc.normal, [0, -1]);
    expectClose(arc.points.flat(), [0, 0.005]);
  });

  it('has bounds that its arc and its corners span', () => {
    const game = createGame();
    const eid = game.spawn(10, 20, quarter);
    const tilted = game.spawn(10, 20, quarter, { offsetRotation: -2 * QUARTER });
    collisionSystem(game.world);
    const { set } = game.collision.state;
    const boundsOf = (entity: number): number[] => {
      const slot = set.slots.slotOfIndex[entity];
      return [...set.bounds.subarray(4 * slot, 4 * slot + 4)];
    };
    expectClose(boundsOf(eid), [10, 20 - Math.SQRT2, 12, 20 + Math.SQRT2]);
    expectClose(boundsOf(tilted), [10 - Math.SQRT2, 18, 10 + Math.SQRT2, 20]);
  });

  it('is met by rays at the arc, at a flat side and from inside, and missed beside its end', () => {
    const game = createGame();
    game.spawn(0, 0, quarter);
    collisionSystem(game.world);
    const ahead = castRay(game.world, { x: 5, y: 0.5 }, { x: -10, y: 0 })!;
    expectClose([ahead.x, ahead.normalX, ahead.normalY], [Math.sqrt(3.75), Math.sqrt(3.75) / 2, 0.25]);
    const above = castRay(game.world, { x: 0.5, y: 3 }, { x: 0, y: -10 })!;
    expectClose([above.y, above.normalX, above.normalY], [0.5, -ROOT_HALF, ROOT_HALF]);
    expect(castRay(game.world, { x: 1, y: 0 }, { x: 1, y: 0 })!.fraction).toBe(0);
    // Through the polygon around the arc, and through the disc around the tip, but not through the sector.
    expect(castRay(game.world, { x: 3.45, y: -3.15 }, { x: -3, y: 7.8 })).toBe(undefined);
    expect(castRay(game.world, { x: -1, y: -3 }, { x: 0, y: 10 })).toBe(undefined);
  });

  it('has the mass of an eighth of two turns', () => {
    const { mass, x, y, inertia } = massProperties(quarter, 3);
    const distance = (2 * 2 * Math.sin(QUARTER)) / (3 * QUARTER);
    expectClose([mass, x, y], [3 * QUARTER * 4, distance, 0]);
    expectClose([inertia], [mass * 2 - mass * distance * distance]);
  });
});

it('a half disc stands on its diameter with two points at its ends', () => {
  const game = createGame();
  game.spawn(0, 0, sector(1.5, 2 * QUARTER), { offsetRotation: 2 * QUARTER });
  game.spawn(0, -1, box(4, 1.01));
  const [contact] = contactsOf(game);
  expectClose(contact.normal, [0, -1]);
  expectClose(
    contact.points.map(([x]) => x).sort((a, b) => a - b),
    [-1.5, 1.5],
  );
});

describe('three quarters of a disc of radius 2, open to the left', () => {
  const wide = sector(2, 3 * QUARTER);

  it('leaves what is in its mouth alone, and touches it with both flat sides when it comes too near', () => {
    const game = createGame();
    const { Transform } = game.collision;
    game.spawn(0, 0, wide);
    const ball = game.spawn(-1.5, 0, circle(1));
    expect(contactsOf(game)).toEqual([]);
    Transform.x[ball] = -1.4;
    const contacts = contactsOf(game);
    expect(contacts.map(({ children }) => children)).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expectClose(contacts[0].normal, [-ROOT_HALF, ROOT_HALF]);
    expectClose(contacts[1].normal, [-ROOT_HALF, -ROOT_HALF]);
    for (const { separation } of contacts) expectClose([separation], [1.4 * ROOT_HALF - 1]);
  });

  it('is found by points, shapes, rays and casts where it is, and not in its mouth', () => {
    const game = createGame();
    const eid = game.spawn(0, 0, wide);
    collisionSystem(game.world);
    const points = (x: number, y: number): number[] => {
      const found: number[] = [];
      queryPoint(game.world, { x, y }, found);
      return found;
    };
    expect(points(1.9, 0)).toEqual([eid]);
    expect(points(-1, 1.1)).toEqual([eid]);
    expect(points(-1, 0.9)).toEqual([]);
    const overlapping: number[] = [];
    overlapShape(game.world, circle(0.5), { x: -1, y: 0 }, overlapping);
    expect(overlapping).toEqual([]);
    const ray = castRay(game.world, { x: -5, y: 0.5 }, { x: 10, y: 0 })!;
    expectClose([ray.x, ray.normalX, ray.normalY], [-0.5, -ROOT_HALF, -ROOT_HALF]);
    const hit = castShape(game.world, circle(0.5), { x: -5, y: 0 }, { x: 10, y: 0 })!;
    expectClose([hit.fraction * 10 - 5], [-0.5 * Math.SQRT2]);
  });

  it('sees the same points as overlapSector does', () => {
    const rng = createRng(4);
    let inside = 0;
    for (let round = 0; round < 300; round++) {
      const game = createGame();
      const radius = rng.range(0.5, 3);
      const halfAngle = rng.range(0.05, 3.1);
      const rotation = rng.range(-3, 3);
      const { Transform } = game.collision;
      const eye = game.spawn(0.3, -0.2, sector(radius, halfAngle));
      Transform.rotation[eye] = rotation;
      const target = game.spawn(rng.range(-2, 2), rng.range(-2, 2), circle(rng.range(0.05, 0.5)));
      addComponent(game.world, eye, game.collision.Sensor);
      collisionSystem(game.world);
      const seen: number[] = [];
      overlapSector(game.world, { x: 0.3, y: -0.2, rotation, radius, halfAngle }, seen, { ignore: eye });
      expect(seen.includes(target), `round ${round}`).toBe([...game.collision.contactsOf(eye)].length > 0);
      if (seen.length > 0) inside++;
    }
    expect(inside).toBeGreaterThan(90);
    expect(inside).toBeLessThan(210);
  });

  it('has the mass of its two pieces', () => {
    const { mass, x, y } = massProperties(wide);
    expectClose([mass, x, y], [3 * QUARTER * 4, (2 * 2 * Math.sin(3 * QUARTER)) / (9 * QUARTER), 0]);
  });
});

it.each([
  ['tiles', tiles({ columns: 12, rows: 1, size: 1, cells: new Array(12).fill(1), yUp: true }), -6, -1],
  ['a chain', chain([6, 0, 2, 0, -1, 0, -6, 0]), 0, 0],
  [
    'a smooth compound',
    compound(
      [-4, 0, 4].map((x) => ({ ...box(2, 0.5), offsetX: x })),
      { smooth: true },
    ),
    0,
    -0.5,
  ],
] as const)('slides over %s without a catch, on its arc and on its flat side', (_, ground, x, y) => {
  for (const [turn, height, count] of [
    [-2 * QUARTER, 0.99, 1],
    [QUARTER, -0.01, 2],
  ] as const) {
    const game = createGame();
    const { Transform } = game.collision;
    game.spawn(x, y, ground);
    const slider = game.spawn(-3, height, sector(1, QUARTER));
    Transform.rotation[slider] = turn;
    for (let i = 0; i < 50; i++) {
      Transform.x[slider] += 0.1;
      const contacts = contactsOf(game);
      expect(contacts.length, `step ${i}`).toBeGreaterThan(0);
      // A neighbour of what is met deepest may be met beside the joint, never across it.
      for (const { normal } of contacts) expectClose([Math.abs(normal[1])], [1]);
      expectClose([Math.min(...contacts.map(({ separation }) => separation))], [-0.01]);
      const counts = contacts.map(({ points }) => points.length);
      if (count === 1) expect(counts.every((points) => points === 1)).toBe(true);
      else expect(counts.reduce((sum, points) => sum + points)).toBeGreaterThanOrEqual(2);
    }
  }
});

it('is collided by the routine for its pieces, whichever kind is registered first', () => {
  for (const isFirst of [true, false]) {
    const game = createGame();
    const spawnWide = (): number => game.spawn(0, 0, sector(2, 3));
    const other = (): number => game.spawn(1.9, -0.3, sector(0.5, 0.5));
    if (isFirst) spawnWide();
    other();
    if (!isFirst) spawnWide();
    expect(contactsOf(game).length).toBeGreaterThan(0);
  }
});

it('refuses sizes that it cannot have, and is the whole disc at half a turn', () => {
  expect(sector(2, Math.PI)).toEqual(circle(2));
  expect(SHAPE_KIND_NAMES[sector(2, 1).kind]).toBe('sector');
  expect(refusal(() => sector(0, 1))).toBe('invalid-number: sector radius must be finite and greater than 0, got 0');
  expect(refusal(() => sector(1, NaN))).toBe(
    'invalid-number: sector halfAngle must be finite and greater than 0, got NaN',
  );
  expect(refusal(() => sector(1, 4))).toBe('out-of-range: sector halfAngle must be at most Math.PI, got 4');
});

it('touches what is flat in the middle of its arc there, however both are turned', () => {
  const points: number[][] = [];
  for (let turn = 0; turn < 60; turn++) {
    const { world, collision, spawn } = createGame();
    const rotation = 0.37 * turn;
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const place = (x: number, y: number) => ({ x: cos * x - sin * y, y: sin * x + cos * y });
    const back = ({ x, y }: { x: number; y: number }) => [cos * x + sin * y, cos * y - sin * x];
    const [wall, arc] = [place(3, 0.3), place(0.25, 0)];
    const eid = spawn(wall.x, wall.y, box(1, 1));
    collision.Transform.rotation[eid] = rotation;
    const other = spawn(arc.x, arc.y, sector(2, Math.PI / 4));
    collision.Transform.rotation[other] = rotation;
    collisionSystem(world);
    for (const contact of collision.contacts()) points.push(back({ x: contact.pointX(0), y: contact.pointY(0) }));
    const from = { ...place(-9, 0), rotation };
    points.push(back(castShape(world, sector(2, Math.PI / 4), from, place(12, 0), { ignore: other })!));
  }
  const near = (value: number): unknown => expect.closeTo(value, 6);
  const contact = [near(2.125), near(0)];
  expect(points).toEqual(Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? contact : [near(2), near(0)])));
});

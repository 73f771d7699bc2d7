import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type ClosestPair,
  capsule,
  chain,
  circle,
  closestPoints,
  collisionSystem,
  compound,
  concave,
  ellipse,
  polygon,
  pushApart,
  refreshCollision,
  type ShapeSpec,
  tiles,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { createGame, type Game } from '../support/game-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

/** A segment that no body's middle may pass: the spine of a wall. */
type Spine = readonly [number, number, number, number];

interface Wall {
  readonly eid: number;
  readonly spines: Spine[];
  /** As it was put there. */
  readonly rotation: number;
}

/** Numbers are compared with what rounding leaves, relative to worlds some tens wide. */
const SLACK = 1e-9;

const WALLS = [
  'bars',
  'chains',
  'tiles',
  'compounds',
  'corner',
  'gap',
  'heavy',
  'room',
  'closing',
  'turning',
  'concave',
] as const;
type WallKind = (typeof WALLS)[number];

/** Puts walls of a kind around and between bodies that stand within ±8. */
function spawnWalls(game: Game, rng: Rng, kind: WallKind): Wall[] {
  const walls: Wall[] = [];
  const add = (x: number, y: number, shape: ShapeSpec, spines: Spine[], rotation = 0): void => {
    const cos = Math.cos(rotation);
    const sin = Math.sin(rotation);
    const eid = game.spawn(x, y, shape);
    game.collision.Transform.rotation[eid] = rotation;
    // Walls of these kinds are kept where they are by their weight alone.
    if (kind !== 'heavy' && kind !== 'closing' && kind !== 'turning')
      addComponent(game.world, eid, game.collision.Static);
    const place = (px: number, py: number): [number, number] => [x + cos * px - sin * py, y + sin * px + cos * py];
    walls.push({ eid, rotation, spines: spines.map(([ax, ay, bx, by]) => [...place(ax, ay), ...place(bx, by)]) });
  };
  const bar = (x: number, y: number, halfWidth: number, halfHeight: number, rotation = 0): void => {
    add(x, y, box(halfWidth, halfHeight), [[-halfWidth, 0, halfWidth, 0]], rotation);
  };
  if (kind === 'turning') {
    // So far apart that no two cross: what is where two cross has no side to be kept on.
    for (const [x, y] of [
      [-6, -5],
      [6, -5],
      [0, 6],
    ])
      bar(x, y, rng.range(2, 5), rng.range(0.01, 0.8), rng.range(-3, 3));
  } else if (kind === 'concave') {
    for (let i = 0; i < 3; i++) {
      const [long, thin, deep] = [rng.range(2, 5), rng.range(0.1, 0.6), rng.range(1, 4)];
      // A trough, whose spine runs along the middle of its walls.
      const outline = [-long, 0, long, 0, long, deep + thin, long - thin, deep + thin, long - thin, thin];
      outline.push(thin - long, thin, thin - long, deep + thin, -long, deep + thin);
      const side = long - thin / 2;
      const spines: Spine[] = [
        [-side, thin / 2, side, thin / 2],
        [side, thin / 2, side, deep],
        [-side, thin / 2, -side, deep],
      ];
      add(rng.range(-7, 7), rng.range(-7, 7), concave(outline), spines, rng.range(-3, 3));
    }
  } else if (kind === 'bars' || kind === 'heavy') {
    for (let i = 0; i < 5; i++)
      bar(rng.range(-9, 9), rng.range(-9, 9), rng.range(1, 6), rng.range(0.01, 0.8), rng.range(-3, 3));
  } else if (kind === 'chains') {
    for (let i = 0; i < 3; i++) {
      const points = [rng.range(-9, 9), rng.range(-9, 9)];
      for (let k = 0; k < 4; k++) points.push(points[2 * k] + rng.range(-5, 5), points[2 * k + 1] + rng.range(-5, 5));
      add(0, 0, chain(points), spinesAlong(points));
    }
  } else if (kind === 'tiles') {
    const cells = Array.from({ length: 144 }, () => (rng.next() < 0.2 ? 1 : 0));
    const spines: Spine[] = [];
    cells.forEach((cell, i) => {
      if (cell === 0) return;
      const x = 1.7 * (i % 12);
      const y = 1.7 * Math.floor(i / 12);
      // The diagonals of a cell, not to its very corners.
      spines.push([x + 0.2, y + 0.2, x + 1.5, y + 1.5], [x + 1.5, y + 0.2, x + 0.2, y + 1.5]);
    });
    add(-10, -10, tiles({ columns: 12, rows: 12, size: 1.7, cells }), spines);
  } else if (kind === 'compounds') {
    for (let i = 0; i < 3; i++) {
      const [long, thin] = [rng.range(2, 4), rng.range(0.05, 0.5)];
      const shape = compound([box(long, thin), { ...box(thin, long), offsetX: long, offsetY: long }]);
      const spines: Spine[] = [
        [-long, 0, long, 0],
        [long, 0, long, 2 * long],
      ];
      add(rng.range(-7, 7), rng.range(-7, 7), shape, spines, rng.range(-3, 3));
    }
  } else if (kind === 'corner') {
    const turn = rng.range(0.3, 2.6);
    bar(0, 0, 12, 0.3);
    bar(8 * Math.cos(turn), 8 * Math.sin(turn), 8, 0.3, turn);
    bar(0, -3, 5, 0.02);
  } else if (kind === 'closing') {
    const thin = rng.range(0.01, 0.6);
    const shape = rng.next() < 0.5 ? chain([0, -30, 0, 0, 0, 30]) : box(thin, 30);
    for (const x of [-ROOM, ROOM]) add(x, 0, shape, []);
  } else if (kind === 'room') {
    spawnRoom(rng, add);
  } else {
    // Gaps of 0.4 to 1.9 between two walls; some bodies are broader, some narrower.
    for (const y of [-5, 0, 5]) {
      const half = rng.range(0.2, 0.95);
      bar(-half - 6, y, 6, rng.range(0.05, 0.5));
      bar(half + 6, y, 6, rng.range(0.05, 0.5));
    }
  }
  return walls;
}

/** Half the width of a closed room, up to the middle of its walls. */
const ROOM = 9.5;

function spawnRoom(rng: Rng, add: (x: number, y: number, shape: ShapeSpec, spines: Spine[]) => void): void {
  const made = rng.integer(0, 3);
  const thin = rng.range(0.01, 0.6);
  const sides = [
    [-ROOM, 0],
    [ROOM, 0],
    [0, -ROOM],
    [0, ROOM],
  ];
  const bars = sides.map(([x]) => (x === 0 ? box(ROOM + thin, thin) : box(thin, ROOM + thin)));
  if (made === 0) for (let i = 0; i < 4; i++) add(sides[i][0], sides[i][1], bars[i], []);
  else if (made === 1) add(0, 0, compound(sides.map(([x, y], i) => ({ ...bars[i], offsetX: x, offsetY: y }))), []);
  else if (made === 2) add(0, 0, chain([-ROOM, -ROOM, ROOM, -ROOM, ROOM, ROOM, -ROOM, ROOM, -ROOM, -ROOM]), []);
  else {
    const isEdge = (i: number): boolean => i === 0 || i === 19;
    const cells = Array.from({ length: 400 }, (_, i) => (isEdge(i % 20) || isEdge(Math.floor(i / 20)) ? 1 : 0));
    add(-10, -10, tiles({ columns: 20, rows: 20, size: 1, cells }), []);
  }
}

function spinesAlong(points: number[]): Spine[] {
  const spines: Spine[] = [];
  for (let i = 0; i + 3 < points.length; i += 2) spines.push([points[i], points[i + 1], points[i + 2], points[i + 3]]);
  return spines;
}

function makeBody(rng: Rng): ShapeSpec {
  const size = rng.range(0.3, 1);
  const kind = rng.integer(0, 4);
  if (kind === 0) return circle(size);
  if (kind === 1) return box(size, rng.range(0.2, 0.8));
  if (kind === 2) return capsule(rng.range(0.1, 0.5), size);
  if (kind === 3) return ellipse(size, rng.range(0.3, 0.6));
  return polygon([-size, -0.4, size, -0.3, rng.range(-0.5, 0.5), size]);
}

/**
 * Whether a body got from A to B across a spine, and not around its ends, for which it would have had to go too far.
 */
function crosses(ax: number, ay: number, bx: number, by: number, spine: Spine, farthest: number): boolean {
  const [sx, sy, ex, ey] = spine;
  const around = (x: number, y: number): number => Math.hypot(ax - x, ay - y) + Math.hypot(bx - x, by - y);
  if (Math.min(around(sx, sy), around(ex, ey)) < farthest) return false;
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number): number =>
    (qx - px) * (y - py) - (qy - py) * (x - px);
  const s1 = side(sx, sy, ex, ey, ax, ay);
  const s2 = side(sx, sy, ex, ey, bx, by);
  const t1 = side(ax, ay, bx, by, sx, sy);
  const t2 = side(ax, ay, bx, by, ex, ey);
  return s1 * s2 < 0 && t1 * t2 < 0;
}

function turnAbout([x, y]: readonly number[], [middleX, middleY]: readonly number[], angle: number): [number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [middleX + cos * (x - middleX) - sin * (y - middleY), middleY + sin * (x - middleX) + cos * (y - middleY)];
}

interface Share {
  readonly walked: number;
  readonly pushed: number;
  readonly pressed: number;
}

/** Lets a crowd press against walls for some ticks. Returns how much there was to do. Throws where one gets through. */
function press(seed: number): Share {
  const rng = createRng(seed);
  const game = createGame();
  const { world, collision } = game;
  const { Transform } = collision;
  const kind = WALLS[seed % WALLS.length];
  const walls = spawnWalls(game, rng, kind);
  const isWall = new Set(walls.map(({ eid }) => eid));
  const crowd: number[] = [];
  const out = {} as ClosestPair;
  const pair = (body: number, wall: Wall): number => closestPoints(world, body, wall.eid, out)!.separation;
  for (let i = 0; i < 14; i++) {
    const eid = game.spawn(rng.range(-8, 8), rng.range(-8, 8), makeBody(rng));
    Transform.rotation[eid] = rng.range(-3, 3);
    refreshCollision(world);
    // Bodies begin outside of walls; they may be in each other.
    for (let k = 0; k < 40 && walls.some((wall) => pair(eid, wall) < 0.01); k++) {
      Transform.x[eid] = rng.range(-8, 8);
      Transform.y[eid] = rng.range(-8, 8);
      refreshCollision(world);
    }
    if (walls.every((wall) => pair(eid, wall) >= 0.01)) crowd.push(eid);
    else Transform.x[eid] = 100 + 10 * i;
  }
  const rounds = rng.integer(1, 64);
  const speed = rng.next() < 0.3 ? rng.range(0, 3) : rng.range(0, 0.3);
  const isClosing = kind === 'closing';
  const isTurning = kind === 'turning';
  const turns = walls.map(() => rng.range(-0.3, 0.3));
  const closing = rng.next() < 0.3 ? rng.range(0.3, 1.5) : rng.range(0, 0.3);
  const far = kind === 'room' ? 40 : 9;
  const [goalX, goalY] = [rng.range(-far, far), rng.range(-far, far)];
  const options = { rounds, weight: (eid: number) => (isWall.has(eid) ? Infinity : 1) };
  const share = { walked: 0, pushed: 0, pressed: 0 };
  collisionSystem(world);
  pushApart(world, options);
  refreshCollision(world);
  for (let tick = 0; tick < 5; tick++) {
    const before = crowd.map((eid) => [Transform.x[eid], Transform.y[eid]]);
    const gaps = crowd.map((eid) => walls.map((wall) => pair(eid, wall)));
    for (const eid of crowd) {
      const [x, y] = [goalX - Transform.x[eid], goalY - Transform.y[eid]];
      const length = Math.max(1e-9, Math.sqrt(x * x + y * y));
      Transform.x[eid] += (x / length) * Math.min(length, speed);
      Transform.y[eid] += (y / length) * Math.min(length, speed);
    }
    const walked = crowd.map((eid) => [Transform.x[eid], Transform.y[eid]]);
    if (isClosing) {
      Transform.x[walls[0].eid] += closing;
      Transform.x[walls[1].eid] -= closing;
    }
    if (isTurning) for (let k = 0; k < walls.length; k++) Transform.rotation[walls[k].eid] += turns[k];
    collisionSystem(world);
    // Walls that move may press in deeper, which pushes may not.
    const pressed = crowd.map((eid) => walls.map((wall) => (isClosing || isTurning ? pair(eid, wall) : 0)));
    pushApart(world, options);
    refreshCollision(world);
    crowd.forEach((eid, i) => {
      const [x, y] = [Transform.x[eid], Transform.y[eid]];
      if (Math.abs(x - walked[i][0]) + Math.abs(y - walked[i][1]) > 1e-6) share.pushed++;
      share.walked++;
      // Between walls that turn into it from two sides a body has no room that it could be left.
      const isCrushed = isTurning && walls.filter((wall) => pair(eid, wall) < 1e-6).length > 1;
      walls.forEach((wall, k) => {
        const gap = pair(eid, wall);
        if (gap < 1e-6) share.pressed++;
        const where = `seed ${seed} (${kind}) tick ${tick} body ${eid} wall ${wall.eid} rounds ${rounds} speed ${speed}`;
        if (!(isCrushed || gap >= Math.min(0, gaps[i][k], pressed[i][k]) - SLACK))
          throw new Error(`${where}: ${gap} deep, was ${gaps[i][k]}`);
        const isOut = Math.abs(x) > ROOM || Math.abs(y) > ROOM;
        const isPast = isClosing && (x - Transform.x[wall.eid]) * (k === 0 ? 1 : -1) < 0;
        if ((kind === 'room' && isOut) || isPast) throw new Error(`${where}: out at ${[x, y]}`);
        const turn = isTurning ? turns[k] : 0;
        // Where the body was, as the wall has carried it.
        const [fromX, fromY] = turnAbout(before[i], [Transform.x[wall.eid], Transform.y[wall.eid]], turn);
        for (const [ax, ay, bx, by] of wall.spines) {
          const middle = [Transform.x[wall.eid], Transform.y[wall.eid]];
          const turned = isTurning ? Transform.rotation[wall.eid] - wall.rotation : 0;
          const spine: Spine = [...turnAbout([ax, ay], middle, turned), ...turnAbout([bx, by], middle, turned)];
          if (crosses(fromX, fromY, x, y, spine, speed < 0.3 && turn === 0 ? 0 : 2 * speed + 2 + 14 * Math.abs(turn))) {
            throw new Error(`${where}: from ${before[i]} to ${[x, y]} across ${spine}`);
          }
        }
      });
    });
  }
  return share;
}

describe('crowds that press against walls', () => {
  it('leave nobody in a wall or across one, whatever it is made of', () => {
    const share = { walked: 0, pushed: 0, pressed: 0 };
    for (let seed = 1; seed <= effort(1000, 220); seed++) {
      const { walked, pushed, pressed } = press(seed);
      share.walked += walked;
      share.pushed += pushed;
      share.pressed += pressed;
    }
    // Most bodies have been pushed, and many at a wall.
    expect(share.pushed).toBeGreaterThan(0.3 * share.walked);
    expect(share.pressed).toBeGreaterThan(0.08 * share.walked);
  });
});

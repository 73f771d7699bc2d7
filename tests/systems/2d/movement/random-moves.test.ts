import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  ellipse,
  type MoveOptions,
  polygon,
  type ShapeSpec,
} from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, depthOf, type MoverWorld, Walker } from '../../../support/movement-2d.ts';
import { ALL_KINDS, randomShape, specOf } from '../../../support/random-shapes-2d.ts';
import { createRng, type Rng } from '../../../support/rng.ts';

const MOVERS: Record<string, ShapeSpec> = {
  circle: circle(0.5),
  capsule: capsule(0.4, 0.3),
  box: box(0.4, 0.6),
  'rounded box': box(0.3, 0.4, { radius: 0.1 }),
  polygon: polygon([-0.5, -0.3, 0.4, -0.5, 0.6, 0.2, 0, 0.6]),
  ellipse: ellipse(0.6, 0.35),
  compound: compound([circle(0.3), { ...box(0.2, 0.4), offsetX: 0.4 }]),
};

/** Half the side of the room that all of it happens in. */
const ROOM = 12;

interface Rubble extends MoverWorld {
  /** Outlines, x and y in turn, that are solid from outside alone: nobody gets into them. */
  readonly hollows: readonly (readonly number[])[];
}

/** A room with thin walls of one kind or another, full of rubble. */
function buildRubble(rng: Rng, count: number): Rubble {
  const game = createMoverWorld();
  const hollows: number[][] = [];
  const corners = [-ROOM, -ROOM, ROOM, -ROOM, ROOM, ROOM, -ROOM, ROOM];
  const wall = rng.integer(0, 2);
  if (wall === 0) game.add(chain(corners, { closed: true }));
  else if (wall === 1)
    game.add(chain([-ROOM, ROOM, ROOM, ROOM, ROOM, -ROOM, -ROOM, -ROOM], { closed: true, oneSided: true }));
  else {
    for (let i = 0; i < 24; i++) {
      const at = 2 * ROOM * ((i + 0.5) / 24) - ROOM;
      for (const side of [-ROOM, ROOM]) {
        game.add(box(ROOM / 24, 1e-4), at, side);
        game.add(box(1e-4, ROOM / 24), side, at);
      }
    }
  }
  const terrain = rng.integer(0, 3);
  const floor = rng.range(-11, -4);
  if (terrain === 1) {
    game.add(chain(Array.from({ length: 60 }, (_, i) => ({ x: i / 2.5 - 11.9, y: floor + rng.range(0, 0.6) }))));
  } else if (terrain === 2) {
    for (let x = -11.5; x < 12; x++) game.add(box(0.5, 0.5), x, floor + 0.25 * rng.integer(0, 1));
  } else if (terrain === 3) {
    const children = [];
    for (let x = -11; x < 12; x += 2) children.push({ ...box(1, 0.4), offsetX: x, offsetY: floor });
    game.add(compound(children));
  }
  for (let i = 0; i < count; i++) {
    const kind = ALL_KINDS[rng.integer(0, ALL_KINDS.length - 1)];
    const shape = randomShape(rng, kind, rng.range(0.5, 4));
    const [x, y, rotation] = [rng.range(-ROOM, ROOM), rng.range(-ROOM, ROOM), rng.range(-4, 4)];
    if (shape.kind !== 'chain') {
      game.add(specOf(shape), x, y, rotation);
      continue;
    }
    // What comes through a one-sided chain from behind is in it when it stops half-way: these are closed, and solid
    // from outside.
    const outline = placed(shape.points, x, y, rotation);
    const oneSided = shape.closed && areaOf(outline) > 0;
    if (oneSided) hollows.push(outline);
    game.add(specOf({ ...shape, oneSided }), x, y, rotation);
  }
  game.tick();
  return { ...game, hollows };
}

function placed(points: readonly number[], x: number, y: number, rotation: number): number[] {
  const c = Math.cos(rotation);
  const s = Math.sin(rotation);
  return points.map((at, i) => (i % 2 === 0 ? x + c * at - s * points[i + 1] : y + s * points[i - 1] + c * at));
}

/** Twice the area inside, positive for counter-clockwise outlines, whose right-hand side is outside. */
function areaOf(outline: readonly number[]): number {
  let area = 0;
  for (let a = outline.length - 2, b = 0; b < outline.length; a = b, b += 2) {
    area += outline[a] * outline[b + 1] - outline[b] * outline[a + 1];
  }
  return area;
}

/** Whether a point is inside an outline: by how many of its sides a ray crosses. */
function isInside(outline: readonly number[], x: number, y: number): boolean {
  let isIn = false;
  for (let a = outline.length - 2, b = 0; b < outline.length; a = b, b += 2) {
    if (outline[a + 1] > y === outline[b + 1] > y) continue;
    const part = (y - outline[a + 1]) / (outline[b + 1] - outline[a + 1]);
    if (x < outline[a] + part * (outline[b] - outline[a])) isIn = !isIn;
  }
  return isIn;
}

/** A place in the room where a mover is free, or not. */
function findStart(rng: Rng, game: Rubble, shape: ShapeSpec): { x: number; y: number; rotation: number } | undefined {
  for (let attempt = 0; attempt < 50; attempt++) {
    const pose = {
      shape,
      x: rng.range(-11, 11),
      y: rng.range(-11, 11),
      rotation: rng.next() < 0.5 ? 0 : rng.range(-4, 4),
    };
    const isShutIn = game.hollows.some((outline) => isInside(outline, pose.x, pose.y));
    if (!isShutIn && depthOf(game.world, pose, 0.01) === -Infinity) return pose;
  }
  return undefined;
}

/** A motion of any length, from a thousandth of the mover to a thousand times its size. */
function randomLength(rng: Rng): number {
  return rng.next() < 0.1 ? 0 : 10 ** rng.range(-3, 3);
}

const SIZE = 1;
const MOVES = effort(1_000_000, 6000);
/** Moves from one place to the next, before another start is looked for. */
const PATH = 60;

/** cos(50°), the limit of what is a floor. */
const FLOOR_COSINE = 0.6428;

const WALK: MoveOptions = { up: { x: 0, y: 1 }, stepHeight: 0.3, snapDistance: 0.2 };

describe('random moves in random rubble and terrain', () => {
  it.each([
    ['seen from above', undefined, 1501],
    ['walking', WALK, 1502],
  ])(
    '%s: never into anything, never out of the room, never backwards',
    (_, options, seed) => {
      const rng = createRng(seed);
      let moved = 0;
      let stopped = 0;
      let walked = 0;
      let oneSided = 0;
      for (let made = 0; made < MOVES / 2; ) {
        const game = buildRubble(rng, rng.integer(5, 60));
        oneSided += game.hollows.length;
        for (const [name, shape] of Object.entries(MOVERS)) {
          const start = findStart(rng, game, shape);
          if (start === undefined) continue;
          const walker = new Walker(game.world, shape, start.x, start.y, options, start.rotation);
          let stoodOnFloor = false;
          for (let i = 0; i < PATH; i++, made++) {
            const angle = rng.next() < 0.3 ? rng.integer(0, 3) * (Math.PI / 2) : rng.range(0, 7);
            const length = randomLength(rng);
            const dx = length * Math.cos(angle);
            const dy = length * Math.sin(angle);
            const { x, y } = walker.pose;
            const free = walker.depth(0.0025) === -Infinity;
            const result = walker.move(dx, dy);
            const along = length > 0 ? ((result.x - x) * dx + (result.y - y) * dy) / length : 0;
            const isWalk = stoodOnFloor && result.grounded && dy <= 0 && Math.abs(dx) > 1e-9;
            if (isWalk && free) walked++;
            const wrong =
              walker.depth() > 1e-9 * SIZE ||
              result.penetration !== 0 ||
              game.hollows.some((outline) => isInside(outline, result.x, result.y)) ||
              !(Math.max(Math.abs(result.x), Math.abs(result.y)) < ROOM) ||
              (options === undefined && free && along < -1e-9 * SIZE) ||
              (isWalk && free && (result.x - x) * Math.sign(dx) < -1e-9 * SIZE);
            if (wrong) {
              const what: string = `${name} at rotation ${start.rotation}, depth ${walker.depth()}, overlap ${result.penetration}, along ${along}`;
              expect.fail(`move ${made}: ${what}: from (${x}, ${y}) by (${dx}, ${dy}) to (${result.x}, ${result.y})`);
            }
            // Who is held by two steep sides slips down between them.
            stoodOnFloor = result.grounded && result.ground.normalY > FLOOR_COSINE;
            if (result.x !== x || result.y !== y) moved++;
            if (result.hitCount > 0) stopped++;
          }
        }
      }
      expect(oneSided).toBeGreaterThan(MOVES / 1000);
      expect(moved).toBeGreaterThan(MOVES / 8);
      expect(stopped).toBeGreaterThan(MOVES / 8);
      if (options !== undefined) expect(walked).toBeGreaterThan(MOVES / 40);
    },
    3_600_000,
  );
});

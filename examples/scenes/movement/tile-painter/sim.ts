import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  capsule,
  circle,
  collisionSystem,
  createCollision,
  createMoveResult,
  type MoveResult,
  moveAndSlide,
  oneWay,
  polygon,
  type ShapeSpec,
  seamless,
  setTile,
  tiles,
} from 'bitecs-collision/2d';
import { Flashes } from '../../../shared/flashes.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { BLOCK, BRUSHES, isInside, ONE_WAY, RUBBER, SLOPE_DOWN, SLOPE_UP } from './brushes.ts';

/** The brushes in the order in which they are offered, and after them the tool that changes the ground. */
const TOOLS = [BLOCK, SLOPE_UP, SLOPE_DOWN, ONE_WAY, RUBBER, BRUSHES.length];

export const about: SceneAbout = {
  summary:
    'Paint ground for the runners. Without seamless colliders they hop and turn at edges between tiles, inside of the ground.',
  hint: 'Choose a brush at the top, then draw with the pointer. Space changes what the ground is made of.',
  touchHint: 'Choose a brush at the top, then draw. With “other ground”, a tap changes what the ground is made of.',
  tools: TOOLS.map((brush) => BRUSHES[brush]?.name ?? 'other ground'),
};

export const FIELD = { columns: 28, rows: 15 };

/** What the ground is made of: one map of tiles, or an entity for each, tagged Seamless or not. */
export const GROUNDS = ['map of tiles', 'seamless boxes', 'boxes with seams'] as const;
export type GroundName = (typeof GROUNDS)[number];

/** Units a second, and each second. */
const SPEED = 4;
const GRAVITY = 40;
const MAX_FALL = 16;
/** How fast those who run are held to the ground, so that they follow it downhill. */
const STICK = 3;

const LANDSCAPE = [
  '............................',
  '............................',
  '............................',
  '............................',
  '............................',
  '............................',
  '.........-----..............',
  '............................',
  '............................',
  '....................../###..',
  '..-----............../####..',
  '..................../#####..',
  '../\\...../##\\....../######..',
  '############################',
  '############################',
];
const LETTERS = { '#': BLOCK, '/': SLOPE_UP, '\\': SLOPE_DOWN, '-': ONE_WAY } as const;

/**
 * A figure that runs to and fro. It is pushed out of the ground by contacts, or moved by `moveAndSlide` if it has a
 * `move`.
 */
export interface Runner {
  readonly eid: number;
  readonly shape: ShapeSpec;
  readonly move: MoveResult | undefined;
  direction: number;
  speedY: number;
}

const RUNNERS: readonly { readonly shape: ShapeSpec; readonly isMover: boolean }[] = [
  { shape: capsule(0.15, 0.3), isMover: false },
  { shape: circle(0.4), isMover: false },
  { shape: box(0.25, 0.25, { radius: 0.12 }), isMover: false },
  { shape: box(0.35, 0.35), isMover: false },
  { shape: polygon([-0.4, 0.35, -0.25, -0.3, 0.25, -0.3, 0.4, 0.35]), isMover: false },
  { shape: capsule(0.15, 0.3), isMover: true },
  { shape: box(0.3, 0.4), isMover: true },
];
const COPIES = 2;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const input = createSceneInput();
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static } = collision;
  const Seamless = seamless(world);
  const OneWay = oneWay(world);
  const settings: { ground: GroundName; brush: number } = { ground: 'map of tiles', brush: BLOCK };
  const counts = { contacts: 0, seams: 0, turns: 0 };
  const marks = new Flashes();
  const { columns, rows } = FIELD;
  const cells = new Uint8Array(columns * rows);
  const map = tiles({ columns, rows, size: 1, shapes: { ...BRUSHES.map(({ tile }) => tile) } });
  /** The entity of each cell where there is one, and that of the map. */
  const blocks = new Map<number, number>();
  let ground = -1;

  LANDSCAPE.forEach((line, row) => {
    for (let column = 0; column < columns; column++) {
      const brush = LETTERS[line[column] as keyof typeof LETTERS];
      if (brush === undefined) continue;
      cells[row * columns + column] = brush;
      setTile(map, column, row, brush);
    }
  });
  makeGround();

  const runners: Runner[] = [];
  for (let copy = 0; copy < COPIES; copy++) {
    for (const { shape, isMover } of RUNNERS) {
      const eid = put({ ...shape, categoryBits: 2, maskBits: 1 } as ShapeSpec, 0, 0);
      const move = isMover ? createMoveResult() : undefined;
      runners.push({ eid, shape, move, direction: random() < 0.5 ? -1 : 1, speedY: 0 });
      drop(runners[runners.length - 1]);
    }
  }

  function put(shape: ShapeSpec, x: number, y: number): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  }

  /** Lets a runner begin again from above. */
  function drop(runner: Runner): void {
    Transform.x[runner.eid] = 1 + (columns - 2) * random();
    Transform.y[runner.eid] = -1 - 6 * random();
    runner.speedY = 0;
  }

  /** Makes the ground of what the settings say. */
  function makeGround(): void {
    if (ground >= 0) removeEntity(world, ground);
    for (const eid of blocks.values()) removeEntity(world, eid);
    blocks.clear();
    ground = -1;
    if (settings.ground === 'map of tiles') {
      ground = put(map, 0, 0);
      addComponent(world, ground, Static);
    } else for (let cell = 0; cell < cells.length; cell++) makeBlock(cell);
  }

  function makeBlock(cell: number): void {
    const { shape, x, y } = BRUSHES[cells[cell]];
    if (shape === undefined) return;
    const column = cell % columns;
    const eid = put(shape, column + x, (cell - column) / columns + y);
    addComponent(world, eid, Static);
    if (cells[cell] === ONE_WAY) addComponent(world, eid, set(OneWay, { normalX: 0, normalY: -1 }));
    if (settings.ground === 'seamless boxes') addComponent(world, eid, Seamless);
    blocks.set(cell, eid);
  }

  function paint(column: number, row: number): void {
    const cell = row * columns + column;
    if (column < 0 || row < 0 || column >= columns || row >= rows || cells[cell] === settings.brush) return;
    cells[cell] = settings.brush;
    setTile(map, column, row, settings.brush);
    if (settings.ground === 'map of tiles') return;
    const eid = blocks.get(cell);
    if (eid !== undefined) removeEntity(world, eid);
    blocks.delete(cell);
    makeBlock(cell);
  }

  const stroke = { isDown: false, x: 0, y: 0, wasAction: false, tool: input.tool };

  /** Paints all cells between where the pointer was and where it is. */
  function followPointer(): void {
    const { pointerDown, pointerX, pointerY, tool } = input;
    if (tool !== stroke.tool && tool < BRUSHES.length) settings.brush = TOOLS[tool];
    stroke.tool = tool;
    if (pointerDown && tool < BRUSHES.length) {
      const fromX = stroke.isDown ? stroke.x : pointerX;
      const fromY = stroke.isDown ? stroke.y : pointerY;
      const steps = Math.ceil(2 * Math.max(Math.abs(pointerX - fromX), Math.abs(pointerY - fromY), 0.5));
      for (let i = 1; i <= steps; i++) {
        const share = i / steps;
        paint(Math.floor(fromX + share * (pointerX - fromX)), Math.floor(fromY + share * (pointerY - fromY)));
      }
    } else if (pointerDown && !stroke.isDown) nextGround();
    Object.assign(stroke, { isDown: pointerDown, x: pointerX, y: pointerY });
    if (input.action && !stroke.wasAction) nextGround();
    stroke.wasAction = input.action;
  }

  function nextGround(): void {
    settings.ground = GROUNDS[(GROUNDS.indexOf(settings.ground) + 1) % GROUNDS.length];
    changeGround();
  }

  function changeGround(): void {
    makeGround();
    counts.seams = 0;
    counts.turns = 0;
  }

  /** Whether a point is inside of the ground, as it is painted, and not on its border. */
  function isInGround(x: number, y: number): boolean {
    return (
      isGround(x - BORDER, y - BORDER) &&
      isGround(x + BORDER, y - BORDER) &&
      isGround(x - BORDER, y + BORDER) &&
      isGround(x + BORDER, y + BORDER)
    );
  }

  function isGround(x: number, y: number): boolean {
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    return isInside(cells[row * columns + column], x - column, y - row);
  }

  function turn(runner: Runner, direction: number): void {
    if (direction === 0 || direction === runner.direction) return;
    runner.direction = direction;
    counts.turns++;
  }

  function run(runner: Runner): void {
    const { eid, move } = runner;
    runner.speedY = Math.min(MAX_FALL, runner.speedY + GRAVITY * TICK);
    const dx = runner.direction * SPEED * TICK;
    const dy = runner.speedY * TICK;
    if (move === undefined) {
      Transform.x[eid] += dx;
      Transform.y[eid] += dy;
    } else {
      moveAndSlide(world, eid, { x: dx, y: dy }, MOVE, move);
      Transform.x[eid] = move.x;
      Transform.y[eid] = move.y;
      if (move.grounded) runner.speedY = 0;
      if (move.onWall) turn(runner, -runner.direction);
    }
    if (Transform.x[eid] < 0.5) turn(runner, 1);
    if (Transform.x[eid] > columns - 0.5) turn(runner, -1);
    if (Transform.y[eid] > rows + 2 || (move !== undefined && move.penetration > 0.3)) drop(runner);
  }

  const runnerOf = new Map(runners.map((runner) => [runner.eid, runner]));

  /** Moves runners out of the ground that they overlap, and turns those round that run into a wall. */
  function pushOut(): void {
    counts.contacts = 0;
    for (const contact of collision.contacts()) {
      const isA = runnerOf.has(contact.a);
      const runner = runnerOf.get(isA ? contact.a : contact.b);
      if (runner === undefined || runner.move !== undefined) continue;
      counts.contacts++;
      const sign = isA ? -1 : 1;
      const x = sign * contact.normalX;
      const y = sign * contact.normalY;
      const depth = Math.max(0, -contact.separation);
      // A normal is wrong if there is more ground just beyond the contact along it: the surface cannot face that way.
      // Such contacts are counted as seams.
      const nearX = contact.pointX(0) + (depth / 2 + 0.03) * x;
      const nearY = contact.pointY(0) + (depth / 2 + 0.03) * y;
      if (depth < BURIED && isInGround(nearX, nearY)) {
        counts.seams++;
        marks.add(contact.pointX(0), contact.pointY(0), 0.6);
      }
      const { eid } = runner;
      const moved = (Transform.x[eid] - before.x[eid]) * x + (Transform.y[eid] - before.y[eid]) * y;
      const rest = Math.min(depth - moved, MOST_PUSH);
      if (rest > 0) {
        Transform.x[eid] += rest * x;
        Transform.y[eid] += rest * y;
      }
      if (y < -0.3 && runner.speedY > 0) runner.speedY = STICK;
      if (y > 0.3 && runner.speedY < 0) runner.speedY = 0;
      if (Math.abs(x) > 0.8) turn(runner, Math.sign(x));
    }
  }

  /** The positions of all entities when the contacts were found. */
  const before = { x: new Float64Array(0), y: new Float64Array(0) };
  remember(
    () => ({ blocks, stroke, before, ground }),
    (was) => void ({ ground } = was),
  );

  return {
    world,
    collision,
    input,
    settings,
    counts,
    cells,
    runners,
    marks,
    changeGround,
    step() {
      followPointer();
      marks.tick();
      for (const runner of runners) run(runner);
      collisionSystem(world);
      before.x = Transform.x.slice();
      before.y = Transform.y.slice();
      pushOut();
    },
    hash() {
      const end = runners[runners.length - 1].eid + 1;
      return hashNumbers(Transform.y, end, hashNumbers(Transform.x, end, hashNumbers(cells)));
    },
  } satisfies Sim & Record<string, unknown>;
}

/** A runner that is buried is pushed out by at most this many units a tick. */
const MOST_PUSH = 0.3;

const BORDER = 1e-3;

/** The depth from which on a runner counts as painted over: its contact says nothing about seams. */
const BURIED = 0.3;

const MOVE = { up: { x: 0, y: -1 }, snapDistance: 0.3 };

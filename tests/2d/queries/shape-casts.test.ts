import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castCollider,
  castRay,
  castShape,
  chain,
  circle,
  collideShape,
  collisionSystem,
  compound,
  type ShapeContact,
  type ShapeSpec,
  seamless,
  tiles,
} from '../../../entry/2d.ts';
import { FLOORS, type Floor } from '../../support/floors-2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame, type Game } from '../../support/game-2d.ts';
import { MEETINGS, type Pose } from '../../support/meetings-2d.ts';

const near = (value: number): unknown => expect.closeTo(value, 9);
type Point = readonly [x: number, y: number];

/** A static shape in a frame, in a world that has run a tick. */
function withStatic(shape: ShapeSpec, [x, y, rotation = 0]: Pose, { at, angle, scale }: Frame): Game {
  const game = createGame();
  const { Transform, Static } = game.collision;
  const eid = game.spawn(...at(x, y), shape);
  addComponent(game.world, eid, Static);
  Transform.rotation[eid] = rotation + angle;
  Transform.scale[eid] = scale;
  collisionSystem(game.world);
  return game;
}

/** Casts a shape by way of a collider of its own, which brings a scale. */
function castInFrame(
  game: Game,
  shape: ShapeSpec,
  from: Pose,
  way: Point,
  frame: Frame,
  overlap?: 'ignore-separating',
) {
  const { Transform } = game.collision;
  const eid = game.spawn(...frame.at(from[0], from[1]), shape);
  Transform.rotation[eid] = (from[2] ?? 0) + frame.angle;
  Transform.scale[eid] = frame.scale;
  const [x, y] = frame.turned(...way);
  const translation = { x: frame.scale * x, y: frame.scale * y };
  return castCollider(game.world, eid, translation, overlap === undefined ? undefined : { initialOverlap: overlap });
}

describe('shapes that are cast at shapes', () => {
  for (const [name, [a, b, { fraction, normal, point, childB = 0 }]] of Object.entries(MEETINGS)) {
    const { shape, from, to } = a;
    if (b.to !== undefined || to === undefined || from[2] !== to[2]) continue;
    const way: Point = [to[0] - from[0], to[1] - from[1]];

    it.each([AT_ORIGIN, ELSEWHERE])(`meet ${name}, $name`, (frame) => {
      const hit = castInFrame(withStatic(b.shape, b.from, frame), shape, from, way, frame);
      const [normalX, normalY] = frame.turned(0 - normal[0], 0 - normal[1]);
      const [x, y] = frame.at(...point);
      expect(hit).toMatchObject({ fraction: near(fraction), child: childB, x: near(x), y: near(y) });
      expect(hit).toMatchObject({ normalX: near(normalX), normalY: near(normalY) });
      if (frame === ELSEWHERE) return;
      const pose = { x: from[0], y: from[1], rotation: from[2] ?? 0 };
      const same = castShape(withStatic(b.shape, b.from, frame).world, shape, pose, { x: way[0], y: way[1] });
      expect({ ...same, entity: 0 }).toEqual({ ...hit, entity: 0 });
    });
  }
});

function withFloor({ parts, isSeamless = false }: Floor, frame: Frame): Game {
  const game = createGame();
  const { Transform, Static } = game.collision;
  for (const [shape, x, y] of parts) {
    const eid = game.spawn(...frame.at(x, y), shape);
    addComponent(game.world, eid, Static);
    if (isSeamless) addComponent(game.world, eid, seamless(game.world));
    Transform.rotation[eid] = frame.angle;
    Transform.scale[eid] = frame.scale;
  }
  collisionSystem(game.world);
  return game;
}

describe.each(Object.entries(FLOORS))('the surface of %s', (name, floor) => {
  describe.each([AT_ORIGIN, ELSEWHERE])('$name', (frame) => {
    const game = (): Game => withFloor(floor, frame);
    const up = frame.turned(0, 1);
    const hitAt = (x: number, y: number, [normalX, normalY]: Point) => {
      const [hitX, hitY] = frame.at(x, y);
      return { fraction: near(0.5), x: near(hitX), y: near(hitY), normalX: near(normalX), normalY: near(normalY) };
    };

    it('has one normal at its seams, from wherever a shape comes', () => {
      for (const from of [
        [2, 4],
        [0, 3.5],
        [4, 3.5],
      ] as const) {
        const way = [4 - 2 * from[0], 3 - 2 * from[1]] as const;
        expect(castInFrame(game(), circle(0.5), from, way, frame)).toMatchObject(hitAt(2, 1, up));
        const boxHit = castInFrame(game(), box(0.5, 0.5), from, way, frame);
        expect(boxHit).toMatchObject({ fraction: near(0.5), normalX: near(up[0]), normalY: near(up[1]) });
      }
    });

    it('has one normal at its seams for rays', () => {
      for (const from of [
        [2, 3],
        [1, 2],
        [3.5, 4],
      ] as const) {
        const [x, y] = frame.at(from[0], from[1]);
        const [endX, endY] = frame.at(4 - from[0], 2 - from[1]);
        expect(castRay(game().world, { x, y }, { x: endX - x, y: endY - y })).toMatchObject(hitAt(2, 1, up));
      }
    });

    it('has its corners at the ends', () => {
      for (const [end, out] of [
        [0, -1],
        [4, 1],
      ] as const) {
        const hit = castInFrame(game(), circle(0.5), [end + 0.3 * out, 3.4], [0, -4], frame);
        expect(hit).toMatchObject(hitAt(end, 1, frame.turned(0.6 * out, 0.8)));
        if (name.includes('chain')) continue;
        const side = castInFrame(game(), circle(0.5), [end + 3.5 * out, 0.5], [-6 * out, 0], frame);
        expect(side).toMatchObject(hitAt(end, 0.5, frame.turned(out, 0)));
        const below = castInFrame(game(), circle(0.5), [end + 0.3 * out, -2.4], [0, 4], frame);
        expect(below).toMatchObject(hitAt(end, 0, frame.turned(0.6 * out, -0.8)));
      }
    });

    it('does not stop a shape that lies on it and moves along it, over all seams', () => {
      for (const shape of [circle(0.5), box(0.5, 0.5)]) {
        for (const depth of [-1e-9, 1e-9, 0.1]) {
          const lying = castInFrame(game(), shape, [0.6, 1.5 - depth], [2.8, 0], frame, 'ignore-separating');
          expect(lying).toBeUndefined();
          expect(castInFrame(game(), shape, [0.6, 1.5 - depth], [2, 1], frame, 'ignore-separating')).toBeUndefined();
        }
      }
    });

    it('stops a shape that is a little in it and moves deeper', () => {
      const hit = castInFrame(game(), circle(0.5), [1.9, 1.4], [1, -1], frame, 'ignore-separating');
      expect(hit).toMatchObject({ fraction: 0, normalX: near(up[0]), normalY: near(up[1]) });
    });

    it('has one contact for each piece near a placed shape, all with its normal', () => {
      const contacts: ShapeContact[] = [];
      const [x, y] = frame.at(2, 1.25);
      const shape = frame === AT_ORIGIN ? circle(0.5) : circle(1);
      const count = collideShape(game().world, shape, { x, y }, contacts);
      for (const contact of contacts.slice(0, count)) {
        expect(contact).toMatchObject({
          normalX: near(up[0]),
          normalY: near(up[1]),
          separation: near(-0.25 * frame.scale),
          penetration: near(0.25 * frame.scale),
          pointCount: 1,
        });
        const [pointX, pointY] = frame.at(2, 0.875);
        expect(contact.points[0]).toMatchObject({ x: near(pointX), y: near(pointY) });
      }
      expect(count).toBeGreaterThan(0);
    });
  });
});

describe('a chain that a shape lies in already', () => {
  // The right side of the box comes to the joint at 0 after 3/8 of the way, with a normal that no part of the line has.
  // There the segment's own normal counts, on the side of the middle of the box at that time.
  it.each([AT_ORIGIN, ELSEWHERE])('is met at its joint from the side of the middle alone, $name', (frame) => {
    const game = withStatic(chain([-5, 0, 0, 0, 5, 0]), [0, 0], frame);
    const cast = (y: number, way: Point) => {
      const [atX, atY] = frame.at(-2, y);
      const [x, y2] = frame.turned(...way).map((along) => frame.scale * along);
      const large = box(0.5 * frame.scale, 0.5 * frame.scale);
      const pose = { x: atX, y: atY, rotation: frame.angle };
      return castShape(game.world, large, pose, { x, y: y2 }, { initialOverlap: 'ignore' });
    };
    const up = frame.turned(0, 1);
    const hit = { fraction: near(0.375), child: 1, normalX: near(up[0]), normalY: near(up[1]) };
    expect(cast(0.4, [4, -1])).toMatchObject(hit);
    expect(cast(0.2, [4, -1])).toBeUndefined();
    expect(cast(-0.4, [4, 1])).toMatchObject({ ...hit, normalX: near(0 - up[0]), normalY: near(0 - up[1]) });
    expect(cast(-0.2, [4, 1])).toBeUndefined();
  });
});

describe('a map of tiles', () => {
  /** A floor of one row with a wall of two tiles at its right end, slopes and a one-way tile. */
  const room = tiles({
    columns: 5,
    rows: 3,
    size: 1,
    cells: [1, 1, 1, 1, 1, 0, 2, 0, 0, 1, 0, 0, 3, 0, 1],
    shapes: { 1: 'full', 2: [0, 0, 1, 0, 1, 1], 3: 'one-way' },
    yUp: true,
  });

  it.each([AT_ORIGIN, ELSEWHERE])('is met at walls and slopes, $name', (frame) => {
    const game = (): Game => withStatic(room, [0, 0], frame);
    const expected = (fraction: number, normal: Point, child: number) => {
      const [normalX, normalY] = frame.turned(...normal);
      return { fraction: near(fraction), normalX: near(normalX), normalY: near(normalY), child };
    };
    // The wall's side is x = 4, so the ball's middle comes to 3.5.
    expect(castInFrame(game(), circle(0.5), [2.6, 1.6], [4, 0], frame)).toMatchObject(expected(0.225, [-1, 0], 9));
    // The slope rises from (1, 1) to (2, 2): its normal is (−1, 1) / √2, and the ball's middle is 0.25 √2 beside it.
    const half = Math.SQRT1_2;
    expect(castInFrame(game(), circle(0.25), [1.5, 3.5], [0, -4], frame)).toMatchObject(
      expected((2 - 0.25 / half) / 4, [-half, half], 6),
    );
    // The top of the one-way tile is y = 3.
    expect(castInFrame(game(), circle(0.5), [2.5, 5.5], [0, -4], frame)).toMatchObject(expected(0.5, [0, 1], 12));
  });

  it.each([AT_ORIGIN, ELSEWHERE])('has one-way tiles that are no start for what is deep in them, $name', (frame) => {
    const start = (y: number) => castInFrame(withStatic(room, [0, 0], frame), circle(0.5), [2.5, y], [0, -1], frame);
    expect(start(3.5 - 1e-15)).toMatchObject({ fraction: 0, child: 12 });
    expect(start(3.2)).toBeUndefined();
  });
});

describe('a wall whose lower half is covered', () => {
  const half = { ...box(0.5, 0.25), offsetX: 1.5, offsetY: 0.25 };
  const full = { ...box(0.5, 0.5), offsetX: 0.5, offsetY: 0.5 };
  const walls: Readonly<Record<string, Floor>> = {
    tiles: {
      parts: [
        [
          tiles({ columns: 2, rows: 1, size: 1, cells: [1, 2], shapes: { 1: 'full', 2: 'half-bottom' }, yUp: true }),
          0,
          0,
        ],
      ],
    },
    'a smooth compound': { parts: [[compound([full, half], { smooth: true }), 0, 0]] },
    'seamless boxes': {
      parts: [
        [box(0.5, 0.5), 0.5, 0.5],
        [box(0.5, 0.25), 1.5, 0.25],
      ],
      isSeamless: true,
    },
  };

  describe.each(Object.entries(walls))('of %s', (_, wall) => {
    // The wall is x = 1, open from y = 0.5 to 1. The boxes reach from 0.48 upwards, and are met in the middle of what
    // they land on, or where that is covered, at the nearest open place.
    const landings = [
      { halfHeight: 0.4, middle: 0.74 },
      { halfHeight: 0.015, middle: 0.5 },
    ];
    const cases = [AT_ORIGIN, ELSEWHERE].flatMap((frame) =>
      landings.map((landing) => ({ ...frame, frame, ...landing })),
    );
    it.each(cases)('is met above that by a shape of $halfHeight that stands a little in it, $name', (each) => {
      const { frame, halfHeight, middle } = each;
      const mover = box(0.4, halfHeight);
      const start = [1.7, 0.48 + halfHeight] as const;
      const met = castInFrame(withFloor(wall, frame), mover, start, [-1, 0], frame, 'ignore-separating');
      const [x, y] = frame.at(1, middle);
      const [normalX, normalY] = frame.turned(1, 0);
      expect(met).toMatchObject({ fraction: near(0.3), normalX: near(normalX), normalY: near(normalY) });
      // A billionth of the edge counts as covered still.
      expect(met).toMatchObject({ x: expect.closeTo(x, 7), y: expect.closeTo(y, 7) });
    });

    it.each([AT_ORIGIN, ELSEWHERE])('stops no shape above it that moves along the ground, $name', (frame) => {
      const along = castInFrame(
        withFloor(wall, frame),
        box(0.4, 0.4),
        [1.5, 0.88],
        [0.5, 0],
        frame,
        'ignore-separating',
      );
      expect(along).toBeUndefined();
    });
  });
});

describe('seamless colliders that a filter leaves out', () => {
  it.each([
    ['boxes', box(0.5, 0.5)],
    ['chains', chain([-0.5, 0.4, 0.5, 0.4])],
  ])('are no start: %s', (_, shape) => {
    const { world, spawn } = createGame();
    const eids = [0, 3].map((x) => {
      const eid = spawn(x, 0, shape);
      addComponent(world, eid, seamless(world));
      return eid;
    });
    collisionSystem(world);
    const cast = (x: number, ignore: number) =>
      castShape(world, circle(0.5), { x, y: 0.6 }, { x: 0, y: -0.1 }, { ignore })?.entity;
    expect(cast(3, eids[0])).toBe(eids[1]);
    expect(cast(3, eids[1])).toBeUndefined();
    expect(cast(0, eids[1])).toBe(eids[0]);
    expect(cast(0, eids[0])).toBeUndefined();
  });
});

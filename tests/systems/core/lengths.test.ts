import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../../entry/2d.ts';
import { CollisionError } from '../../../entry/2d.ts';
import * as space from '../../../entry/3d.ts';
import { createGame, type Game } from '../../support/game-2d.ts';
import { type GameKit, planeKit, spaceKit } from '../../support/game-kits.ts';

/** The kits hold all that their entries export. */
type Kit = GameKit & Omit<typeof plane, keyof GameKit>;
const KITS = [planeKit, spaceKit] as Kit[];

// Coordinates, sizes and distances are limited to 1e30, and sizes to 1e-30 from below, wherever they enter.

const FAR = 1e31;
const TINY = 1e-31;

type Entrance = readonly [name: string, enter: (game: Game, value: number) => unknown, message: string];

/** The entity that is spoilt. */
const SPOILT = 1;

/** A place whose last axis has the value. */
const placeOf = ({ axes }: GameKit, value: number): { x: number; y: number } =>
  Object.fromEntries(axes.map((axis, i) => [axis, i === axes.length - 1 ? value : 0])) as { x: number; y: number };

/** What takes a coordinate of either sign, in both dimensions: the last axis is the wrong one. */
function coordinatesOf(kit: Kit): Entrance[] {
  const last = kit.axes.at(-1)!;
  const ahead = placeOf(kit, 1);
  const at = (value: number) => placeOf(kit, value);
  const moving = (value: number) => ({ shape: kit.round(1), ...at(value) });
  const offset = `offset${last.toUpperCase()}`;
  const column = (store: object, name: string) => (store as Record<string, Float64Array>)[name];
  return [
    [
      'set(Transform)',
      (game, v) => addComponent(game.world, SPOILT, set(game.collision.Transform, at(v))),
      `Transform.${last}`,
    ],
    [
      'set(Collider)',
      (game, v) => addComponent(game.world, SPOILT, set(game.collision.Collider, { [offset]: v })),
      `Collider.${offset}`,
    ],
    [
      'a write to Transform, at the tick',
      (game, v) => {
        column(game.collision.Transform, last)[SPOILT] = v;
        kit.collisionSystem(game.world);
      },
      `Transform.${last} of entity 1`,
    ],
    [
      'a write to Transform, at refreshCollision',
      (game, v) => {
        column(game.collision.Transform, last)[SPOILT] = v;
        kit.refreshCollision(game.world);
      },
      `Transform.${last} of entity 1`,
    ],
    [
      'a write to Transform, when its collider is cast',
      (game, v) => {
        column(game.collision.Transform, last)[SPOILT] = v;
        kit.castCollider(game.world, SPOILT, ahead);
      },
      `Transform.${last} of entity 1`,
    ],
    [
      'a write to Transform, when its collider moves',
      (game, v) => {
        column(game.collision.Transform, last)[SPOILT] = v;
        kit.moveAndSlide(game.world, SPOILT, ahead);
      },
      `Transform.${last} of entity 1`,
    ],
    [
      'a write to Collider, at the tick',
      (game, v) => {
        column(game.collision.Collider, offset)[SPOILT] = v;
        kit.collisionSystem(game.world);
      },
      `Collider.${offset} of entity 1`,
    ],
    ['castRay', (game, v) => kit.castRay(game.world, at(v), ahead), `from.${last}`],
    ['castRayAny', (game, v) => kit.castRayAny(game.world, at(v), ahead), `from.${last}`],
    ['castRayAll', (game, v) => kit.castRayAll(game.world, at(v), ahead, []), `from.${last}`],
    ['castRayExit', (game, v) => kit.castRayExit(game.world, at(v), ahead), `from.${last}`],
    [
      'castRays',
      (game, v) => kit.castRays(game.world, [...Object.values(at(v)), ...Object.values(ahead)], kit.createRayHits(1)),
      `number ${kit.axes.length - 1} of ray 0`,
    ],
    ['castShape', (game, v) => kit.castShape(game.world, kit.round(1), at(v), ahead), `query ${last}`],
    ['castShapeAll', (game, v) => kit.castShapeAll(game.world, kit.round(1), at(v), ahead, []), `query ${last}`],
    ['overlapShape', (game, v) => kit.overlapShape(game.world, kit.round(1), at(v), []), `query ${last}`],
    ['collideShape', (game, v) => kit.collideShape(game.world, kit.round(1), at(v), []), `query ${last}`],
    ['queryPoint', (game, v) => kit.queryPoint(game.world, at(v), []), `point.${last}`],
    ['closestPoint', (game, v) => kit.closestPoint(game.world, at(v)), `point.${last}`],
    ['closestEntities', (game, v) => kit.closestEntities(game.world, at(v), 3, []), `point.${last}`],
    ['moveAndSlide, the place', (game, v) => kit.moveAndSlide(game.world, moving(v), ahead), `query ${last}`],
    ['moveAndSlide, the way', (game, v) => kit.moveAndSlide(game.world, moving(0), at(v)), `translation.${last}`],
    ['moveAndBounce, the place', (game, v) => kit.moveAndBounce(game.world, moving(v), ahead), `query ${last}`],
    ['moveAndBounce, the velocity', (game, v) => kit.moveAndBounce(game.world, moving(0), at(v)), `velocity.${last}`],
    [
      'a child of a compound',
      (_, v) => kit.compound([{ ...kit.round(1), [offset]: v } as plane.CompoundChild]),
      `compound child 0 ${offset}`,
    ],
    [
      'set(AttachedTo)',
      (game, v) => addComponent(game.world, SPOILT, set(kit.attachedTo(game.world), at(v))),
      `AttachedTo.${last}`,
    ],
  ];
}

/** Makes a shape of the JSON of another one, with another radius. */
function fromJson(kit: Kit, shape: plane.ShapeSpec, radius: number): plane.ShapeSpec {
  return kit.shapeFromJson({ ...kit.shapeToJson(shape, kit.SHAPE_FORMATS), radius }, kit.SHAPE_FORMATS);
}

/** What takes a distance from 0 on. */
function distancesOf(kit: Kit): Entrance[] {
  const at = placeOf(kit, 0);
  const ahead = placeOf(kit, 1);
  const moving = { shape: kit.round(1), ...placeOf(kit, 50) };
  const slide = (game: Game, options: object) => kit.moveAndSlide(game.world, moving, ahead, options);
  return [
    ['the margin of a world', (_, v) => createGame({ margin: v }, kit), 'margin'],
    ['the margin of a query', (game, v) => kit.collideShape(game.world, kit.round(1), at, [], { margin: v }), 'margin'],
    [
      'set(OwnMargin)',
      (game, v) => addComponent(game.world, SPOILT, set(kit.ownMargin(game.world), { distance: v })),
      'OwnMargin.distance',
    ],
    [
      'a write to OwnMargin, at the tick',
      (game, v) => {
        const OwnMargin = kit.ownMargin(game.world);
        addComponent(game.world, SPOILT, OwnMargin);
        OwnMargin.distance[SPOILT] = v;
        kit.collisionSystem(game.world);
      },
      'OwnMargin.distance of entity 1',
    ],
    ['stepHeight', (game, v) => slide(game, { stepHeight: v }), 'stepHeight'],
    ['snapDistance', (game, v) => slide(game, { snapDistance: v }), 'snapDistance'],
    [
      'a rounding',
      (_, v) => (kit.axes.length === 2 ? plane.box(1, 1, { radius: v }) : space.box(1, 1, 1, { radius: v })),
      'radius',
    ],
    ['the rounding of a shape from JSON', (_, v) => fromJson(kit, kit.triangle(1), v), 'radius'],
  ];
}

/** What takes the size of a shape. */
function sizesOf(kit: Kit): Entrance[] {
  const ahead = placeOf(kit, 1);
  const moving = { shape: kit.round(1), ...placeOf(kit, 50) };
  const write = (game: Game, store: 'Transform' | 'Collider', field: string, value: number): void => {
    (game.collision[store] as unknown as Record<string, Float64Array>)[field][SPOILT] = value;
    kit.collisionSystem(game.world);
  };
  return [
    [
      'a radius written to Collider, at the tick',
      (game, v) => write(game, 'Collider', 'radius', v),
      'Collider.radius of entity 1',
    ],
    [
      'a scale written to Transform, at the tick',
      (game, v) => write(game, 'Transform', 'scale', v),
      'Transform.scale of entity 1',
    ],
    ['the skin of moveAndSlide', (game, v) => kit.moveAndSlide(game.world, moving, ahead, { skin: v }), 'skin'],
    ['the skin of moveAndBounce', (game, v) => kit.moveAndBounce(game.world, moving, ahead, { skin: v }), 'skin'],
    ['a round shape from JSON', (_, v) => fromJson(kit, kit.round(1), v), 'radius'],
    ...(kit.axes.length === 2 ? SIZES_OF_PLANE : SIZES_OF_SPACE),
  ];
}

const SIZES_OF_PLANE: Entrance[] = [
  ['circle', (_, v) => plane.circle(v), 'circle radius'],
  ['box, the width', (_, v) => plane.box(v, 1), 'box halfWidth'],
  ['box, the height', (_, v) => plane.box(1, v), 'box halfHeight'],
  ['capsule, the height', (_, v) => plane.capsule(v, 1), 'capsule halfHeight'],
  ['capsule, the radius', (_, v) => plane.capsule(1, v), 'capsule radius'],
  ['ellipse, along x', (_, v) => plane.ellipse(v, 1), 'ellipse rx'],
  ['ellipse, along y', (_, v) => plane.ellipse(1, v), 'ellipse ry'],
  ['sector', (_, v) => plane.sector(v, 1), 'sector radius'],
  ['tiles, the width', (_, v) => plane.tiles({ columns: 1, rows: 1, size: { width: v, height: 1 } }), 'tiles width'],
  ['tiles, the height', (_, v) => plane.tiles({ columns: 1, rows: 1, size: { width: 1, height: v } }), 'tiles height'],
  ['tiles, the depth', (_, v) => plane.tiles({ columns: 1, rows: 1, size: 1, oneWayDepth: v }), 'tiles oneWayDepth'],
  ['tileOutlines', (_, v) => plane.tileOutlines([1], 1, 1, { size: v }), 'tileOutlines size'],
];

const SIZES_OF_SPACE: Entrance[] = [
  ['sphere', (_, v) => space.sphere(v), 'sphere radius'],
  ['box, along x', (_, v) => space.box(v, 1, 1), 'box halfX'],
  ['box, along y', (_, v) => space.box(1, v, 1), 'box halfY'],
  ['box, along z', (_, v) => space.box(1, 1, v), 'box halfZ'],
  ['capsule, the radius', (_, v) => space.capsule(v, 1), 'capsule radius'],
  ['capsule, the height', (_, v) => space.capsule(1, v), 'capsule halfHeight'],
  ['cylinder, the radius', (_, v) => space.cylinder(v, 1), 'cylinder radius'],
  ['cylinder, the height', (_, v) => space.cylinder(1, v), 'cylinder halfHeight'],
  ['cone, the radius', (_, v) => space.cone(v, 1), 'cone radius'],
  ['cone, the height', (_, v) => space.cone(1, v), 'cone halfHeight'],
  [
    'heightfield, along x',
    (_, v) => space.heightfield(new Float32Array(4), 2, 2, { x: v, z: 1 }),
    'heightfield spacing x',
  ],
  [
    'heightfield, along z',
    (_, v) => space.heightfield(new Float32Array(4), 2, 2, { x: 1, z: v }),
    'heightfield spacing z',
  ],
];

const OF_PLANE: Entrance[] = [
  ['segment', (_, v) => plane.segment(0, 0, 1, v), 'segment by'],
  ['polygon', (_, v) => plane.polygon([0, 0, 1, 0, 0, v]), 'polygon: y of point 2'],
  [
    'chain',
    (_, v) =>
      plane.chain([
        { x: 0, y: 0 },
        { x: 1, y: v },
      ]),
    'chain: y of point 1',
  ],
  [
    'concave',
    (_, v) =>
      plane.concave([
        [0, 0],
        [1, 0],
        [1, v],
        [0, 1],
      ]),
    'concave: y of point 2',
  ],
  [
    'a hole',
    (_, v) =>
      plane.concave(
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 9],
        ],
        {
          holes: [
            [
              [1, 1],
              [2, 1],
              [2, v],
            ],
          ],
        },
      ),
    'concave: hole 0: y of point 2',
  ],
  [
    'overlapSector',
    ({ world }, v) => plane.overlapSector(world, { x: 0, y: v, radius: 1, halfAngle: 1 }, []),
    'sector y',
  ],
];

const OF_SPACE: Entrance[] = [
  ['hull', (_, v) => space.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, v]), 'coordinate 2 of point 3'],
  ['mesh', (_, v) => space.mesh([0, 0, 0, 1, 0, 0, 0, 1, v]), 'coordinate 2 of vertex 2'],
  [
    'setMeshPositions',
    ({ world }, v) => space.setMeshPositions(world, space.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]), [0, 1, v], { start: 2 }),
    'coordinate 2 of vertex 2',
  ],
  ['heightfield', (_, v) => space.heightfield(Float64Array.of(0, 0, 0, v), 2, 2, 1), 'the height at column 1, row 1'],
  ['heightScale', (_, v) => space.heightfield(new Float32Array(4), 2, 2, 1, { heightScale: v }), 'heightScale'],
  [
    'setHeights',
    ({ world }, v) => space.setHeights(world, space.heightfield(new Float64Array(4), 2, 2, 1), {}, [0, 0, 0, v]),
    'the height at column 1, row 1',
  ],
  [
    'overlapCone',
    ({ world }, v) =>
      space.overlapCone(world, { x: 0, y: 0, z: v, radius: 1, halfAngle: 1, axis: { x: 0, y: 1, z: 0 } }, []),
    'cone z',
  ],
  ['queryFrustum', ({ world }, v) => space.queryFrustum(world, [v, ...new Array(23).fill(0)], []), 'frustum[0]'],
];

function refusal(call: () => unknown): CollisionError {
  try {
    call();
  } catch (error) {
    if (error instanceof CollisionError) return error;
    throw error;
  }
  return new CollisionError('invalid-state', 'no error');
}

describe.each(KITS)('in $name', (kit) => {
  /** Two round shapes that touch, after a tick. */
  function start(): Game {
    const game = createGame({}, kit);
    game.spawn(0);
    game.spawn(1);
    kit.collisionSystem(game.world);
    return game;
  }

  /** Whether a value is refused by name, and the world goes on as if nothing had been. */
  function expectRefused([name, enter, message]: Entrance, value: number): void {
    const game = start();
    const { Transform, Collider } = game.collision;
    const columns = [...Object.values(Transform), ...Object.values(Collider)] as Float64Array[];
    const before = columns.map((column) => column[1]);
    const error = refusal(() => enter(game, value));
    expect(`${error.code}: ${error.message}`, name).toContain(`invalid-number: `);
    expect(error.message, name).toContain(message);
    expect(error.message, name).toContain(`got ${value}`);
    expect(error.message, name).toMatch(value < 1 && value > 0 ? /1e-30/ : /1e\+30/);
    // A direct write stands; whatever else was refused has written nothing.
    if (!name.includes('writ'))
      expect(
        columns.map((column) => column[1]),
        name,
      ).toEqual(before);
    for (let i = 0; i < columns.length; i++) columns[i][1] = before[i];
    if (!name.includes('OwnMargin')) kit.collisionSystem(game.world);
    expect(
      [...game.collision.contacts()].map(({ a, b, age }) => [a, b, age > 0]),
      name,
    ).toEqual([[1, 2, !name.includes('OwnMargin')]]);
  }

  /** Shapes of points as large as this. */
  const pointed = (size: number) =>
    kit.axes.length === 2
      ? plane.polygon([0, 0, size, 0, 0, size])
      : (space.hull([0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size]) as unknown as plane.ShapeSpec);
  const surface = (size: number) =>
    kit.axes.length === 2
      ? plane.chain([0, 0, size, 0])
      : (space.mesh([0, 0, 0, size, 0, 0, 0, size, 0]) as unknown as plane.ShapeSpec);

  const own = kit.axes.length === 2 ? OF_PLANE : OF_SPACE;

  it.each([...coordinatesOf(kit), ...own])('%s takes coordinates up to 1e30', (...entrance) => {
    expectRefused(entrance, FAR);
    expectRefused(entrance, -FAR);
    const { code, message } = refusal(() => entrance[1](start(), 1e30));
    // What is not refused as a number may be no shape, or reach beyond.
    if (code === 'invalid-number') expect(message).toMatch(/^the bounds of entity 1 must lie/);
  });

  it.each(distancesOf(kit))('%s takes distances up to 1e30', (...entrance) => {
    expectRefused(entrance, FAR);
    expect(refusal(() => entrance[1](start(), TINY)).message).toBe('no error');
    expect(refusal(() => entrance[1](start(), 1e29)).message).toBe('no error');
  });

  it.each(sizesOf(kit))('%s takes sizes from 1e-30 to 1e30', (...entrance) => {
    expectRefused(entrance, FAR);
    expectRefused(entrance, TINY);
    expect(refusal(() => entrance[1](start(), 1e-29)).message).toBe('no error');
    expect(refusal(() => entrance[1](start(), 1e29)).message).toBe('no error');
  });

  it('sizes are also refused where a scale puts them beyond, and offsets where they add up to more', () => {
    const game = start();
    const { Transform, Collider } = game.collision;
    const attempt = (values: object, change: object): string => {
      addComponent(game.world, 1, set(Transform, { ...placeOf(kit, 0), scale: 1 }));
      addComponent(game.world, 1, set(Collider, { ...kit.round(1), offsetX: 0, ...values }));
      addComponent(game.world, 1, set(Transform, change));
      return refusal(() => kit.collisionSystem(game.world)).message;
    };
    expect(attempt({ radius: 1e-20 }, { scale: 1e-20 })).toBe(
      'Collider.radius of entity 1, scaled by 1e-20, must be from 1e-30 to 1e+30, got 1e-40',
    );
    expect(attempt({ radius: 1e20 }, { scale: 1e20 })).toContain(
      'Collider.radius of entity 1, scaled by 100000000000000000000, must',
    );
    expect(attempt({ offsetX: 8e29 }, { x: 8e29 })).toContain(
      'the bounds of entity 1 must lie between -1e+30 and 1e+30',
    );
    expect(attempt(pointed(1e-20), { scale: 1e-20 })).toContain('the bounds of entity 1 must lie');
    expect(attempt(surface(1e-20), { scale: 1e-28 })).toContain('the bounds of entity 1 must lie');
    expect(attempt({}, {})).toBe('no error');
  });

  it('shapes of points are refused where all lie within 1e-30', () => {
    expect(refusal(() => pointed(1e-32)).message).toMatch(/must be at least 1e-30, got/);
    expect(refusal(() => surface(1e-32)).message).toMatch(/must be at least 1e-30, got/);
    expect(refusal(() => pointed(1e-29)).message).toBe('no error');
  });

  it('directions, limits of queries and boxes have no limit', () => {
    const { world } = start();
    const from = placeOf(kit, -4);
    for (const length of [1e-300, 1e-200, 1e31, 1e300]) {
      const way = placeOf(kit, length);
      expect(kit.castRay(world, from, way)?.entity).toBe(1);
      if (length > 1) expect(kit.castShape(world, kit.round(0.5), from, way)?.entity).toBe(1);
      const moved = kit.moveAndSlide(world, { shape: kit.round(1), ...placeOf(kit, 2.5) }, placeOf(kit, -2), {
        up: placeOf(kit, length),
        snapDistance: 0.5,
      });
      expect([moved.grounded, moved.hits[0].surface]).toEqual([true, 'floor']);
    }
    expect(kit.closestPoint(world, from, { maxDistance: Infinity })?.distance).toBe(3);
    expect(kit.closestPoint(world, from, { maxDistance: 1e300 })?.distance).toBe(3);
    const all = (value: number) =>
      Object.fromEntries(kit.axes.map((axis) => [axis, value])) as { x: number; y: number };
    expect(kit.queryAabb(world, all(-Infinity), all(Infinity), [])).toBe(2);
    expect(kit.queryAabb(world, all(-1e200), all(1e200), [])).toBe(2);
  });

  it('what moves beyond 1e30 in one move is refused before it moves', () => {
    const { world } = start();
    const mover = { shape: kit.round(1), ...placeOf(kit, 5) };
    expect(refusal(() => kit.moveAndBounce(world, mover, placeOf(kit, 1e20), { time: 1e20 })).message).toBe(
      'velocity times time must be at most 1e+30, got 1e+40',
    );
  });

  it('entities and stores of another origin are checked alike', () => {
    const game = start();
    const eid = addEntity(game.world);
    const { Transform, Collider } = game.collision;
    addComponent(game.world, eid, set(Transform, placeOf(kit, 5)));
    addComponent(game.world, eid, set(Collider, kit.round(1)));
    Transform.x[eid] = FAR;
    expect(refusal(() => kit.castRay(game.world, placeOf(kit, -4), placeOf(kit, 1))).message).toBe(
      `Transform.x of entity ${eid} must be from -1e+30 to 1e+30, got 1e+31`,
    );
    Transform.x[eid] = 0;
    expect(kit.castRay(game.world, placeOf(kit, -4), placeOf(kit, 1))?.entity).toBe(1);
  });
});

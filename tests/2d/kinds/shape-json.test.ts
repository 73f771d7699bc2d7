import { describe, expect, it } from 'vitest';
import {
  box,
  boxFormat,
  capsule,
  chain,
  chainFormat,
  circle,
  circleFormat,
  compound,
  compoundFormat,
  concave,
  ellipse,
  polygon,
  SHAPE_FORMATS,
  SHAPE_KIND_NAMES,
  type ShapeJson,
  type ShapeSpec,
  sector,
  segment,
  setTile,
  shapeFromJson,
  shapeToJson,
  tileAt,
  tiles,
} from '../../../entry/2d.ts';
import { refusal } from '../../support/game-2d.ts';
import { withoutPages } from '../../support/outline-pages.ts';
import { createRng } from '../../support/rng.ts';

const throughText = (data: ShapeJson): unknown => JSON.parse(JSON.stringify(data));

function expectSame(shape: ShapeSpec): void {
  const data = shapeToJson(shape, SHAPE_FORMATS);
  const again = shapeFromJson(throughText(data), SHAPE_FORMATS);
  expect(withoutPages(again)).toStrictEqual(withoutPages(shape));
  expect(again.shape === 0 || again.shape !== shape.shape).toBe(true);
  expect(throughText(shapeToJson(again, SHAPE_FORMATS))).toStrictEqual(throughText(data));
}

describe('a shape as JSON', () => {
  it('has the fields of its maker', () => {
    const robot = compound([circle(1), { ...polygon([0, 0, 2, 0, 0, 1]), offsetX: 3, offsetRotation: 0.5 }]);
    expect(shapeToJson(robot, SHAPE_FORMATS)).toEqual({
      kind: 'compound',
      children: [
        { kind: 'circle', radius: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 },
        { kind: 'polygon', points: [0, 0, 2, 0, 0, 1], radius: 0, offsetX: 3, offsetY: 0, offsetRotation: 0.5 },
      ],
      smooth: false,
      radius: 0,
    });
    const map = tiles({ columns: 2, rows: 1, size: 4, cells: [1, 0], shapes: { 1: 'full', 3: [0, 0, 1, 0, 1, 1] } });
    setTile(map, 1, 0, 3);
    expect(shapeToJson(map, SHAPE_FORMATS)).toEqual({
      ...{ kind: 'tiles', columns: 2, rows: 1, size: { width: 4, height: 4 }, cells: [1, 3] },
      ...{ shapes: { 1: 'full', 3: [0, 0, 1, 0, 1, 1] }, yUp: false, oneWayDepth: 1, radius: 0 },
    });
    expect(shapeToJson(chain([0, 0, 1, 0, 1, 1, 0, 0], { closed: true }), [chainFormat])).toEqual({
      ...{ kind: 'chain', points: [0, 0, 1, 0, 1, 1, 0, 0], closed: true },
      ...{ oneSided: false, allowCrossings: false, radius: 0 },
    });
  });

  it('makes the same shape again, bit for bit, of each kind and at each scale', () => {
    const rng = createRng(31_041);
    for (const scale of [1e-3, 1, 1e4]) {
      for (let round = 0; round < 40; round++) {
        const size = (): number => scale * rng.range(0.1, 2);
        const place = (): number => scale * rng.range(-3, 3);
        const points = (count: number): number[] => Array.from({ length: 2 * count }, place);
        const radius = round % 2 === 0 ? 0 : size();
        const bent = [0, 0, 5, 0, 5, 5, 2.5, 1, 0, 5].map((value) => scale * (value + rng.range(0, 0.5)));
        const hole = [2, 0.6, 3, 0.6, 2.6, 0.9].map((value) => scale * value);
        const shapes = [
          circle(size()),
          capsule(size(), size()),
          box(size(), size(), { radius }),
          polygon(points(3 + (round % 30)), { radius }),
          segment(place(), place(), place(), place()),
          { ...chain(points(9), { oneSided: round % 3 === 0 }), radius },
          chain(points(9), { closed: true, allowCrossings: true }),
          ellipse(size(), size(), { radius }),
          sector(size(), rng.range(0.1, 3.1)),
          sector(size(), Math.PI / 2),
          sector(size(), Math.PI),
          concave(bent, { radius, holes: round % 2 === 0 ? [] : [hole] }),
          compound(
            [circle(size()), box(size(), size(), { radius }), polygon(points(7)), segment(0, 0, place(), place())].map(
              (child) => ({ ...child, offsetX: place(), offsetY: place(), offsetRotation: place() / scale }),
            ),
            { smooth: round % 2 === 0 },
          ),
          tiles({
            ...{ columns: 7, rows: 90, size: { width: size(), height: size() }, yUp: round % 2 === 0 },
            cells: Array.from(
              { length: 630 },
              () => [0, 1, 2, 3, 4, round % 3 === 0 ? 300 : 0][Math.floor(rng.range(0, 6))],
            ),
            shapes: {
              ...{ 0: 'empty', 1: 'full', 2: 'one-way', 3: 'gentle-low-left', 300: 'empty' },
              4: Array.from({ length: 8 }, () => rng.range(0, 1)),
            },
          }),
        ];
        for (const shape of shapes) expectSame(shape);
      }
    }
  });

  it('keeps no sign of zero, which JSON has not', () => {
    for (const shape of [
      polygon([-0, -0, 1, -0, -0, 1]),
      chain([-0, 1, 0, 0, 1, -0, -0, 1], { closed: true }),
      segment(-0, 0, 0, -1),
      compound([{ ...circle(1), offsetX: -0, offsetRotation: -0 }]),
      concave([-0, 0, 3, -0, 3, 3, 1, 1, -0, 3]),
    ]) {
      expectSame(shape);
    }
  });

  it('describes a map with the tiles of the time, and the copy goes its own way', () => {
    const map = tiles({ columns: 3, rows: 1, size: 1, cells: [1, 1, 0] });
    const data = throughText(shapeToJson(map, SHAPE_FORMATS));
    const copy = shapeFromJson(data, SHAPE_FORMATS);
    setTile(map, 0, 0, 0);
    setTile(copy, 2, 0, 1);
    expect([0, 1, 2].map((column) => tileAt(copy, column, 0))).toEqual([1, 1, 1]);
    expect([0, 1, 2].map((column) => tileAt(map, column, 0))).toEqual([0, 1, 0]);
  });

  it('is not changed by what becomes of the arguments or of the data', () => {
    const points = [0, 0, 4, 0, 4, 4, 2, 1, 0, 4];
    const child = { ...circle(1), offsetX: 1 };
    const own = [0, 0, 1, 0, 1, 1];
    const shapes = [
      concave(points),
      compound([child]),
      tiles({ columns: 1, rows: 1, size: 1, cells: [2], shapes: { 2: own } }),
    ];
    const before = shapes.map((shape) => JSON.stringify(shapeToJson(shape, SHAPE_FORMATS)));
    points.fill(9);
    child.offsetX = 7;
    own.fill(0.5);
    (shapeToJson(shapes[0], SHAPE_FORMATS) as unknown as { points: number[] }).points.fill(7);
    (shapeToJson(shapes[2], SHAPE_FORMATS) as unknown as { shapes: Record<number, number[]> }).shapes[2].fill(7);
    expect(shapes.map((shape) => JSON.stringify(shapeToJson(shape, SHAPE_FORMATS)))).toEqual(before);
  });

  it('has a format for each kind, by its number and name', () => {
    const names = SHAPE_FORMATS.map(({ kind, name }) => [kind, name]).sort(([a], [b]) => Number(a) - Number(b));
    expect(names).toEqual(SHAPE_KIND_NAMES.map((name, kind) => [kind, name]).slice(1));
  });
});

describe('what is no shape is refused by the name of the field', () => {
  const none = 'of a kind whose format is given';
  const read = (data: unknown) => refusal(() => shapeFromJson(data, SHAPE_FORMATS));
  const bad: [unknown, string][] = [
    [null, 'invalid-shape: shape must be an object with a kind, got null'],
    ['{}', 'invalid-shape: shape must be an object with a kind, got "{}"'],
    [[], `invalid-shape: shape.kind must be ${none} (circle, `],
    [{ kind: 'sphere', radius: 1 }, `got "sphere"`],
    [{ kind: 'circle' }, 'invalid-number: shape: circle radius must be finite and greater than 0, got undefined'],
    [{ kind: 'circle', radius: '1' }, 'shape: circle radius must be finite and greater than 0, got "1"'],
    [{ kind: 'circle', radius: 1, halfWidth: 1 }, 'invalid-state: each key of shape must be one of kind,radius, got'],
    [
      { kind: 'box', halfWidth: 1, halfHeight: null },
      'shape: box halfHeight must be finite and greater than 0, got null',
    ],
    [{ kind: 'box', halfWidth: 1, halfHeight: 1, radius: -1 }, 'shape: radius must be finite and at least 0, got -1'],
    [
      { kind: 'polygon', points: [0, 0, 1, 0, null, 1] },
      'shape: polygon: x of point 2 must be a finite number, got null',
    ],
    [{ kind: 'polygon' }, 'invalid-shape: shape: polygon: the points must be an array, got undefined'],
    [
      { kind: 'segment', ax: 0, ay: 0, bx: 1 },
      'invalid-number: shape: segment by must be a finite number, got undefined',
    ],
    [{ kind: 'chain', points: [0, 0, 1, 1], closed: 1 }, 'shape: closed must be a boolean, got 1'],
    [
      { kind: 'chain', points: [0, 0, 2, 2, 2, 0, 0, 2], closed: true },
      'invalid-shape: shape: chain: a closed chain must not cross itself, but segments 0 and 2 cross',
    ],
    [{ kind: 'concave', points: [0, 0, 1, 0, 1, 1], holes: {} }, 'shape: concave: holes must be a list of lists'],
    [{ kind: 'compound' }, 'invalid-shape: shape: children must be a list of shapes, got undefined'],
    [{ kind: 'compound', children: [null] }, `shape: children[0].kind must be ${none}`],
    [
      {
        kind: 'compound',
        children: [
          { kind: 'circle', radius: 1 },
          { kind: 'box', halfWidth: 1, halfHeight: NaN },
        ],
      },
      'invalid-number: shape: children[1]: box halfHeight must be finite and greater than 0, got NaN',
    ],
    [
      { kind: 'compound', children: [{ kind: 'circle', radius: 1, offsetX: 'a' }] },
      'shape: compound child 0 offsetX must be a finite number, got "a"',
    ],
    [{ kind: 'sector', sectorRadius: 1, halfAngle: 4 }, 'shape: sector halfAngle must be at most Math.PI, got 4'],
    [{ kind: 'tiles', columns: 1, rows: 1, size: 1, cells: [2] }, 'shape: the tile at column 0, row 0 must be one of'],
    [
      { kind: 'tiles', columns: 2, rows: 1, size: 1, cells: '11' },
      'shape: the length of tiles cells must be columns · rows',
    ],
    [{ kind: 'tiles', columns: 1, rows: 1, size: 1, shapes: { a: 'full' } }, 'shape: a tile id must be an integer'],
  ];
  for (const [data, message] of bad) {
    it(`${JSON.stringify(data)}`, () => expect(read(data)).toContain(message));
  }

  it('a kind that no format is given of, from either side and within compounds', () => {
    const message = `invalid-shape: shape.kind must be ${none} (circle, box), got 6`;
    const [ground, few] = [chain([0, 0, 1, 0]), [circleFormat, boxFormat]];
    expect(refusal(() => shapeToJson(ground, few))).toBe(message);
    expect(refusal(() => shapeFromJson(shapeToJson(ground, SHAPE_FORMATS), few))).toBe(
      `invalid-shape: shape.kind must be ${none} (circle, box), got "chain"`,
    );
    const robot = compound([box(1, 1)]);
    expect(refusal(() => shapeToJson(robot, [compoundFormat]))).toBe(
      `invalid-shape: shape.kind must be ${none} (compound), got 3`,
    );
    expect(refusal(() => shapeFromJson(shapeToJson(robot, SHAPE_FORMATS), [compoundFormat]))).toContain('children[0]');
    expect(refusal(() => shapeToJson(circle(1), undefined as never))).toContain(
      'invalid-state: formats must be a list',
    );
    expect(refusal(() => shapeToJson(undefined as never, SHAPE_FORMATS))).toContain('shape must be what a shape maker');
  });
});

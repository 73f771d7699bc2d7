import { expect, it } from 'vitest';
import {
  box,
  capsule,
  compound,
  cone,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  hullFormat,
  mesh,
  SHAPE_FORMATS,
  SHAPE_KIND_NAMES,
  type ShapeSpec,
  shapeFromJson,
  shapeToJson,
  sphere,
} from '../../../entry/3d.ts';
import { refusal } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

/** The flat form of a hull stands in a page with others; it is made of the hull alone. */
const withoutFlat = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutFlat);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'flat' || key === 'flats' ? 0 : withoutFlat(part)]),
  );
};

it('makes the same shape again, bit for bit, of each kind and at each scale', () => {
  const rng = createRng(31_043);
  for (const scale of [1e-3, 1, 1e4]) {
    for (let round = 0; round < 12; round++) {
      const size = (): number => scale * rng.range(0.1, 2);
      const radius = round % 2 === 0 ? 0 : size();
      // Some of them on a coarse grid: many are coplanar and doubled, and faces are merged.
      const coordinate = (): number => scale * (round % 3 === 0 ? rng.integer(-1, 1) : rng.range(-1, 1));
      const shapes: ShapeSpec[] = [
        sphere(size()),
        box(size(), size(), size(), { radius }),
        capsule(size(), size()),
        cylinder(size(), size(), { radius }),
        cone(size(), size(), { radius }),
        { ...halfSpace(), radius },
        hull([0, 0, 0, scale, 0, 0, 0, scale, 0, 0, 0, scale, ...Array.from({ length: 90 }, coordinate)], { radius }),
      ];
      const parts = shapes.filter((shape) => shape.kind !== halfSpace().kind);
      const turned = { offsetX: scale, offsetQy: rng.next(), offsetQw: -rng.next() };
      shapes.push({ ...mesh(Array.from({ length: 90 }, () => scale * rng.range(-1, 1))), radius });
      const indexed = Float32Array.from({ length: 30 }, () => scale * rng.range(-1, 1));
      shapes.push(mesh(Array.from(indexed), [0, 1, 2, 3, 4, 5, 9, 8, 7], { oneSided: round % 2 === 0 }));
      const heights = Array.from({ length: 12 }, (_, i) =>
        i === 7 && round % 2 === 0 ? Number.NaN : Math.fround(scale * i),
      );
      shapes.push(heightfield(Float32Array.from(heights), 4, 3, { x: scale, z: 1 }, { oneSided: round % 2 === 0 }));
      shapes.push(
        heightfield(
          Int16Array.from({ length: 6 }, (_, i) => i),
          2,
          3,
          1,
          { heightScale: scale, hole: 3 },
        ),
      );
      shapes.push({ ...compound(parts.map((part, i) => (i % 2 === 0 ? part : { ...part, ...turned }))), radius });
      for (const shape of shapes) {
        const text = JSON.stringify(shapeToJson(shape, SHAPE_FORMATS));
        const again = shapeFromJson(JSON.parse(text), SHAPE_FORMATS);
        expect(withoutFlat(again)).toStrictEqual(withoutFlat(shape));
        expect(JSON.stringify(shapeToJson(again, SHAPE_FORMATS))).toBe(text);
      }
    }
  }
});

it('has the fields of its maker', () => {
  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -0, 1];
  const json = [cone(2, 3, { radius: 1 }), hull(points)].map((shape) => shapeToJson(shape, SHAPE_FORMATS));
  expect(json).toEqual([
    { kind: 'cone', baseRadius: 2, halfHeight: 3, radius: 1 },
    { kind: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], radius: 0 },
  ]);
  const offsets = { offsetX: 0, offsetY: 3, offsetZ: 0, offsetQx: 0, offsetQy: 0, offsetQz: 0, offsetQw: 1 };
  expect(shapeToJson(compound([{ ...sphere(2), offsetY: 3 }]), SHAPE_FORMATS)).toEqual({
    kind: 'compound',
    children: [{ kind: 'sphere', radius: 2, ...offsets }],
    radius: 0,
  });
});

it('has a format for each kind, by its number and name', () => {
  const names = SHAPE_FORMATS.map(({ kind, name }) => [kind, name]).sort(([a], [b]) => Number(a) - Number(b));
  expect(names).toEqual(SHAPE_KIND_NAMES.map((name, kind) => [kind, name]).slice(1));
});

it('refuses what is no shape by the name of the field', () => {
  const read = (data: unknown) => refusal(() => shapeFromJson(data, SHAPE_FORMATS));
  expect(read({ kind: 'hull', points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, null] })).toContain(
    'shape: coordinate 2 of point',
  );
  expect(read({ kind: 'hull', points: [0, 0, 0, 1] })).toContain('shape: hull: needs points as an array of x, y and z');
  expect(read({ kind: 'box', halfX: 1, halfY: 1 })).toBe(
    'invalid-number: shape: box halfZ must be finite and greater than 0, got undefined',
  );
  expect(refusal(() => shapeFromJson({ kind: 'cone' }, [hullFormat]))).toContain('shape.kind must be of a kind whose');
});

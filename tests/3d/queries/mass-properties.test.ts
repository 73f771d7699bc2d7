import { massProperties as massPropertiesOfPlane, polygon } from 'bitecs-collision/2d';
import {
  box,
  CollisionError,
  capsule,
  compound,
  cone,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  type MassProperties,
  massProperties,
  mesh,
  type ShapeSpec,
  sphere,
} from 'bitecs-collision/3d';
import { describe, expect, test } from 'vitest';
import { dot, randomAxes, randomUnit, type Vec } from '../../support/distance-functions-3d.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const { PI } = Math;
const SCALES = [1e-3, 1, 1e4];
const TENSOR = ['inertiaXX', 'inertiaYY', 'inertiaZZ', 'inertiaXY', 'inertiaXZ', 'inertiaYZ'] as const;
const FIELDS = ['mass', 'x', 'y', 'z', ...TENSOR] as const;

const BOX_CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
/** The sides of a cube whose corners are those, counter-clockwise seen from outside, in triangles. */
const BOX_TRIANGLES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

/** Mass, centroid, and the tensor in the order of `FIELDS`. */
function expectClose(found: MassProperties, wanted: readonly number[], size: number, share = 1e-12): void {
  const [mass] = wanted;
  for (const [i, field] of FIELDS.entries()) {
    const unit = i === 0 ? mass : i < 4 ? size : mass * size * size;
    expect(Math.abs(found[field] - wanted[i]) / unit, field).toBeLessThan(share);
  }
}

describe('shapes with a formula', () => {
  for (const s of SCALES) {
    const axial = (mass: number, along: number, across: number, y = 0) => [
      mass * s ** 3,
      0,
      y * s,
      0,
      across * s ** 5,
      along * s ** 5,
      across * s ** 5,
      0,
      0,
      0,
    ];
    test(`sphere, at ${s}`, () => {
      const mass = (4 / 3) * PI * 8;
      expectClose(massProperties(sphere(2 * s)), axial(mass, 0.4 * mass * 4, 0.4 * mass * 4), s);
    });
    test(`box, at ${s}`, () => {
      const wanted = [48, 0, 0, 0, 16 * 13, 16 * 10, 16 * 5, 0, 0, 0].map((v, i) => v * (i === 0 ? s ** 3 : s ** 5));
      expectClose(massProperties(box(s, 2 * s, 3 * s)), wanted, s);
    });
    test(`cylinder, at ${s}`, () => {
      const mass = PI * 4 * 6;
      expectClose(massProperties(cylinder(2 * s, 3 * s)), axial(mass, mass * 2, (mass * (12 + 36)) / 12), s);
    });
    test(`cone, whose centroid is a quarter of its height above the base, at ${s}`, () => {
      const mass = (PI * 4 * 6) / 3;
      expectClose(massProperties(cone(2 * s, 3 * s)), axial(mass, 1.2 * mass, mass * (0.6 + 1.35), -1.5), s);
    });
    test(`capsule, at ${s}`, () => {
      const tube = PI * 4 * 6;
      const caps = (4 / 3) * PI * 8;
      const along = 2 * tube + 1.6 * caps;
      const across = tube * (1 + 3) + caps * (1.6 + 9 + 2 * 3 * 0.75);
      expectClose(massProperties(capsule(2 * s, 3 * s)), axial(tube + caps, along, across), s);
    });
  }
});

/** A prism over a polygon in x and z, from −half to half. */
function prismOf(points: readonly number[], half: number): number[] {
  const corners: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    corners.push(points[i], -half, points[i + 1], points[i], half, points[i + 1]);
  }
  return corners;
}

/** Points and weights of Gauss' rule over −1 … 1, by Newton's method on the polynomial of Legendre. */
function gauss(count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    let x = Math.cos((PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let round = 0; round < 50; round++) {
      let [before, here] = [1, x];
      for (let n = 2; n <= count; n++) [before, here] = [here, ((2 * n - 1) * x * here - (n - 1) * before) / n];
      slope = (count * (x * here - before)) / (x * x - 1);
      x -= here / slope;
    }
    return [x, 2 / ((1 - x * x) * slope * slope)];
  });
}

const NODES = gauss(20);

/**
 * The section of a rounded prism across y is the polygon, rounded by r between its faces and by √(r² − s²) at s beyond:
 * the plane's own mass properties, summed over s = r sin t.
 */
function sumOfSections(points: readonly number[], half: number, radius: number) {
  let [mass, x, z, axial, along] = [0, 0, 0, 0, 0];
  const add = (roundness: number, thickness: number, ySquared: number) => {
    const section = massPropertiesOfPlane(polygon(points, { radius: roundness }));
    mass += section.mass * thickness;
    x += section.mass * section.x * thickness;
    z += section.mass * section.y * thickness;
    axial += (section.inertia + section.mass * (section.x ** 2 + section.y ** 2)) * thickness;
    along += section.mass * ySquared * thickness;
  };
  add(radius, 2 * half, half ** 2 / 3);
  for (const [node, weight] of NODES) {
    const angle = (PI / 4) * (node + 1);
    const y = half + radius * Math.sin(angle);
    add(radius * Math.cos(angle), 2 * weight * (PI / 4) * radius * Math.cos(angle), y * y);
  }
  const [cx, cz] = [x / mass, z / mass];
  return { mass, x: cx, z: cz, axial: axial - mass * (cx ** 2 + cz ** 2), along };
}

test('rounded prisms, against the sum of their sections', () => {
  const rng = createRng(7);
  for (let round = 0; round < effort(200, 20); round++) {
    const points = Array.from({ length: 2 * rng.integer(3, 9) }, () => rng.range(-1.2, 1.2));
    const half = rng.range(0.05, 1.5);
    const radius = rng.range(0.01, 0.8);
    const found = massProperties(hull(prismOf(points, half), { radius }));
    const wanted = sumOfSections(points, half, radius);
    expect(found.mass / wanted.mass - 1, `round ${round}`).toBeCloseTo(0, 11);
    expect(found.x - wanted.x).toBeCloseTo(0, 11);
    expect(found.y).toBeCloseTo(0, 12);
    expect(found.z - wanted.z).toBeCloseTo(0, 11);
    expect(found.inertiaYY - wanted.axial).toBeCloseTo(0, 10);
    expect(found.inertiaXX + found.inertiaZZ - wanted.axial - 2 * wanted.along).toBeCloseTo(0, 10);
    expect(found.inertiaXY).toBeCloseTo(0, 11);
    expect(found.inertiaYZ).toBeCloseTo(0, 11);
  }
});

test('a rounded hull of the corners of a box is that box', () => {
  const points = BOX_CORNERS.flatMap(([x, y, z]) => [0.3 * x, 1.1 * y, 2 * z]);
  for (const radius of [0, 0.01, 0.7, 20]) {
    const wanted = massProperties(box(0.3, 1.1, 2, { radius }));
    const size = 2 + radius;
    expectClose(
      massProperties(hull(points, { radius })),
      FIELDS.map((field) => wanted[field]),
      size,
    );
  }
});

test('a rounded prism of very many sides comes near a rounded cylinder, a pyramid near a rounded cone', () => {
  const ring = (count: number) => Array.from({ length: count }, (_, i) => (2 * PI * i) / count);
  const prism = (count: number) =>
    hull(
      prismOf(
        ring(count).flatMap((a) => [Math.cos(a), Math.sin(a)]),
        0.7,
      ),
      ROUND,
    );
  const pyramid = (count: number) =>
    hull([...ring(count).flatMap((a) => [Math.cos(a), -0.7, Math.sin(a)]), 0, 0.7, 0], ROUND);
  const ROUND = { radius: 0.3 };
  for (const [make, limit] of [
    [prism, cylinder(1, 0.7, ROUND)],
    [pyramid, cone(1, 0.7, ROUND)],
  ] as const) {
    // The error of a polygon of n sides goes by n², but for a term of n⁴: so twice as many give away what remains.
    const [few, many] = [massProperties(make(100)), massProperties(make(200))];
    const wanted = massProperties(limit);
    expectClose(
      wanted,
      FIELDS.map((field) => (4 * many[field] - few[field]) / 3),
      1.3,
      2e-6,
    );
  }
});

/** The farthest point of a rounded hull along a direction is that of the hull, moved along it by the radius. */
function pointsOfRounded(points: readonly Vec[], radius: number, directions: readonly Vec[]): number[] {
  return directions.flatMap((direction) => {
    let best = points[0];
    for (const point of points) if (dot(point, direction) > dot(best, direction)) best = point;
    return best.map((coordinate, axis) => coordinate + radius * direction[axis]);
  });
}

test('rounded hulls of any points, against hulls of very many points of their surface', () => {
  const rng = createRng(23);
  const directions = spiral(2000);
  for (let round = 0; round < effort(20, 3); round++) {
    const points = somePoints(rng, rng.integer(4, 12));
    const radius = rng.range(0.1, 0.8);
    const rounded = massProperties(hull(points.flat(), { radius }));
    const dense = massProperties(hull(pointsOfRounded(points, radius, directions)));
    // The hull of the points lies within, by at most the share of the radius that 2,000 directions leave open.
    expect(rounded.mass).toBeGreaterThan(dense.mass);
    expectClose(
      rounded,
      FIELDS.map((field) => dense[field]),
      1 + radius,
      6e-3,
    );
  }
});

function spiral(count: number): Vec[] {
  return Array.from({ length: count }, (_, i) => {
    const y = 1 - (2 * i + 1) / count;
    const angle = i * PI * (3 - Math.sqrt(5));
    const across = Math.sqrt(1 - y * y);
    return [across * Math.cos(angle), y, across * Math.sin(angle)];
  });
}

function somePoints(rng: Rng, count: number): Vec[] {
  return Array.from({ length: count }, () => [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)]);
}

/** Sums over the cells of a grid whose middles are inside. */
function sumOfCells(isInside: (point: Vec) => boolean, low: number, high: number, steps: number): number[] {
  const cell = (high - low) / steps;
  const sums = new Array<number>(10).fill(0);
  const at = (i: number) => low + (i + 0.5) * cell;
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < steps; j++) {
      for (let k = 0; k < steps; k++) {
        const [x, y, z] = [at(i), at(j), at(k)];
        if (!isInside([x, y, z])) continue;
        for (const [n, value] of [1, x, y, z, x * x, y * y, z * z, x * y, x * z, y * z].entries()) sums[n] += value;
      }
    }
  }
  const [mass, x, y, z, xx, yy, zz, xy, xz, yz] = sums.map((sum) => sum * cell ** 3);
  const [cx, cy, cz] = [x / mass, y / mass, z / mass];
  const [mx, my, mz] = [xx - mass * cx * cx, yy - mass * cy * cy, zz - mass * cz * cz];
  return [mass, cx, cy, cz, my + mz, mx + mz, mx + my, mass * cx * cy - xy, mass * cx * cz - xz, mass * cy * cz - yz];
}

/** Whether a point is in the hull of points: on the inner side of each plane of three that has all others there. */
function insideHull(points: readonly Vec[]): (point: Vec) => boolean {
  const planes: number[][] = [];
  for (const a of points) {
    for (const b of points) {
      for (const c of points) {
        const [ux, uy, uz] = b.map((value, axis) => value - a[axis]);
        const [vx, vy, vz] = c.map((value, axis) => value - a[axis]);
        const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        const height = dot(normal, a);
        if (dot(normal, normal) < 1e-12 || points.some((p) => dot(normal, p) > height + 1e-12)) continue;
        planes.push([...normal, height]);
      }
    }
  }
  return (point) => planes.every((plane) => dot(plane, point) <= plane[3]);
}

test('hulls and solid meshes of the same points, against a sum over cells', () => {
  const rng = createRng(31);
  for (let round = 0; round < 4; round++) {
    const points = somePoints(rng, 6);
    const shape = hull(points.flat());
    const found = massProperties(shape);
    expectClose(found, sumOfCells(insideHull(points), -1, 1, 36), 1, 0.03);
  }
});

test('a compound of turned and moved children, against a sum over cells', () => {
  const rng = createRng(41);
  for (let round = 0; round < 2; round++) {
    const [u, v, w] = randomAxes(rng);
    const place = [rng.range(0.6, 1), rng.range(-0.4, 0.4), rng.range(-0.3, 0.3)];
    const shape = compound([
      { ...sphere(0.5), offsetX: -0.8, offsetY: 0.4 },
      { ...box(0.2, 0.7, 0.4), offsetX: place[0], offsetY: place[1], offsetZ: place[2], ...quaternionOf(u, v, w) },
    ]);
    const isInside = (p: Vec) => {
      const q = p.map((value, axis) => value - place[axis]);
      const inBox = Math.abs(dot(q, u)) <= 0.2 && Math.abs(dot(q, v)) <= 0.7 && Math.abs(dot(q, w)) <= 0.4;
      return inBox || (p[0] + 0.8) ** 2 + (p[1] - 0.4) ** 2 + p[2] ** 2 <= 0.25;
    };
    expectClose(massProperties(shape), sumOfCells(isInside, -1.9, 1.9, 44), 1, 0.03);
  }
});

/** The offset's rotation that turns the coordinate axes into three others. */
function quaternionOf(u: Vec, v: Vec, w: Vec) {
  const qw = Math.sqrt(Math.max(0, 1 + u[0] + v[1] + w[2])) / 2;
  return {
    offsetQx: (v[2] - w[1]) / (4 * qw),
    offsetQy: (w[0] - u[2]) / (4 * qw),
    offsetQz: (u[1] - v[0]) / (4 * qw),
    offsetQw: qw,
  };
}

test('the parallel axis theorem: a box of two halves, a cube of eight, and two spheres', () => {
  const halves = compound([
    { ...box(0.5, 2, 3), offsetX: -0.5 },
    { ...box(0.5, 2, 3), offsetX: 0.5 },
  ]);
  const whole = massProperties(box(1, 2, 3), 2.5);
  expectClose(
    massProperties(halves, 2.5),
    FIELDS.map((field) => whole[field]),
    3,
  );
  const eight = BOX_CORNERS.map(([x, y, z]) => ({ ...box(1, 1, 1), offsetX: x + 5, offsetY: y, offsetZ: z - 3 }));
  expectClose(massProperties(compound(eight)), [64, 5, 0, -3, ...[1, 1, 1].map(() => (64 * 8) / 3), 0, 0, 0], 5);
  const dumbbell = massProperties(
    compound([
      { ...sphere(1), offsetX: 3, offsetY: 4 },
      { ...sphere(1), offsetX: -3, offsetY: -4 },
    ]),
  );
  const each = (4 / 3) * PI;
  expectClose(
    dumbbell,
    [2 * each, 0, 0, 0, ...[16, 9, 25].map((square) => 2 * each * (0.4 + square)), -2 * each * 12, 0, 0],
    5,
  );
});

test('moving and turning points moves and turns what was found', () => {
  const rng = createRng(5);
  for (let round = 0; round < 30; round++) {
    const points = somePoints(rng, 9);
    const axes = randomAxes(rng);
    const shift = randomUnit(rng).map((value) => 7 * value);
    const options = { radius: rng.range(0, 0.5) };
    const here = massProperties(hull(points.flat(), options));
    const turn = (p: Vec) => [0, 1, 2].map((k) => axes.reduce((sum, axis, i) => sum + axis[k] * p[i], 0));
    const moved = points.map((p) => turn(p).map((value, k) => value + shift[k]));
    const there = massProperties(hull(moved.flat(), options));
    const tensor = [
      [here.inertiaXX, here.inertiaXY, here.inertiaXZ],
      [here.inertiaXY, here.inertiaYY, here.inertiaYZ],
      [here.inertiaXZ, here.inertiaYZ, here.inertiaZZ],
    ];
    const along = (a: number, b: number) =>
      tensor.reduce((sum, row, i) => sum + axes[i][a] * row.reduce((s, value, k) => s + value * axes[k][b], 0), 0);
    const centre = turn([here.x, here.y, here.z]).map((value, k) => value + shift[k]);
    const wanted = [here.mass, ...centre, along(0, 0), along(1, 1), along(2, 2), along(0, 1), along(0, 2), along(1, 2)];
    expectClose(there, wanted, 1, 1e-10);
  }
});

test('a solid mesh is the hull of its points, where that is convex', () => {
  const positions = BOX_CORNERS.flatMap(([x, y, z]) => [0.5 * x + 0.3 * y + 4, 1.5 * y, 0.25 * z - 0.2 * x - 9]);
  const solid = massProperties(mesh(positions, BOX_TRIANGLES, { solid: true }), 3);
  const wanted = massProperties(hull(positions), 3);
  expectClose(
    solid,
    FIELDS.map((field) => wanted[field]),
    1,
  );
  expect(solid.mass).toBeCloseTo(3 * 8 * 0.5 * 1.5 * 0.25, 12);
});

test('a mesh with a cavity, whose triangles run the other way round', () => {
  const outer = BOX_CORNERS.flat().map((value) => 2 * value);
  const inner = BOX_CORNERS.flat().map((value, i) => (i % 3 === 0 ? value + 0.5 : value));
  const cavity = BOX_TRIANGLES.map((_, i) => 8 + BOX_TRIANGLES[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]);
  const shape = mesh([...outer, ...inner], [...BOX_TRIANGLES, ...cavity], { solid: true });
  const found = massProperties(shape);
  const [cx, across] = [-4 / 56, (64 * 8) / 3 - (8 * 2) / 3];
  const aside = across - 8 * 0.25 - 56 * cx * cx;
  expectClose(found, [56, cx, 0, 0, across, aside, aside, 0, 0, 0], 2);
});

describe('what has no mass of its own', () => {
  const refuse = (shape: ShapeSpec, words: RegExp) => {
    let error: unknown;
    try {
      massProperties(shape);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(CollisionError);
    expect((error as CollisionError).code).toBe('invalid-shape');
    expect((error as CollisionError).message).toMatch(words);
  };
  const cube = BOX_CORNERS.flat();
  test('a half-space', () => refuse(halfSpace(), /encloses a volume.*half-space/));
  test('a field of heights', () => refuse(heightfield(Float32Array.of(0, 1, 2, 3), 2, 2, 1), /heightfield/));
  test('a mesh that is not solid', () => refuse(mesh(cube, BOX_TRIANGLES), /solid: true/));
  test('a mesh with a face missing', () => refuse(mesh(cube, BOX_TRIANGLES.slice(6), { solid: true }), /closed.*open/));
  test('a tube, of which two faces that face each other are missing', () =>
    refuse(mesh(cube, BOX_TRIANGLES.slice(12), { solid: true }), /closed.*open/));
  test('a mesh that is inside out', () => {
    const flipped = BOX_TRIANGLES.map((_, i) => BOX_TRIANGLES[i - (i % 3) + [0, 2, 1][i % 3]]);
    refuse(mesh(cube, flipped, { solid: true }), /counter-clockwise.*volume -7\.99/);
  });
  test('what no maker returned', () => refuse({} as ShapeSpec, /shape maker/));
});

test('fills what it is given, and refuses a density that is none', () => {
  const out = massProperties(sphere(3));
  expect(massProperties(box(1, 1, 1), 0.5, out)).toBe(out);
  expect(out.mass).toBe(4);
  for (const density of [0, -1, NaN, Infinity])
    expect(() => massProperties(box(1, 1, 1), density)).toThrow(CollisionError);
  for (const bad of [5, Object.freeze({ ...out })])
    expect(() => massProperties(box(1, 1, 1), 1, bad as never)).toThrow(CollisionError);
  expect(() => massProperties({ ...cone(1, 1), halfY: 0 })).toThrow(/halfY/);
});

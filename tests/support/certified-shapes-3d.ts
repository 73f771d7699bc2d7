import {
  box,
  capsule,
  compound,
  cone,
  cylinder,
  halfSpace,
  hull,
  type RoundingOptions,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import {
  add,
  cross,
  type Distance,
  distanceToAabb,
  distanceToCapsule,
  distanceToCone,
  distanceToCylinder,
  distanceToPolygon,
  dot,
  size,
  sub,
  times,
  unit,
  type Vec,
} from './distance-functions-3d.ts';
import { pointsOnSphere, randomQuaternion } from './random-space.ts';
import type { Rng } from './rng.ts';

/*
 * Convex shapes with what a certificate of an answer takes, written without the engine: how far a shape reaches along a
 * direction, and how far a point is from it. A direction along which two shapes are apart proves that they are, a point
 * in both proves that they are not, and two points along such a direction prove how far apart they are.
 */

/** One convex part, in a frame of its own or in the world. */
export interface Part {
  /** How far the part reaches along a unit direction: Infinity for a half-space along all but its normal. */
  reach(direction: Vec): number;
  /** The distance of a point, 0 inside. */
  distance: Distance;
}

export interface Sample {
  readonly name: string;
  readonly spec: ShapeSpec;
  readonly parts: readonly Part[];
  /** The children of a compound. */
  readonly children?: readonly Placed[];
}

export interface Placed {
  readonly sample: Sample;
  readonly pose: Pose;
}

export interface Pose {
  readonly place: Vec;
  readonly quaternion: readonly number[];
  readonly scale: number;
}

export const SAMPLE_NAMES = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'hull', 'halfSpace', 'compound'] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

/** The faces of the hull of a few points, by trying all planes through three of them. */
function facesOf(points: readonly Vec[]): { faces: Vec[][]; planes: { normal: Vec; level: number }[] } {
  const faces: Vec[][] = [];
  const planes: { normal: Vec; level: number }[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        const across = cross(sub(points[j], points[i]), sub(points[k], points[i]));
        if (size(across) === 0) continue;
        for (const normal of [unit(across), times(unit(across), -1)]) {
          const level = dot(normal, points[i]);
          if (points.some((p) => dot(normal, p) > level + 1e-9)) continue;
          planes.push({ normal, level });
          faces.push([points[i], points[j], points[k]]);
        }
      }
    }
  }
  return { faces, planes };
}

function rounded(core: Part, radius: number): Part {
  return {
    reach: (d) => core.reach(d) + radius,
    distance: (p) => Math.max(0, core.distance(p) - radius),
  };
}

function roundSample(random: Rng, options: RoundingOptions, name: SampleName, a: number, b: number, c: number): Sample {
  const radius = options.radius ?? 0;
  const away = (d: Vec): number => Math.hypot(d[0], d[2]);
  if (name === 'sphere') {
    return { name, spec: sphere(a), parts: [rounded({ reach: () => 0, distance: size }, a)] };
  }
  if (name === 'capsule') {
    const distance: Distance = (p) => distanceToCapsule(p, [0, -b, 0, 0, b, 0, a]);
    return { name, spec: capsule(a, b), parts: [{ reach: (d) => b * Math.abs(d[1]) + a, distance }] };
  }
  if (name === 'box') {
    const core: Part = {
      reach: (d) => a * Math.abs(d[0]) + b * Math.abs(d[1]) + c * Math.abs(d[2]),
      distance: (p) => distanceToAabb(p, [-a, -b, -c, a, b, c]),
    };
    return { name, spec: box(a, b, c, options), parts: [rounded(core, radius)] };
  }
  if (name === 'cylinder') {
    const core: Part = {
      reach: (d) => a * away(d) + b * Math.abs(d[1]),
      distance: (p) => distanceToCylinder(p, [0, -b, 0, 0, b, 0, a]),
    };
    return { name, spec: cylinder(a, b, options), parts: [rounded(core, radius)] };
  }
  if (name === 'cone') {
    const core: Part = {
      reach: (d) => Math.max(b * d[1], a * away(d) - b * d[1]),
      distance: (p) => distanceToCone(p, [0, b, 0, 0, -b, 0, a]),
    };
    return { name, spec: cone(a, b, options), parts: [rounded(core, radius)] };
  }
  const flat = pointsOnSphere(random, random.integer(4, 10), 1);
  const points: Vec[] = [];
  for (let i = 0; i < flat.length; i += 3) points.push([a * flat[i], b * flat[i + 1], c * flat[i + 2]]);
  // The faces are found in a frame in which the hull is about as wide as it is high.
  const even = facesOf(points.map(([x, y, z]) => [x / a, y / b, z / c]));
  const faces = even.faces.map((face) => face.map(([x, y, z]): Vec => [a * x, b * y, c * z]));
  const core: Part = {
    reach: (d) => Math.max(...points.map((p) => dot(p, d))),
    distance: (p) => {
      const q: Vec = [p[0] / a, p[1] / b, p[2] / c];
      if (even.planes.every(({ normal, level }) => dot(normal, q) <= level)) return 0;
      return Math.min(...faces.map((face) => distanceToPolygon(p, face)));
    },
  };
  return { name: 'hull', spec: hull(points.flat(), options), parts: [rounded(core, radius)] };
}

/** A sample of a kind, about one unit large; one in five is a sliver or a needle. */
export function someSample(random: Rng, name: SampleName): Sample {
  if (name === 'halfSpace') {
    const reach = (d: Vec): number => (d[1] > 0 && Math.hypot(d[0], d[2]) < 1e-9 ? 0 : Infinity);
    return { name, spec: halfSpace(), parts: [{ reach, distance: (p) => Math.max(0, p[1]) }] };
  }
  if (name === 'compound') return someCompound(random);
  const thin = random.next() < 0.2;
  const length = (): number => random.range(0.15, 0.65) * (thin && random.next() < 0.5 ? 1e-3 : 1);
  const [a, b, c] = [length(), length(), length()];
  const options = random.next() < 0.3 ? { radius: 0.3 * Math.min(a, b, c) } : {};
  return roundSample(random, options, name, a, b, c);
}

function someCompound(random: Rng): Sample {
  const children = Array.from({ length: random.integer(1, 3) }, (): Placed => {
    const sample = someSample(random, SAMPLE_NAMES[random.integer(0, 5)]);
    const place: Vec = [random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-0.5, 0.5)];
    return { sample, pose: { place, quaternion: randomQuaternion(random, random.integer(0, 1)), scale: 1 } };
  });
  const specs = children.map(({ sample, pose: { place, quaternion } }) => {
    const [offsetX, offsetY, offsetZ] = place;
    const [offsetQx, offsetQy, offsetQz, offsetQw] = quaternion;
    return { ...sample.spec, offsetX, offsetY, offsetZ, offsetQx, offsetQy, offsetQz, offsetQw };
  });
  const parts = children.flatMap(({ sample, pose }) => sample.parts.map((part) => placed(part, pose)));
  return { name: 'compound', spec: compound(specs), parts, children };
}

/** Returns the children of a sample, each with its own pose in the world. */
export function childrenOf(sample: Sample, pose: Pose): readonly Placed[] {
  if (sample.children === undefined) return [{ sample, pose }];
  const { place, quaternion, scale } = pose;
  const [x, y, z, w] = quaternion;
  return sample.children.map((child): Placed => {
    const [a, b, c, d] = child.pose.quaternion;
    const turned = [
      w * a + x * d + y * c - z * b,
      w * b - x * c + y * d + z * a,
      w * c + x * b - y * a + z * d,
      w * d - x * a - y * b - z * c,
    ];
    const at = add(place, times(turn(child.pose.place, quaternion, false), scale));
    return { sample: child.sample, pose: { place: at, quaternion: turned, scale } };
  });
}

/** A vector turned by a quaternion of any length, or back. */
function turn(v: Vec, quaternion: readonly number[], isBack: boolean): Vec {
  const norm = Math.hypot(...quaternion);
  const [x, y, z, w] = quaternion.map((value) => value / norm);
  const u: Vec = isBack ? [-x, -y, -z] : [x, y, z];
  const t = times(cross(u, v), 2);
  return add(add(v, times(t, w)), cross(u, t));
}

/** A part where a pose puts it. */
export function placed(part: Part, { place, quaternion, scale }: Pose): Part {
  return {
    reach: (d) => dot(d, place) + scale * part.reach(turn(d, quaternion, true)),
    distance: (p) => scale * part.distance(times(turn(sub(p, place), quaternion, true), 1 / scale)),
  };
}

/** How far two parts are apart along a unit direction from A to B: no more than they are. */
export function gapAlong(a: Part, b: Part, direction: Vec): number {
  return -b.reach(times(direction, -1)) - a.reach(direction);
}

/**
 * Climbs to the direction of the largest value: from the best of given and of random ones by random steps, which grow
 * where they gain and shrink where they do not. Stops early above `enough`.
 */
export function climb(random: Rng, value: (d: Vec) => number, starts: readonly Vec[], enough = Infinity): number {
  let at: Vec = [1, 0, 0];
  let best = -Infinity;
  const look = (d: Vec): boolean => {
    const found = value(d);
    if (!(found > best)) return false;
    best = found;
    at = d;
    return true;
  };
  for (const start of starts) if (size(start) > 0) look(unit(start));
  for (let i = 0; i < 60 && best <= enough; i++) look(unit(pointsOnSphere(random, 1, 1)));
  let step = 0.3;
  for (let i = 0; i < 400 && best <= enough && step > 1e-12; i++) {
    const aside = pointsOnSphere(random, 1, step);
    step *= look(unit(add(at, aside))) ? 2 : 0.8;
  }
  return best;
}

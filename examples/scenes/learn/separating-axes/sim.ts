import { collisionSystem } from 'bitecs-collision/2d';
import { type ConvexPiece, penetrationSat } from 'bitecs-collision/geometry2d';
import { POLYGON_KINDS } from '../../../shared/polygon-kinds.ts';
import { createPolygonPair } from '../../../shared/polygon-pair.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, Sim, SimOptions } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Two convex shapes are apart exactly when their shadows on one of a few axes are.',
  hint: 'Drag a shape, turn it by its handle, the wheel or Q and E. Point at a row to see its axis.',
  touchHint: 'Drag a shape, turn it by its handle. Tap a row to see its axis.',
};

/** Polygons of so few corners that every axis finds a place in the picture. */
export const KINDS = POLYGON_KINDS.slice(0, 6);
/** Normals that differ by less are one axis: a box has two. */
const PARALLEL = 1e-9;

/** A direction to look along: the normal of an edge, pointing from A's side to B's. */
export interface Axis {
  readonly name: string;
  /** The shape that the edge belongs to (0 is A, 1 is B), and the index of the edge's first corner. */
  readonly owner: 0 | 1;
  readonly edge: number;
  readonly x: number;
  readonly y: number;
  /** The shadows of A and B. */
  readonly a: Shadow;
  readonly b: Shadow;
  /** How far the shadows overlap, or minus the gap between them. */
  readonly overlap: number;
}

export interface Shadow {
  readonly min: number;
  readonly max: number;
  /** The corners that throw the ends. */
  readonly minCorner: number;
  readonly maxCorner: number;
}

function shadowOf({ vertices, count }: ConvexPiece, x: number, y: number): Shadow {
  const shadow = { min: Infinity, max: -Infinity, minCorner: 0, maxCorner: 0 };
  for (let i = 0; i < count; i++) {
    const along = vertices[2 * i] * x + vertices[2 * i + 1] * y;
    if (along < shadow.min) Object.assign(shadow, { min: along, minCorner: i });
    if (along > shadow.max) Object.assign(shadow, { max: along, maxCorner: i });
  }
  return shadow;
}

/** All normals of A and of B, each direction once, with the shadows on them. */
function findAxes(a: ConvexPiece, b: ConvexPiece): Axis[] {
  const axes: Axis[] = [];
  for (const [owner, piece] of [a, b].entries()) {
    for (let edge = 0; edge < piece.count; edge++) {
      const x = piece.normals[2 * edge] * (owner === 0 ? 1 : -1);
      const y = piece.normals[2 * edge + 1] * (owner === 0 ? 1 : -1);
      if (axes.some((axis) => Math.abs(axis.x * y - axis.y * x) < PARALLEL)) continue;
      const shadowA = shadowOf(a, x, y);
      const shadowB = shadowOf(b, x, y);
      axes.push({
        name: `${'ab'[owner]}${edge + 1}`,
        owner: owner as 0 | 1,
        edge,
        x,
        y,
        a: shadowA,
        b: shadowB,
        overlap: Math.min(shadowA.max - shadowB.min, shadowB.max - shadowA.min),
      });
    }
  }
  return axes;
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const kind = () => KINDS[Math.floor(4 * random())];
  const pair = createPolygonPair(kind(), kind(), random);
  const [a, b] = pair.bodies;
  const counts = { axes: 0 };
  const result = {
    axes: [] as Axis[],
    /** Index of the axis with the widest gap, or the least overlap. */
    decisive: 0,
    /** How far, and along which unit vector, to move B so that they just touch: negative where they are apart. */
    depth: 0,
    normal: [0, 0] as [x: number, y: number],
    /** x, y of the contact points. */
    contacts: [] as [x: number, y: number][],
  };
  const penetration = new Float64Array(6);

  function look(): void {
    result.axes = findAxes(a.piece, b.piece);
    counts.axes = result.axes.length;
    result.decisive = 0;
    result.axes.forEach(({ overlap }, i) => {
      if (overlap < result.axes[result.decisive].overlap) result.decisive = i;
    });
    result.depth = penetrationSat(penetration, 0, a.piece, b.piece);
    result.normal = [penetration[0], penetration[1]];
    result.contacts = [];
    for (const contact of pair.collision.contacts()) {
      for (let i = 0; i < contact.pointCount; i++) result.contacts.push([contact.pointX(i), contact.pointY(i)]);
    }
  }

  look();
  return {
    ...pair,
    pair,
    counts,
    result,
    step() {
      pair.drive();
      if (pair.alone) pair.drift();
      collisionSystem(pair.world);
      look();
    },
    hash() {
      const { depth, normal, axes } = result;
      return hashNumbers([depth, ...normal, ...axes.map(({ overlap }) => overlap)]);
    },
  } satisfies Sim & Record<string, unknown>;
}

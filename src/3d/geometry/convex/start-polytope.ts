import { writeAcross } from '../vector.ts';
import { clearPolytope, commitVertex, polytopeVertices, startTetrahedron, VERTEX_NUMBERS } from './epa-polytope.ts';
import {
  best,
  largest,
  measureAboveFirst,
  measured,
  measureHeight,
  measureRounding,
  rounding,
  setTowards,
  support,
  towards,
} from './epa-search.ts';
import type { SupportShape } from './support.ts';

/** The direction of the line of the first two vertices, then the normal of the first three. */
const axis = new Float64Array(3);
/** Two unit vectors across the line of the first two vertices, or a direction for `flat`. */
const turns = new Float64Array(6);

/**
 * Finds four points far apart: the widest of the three coordinate directions, then the wider side of two directions
 * perpendicular to it, then of the normal of the three. Returns false when there is no volume, with the direction
 * across.
 */
export function startPolytope(a: SupportShape, b: SupportShape): boolean {
  clearPolytope();
  largest[0] = 0;
  best.height = Infinity;
  best.slant = Infinity;
  widestAxis(a, b);
  const v0 = polytopeVertices();
  const x = v0[VERTEX_NUMBERS] - v0[0];
  const y = v0[VERTEX_NUMBERS + 1] - v0[1];
  const z = v0[VERTEX_NUMBERS + 2] - v0[2];
  const span = Math.sqrt(x * x + y * y + z * z);
  measureRounding();
  if (!(span > rounding[0])) {
    turns[0] = 1;
    turns[1] = 0;
    turns[2] = 0;
    return flat(a, b, turns);
  }
  axis[0] = x / span;
  axis[1] = y / span;
  axis[2] = z / span;
  writeAcross(turns, axis, 0);
  keepFarthestFromLine(a, b);
  measureRounding();
  if (!(measured[0] > rounding[0])) return flat(a, b, turns);
  planeNormal();
  setTowards(axis, 1);
  const up = support(a, b);
  measureAboveFirst(up);
  const above = measured[0];
  commitVertex();
  setTowards(axis, -1);
  const down = support(a, b);
  measureAboveFirst(down);
  const below = measured[0];
  measureRounding();
  if (!(Math.max(above, below) > rounding[0])) return flat(a, b, axis);
  if (below > above) {
    const v = polytopeVertices();
    for (let i = 0; i < VERTEX_NUMBERS; i++) v[up + i] = v[down + i];
  }
  startTetrahedron();
  return true;
}

/** Measures the extent across a body without volume, which is nearly 0 to either side; the smaller one is the depth. */
function flat(a: SupportShape, b: SupportShape, across: Float64Array): boolean {
  setTowards(across, 1);
  measureHeight(support(a, b));
  const above = measured[0];
  setTowards(across, -1);
  measureHeight(support(a, b));
  const below = measured[0];
  const sign = above < below ? 1 : -1;
  best.x = sign * across[0];
  best.y = sign * across[1];
  best.z = sign * across[2];
  best.height = Math.min(above, below);
  return false;
}

/** Keeps the two extreme points of the coordinate axis along which they are farthest apart. */
function widestAxis(a: SupportShape, b: SupportShape): void {
  let widest = -1;
  let chosen = 0;
  for (let i = 0; i < 3; i++) {
    const low = supportAlong(a, b, i, -1);
    const from = polytopeVertices()[low + i];
    const high = supportAlong(a, b, i, 1);
    const extent = polytopeVertices()[high + i] - from;
    if (extent > widest) {
      widest = extent;
      chosen = i;
    }
  }
  supportAlong(a, b, chosen, -1);
  commitVertex();
  supportAlong(a, b, chosen, 1);
  commitVertex();
}

/** Returns the support along a coordinate axis, or against it. */
function supportAlong(a: SupportShape, b: SupportShape, along: number, sign: number): number {
  for (let i = 0; i < 3; i++) towards[i] = i === along ? sign : 0;
  return support(a, b);
}

/**
 * Keeps, as vertex 2, the farthest from the line of the first two of four support points around it, along `turns` and
 * against them; leaves how far it is in `measured`.
 */
function keepFarthestFromLine(a: SupportShape, b: SupportShape): void {
  let farthest = -1;
  let chosen = 0;
  for (let turn = 0; turn < 4; turn++) {
    setTurn(turn);
    measureAboveFirst(support(a, b));
    if (measured[0] > farthest) {
      farthest = measured[0];
      chosen = turn;
    }
  }
  setTurn(chosen);
  support(a, b);
  commitVertex();
  measured[0] = farthest;
}

/** Sets the direction to ask along to one of four around the line. */
function setTurn(turn: number): void {
  const sign = turn < 2 ? 1 : -1;
  const from = turn % 2 === 0 ? 0 : 3;
  for (let i = 0; i < 3; i++) towards[i] = sign * turns[from + i];
}

/** Writes the unit normal of the first three vertices. */
function planeNormal(): void {
  const v = polytopeVertices();
  const n = VERTEX_NUMBERS;
  const ux = v[n] - v[0];
  const uy = v[n + 1] - v[1];
  const uz = v[n + 2] - v[2];
  const wx = v[2 * n] - v[0];
  const wy = v[2 * n + 1] - v[1];
  const wz = v[2 * n + 2] - v[2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  axis[0] = x * scale;
  axis[1] = y * scale;
  axis[2] = z * scale;
}

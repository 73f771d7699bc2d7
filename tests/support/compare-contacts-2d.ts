import type { ContactRow } from './random-worlds-2d.ts';
import {
  coreSeparation,
  distanceToSurface,
  isIgnored,
  movedBy,
  type ReferencePiece,
  type ReferenceShape,
  separationOf,
  sizeOf,
} from './reference-2d.ts';

/** The separations of a pair of shapes by the reference, over all pairs of their pieces. */
export interface PairVerdict {
  /** Least signed separation; Infinity when every pair of pieces is ignored. */
  readonly separation: number;
  /** Least signed separation of the cores. */
  readonly core: number;
  /** The length tolerances are relative to: the largest size of a pair of pieces. */
  readonly size: number;
  /** A piece lies on the line of a one-sided segment, within rounding: nothing can be said. */
  readonly ambiguous: boolean;
}

/** Brute force over all pairs of pieces. */
export function judgePair(a: ReferenceShape, b: ReferenceShape): PairVerdict {
  let separation = Infinity;
  let core = Infinity;
  let size = 0;
  let ambiguous = false;
  for (const pieceA of a.pieces) {
    for (const pieceB of b.pieces) {
      const ignored = ignores(a, pieceA, b, pieceB);
      if (ignored === undefined) ambiguous = true;
      if (ignored !== false) continue;
      separation = Math.min(separation, separationOf(pieceA, pieceB));
      core = Math.min(core, coreSeparation(pieceA, pieceB));
      size = Math.max(size, sizeOf(pieceA, pieceB));
    }
  }
  return { separation, core, size, ambiguous };
}

export function ignores(
  a: ReferenceShape,
  pieceA: ReferencePiece,
  b: ReferenceShape,
  pieceB: ReferencePiece,
): boolean | undefined {
  const first = a.isChain ? isIgnored(a, pieceA, pieceB) : false;
  const second = b.isChain ? isIgnored(b, pieceB, pieceA) : false;
  if (first === true || second === true) return first === undefined || second === undefined ? undefined : true;
  return first === undefined || second === undefined ? undefined : false;
}

/**
 * Relative to the size of the pieces. Positions are taken about a near origin, so what they lost in a far world counts
 * apart.
 */
const TOLERANCE = 1e-9;

export interface Frame {
  readonly originX: number;
  readonly originY: number;
}

/**
 * Returns what is wrong with the contacts of one pair that is allowed to meet, or undefined. `rows` are all rows with A
 * the lower entity.
 */
export function findFault(
  a: ReferenceShape,
  b: ReferenceShape,
  verdict: PairVerdict,
  rows: readonly ContactRow[],
  margin: number,
  sensor: boolean,
  frame: Frame,
): string | undefined {
  const lost = 4e-15 * (Math.abs(frame.originX) + Math.abs(frame.originY));
  const band = TOLERANCE * (verdict.size + margin) + lost;
  const touching = rows.some((row) => row.touching);
  if (Math.abs(verdict.separation) > band && touching !== verdict.separation <= 0) {
    return `touching is ${touching}, but the separation is ${verdict.separation} (cores ${verdict.core})`;
  }
  if (sensor) return rows.some((row) => row.points.length > 0 || !row.sensor) ? 'a sensor has a manifold' : undefined;
  const chains = Number(a.isChain) + Number(b.isChain);
  // Where a chain's segment runs through a shape, depth is measured along the whole line, which the reference does not
  // know.
  const measured = chains !== 1 || verdict.core > band;
  if (measured) {
    const least = Math.min(...rows.map((row) => row.separation));
    if (verdict.separation <= margin - band && Math.abs(least - verdict.separation) > band) {
      return `least separation is ${least}, not ${verdict.separation} (cores ${verdict.core})`;
    }
    if (verdict.separation > margin + band && rows.length > 0) return `a contact at ${verdict.separation}`;
  }
  for (const row of rows) {
    const pieceA = a.pieces[row.childA];
    const pieceB = b.pieces[row.childB];
    if (pieceA === undefined || pieceB === undefined) return `no such children: ${row.childA}, ${row.childB}`;
    if (row.sensor) return 'a contact without sensors says it has one';
    const fault = findRowFault(row, pieceA, pieceB, measured && chains === 0, band, frame);
    if (fault !== undefined) return `children ${row.childA}, ${row.childB}: ${fault}`;
    const isLeast = rows.every((other) => other.separation >= row.separation);
    if (chains > 0 && measured && isLeast) {
      const leastFault = findRowFault(row, pieceA, pieceB, true, band, frame);
      if (leastFault !== undefined) return `least, children ${row.childA}, ${row.childB}: ${leastFault}`;
    }
  }
  return chains === 0 || chains === 2 ? findMissingRow(a, b, rows, margin, band) : undefined;
}

function findRowFault(
  row: ContactRow,
  a: ReferencePiece,
  b: ReferencePiece,
  exact: boolean,
  band: number,
  frame: Frame,
): string | undefined {
  const length = Math.hypot(row.normalX, row.normalY);
  if (Math.abs(length - 1) > 1e-12) return `the normal's length is ${length}`;
  const least = Math.min(...row.points.map((point) => point.separation));
  if (row.separation !== least) return `separation ${row.separation}, points say ${least}`;
  if (row.touching !== least <= 0) return `touching is ${row.touching} at ${least}`;
  if (!exact) return undefined;
  const separation = separationOf(a, b);
  if (Math.abs(separation - least) > band) return `separation is ${least}, not ${separation}`;
  const rest = separationOf(a, movedBy(b, -least * row.normalX, -least * row.normalY));
  if (Math.abs(rest) > band) return `moved by ${least} along (${row.normalX}, ${row.normalY}), ${rest} is left`;
  for (const point of row.points) {
    const x = point.x - frame.originX;
    const y = point.y - frame.originY;
    // Beside the deepest point, the height is that of the cores along the normal: a slanted edge's rounding bulges
    // differently.
    const bulge = point.separation === least ? 0 : Math.max(a.radius, b.radius);
    const allowed = Math.abs(point.separation) / 2 + band + bulge;
    const fromA = distanceToSurface(a, x, y);
    const fromB = distanceToSurface(b, x, y);
    if (Math.abs(fromA) > allowed || Math.abs(fromB) > allowed) {
      return `a point at separation ${point.separation} is ${fromA} from A and ${fromB} from B`;
    }
  }
  return undefined;
}

/** Finds a pair of pieces within the margin that has no row: shapes without joints have a row for each such pair. */
function findMissingRow(
  a: ReferenceShape,
  b: ReferenceShape,
  rows: readonly ContactRow[],
  margin: number,
  band: number,
): string | undefined {
  for (let i = 0; i < a.pieces.length; i++) {
    for (let k = 0; k < b.pieces.length; k++) {
      const ignored = ignores(a, a.pieces[i], b, b.pieces[k]);
      if (ignored === undefined) continue;
      const separation = ignored ? Infinity : separationOf(a.pieces[i], b.pieces[k]);
      if (Math.abs(separation - margin) <= band) continue;
      const found = rows.filter((row) => row.childA === i && row.childB === k).length;
      const wanted = separation <= margin ? 1 : 0;
      if (found !== wanted) return `children ${i}, ${k} at ${separation}: ${found} rows, not ${wanted}`;
    }
  }
  return undefined;
}

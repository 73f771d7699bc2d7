import { placeShape, type ReferencePiece, type ShapeDescription, separationOf } from '../tests/support/reference-2d.ts';
import type { Answers } from './answers.ts';
import { PEER_LIST } from './peer-list.ts';
import { BOX, CAPSULE, CIRCLE, makeScene, RAY_LENGTH, type Scene } from './scene.ts';

/** How what a peer found compares with ours. */
export interface Agreement {
  /** Pairs, or answers to queries, that only one of the two has or on which they differ. */
  readonly differing: number;
  /** How many of the differing pairs the peer's own rounding does not explain. */
  readonly unexplained: number;
  /** One sentence: empty when both found the same. */
  readonly text: string;
}

const SAME: Agreement = { differing: 0, unexplained: 0, text: '' };

/** Which keys are in one sorted list only. */
export function difference(mine: Float64Array, theirs: Float64Array): { missing: number[]; extra: number[] } {
  const missing: number[] = [];
  const extra: number[] = [];
  let i = 0;
  let k = 0;
  while (i < mine.length || k < theirs.length) {
    const a = i < mine.length ? mine[i] : Infinity;
    const b = k < theirs.length ? theirs[k] : Infinity;
    if (a <= b) i++;
    if (b <= a) k++;
    if (a < b) missing.push(a);
    if (b < a) extra.push(b);
  }
  return { missing, extra };
}

/**
 * Compares a peer's pairs with ours, tick by tick and pair by pair. A pair that only one has must be as close to
 * touching as the peer rounds; the separation is computed here, from the definition of the shapes.
 */
export function comparePairs(
  peer: string,
  scenario: string,
  mine: Answers,
  theirs: Answers,
  firstTick: number,
): Agreement {
  if (mine.length !== theirs.length) return { differing: 1, unexplained: 1, text: 'it compared other ticks' };
  const { slack, isLate } = PEER_LIST[peer];
  let scene: Scene | undefined;
  let stepped = 0;
  let missing = 0;
  let extra = 0;
  let late = 0;
  let unexplained = 0;
  let farthest = 0;
  let example = '';
  for (const [tick, keys] of mine.entries()) {
    // Whether a pair is new can only be told from the tick before.
    if (isLate && tick === 0) continue;
    const differing = difference(keys, theirs[tick]);
    const before = new Set(isLate ? mine[tick - 1] : []);
    const all = [...differing.missing, ...differing.extra];
    if (all.length === 0) continue;
    missing += differing.missing.length;
    extra += differing.extra.length;
    scene ??= makeScene(scenario);
    for (; stepped < firstTick + tick + 1; stepped++) scene.step();
    for (const key of all) {
      const a = Math.floor(key / scene.count);
      const b = key % scene.count;
      const separation = separationIn(scene, a, b);
      const rounding = slack.coordinate * reachOf(scene, a, b) + slack.size * sizeOf(scene, a, b);
      const areCapsules = scene.kind[a] === CAPSULE && scene.kind[b] === CAPSULE;
      const allowed = Math.max(rounding, areCapsules ? (slack.capsules ?? 0) : 0);
      farthest = Math.max(farthest, Math.abs(separation));
      if (Math.abs(separation) <= allowed) continue;
      if (isLate && !before.has(key) && differing.missing.includes(key)) {
        late++;
        continue;
      }
      unexplained++;
      if (example === '') {
        const who = differing.missing.includes(key) ? 'only ours has' : 'only it has';
        example = `; ${who} ${a}–${b} in tick ${tick}, separation ${separation.toExponential(2)}`;
      }
    }
  }
  if (missing + extra === 0) return SAME;
  const total = mine.reduce((sum, keys) => sum + keys.length, 0);
  const counts = `of ${total} pairs ${missing} only ours, ${extra} only its own`;
  const lateness = isLate ? `, ${late} of them in their first tick` : '';
  const text = `${counts}${lateness}, none further than ${farthest.toExponential(1)} from touching (${slack.why})${example}`;
  return { differing: missing + extra, unexplained, text };
}

/** How answers to queries may differ from ours, by definition or rounding. */
export function compareAnswers(peer: string, scenario: string, mine: Answers, theirs: Answers): Agreement {
  const [a, b] = [mine[0], theirs[0]];
  const definition = DEFINITIONS[`${peer} ${scenario}`];
  const tolerance = PEER_LIST[peer].slack.coordinate * (scenario === 'Q1' ? 50 * RAY_LENGTH : 1000) + 1e-9;
  let differing = 0;
  let unexplained = 0;
  let example = '';
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i] || (scenario !== 'Q2' && Math.abs(a[i] - b[i]) <= tolerance)) continue;
    differing++;
    if (definition?.allows(a[i], b[i])) continue;
    unexplained++;
    example ||= `; question ${i}: ours ${a[i]}, its answer ${b[i]}`;
  }
  if (differing === 0) return SAME;
  const why = definition === undefined ? '' : ` (${definition.why})`;
  return { differing, unexplained, text: `${differing} of ${a.length} answers differ${why}${example}` };
}

interface Definition {
  readonly why: string;
  allows(mine: number, theirs: number): boolean;
}

const FAT: Definition = {
  why: 'it answers from the enlarged boxes of its tree',
  allows: (mine, theirs) => theirs > mine,
};
/** Its polygons lie inside the capsules they stand for, so its rays reach them later or not at all. */
const OUTLINED: Definition = {
  why: 'its rays pass out of shapes they start in, and its capsules are 24-gons',
  allows: (mine, theirs) => mine === 0 || theirs > mine,
};
const OUTSIDE: Definition = { why: 'its rays pass out of shapes they start in', allows: (mine) => mine === 0 };

const DEFINITIONS: Record<string, Definition> = {
  'box2d Q1': OUTSIDE,
  'planck Q1': OUTLINED,
  'rapier Q2': FAT,
  'rapier-0.21 Q2': FAT,
  'box2d Q2': FAT,
  'phaser-box2d Q2': FAT,
  'planck Q2': FAT,
  'detect-collisions Q2': FAT,
};

/** The signed separation of two bodies, from the definition of their shapes. */
export function separationIn(scene: Scene, a: number, b: number): number {
  return separationOf(pieceOf(scene, a, scene.x[a], scene.y[a]), pieceOf(scene, b, scene.x[a], scene.y[a]));
}

function pieceOf(scene: Scene, i: number, originX: number, originY: number): ReferencePiece {
  const kind = scene.kind[i];
  const radius = scene.radius[i];
  const [halfWidth, halfHeight] = [scene.halfWidth[i], scene.halfHeight[i]];
  let shape: ShapeDescription;
  if (kind === CIRCLE) shape = { kind: 'circle', radius };
  else if (kind === CAPSULE) shape = { kind: 'capsule', halfHeight, radius };
  else if (kind === BOX) shape = { kind: 'box', halfWidth, halfHeight, radius: 0 };
  else shape = { kind: 'polygon', points: scene.corners[i], radius: 0 };
  const at = { x: scene.x[i], y: scene.y[i], rotation: scene.rotation[i], scale: 1 };
  const placed = placeShape(shape, { ...at, offsetX: 0, offsetY: 0, offsetRotation: 0 }, originX, originY);
  return placed.pieces[0];
}

/** The largest coordinate of two bodies. */
function reachOf({ x, y }: Scene, a: number, b: number): number {
  return Math.max(Math.abs(x[a]), Math.abs(y[a]), Math.abs(x[b]), Math.abs(y[b]));
}

/** The largest extents of two bodies, added. */
function sizeOf(scene: Scene, a: number, b: number): number {
  const extent = (i: number): number => {
    const piece = pieceOf(scene, i, scene.x[i], scene.y[i]);
    return Math.max(...piece.xs.map(Math.abs), ...piece.ys.map(Math.abs)) + piece.radius;
  };
  return extent(a) + extent(b);
}

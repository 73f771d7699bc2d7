import { sortBvh } from '../../../core/bvh/build-bvh.ts';
import { type Bvh, type HierarchyKind, makeBvh } from '../../../core/bvh/bvh.ts';
import { reserve } from '../../../core/typed-array.ts';
import { BOX_STRIDE, binBoxes, binCounts, chooseCut, emptyBox, growBox, MOST_BINS, surfaceOf } from './choose-cut.ts';
import { makeLeafPages } from './leaf-pages.ts';
import { roundDown, roundUp } from './round-outwards.ts';
import { areSameTriangles, isUsable, refuseTriangle, type TriangleMesh } from './triangle-mesh.ts';
import { leafOf, NO_CHILD, NODE_CHILDREN, NODE_MAX, NODE_STRIDE, type TriangleTree } from './triangle-tree.ts';

/*
 * The tree is built in two steps. Triangles are sorted along a Morton curve, whose runs of at most eight become leaves:
 * that takes a few passes, however many levels the tree has. The leaves are then put together from the root down: a
 * range of leaves is cut where the surface area heuristic expects the cheapest queries, among the planes between bins
 * across the longest side of its box; the larger half is cut again, and so on until there are four parts. The boxes of
 * the parts come from the bins, so that a cut reads each leaf's box once.
 *
 * Source: Lauterbach et al., Fast BVH Construction on GPUs, 2009, for the leaves; Wald, On fast Construction of
 * SAH-based Bounding Volume Hierarchies, 2007, for the cuts; Wald, Benthin, Boulos, Getting Rid of Packets, 2008, for
 * four children a node.
 */

/** Small ranges get fewer bins, which would mostly be empty. */
const FEW_BINS = 6;
const FEW_LEAVES = 64;
/** The depth from which on ranges are halved whatever the heuristic says, which bounds the depth of the tree. */
const MOST_CUT_LEVELS = 48;
/*
 * Triangles without area, called needles, are left out of the tree: their normal, and where their sides cross a line,
 * would be rounding. A surface goes on from one longer side of a needle to the other.
 */
/** Square of the height of a needle as a share of its longest side. */
export const NEEDLE_SQUARED = 1e-20;
/** The same as a share of its coordinates, each of which is rounded to 2^−53 of it. */
export const NEEDLE_ROUNDING_SQUARED = 2 ** -92;

/** A hierarchy that only sorts triangles: the tree takes its order and the ends of its leaves. */
const sortingOnly: HierarchyKind = {
  name: 'aabb',
  axes: 3,
  reserveItems: () => {},
  fitItems: () => {},
  fitNodes: () => {},
  findSelfPairs: () => {},
  joinGroup: () => {},
};

/** The layout of its nodes: see `Bvh`. */
const SORTED_SKIP = 6;
const SORTED_FIRST = 7;
const SORTED_STRIDE = 8;

/**
 * Builds a tree over the triangles of a mesh. Triangles without area are left out, and so is the higher-numbered one of
 * two triangles with the same corners in the same turn.
 * @throws CollisionError `invalid-number` for a corner that is not finite, naming triangle and vertex as parts of
 * `name`.
 */
export function buildTriangleTree(name: string, mesh: TriangleMesh): TriangleTree {
  return new TreeBuilder(name, mesh).build();
}

class TreeBuilder {
  readonly #mesh: TriangleMesh;
  /** By triangle: the least coordinates, then the largest, rounded outwards. */
  readonly #triangleBoxes: Float32Array;
  /** Triangles with an area, by ascending number; then in the order of the leaves. */
  #order: Uint32Array;
  /** The leaves: where each begins in the order, with an end behind the last, and the box of each. */
  readonly #leafStarts: Uint32Array;
  readonly #leafBoxes: Float32Array;
  /** The leaves as they are being cut, and at the same places the bin of each in the cut under way. */
  readonly #leaves: Uint32Array;
  readonly #bins: Uint8Array;
  #boxes = new Float32Array(0);
  #links = new Int32Array(0);
  #nodeCount = 0;
  #depth = 0;
  readonly #absent: number[] = [];
  /** By level: first, end and box of each of the parts that a node's range is being cut into. */
  readonly #parts: Part[][] = [];
  /** The boxes of the two parts of the last cut. */
  readonly #low = new Float32Array(BOX_STRIDE);
  readonly #high = new Float32Array(BOX_STRIDE);

  constructor(name: string, mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#triangleBoxes = new Float32Array(BOX_STRIDE * mesh.triangleCount);
    this.#order = new Uint32Array(mesh.triangleCount);
    const count = this.#readTriangles(name);
    const sorted = makeBvh(sortingOnly);
    sortBvh(sorted, this.#triangleBoxes, this.#order, count);
    this.#order = sorted.order;
    this.#leafStarts = startsOfLeaves(sorted);
    const leafCount = this.#leafStarts.length - 1;
    this.#leafBoxes = new Float32Array(BOX_STRIDE * leafCount);
    this.#leaves = new Uint32Array(leafCount);
    this.#bins = new Uint8Array(leafCount);
    this.#finishLeaves(leafCount);
  }

  build(): TriangleTree {
    if (this.#leaves.length > 0) {
      const root = this.#partsOf(0)[0];
      root.first = 0;
      root.end = this.#leaves.length;
      this.#fit(root);
      this.#addNode(0);
    }
    return {
      mesh: this.#mesh,
      order: this.#order,
      ...makeLeafPages(this.#mesh, this.#order, this.#leafStarts),
      boxes: this.#boxes.slice(0, NODE_STRIDE * this.#nodeCount),
      links: this.#links.slice(0, NODE_CHILDREN * this.#nodeCount),
      nodeCount: this.#nodeCount,
      depth: this.#depth,
      absent: Uint32Array.from(this.#absent),
    };
  }

  /** Drops doubled triangles from the leaves, closes the gaps that these leave, and writes the boxes of the leaves. */
  #finishLeaves(leafCount: number): void {
    const boxes = this.#triangleBoxes;
    const order = this.#order;
    const starts = this.#leafStarts;
    const leafBoxes = this.#leafBoxes;
    let kept = 0;
    for (let leaf = 0; leaf < leafCount; leaf++) {
      const first = starts[leaf];
      const end = first + this.#dropDoubled(first, starts[leaf + 1]);
      this.#leaves[leaf] = leaf;
      emptyBox(leafBoxes, BOX_STRIDE * leaf);
      starts[leaf] = kept;
      for (let i = first; i < end; i++) {
        growBox(leafBoxes, BOX_STRIDE * leaf, boxes, BOX_STRIDE * order[i]);
        order[kept++] = order[i];
      }
    }
    starts[leafCount] = kept;
    if (kept < order.length) this.#order = order.slice(0, kept);
  }

  /** Writes the box of each triangle, and the numbers of the triangles that have an area; returns how many have one. */
  #readTriangles(name: string): number {
    const mesh = this.#mesh;
    const { positions, indices, triangleCount } = mesh;
    const boxes = this.#triangleBoxes;
    const order = this.#order;
    const isExact = positions instanceof Float32Array;
    let count = 0;
    for (let triangle = 0; triangle < triangleCount; triangle++) {
      const first = 3 * triangle;
      const a = 3 * (indices === undefined ? first : indices[first]);
      const b = 3 * (indices === undefined ? first + 1 : indices[first + 1]);
      const c = 3 * (indices === undefined ? first + 2 : indices[first + 2]);
      const ax = positions[a];
      const ay = positions[a + 1];
      const az = positions[a + 2];
      const bx = positions[b];
      const by = positions[b + 1];
      const bz = positions[b + 2];
      const cx = positions[c];
      const cy = positions[c + 1];
      const cz = positions[c + 2];
      const minX = Math.min(ax, bx, cx);
      const minY = Math.min(ay, by, cy);
      const minZ = Math.min(az, bz, cz);
      const maxX = Math.max(ax, bx, cx);
      const maxY = Math.max(ay, by, cy);
      const maxZ = Math.max(az, bz, cz);
      if (!(isUsable(minX, maxX) && isUsable(minY, maxY) && isUsable(minZ, maxZ))) refuseTriangle(name, mesh, triangle);
      const ux = bx - ax;
      const uy = by - ay;
      const uz = bz - az;
      const vx = cx - ax;
      const vy = cy - ay;
      const vz = cz - az;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const wx = vx - ux;
      const wy = vy - uy;
      const wz = vz - uz;
      const u = ux * ux + uy * uy + uz * uz;
      const v = vx * vx + vy * vy + vz * vz;
      const w = wx * wx + wy * wy + wz * wz;
      const longest = Math.max(u, v, w);
      const far = Math.max(-minX, -minY, -minZ, maxX, maxY, maxZ);
      const least = Math.max(NEEDLE_SQUARED * longest, NEEDLE_ROUNDING_SQUARED * far * far);
      if (!(nx * nx + ny * ny + nz * nz > least * longest)) {
        if (a !== b && b !== c && c !== a) this.#absent.push(triangle);
        continue;
      }
      const box = BOX_STRIDE * triangle;
      boxes[box] = isExact ? minX : roundDown(minX);
      boxes[box + 1] = isExact ? minY : roundDown(minY);
      boxes[box + 2] = isExact ? minZ : roundDown(minZ);
      boxes[box + 3] = isExact ? maxX : roundUp(maxX);
      boxes[box + 4] = isExact ? maxY : roundUp(maxY);
      boxes[box + 5] = isExact ? maxZ : roundUp(maxZ);
      order[count++] = triangle;
    }
    return count;
  }

  #partsOf(level: number): Part[] {
    while (this.#parts.length <= level) this.#parts.push(Array.from({ length: NODE_CHILDREN }, createPart));
    return this.#parts[level];
  }

  /** Writes the box of a range of leaves. */
  #fit({ first, end, box }: Part): void {
    const boxes = this.#leafBoxes;
    const order = this.#leaves;
    emptyBox(box, 0);
    for (let i = first; i < end; i++) growBox(box, 0, boxes, BOX_STRIDE * order[i]);
  }

  /** Adds a node for the first part of a level, and all nodes below it, and returns its number. */
  #addNode(level: number): number {
    const node = this.#nodeCount++;
    if (level >= this.#depth) this.#depth = level + 1;
    this.#boxes = reserve(this.#boxes, NODE_STRIDE * this.#nodeCount);
    this.#links = reserve(this.#links, NODE_CHILDREN * this.#nodeCount);
    const parts = this.#partsOf(level);
    let count = this.#partsOfFew(parts);
    while (count < NODE_CHILDREN) {
      let widest = -1;
      let most = -1;
      for (let i = 0; i < count; i++) {
        const surface = parts[i].end - parts[i].first > 1 ? surfaceOf(parts[i].box, 0) : -1;
        if (surface > most) {
          most = surface;
          widest = i;
        }
      }
      if (widest < 0) break;
      this.#cut(parts[widest], parts[count++], level);
    }
    const below = this.#partsOf(level + 1)[0];
    for (let i = 0; i < NODE_CHILDREN; i++) {
      const { first, end, box } = parts[i];
      const isUsed = i < count;
      const at = NODE_STRIDE * node + i;
      for (let axis = 0; axis < 3; axis++) {
        this.#boxes[at + NODE_CHILDREN * axis] = isUsed ? box[axis] : Infinity;
        this.#boxes[at + NODE_MAX + NODE_CHILDREN * axis] = isUsed ? box[3 + axis] : -Infinity;
      }
      let link = NO_CHILD;
      if (isUsed && end - first === 1) {
        link = leafOf(this.#leaves[first]);
      } else if (isUsed) {
        below.first = first;
        below.end = end;
        below.box.set(box);
        link = this.#addNode(level + 1);
      }
      this.#links[NODE_CHILDREN * node + i] = link;
    }
    return node;
  }

  /**
   * If the first part has no more leaves than a node has children, makes each leaf a part of its own. Returns how many
   * parts there are.
   */
  #partsOfFew(parts: readonly Part[]): number {
    const { first, end } = parts[0];
    if (end - first > NODE_CHILDREN) return 1;
    for (let i = 0; i < end - first; i++) {
      const part = parts[i];
      part.first = first + i;
      part.end = first + i + 1;
      const at = BOX_STRIDE * this.#leaves[first + i];
      for (let side = 0; side < BOX_STRIDE; side++) part.box[side] = this.#leafBoxes[at + side];
    }
    return end - first;
  }

  /** Cuts a part in two: itself and `other`. */
  #cut(part: Part, other: Part, level: number): void {
    const { first, end, box } = part;
    const middle = level < MOST_CUT_LEVELS ? this.#partition(first, end, box) : first;
    other.end = end;
    if (middle > first) {
      part.end = other.first = middle;
      part.box.set(this.#low);
      other.box.set(this.#high);
      return;
    }
    part.end = other.first = (first + end) >> 1;
    this.#fit(part);
    this.#fit(other);
  }

  /**
   * Brings the leaves of a range into order on both sides of the best cut, writes the boxes of both and returns
   * where the second begins; `first` when all middles are in one bin.
   */
  #partition(first: number, end: number, box: Float32Array): number {
    const boxes = this.#leafBoxes;
    const order = this.#leaves;
    const bins = this.#bins;
    const x = box[3] - box[0];
    const y = box[4] - box[1];
    const z = box[5] - box[2];
    const axis = x >= y ? (x >= z ? 0 : 2) : y >= z ? 1 : 2;
    const count = end - first <= FEW_LEAVES ? FEW_BINS : MOST_BINS;
    // Twice the middle of each triangle is stored, which spares halving.
    const low = 2 * box[axis];
    const scale = count / (2 * (box[3 + axis] - box[axis]));
    if (!(scale < Infinity)) return first;
    for (let bin = 0; bin < count; bin++) {
      binCounts[bin] = 0;
      emptyBox(binBoxes, BOX_STRIDE * bin);
    }
    const last = count - 1;
    for (let i = first; i < end; i++) {
      const at = BOX_STRIDE * order[i];
      let bin = ((boxes[at + axis] + boxes[at + 3 + axis] - low) * scale) | 0;
      if (bin > last) bin = last;
      bins[i] = bin;
      binCounts[bin]++;
      growBox(binBoxes, BOX_STRIDE * bin, boxes, at);
    }
    const cut = chooseCut(count, end - first, this.#low, this.#high);
    if (cut === 0) return first;
    let i = first;
    let k = end - 1;
    for (;;) {
      while (bins[i] < cut) i++;
      while (bins[k] >= cut) k--;
      if (i > k) return i;
      const leaf = order[i];
      const bin = bins[i];
      order[i] = order[k];
      bins[i++] = bins[k];
      order[k] = leaf;
      bins[k--] = bin;
      if (i >= end) return i;
      if (k < first) return i;
    }
  }

  /** Sorts the triangles of a leaf by number and drops those that occur twice; returns how many are left. */
  #dropDoubled(first: number, end: number): number {
    const order = this.#order;
    for (let i = first + 1; i < end; i++) {
      const triangle = order[i];
      let at = i;
      while (at > first && order[at - 1] > triangle) order[at] = order[--at];
      order[at] = triangle;
    }
    let kept = first;
    for (let i = first; i < end; i++) {
      let isDoubled = false;
      for (let k = first; k < kept && !isDoubled; k++) {
        isDoubled = this.#isSame(order[k], order[i]);
        if (isDoubled && !this.#staysSame(order[k], order[i])) this.#absent.push(order[i]);
      }
      if (!isDoubled) order[kept++] = order[i];
    }
    return kept - first;
  }

  /** Returns whether two triangles at one place have the same vertices, and stay at one place wherever these move. */
  #staysSame(a: number, b: number): boolean {
    const { indices } = this.#mesh;
    if (indices === undefined) return false;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[3 * a + corner];
      if (vertex !== indices[3 * b] && vertex !== indices[3 * b + 1] && vertex !== indices[3 * b + 2]) return false;
    }
    return true;
  }

  /** Returns whether two triangles have the same corners in the same turn. */
  #isSame(a: number, b: number): boolean {
    const boxes = this.#triangleBoxes;
    for (let side = 0; side < BOX_STRIDE; side++) {
      if (boxes[BOX_STRIDE * a + side] !== boxes[BOX_STRIDE * b + side]) return false;
    }
    return areSameTriangles(this.#mesh, a, b);
  }
}

/** Returns where the leaves of a sorted hierarchy begin in its order, and where the last one ends. */
function startsOfLeaves({ nodes, nodeEnd, itemCount }: Bvh): Uint32Array {
  let count = 0;
  for (let node = 0; node < nodeEnd; node += SORTED_STRIDE)
    if (nodes[node + SORTED_SKIP] === node + SORTED_STRIDE) count++;
  const starts = new Uint32Array(count + 1);
  starts[count] = itemCount;
  count = 0;
  for (let node = 0; node < nodeEnd; node += SORTED_STRIDE) {
    if (nodes[node + SORTED_SKIP] === node + SORTED_STRIDE) starts[count++] = nodes[node + SORTED_FIRST];
  }
  return starts;
}

/** A range of the leaves, and its box. */
interface Part {
  first: number;
  end: number;
  readonly box: Float32Array;
}

function createPart(): Part {
  return { first: 0, end: 0, box: new Float32Array(BOX_STRIDE) };
}

import { EPSILON } from '../tolerance.ts';
import { isValidBox } from './bounds-overlap.ts';
import { type BoxColumn, type Bvh, NODE_OPEN, sphereOf } from './bvh.ts';

/**
 * The part of a radius that is more than a dozen operations round off, and the length that is more than squares near 0
 * round off.
 */
export const SPHERE_ROUNDING = 2 ** -48;
const TINY = 1e-150;

/** The largest radius and coordinate whose square, and sums of a few such squares, are finite. */
export const LARGEST_SPHERE = 1e150;

// Everything here is written for space: in the plane z is 0, and costs next to nothing.

/**
 * A circle or sphere before it is written: centre, radius. It goes through memory because calls with f64 arguments that
 * the compiler does not inline allocate.
 */
export const sphere = new Float64Array(4);
export const RADIUS = 3;

/**
 * Writes `sphere`, enlarged by the rounding of its centre, of its radius and of comparisons. A sphere that is infinite,
 * NaN or too large to be squared gets an infinite radius.
 */
export function writeSphere(spheres: Float64Array, at: number, axes: number): void {
  const size = Math.abs(sphere[0]) + Math.abs(sphere[1]) + Math.abs(sphere[2]);
  const radius = (sphere[RADIUS] + EPSILON * size + TINY) * (1 + SPHERE_ROUNDING);
  // False for NaN and infinities too.
  if (radius < LARGEST_SPHERE && size < LARGEST_SPHERE) {
    for (let axis = 0; axis < axes; axis++) spheres[at + axis] = sphere[axis];
    spheres[at + axes] = radius;
  } else {
    for (let axis = 0; axis < axes; axis++) spheres[at + axis] = 0;
    spheres[at + axes] = Infinity;
  }
}

/** Sets `sphere` to the sphere around the box that begins at `box`. */
export function boundItem(bounds: BoxColumn, axes: number, box: number): void {
  let squared = 0;
  sphere[2] = 0;
  for (let axis = 0; axis < axes; axis++) {
    const min = 0.5 * bounds[box + axis];
    const max = 0.5 * bounds[box + axes + axis];
    const half = max - min;
    sphere[axis] = min + max;
    squared += half * half;
  }
  sphere[RADIUS] = Math.sqrt(squared);
}

/** Writes the circles or spheres of the items at the positions `from` … `to` − 1. */
export function fitItemSpheres(bvh: Bvh, bounds: BoxColumn, from: number, to: number): void {
  const { itemSpheres, order } = bvh;
  const { axes } = bvh.routines;
  for (let i = from; i < to; i++) {
    const box = 2 * axes * order[i];
    const own = (axes + 1) * i;
    if (isValidBox(bounds, axes, box)) {
      boundItem(bounds, axes, box);
      writeSphere(itemSpheres, own, axes);
    } else {
      // An item that meets nothing must not make the spheres above it larger.
      itemSpheres.fill(0, own, own + axes);
      itemSpheres[own + axes] = -Infinity;
    }
  }
}

/**
 * Boxes of the nodes, least and largest coordinates in space, at the nodes' own offsets: needed only while spheres are
 * fitted.
 */
let nodeBoxes = new Float64Array(0);

/**
 * Writes the nodes' spheres from the last node to the root, children before parents, and closes the open nodes' `skip`.
 *
 * Spheres around spheres alone grow looser with every level; the sphere around a node's box does not, but is loose to
 * begin with. Taking the smaller one at each node saves a self-join in the plane a quarter of its node tests (8.4 to
 * 6.3 an item), and one in space a seventh of its time.
 */
export function fitNodeSpheres(bvh: Bvh, bounds: BoxColumn): void {
  const { nodes, nodeEnd } = bvh;
  const { axes } = bvh.routines;
  const toSkip = 2 * axes;
  const stride = toSkip + 2;
  if (nodeBoxes.length < nodeEnd) nodeBoxes = new Float64Array(Math.ceil(nodeEnd * 1.25));
  for (let node = nodeEnd - stride; node >= 0; node -= stride) {
    if (nodes[node + toSkip] === NODE_OPEN) {
      const left = node + stride;
      const right = nodes[left + toSkip];
      nodes[node + toSkip] = nodes[right + toSkip];
      uniteBoxes(node, left, right);
      uniteSpheres(bvh.nodeSpheres, node, left, right, axes);
    } else {
      fitLeafBox(bvh, node, bounds);
      fitLeafSphere(bvh, node);
    }
  }
}

function uniteBoxes(to: number, a: number, b: number): void {
  for (let axis = 0; axis < 3; axis++) {
    nodeBoxes[to + axis] = Math.min(nodeBoxes[a + axis], nodeBoxes[b + axis]);
    nodeBoxes[to + 3 + axis] = Math.max(nodeBoxes[a + 3 + axis], nodeBoxes[b + 3 + axis]);
  }
}

function fitLeafBox(bvh: Bvh, leaf: number, bounds: BoxColumn): void {
  const { nodes, order } = bvh;
  const { axes } = bvh.routines;
  const toFirst = 2 * axes + 1;
  const first = nodes[leaf + toFirst];
  const end = nodes[leaf + toFirst + 1 + toFirst];
  nodeBoxes[leaf + 2] = 0;
  nodeBoxes[leaf + 5] = 0;
  for (let axis = 0; axis < axes; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = first; i < end; i++) {
      const box = 2 * axes * order[i] + axis;
      // NaN fails both comparisons.
      if (bounds[box] < min) min = bounds[box];
      if (bounds[box + axes] > max) max = bounds[box + axes];
    }
    nodeBoxes[leaf + axis] = min;
    nodeBoxes[leaf + 3 + axis] = max;
  }
}

/** Sets `sphere` to the sphere around a node's box. */
function boundBox(node: number): void {
  const x = 0.5 * nodeBoxes[node + 3] - 0.5 * nodeBoxes[node];
  const y = 0.5 * nodeBoxes[node + 4] - 0.5 * nodeBoxes[node + 1];
  const z = 0.5 * nodeBoxes[node + 5] - 0.5 * nodeBoxes[node + 2];
  sphere[0] = nodeBoxes[node] + x;
  sphere[1] = nodeBoxes[node + 1] + y;
  sphere[2] = nodeBoxes[node + 2] + z;
  sphere[RADIUS] = Math.sqrt(x * x + y * y + z * z);
}

/**
 * Writes a sphere around what two nodes hold, the smaller of two candidates: the smallest around their spheres (the
 * larger when it contains the other, else the one whose diameter runs from far side to far side on the line of
 * centres), and the one around the node's box, which covers the items, though not the spheres below it.
 */
function uniteSpheres(spheres: Float64Array, to: number, left: number, right: number, axes: number): void {
  const inSpace = axes === 3;
  const a = sphereOf(left);
  const b = sphereOf(right);
  const ar = spheres[a + axes];
  const br = spheres[b + axes];
  const dx = spheres[b] - spheres[a];
  const dy = spheres[b + 1] - spheres[a + 1];
  const dz = inSpace ? spheres[b + 2] - spheres[a + 2] : 0;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const around = 0.5 * (distance + ar + br);
  const radius = Math.max(ar, br, around);
  boundBox(to);
  if (!(sphere[RADIUS] < radius)) {
    // How far the centre goes from A's to B's: not at all when A's sphere contains B's, all the way when B's does.
    const fraction = distance + br <= ar ? 0 : distance + ar <= br ? 1 : (around - ar) / distance;
    sphere[0] = spheres[a] + fraction * dx;
    sphere[1] = spheres[a + 1] + fraction * dy;
    sphere[2] = inSpace ? spheres[a + 2] + fraction * dz : 0;
    sphere[RADIUS] = radius;
  }
  writeSphere(spheres, sphereOf(to), axes);
}

/** Writes the sphere about the middle of the leaf's box that covers its items' spheres or, if smaller, the box. */
function fitLeafSphere(bvh: Bvh, leaf: number): void {
  const { itemSpheres, nodes } = bvh;
  const { axes } = bvh.routines;
  const inSpace = axes === 3;
  const toFirst = 2 * axes + 1;
  const end = nodes[leaf + toFirst + 1 + toFirst];
  boundBox(leaf);
  let covering = 0;
  for (let i = nodes[leaf + toFirst]; i < end; i++) {
    const item = (axes + 1) * i;
    const dx = itemSpheres[item] - sphere[0];
    const dy = itemSpheres[item + 1] - sphere[1];
    const dz = inSpace ? itemSpheres[item + 2] - sphere[2] : 0;
    covering = Math.max(covering, Math.sqrt(dx * dx + dy * dy + dz * dz) + itemSpheres[item + axes]);
  }
  sphere[RADIUS] = Math.min(covering, sphere[RADIUS]);
  writeSphere(bvh.nodeSpheres, sphereOf(leaf), axes);
}

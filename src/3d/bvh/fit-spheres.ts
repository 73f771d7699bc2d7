import { type Bvh, FRAME_ORIGIN, NODE_OPEN } from '../../core/bvh/bvh.ts';
import { EPSILON } from '../../core/tolerance.ts';
import { BOUNDS_STRIDE, ITEM_SPHERE_STRIDE, NODE_FIRST, NODE_SKIP, NODE_STRIDE } from './layout.ts';

/** Twice the relative error of rounding to f32, and more than the absolute one near 0. */
const F32_SLACK = 2 ** -23;
const F32_TINY = 1e-44;

/**
 * Enlarges a radius so that the sphere still covers what it covered after its centre and radius were rounded to f32.
 * `error` is what the centre was off by before.
 */
function coverRounding(x: number, y: number, z: number, radius: number, error: number): number {
  return (radius + error + F32_SLACK * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + F32_TINY) * (1 + F32_SLACK);
}

/** Writes the spheres of items and nodes. */
export function fitSpheres(bvh: Bvh, bounds: Float64Array): void {
  fitItemSpheres(bvh, bounds);
  fitNodeSpheres(bvh);
}

/**
 * Writes the spheres around the items' boxes. A box that is infinite, or too large for f32, gets an infinite radius.
 */
function fitItemSpheres(bvh: Bvh, bounds: Float64Array): void {
  const count = bvh.itemCount;
  const order = bvh.order;
  const originX = bvh.frame[FRAME_ORIGIN];
  const originY = bvh.frame[FRAME_ORIGIN + 1];
  const originZ = bvh.frame[FRAME_ORIGIN + 2];
  for (let i = 0; i < count; i++) {
    const box = BOUNDS_STRIDE * order[i];
    const middleX = 0.5 * bounds[box] + 0.5 * bounds[box + 3];
    const middleY = 0.5 * bounds[box + 1] + 0.5 * bounds[box + 4];
    const middleZ = 0.5 * bounds[box + 2] + 0.5 * bounds[box + 5];
    const halfX = 0.5 * bounds[box + 3] - 0.5 * bounds[box];
    const halfY = 0.5 * bounds[box + 4] - 0.5 * bounds[box + 1];
    const halfZ = 0.5 * bounds[box + 5] - 0.5 * bounds[box + 2];
    const radius = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ);
    const error = 3 * EPSILON * (Math.abs(middleX) + Math.abs(middleY) + Math.abs(middleZ));
    const x = middleX - originX;
    const y = middleY - originY;
    const z = middleZ - originZ;
    writeSphere(bvh.itemSpheres, ITEM_SPHERE_STRIDE * i, x, y, z, coverRounding(x, y, z, radius, error));
  }
}

/** The largest number that rounds to a finite f32, with room for sums and squares of a few. */
const LARGEST = 1e37;

function writeSphere(spheres: Float32Array, at: number, x: number, y: number, z: number, radius: number): void {
  // False for NaN and infinities too.
  const fits = radius < LARGEST && Math.abs(x) < LARGEST && Math.abs(y) < LARGEST && Math.abs(z) < LARGEST;
  spheres[at] = fits ? x : 0;
  spheres[at + 1] = fits ? y : 0;
  spheres[at + 2] = fits ? z : 0;
  spheres[at + 3] = fits ? radius : Infinity;
}

/**
 * Writes the nodes' spheres from the last node to the root, children before parents, and closes the open nodes' `skip`.
 */
function fitNodeSpheres(bvh: Bvh): void {
  const nodes = bvh.nodes;
  for (let node = bvh.nodeEnd - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
    if (nodes[node + NODE_SKIP] === NODE_OPEN) {
      const left = node + NODE_STRIDE;
      const right = nodes[left + NODE_SKIP];
      nodes[node + NODE_SKIP] = nodes[right + NODE_SKIP];
      uniteSpheres(bvh.nodeSpheres, node, left, right);
    } else {
      fitLeafSphere(bvh, node, nodes[node + NODE_FIRST], nodes[node + NODE_STRIDE + NODE_FIRST]);
    }
  }
}

/**
 * Writes the smallest sphere around two spheres: the larger one when it contains the other, else the one whose diameter
 * runs along the line of centres from far side to far side.
 */
function uniteSpheres(spheres: Float32Array, to: number, a: number, b: number): void {
  const ax = spheres[a];
  const ay = spheres[a + 1];
  const az = spheres[a + 2];
  const ar = spheres[a + 3];
  const br = spheres[b + 3];
  const dx = spheres[b] - ax;
  const dy = spheres[b + 1] - ay;
  const dz = spheres[b + 2] - az;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (distance + br <= ar || distance + ar <= br) {
    const larger = ar >= br ? a : b;
    for (let k = 0; k < 4; k++) spheres[to + k] = spheres[larger + k];
    return;
  }
  const radius = 0.5 * (distance + ar + br);
  const fraction = (radius - ar) / distance;
  const x = ax + fraction * dx;
  const y = ay + fraction * dy;
  const z = az + fraction * dz;
  writeSphere(spheres, to, x, y, z, coverRounding(x, y, z, radius, 0));
}

/** Writes the sphere about the middle of the items' spheres that covers all of them. */
function fitLeafSphere(bvh: Bvh, leaf: number, first: number, end: number): void {
  const spheres = bvh.itemSpheres;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = first; i < end; i++) {
      const sphere = ITEM_SPHERE_STRIDE * i;
      min = Math.min(min, spheres[sphere + axis] - spheres[sphere + 3]);
      max = Math.max(max, spheres[sphere + axis] + spheres[sphere + 3]);
    }
    const middle = 0.5 * min + 0.5 * max;
    if (axis === 0) x = middle;
    else if (axis === 1) y = middle;
    else z = middle;
  }
  let covering = 0;
  for (let i = first; i < end; i++) {
    const sphere = ITEM_SPHERE_STRIDE * i;
    const dx = spheres[sphere] - x;
    const dy = spheres[sphere + 1] - y;
    const dz = spheres[sphere + 2] - z;
    covering = Math.max(covering, Math.sqrt(dx * dx + dy * dy + dz * dz) + spheres[sphere + 3]);
  }
  writeSphere(bvh.nodeSpheres, leaf, x, y, z, coverRounding(x, y, z, covering, 0));
}

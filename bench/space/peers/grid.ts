import { BODY_HALF_X, BODY_STRIDE, BODY_X, writeBodyAxes } from '../../../src/3d/geometry/body-pose.ts';
import { collideBoxBox } from '../../../src/3d/geometry/contact/collide-box-box.ts';
import { CONTACT_STRIDE } from '../../../src/3d/geometry/contact/contact-layout.ts';
import { NO_MARGIN } from '../../../src/core/narrow-phase/contact-margin.ts';
import { PairDiff } from '../../pair-diff.ts';
import { pairKey, type Tally } from '../../peer.ts';
import type { SpaceSession } from '../peer.ts';
import { BOX, type Scene, SPHERE } from '../scene.ts';

/**
 * A uniform grid in typed arrays, sorted by counting each tick and written for these very worlds: it knows the largest
 * size and the extents beforehand. Spheres meet in closed form, boxes by the same kernel as ours.
 */
export function grid({ count, shapes, position, rotation, half }: Scene): SpaceSession {
  const poses = new Float64Array(BODY_STRIDE * count);
  const radii = new Float64Array(count);
  const reach = new Float64Array(3 * count);
  for (const [i, shape] of shapes.entries()) {
    if (shape.kind === BOX) poses.set(shape.half, BODY_STRIDE * i + BODY_HALF_X);
    radii[i] = shape.kind === BOX ? Math.hypot(...shape.half) : shape.kind === SPHERE ? shape.radius : 0;
  }
  const areBoxes = shapes[0].kind === BOX;
  const size = 2 * radii.reduce((most, radius) => Math.max(most, radius), 0);
  const cells = Math.ceil((2 * half) / size) + 3;
  const starts = new Int32Array(cells ** 3 + 2);
  const cellOf = new Int32Array(count);
  const items = new Int32Array(count);
  const ahead: number[] = [];
  for (let z = -1; z <= 1; z++) {
    for (let y = -1; y <= 1; y++) {
      for (let x = -1; x <= 1; x++) {
        const offset = (z * cells + y) * cells + x;
        if (offset > 0) ahead.push(offset);
      }
    }
  }
  const diff = new PairDiff();
  const out = new Float64Array(CONTACT_STRIDE);
  const features = new Uint32Array(4);
  const found = new Int32Array(2 * 65_536);
  let pairs = 0;
  let contacts = new Float64Array(CONTACT_STRIDE * 65_536);

  const cell = (value: number): number => ((value + half) / size + 1) | 0;

  function sort(): void {
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const at = (cell(position[3 * i + 2]) * cells + cell(position[3 * i + 1])) * cells + cell(position[3 * i]);
      cellOf[i] = at;
      starts[at + 1]++;
    }
    for (let c = 0; c < starts.length - 1; c++) starts[c + 1] += starts[c];
    // Backwards, each body is put before those of its cell that are placed; then a cell's start is where it begins.
    for (let i = count - 1; i >= 0; i--) items[--starts[cellOf[i] + 1]] = i;
  }

  function meet(a: number, b: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const way = Math.abs(position[3 * a + axis] - position[3 * b + axis]);
      if (way > reach[3 * a + axis] + reach[3 * b + axis]) return;
    }
    if (areBoxes) {
      if (collideBoxBox(out, features, poses, BODY_STRIDE * a, BODY_STRIDE * b, NO_MARGIN) <= 0) return;
    } else {
      const dx = position[3 * b] - position[3 * a];
      const dy = position[3 * b + 1] - position[3 * a + 1];
      const dz = position[3 * b + 2] - position[3 * a + 2];
      const square = dx * dx + dy * dy + dz * dz;
      const sum = radii[a] + radii[b];
      if (square > sum * sum) return;
      const distance = Math.sqrt(square);
      const scale = distance > 0 ? 1 / distance : 0;
      out[0] = dx * scale;
      out[1] = dy * scale;
      out[2] = dz * scale;
      out[6] = distance - sum;
      const along = radii[a] + 0.5 * out[6];
      for (let axis = 0; axis < 3; axis++) out[3 + axis] = position[3 * a + axis] + along * out[axis];
    }
    if (contacts.length < CONTACT_STRIDE * (pairs + 1)) {
      const longer = new Float64Array(2 * contacts.length);
      longer.set(contacts);
      contacts = longer;
    }
    contacts.set(out, CONTACT_STRIDE * pairs);
    found[2 * pairs] = a;
    found[2 * pairs + 1] = b;
    pairs++;
    diff.add(a, b);
  }

  return {
    replace() {},
    update(tally: Tally) {
      for (let i = 0; i < count; i++) {
        const at = BODY_STRIDE * i;
        for (let axis = 0; axis < 3; axis++) poses[at + BODY_X + axis] = position[3 * i + axis];
        if (!areBoxes) {
          reach.fill(radii[i], 3 * i, 3 * i + 3);
          continue;
        }
        writeBodyAxes(poses, at, rotation[4 * i], rotation[4 * i + 1], rotation[4 * i + 2], rotation[4 * i + 3]);
        for (let axis = 0; axis < 3; axis++) {
          let extent = 0;
          for (let k = 0; k < 3; k++) extent += Math.abs(poses[at + 3 * k + axis]) * poses[at + BODY_HALF_X + k];
          reach[3 * i + axis] = extent;
        }
      }
      sort();
      pairs = 0;
      for (let u = 0; u < count; u++) {
        const a = items[u];
        const at = cellOf[a];
        for (let v = u + 1; v < starts[at + 2]; v++) meet(a, items[v]);
        for (const offset of ahead) {
          for (let v = starts[at + offset + 1]; v < starts[at + offset + 2]; v++) meet(a, items[v]);
        }
      }
      diff.finish(tally);
    },
    read(tally) {
      tally.pairs = tally.contacts = pairs;
      let sum = 0;
      for (let i = 0; i < CONTACT_STRIDE * pairs; i++) sum += contacts[i];
      tally.checksum += sum;
    },
    list(keys) {
      for (let i = 0; i < pairs; i++) keys.push(pairKey(found[2 * i], found[2 * i + 1], count));
    },
  };
}

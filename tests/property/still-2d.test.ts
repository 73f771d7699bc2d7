import { addComponent, addEntity, createWorld, hasComponent, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  createSnapshot,
  oneWay,
  polygon,
  reconsider,
  restoreCollision,
  saveCollision,
  savedEntities,
  setTile,
  sweptColliders,
  tiles,
} from '../../entry/2d.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  featureOrExtraOf,
} from '../../src/core/contact-list.ts';
import { effort } from '../support/effort.ts';
import { createRng } from '../support/rng.ts';

/*
 * Contacts of pairs of which nothing has changed are taken over from the tick before. Two worlds go through the same
 * ticks, in which a few of many colliders move, and anything else may change; one of the two computes all its contacts
 * in every tick. They have the same contacts, to the bit.
 */

const TICKS = 250;
const BODIES = 90;

it.each(effort([1, 2, 3, 4, 5, 6, 7, 8], [1, 2]))('are taken over as they would be computed, seed %i', (seed) => {
  const kept = createGame(seed, false);
  const computed = createGame(seed, true);
  const hits = { whole: 0, some: 0, none: 0, rows: 0, takenOver: 0, extra: 0, children: 0, sensors: 0, refused: 0 };
  for (let tick = 0; tick < TICKS; tick++) {
    kept.step(tick);
    computed.step(tick);
    const { contacts } = kept.state;
    expect(rowsOf(contacts), `seed ${seed}, tick ${tick}`).toEqual(rowsOf(computed.state.contacts));
    expect(computed.state.contacts.kept.isInUse).toBe(false);
    const { isInUse, isWhole } = contacts.kept;
    if (!isInUse) hits.none++;
    else if (isWhole) hits.whole++;
    else hits.some++;
    hits.rows += contacts.count;
    if (isInUse) hits.takenOver += kept.unchangedRows;
    hits.extra += contacts.extraCount;
    hits.children += contacts.childCount;
    for (let i = 0; i < contacts.count; i++) if (contacts.flags[i] === 0) hits.refused++;
    for (let i = 0; i < contacts.count; i++) if ((contacts.flags[i] & CONTACT_POINT_COUNT_MASK) === 0) hits.sensors++;
  }
  for (const [name, count] of Object.entries(hits)) {
    if (name !== 'whole' || seed % 2 === 0) expect([name, count > 5]).toEqual([name, true]);
  }
  expect(hits.takenOver / hits.rows).toBeGreaterThan(0.3);
});

function createGame(seed: number, computesAll: boolean) {
  const rng = createRng(8100 + seed);
  const world = createWorld();
  let ticks = 0;
  const collision = createCollision(world, {
    margin: 0.05,
    swept: sweptColliders,
    shouldCollide: (a, b) => (a * 7 + b + (ticks >> 4)) % 11 !== 0,
    // In the second half: what is refused, tracking has to look at.
    acceptContact: (a, b) => 2 * ticks < TICKS || (a + b + (ticks >> 3)) % 13 !== 0,
  });
  const { Transform, Collider, Static, Sensor, Swept, Disabled, state } = collision;
  const OneWay = oneWay(world);
  const cells = Array.from({ length: 60 }, (_, i) => (i * i) % 3);
  const map = tiles({ columns: 20, rows: 3, size: 1, cells, shapes: { 1: 'full', 2: 'slope-left' } });
  const shapes = [
    circle(0.5),
    box(0.5, 0.4),
    box(0.2, 0.2, { radius: 0.4 }),
    polygon([0, 0, 1, 0, 1.2, 0.6, 0.5, 1.2, -0.2, 0.6]),
    polygon([0, 0, 1, 0, 0.5, 1]),
    compound([circle(0.4), { ...box(0.2, 0.5), offsetX: 0.4 }]),
    chain([-1, 0, -0.5, 0.3, 0, 0, 0.5, 0.3, 1, 0]),
    { ...circle(0.45), offsetX: 0.3 },
    { ...box(0.3, 0.5), offsetY: 0.2, offsetRotation: 0.4 },
  ];
  const eids: number[] = [];
  const add = (): number => {
    const eid = addEntity(world);
    addComponent(
      world,
      eid,
      set(Transform, { x: rng.range(-10, 10), y: rng.range(-2, 4), rotation: rng.range(-3, 3) }),
    );
    addComponent(world, eid, set(Collider, shapes[rng.integer(0, shapes.length - 1)]));
    eids.push(eid);
    return eid;
  };
  for (let i = 0; i < BODIES; i++) add();
  // Some contacts are computed in every tick: with tiles, of what is swept, or pushes to one side, or has lost its
  // shape without a word. In one world of two there are none.
  const isCalm = seed % 2 === 0;
  if (!isCalm) {
    addComponent(world, eids[0], set(Collider, map));
    addComponent(world, eids[0], set(Transform, { x: -10, y: -3, rotation: 0 }));
  }
  for (let i = 0; i < BODIES; i += 3) addComponent(world, eids[i], Static);
  const flip = (eid: number, tag: object, more: object = tag): void => {
    if (hasComponent(world, eid, tag)) removeComponent(world, eid, tag);
    else addComponent(world, eid, more);
  };
  const changes: ((eid: number, at: number) => unknown)[] = [
    (eid) => addComponent(world, eid, set(Transform, { x: rng.range(-10, 10) })),
    (eid) => {
      Transform.x[eid] = -Transform.x[eid];
      collision.touch(eid);
    },
    (eid) => addComponent(world, eid, set(Collider, shapes[rng.integer(0, shapes.length - 1)])),
    (eid) => {
      // A rounded box has all that a circle has.
      if (Collider.radius[eid] !== 0.4 || Collider.halfWidth[eid] !== 0.2) return;
      Collider.kind[eid] = Collider.kind[eid] === circle(1).kind ? box(1, 1).kind : circle(1).kind;
      collision.touch(eid);
    },
    (eid) => {
      // Of a static without a word.
      if (!isCalm) Collider.kind[eid] = Collider.kind[eid] === circle(1).kind ? 0 : Collider.kind[eid];
    },
    (eid) => {
      // One number by itself.
      const column = [Collider.radius, Collider.halfHeight, Collider.offsetX, Transform.scale][rng.integer(0, 3)];
      if (column[eid] !== 0) column[eid] *= rng.range(0.8, 1.2);
      collision.touch(eid);
    },
    (eid) => flip(eid, Static),
    (eid) => flip(eid, Sensor),
    (eid) => flip(eid, isCalm ? Sensor : Swept),
    (eid) => flip(eid, Disabled),
    (eid) => isCalm || flip(eid, OneWay, set(OneWay, { normalY: 1 })),
    (eid) => {
      Collider.maskBits[eid] ^= 1;
    },
    (eid) => reconsider(world, eid),
    () => setTile(map, rng.integer(0, 19), rng.integer(0, 2), rng.integer(0, 2)),
    (eid, at) => {
      removeEntity(world, eid);
      eids.splice(at, 1);
    },
    () => add(),
  ];
  const snapshot = createSnapshot({ stores: { Transform, Collider, OneWay }, entities: savedEntities });
  let saved = eids.slice();
  const game = {
    state,
    /** Rows of pairs of which neither has moved in the tick. */
    unchangedRows: 0,
    step(tick: number): void {
      ticks = tick;
      // Still for some ticks in a row, by and by; then something happens to a few.
      const isStill = tick % 5 < 2;
      for (const eid of eids) {
        if (isStill || eid % 9 !== 4) continue;
        const reach = hasComponent(world, eid, Swept) ? 3 : 0.1;
        Transform.y[eid] += rng.range(-reach, reach) - 0.1 * Transform.y[eid];
      }
      if (tick % 40 === 20) {
        saveCollision(world, snapshot);
        saved = eids.slice();
      }
      if (tick % 40 === 30) {
        restoreCollision(world, snapshot);
        eids.splice(0, eids.length, ...saved);
      }
      for (let i = isStill ? 0 : rng.integer(0, 3); i > 0; i--) {
        const at = rng.integer(1, eids.length - 1);
        changes[rng.integer(0, changes.length - 1)](eids[at], at);
      }
      if (computesAll) state.contacts.kept.listVersion = -1;
      const { poses } = state.set;
      const before = poses.slice();
      collisionSystem(world);
      const { slotA, slotB, count } = state.contacts;
      const isSame = (slot: number): boolean => {
        for (let i = 8 * slot; i < 8 * slot + 8; i++) if (before[i] !== poses[i]) return false;
        return true;
      };
      game.unchangedRows = 0;
      for (let row = 0; row < count; row++) if (isSame(slotA[row]) && isSame(slotB[row])) game.unchangedRows++;
    },
  };
  return game;
}

/** All that readers see of the contacts. */
function rowsOf(list: ContactList): number[][] {
  const { manifolds, manifoldStride, extraPoints, extraFeatures } = list;
  return Array.from({ length: list.count }, (_, row) => {
    const points = list.flags[row] & CONTACT_POINT_COUNT_MASK;
    const detail = featureOrExtraOf(list, row);
    const which = [list.slotA[row], list.slotB[row], childAOf(list, row), childBOf(list, row)];
    const fate = [list.flags[row], list.id[row], list.beginTick[row]];
    if (points === 0) return [...which, ...fate];
    const first = manifolds.subarray(row * manifoldStride, (row + 1) * manifoldStride);
    const more =
      points === 1
        ? [detail]
        : [...extraPoints.subarray(3 * detail, 3 * detail + 3), ...extraFeatures.subarray(2 * detail, 2 * detail + 2)];
    return [...which, ...fate, ...first, ...more];
  });
}

import { addComponent, addEntity, createWorld, query, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  attachedTo,
  box,
  circle,
  collisionSystem,
  createCollision,
  createSnapshot,
  oneWay,
  ownerOf,
  reconsider,
  restoreCollision,
  saveCollision,
  savedEntities,
} from '../../../../entry/2d.ts';
import { createRng } from '../../../support/rng.ts';

/** A tick that is a function of its number and of the world: jumpers on one-way lifts, with things attached to them. */
function createLiftGame() {
  const world = createWorld();
  const collision = createCollision(world, { shouldCollide: (a, b) => (a + b) % 5 !== 0 });
  const { Transform, Collider, Disabled } = collision;
  const AttachedTo = attachedTo(world);
  const OneWay = oneWay(world);
  const [Jumper, Flag] = [{}, {}];
  const speed = new Float64Array(200);
  const spawn = (x: number, y: number, shape: object): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const lifts = Array.from({ length: 5 }, (_, i) => {
    const eid = spawn(4 * i, (i % 3) - 1, box(2.2, 0.2));
    addComponent(world, eid, set(OneWay, { normalY: 1 }));
    return eid;
  });
  for (let i = 0; i < 8; i++) addComponent(world, spawn(2 * i, 2 + (i % 3), box(0.4, 0.5)), Jumper);
  const log: string[] = [];
  collision.onBegin((a, b, { id }) => log.push(`begin ${a} ${b} ${id}`));
  collision.onEnd((a, b, { cause, id }) => log.push(`end ${a} ${b} ${cause} ${id}`));
  const step = (tick: number): string => {
    const rng = createRng(tick + 1);
    for (const eid of lifts) Transform.y[eid] += 0.2 * Math.sign(((tick + eid) % 21) - 10);
    const jumpers = Array.from(query(world, [Jumper]));
    for (const eid of jumpers) {
      speed[eid] = Math.max(-0.3, speed[eid] - 0.02);
      if (rng.next() < 0.04) speed[eid] = 0.4;
      if (rng.next() < 0.02) {
        Transform.y[eid] -= 0.15;
        reconsider(world, eid);
      }
      if (Transform.y[eid] < -6) Transform.y[eid] = 6;
      Transform.y[eid] += speed[eid];
    }
    const flags = Array.from(query(world, [Flag]));
    // Somebody in contact: that the ends are told is what matters.
    const rider = Array.from(collision.contacts(), ({ b }) => b).find((eid) => jumpers.includes(eid));
    const change = rng.integer(0, 5);
    const one = jumpers[rng.integer(0, jumpers.length - 1)];
    const flag = flags[rng.integer(0, flags.length)];
    if (change <= 1 && flags.length < 12) {
      const eid = spawn(0, 0, circle(0.3));
      addComponent(world, eid, Flag);
      const parent = flag !== undefined && rng.next() < 0.4 ? flag : one;
      addComponent(world, eid, set(AttachedTo, { parent, x: rng.range(-1, 1), y: rng.range(-1, 1) }));
    } else if (change === 2 && flag !== undefined) removeEntity(world, flag);
    else if (change === 3) addComponent(world, rider ?? one, Disabled);
    else if (change === 4) for (const eid of query(world, [Disabled]).slice()) removeComponent(world, eid, Disabled);
    else if (change === 5 && flag !== undefined && ownerOf(world, one) !== ownerOf(world, flag)) {
      addComponent(world, flag, set(AttachedTo, { parent: one, x: rng.range(-1, 1) }));
    }
    collisionSystem(world);
    for (const { a, b, normalY, penetration } of collision.contacts()) {
      if (Math.abs(normalY) < 0.7) continue;
      const eid = Transform.y[a] > Transform.y[b] ? a : b;
      if (!jumpers.includes(eid) || !lifts.includes(a === eid ? b : a)) continue;
      Transform.y[eid] += penetration;
      speed[eid] = Math.max(speed[eid], 0);
    }
    const contacts = Array.from(collision.contacts(), ({ a, b, id, age }) => `${a} ${b} ${id} ${age}`);
    const owners = Array.from(query(world, [Flag]), (eid) => `${eid} of ${ownerOf(world, eid)} at ${Transform.x[eid]}`);
    return [...log.splice(0), ...contacts, ...owners].join('; ');
  };
  const snapshot = () =>
    createSnapshot({ stores: { Transform, Collider, AttachedTo, OneWay, speed }, entities: savedEntities });
  return { world, step, snapshot, AttachedTo };
}

it('goes on from a snapshot with lifts, what is attached and who is reconsidered, as if nothing had been', () => {
  const straight = createLiftGame();
  const expected = Array.from({ length: 160 }, (_, tick) => straight.step(tick));
  const { world, step, snapshot } = createLiftGame();
  const rng = createRng(3);
  const snapshots = Array.from({ length: 12 }, snapshot);
  let rolledBack = 0;
  let latest = 0;
  for (let tick = 0; tick < expected.length; ) {
    latest = Math.max(latest, tick);
    saveCollision(world, snapshots[tick % snapshots.length]);
    expect(step(tick), `tick ${tick}`).toBe(expected[tick]);
    tick++;
    if (tick < 12 || rng.next() < 0.6) continue;
    const back = rng.integer(1, 8);
    if (tick - back <= latest - snapshots.length) continue;
    restoreCollision(world, snapshots[(tick - back) % snapshots.length]);
    tick -= back;
    rolledBack++;
    expect(step(tick), `tick ${tick} again`).toBe(expected[tick]);
    tick++;
  }
  expect(rolledBack).toBeGreaterThan(30);
  const all = expected.join();
  // Each happened, and often.
  for (const word of ['begin', 'separated', 'disabled', ' of ']) {
    expect(all.split(word).length, word).toBeGreaterThan(4);
  }
});

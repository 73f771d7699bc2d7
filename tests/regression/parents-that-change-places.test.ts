import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { attachedTo, circle, collisionSystem, createCollision, ownerOf } from '../../entry/2d.ts';

/*
 * Who is attached to whom was taken in one after another, so that two that change places by direct writes were refused
 * as a ring, or not, depending on which of them had been attached first.
 */
function createPair() {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const AttachedTo = attachedTo(world);
  const [tank, turret, third] = [0, 1, 2].map((x) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x }));
    addComponent(world, eid, set(Collider, circle(0.5)));
    return eid;
  });
  addComponent(world, turret, set(AttachedTo, { parent: tank, x: 1 }));
  collisionSystem(world);
  return { world, Transform, AttachedTo, tank, turret, third };
}

it.each([true, false])('a child may become the parent by direct writes (the parent is attached: %s)', (isMember) => {
  const { world, Transform, AttachedTo, tank, turret } = createPair();
  if (isMember) addComponent(world, tank, AttachedTo);
  collisionSystem(world);
  AttachedTo.parent[turret] = -1;
  if (isMember) AttachedTo.parent[tank] = turret;
  else addComponent(world, tank, set(AttachedTo, { parent: turret }));
  AttachedTo.x[tank] = -3;
  Transform.x[turret] = 10;
  collisionSystem(world);
  expect([Transform.x[tank], Transform.x[turret]]).toEqual([7, 10]);
  expect([ownerOf(world, tank), ownerOf(world, turret)]).toEqual([turret, turret]);
});

it('three may change places, whoever was attached first', () => {
  for (const turn of [0, 1, 2]) {
    const { world, AttachedTo, ...entities } = createPair();
    const { tank, turret, third } = entities;
    const members = [tank, third];
    if (turn === 1) members.reverse();
    for (const eid of members) addComponent(world, eid, AttachedTo);
    AttachedTo.parent[third] = turret;
    collisionSystem(world);
    // tank ← turret ← third becomes third ← turret ← tank.
    AttachedTo.parent[tank] = turret;
    AttachedTo.parent[turret] = third;
    AttachedTo.parent[third] = -1;
    collisionSystem(world);
    expect([tank, turret, third].map((eid) => ownerOf(world, eid))).toEqual([third, third, third]);
  }
});

it('a ring is refused, in a tick and by set()', () => {
  const { world, AttachedTo, tank, turret, third } = createPair();
  addComponent(world, tank, AttachedTo);
  AttachedTo.parent[tank] = turret;
  addComponent(world, third, set(AttachedTo, { parent: turret }));
  expect(AttachedTo.parent[third]).toBe(turret);
  expect(() => collisionSystem(world)).toThrow(/which is attached to \d+ itself/);
  AttachedTo.parent[tank] = -1;
  collisionSystem(world);
  expect(ownerOf(world, third)).toBe(tank);

  // A ring of two others, which only direct writes have made, on the way up from the one that is set.
  AttachedTo.parent[turret] = third;
  AttachedTo.parent[third] = turret;
  expect(() => addComponent(world, tank, set(AttachedTo, { parent: turret }))).toThrow(
    /which is attached to \d+ itself/,
  );
  AttachedTo.parent[third] = -1;
  AttachedTo.parent[tank] = -1;
  collisionSystem(world);
  expect(ownerOf(world, turret)).toBe(third);
});

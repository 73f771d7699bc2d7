import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  capsule,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  mesh,
  type ShapeSpec,
  sphere,
  sphereHierarchy,
} from '../../entry/3d.ts';
import { validateColliderSlots } from '../../src/core/collider-slots.ts';
import { validateContacts } from '../../src/core/validate-contacts.ts';
import { collisionStates } from '../../systems/core/collision-state.ts';
import { effort } from '../support/effort.ts';
import { makeTorusKnot } from '../support/meshes.ts';
import { pointsOnSphere } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { makeTerrain, makeTriangleSoup } from '../support/surface-meshes.ts';

const rng = createRng(404);
const terrain = makeTerrain(6, 6, () => rng.range(-0.4, 0.4));
const soup = makeTriangleSoup(rng, 30, 1);
const knot = makeTorusKnot(20, 4);
const SURFACES = [
  mesh(terrain.positions, terrain.index),
  mesh(soup.positions, soup.index, { radius: 0.05 }),
  mesh(knot.positions, knot.index, { solid: true }),
  heightfield(
    Float32Array.from({ length: 49 }, () => (rng.next() < 0.1 ? Number.NaN : rng.range(-0.4, 0.4))),
    7,
    7,
    1,
  ),
];
const CONVEX = [
  sphere(0.5),
  capsule(0.2, 0.4),
  box(0.4, 0.3, 0.5),
  cylinder(0.3, 0.4),
  cone(0.4, 0.4),
  hull(pointsOnSphere(rng, 14, 0.5)),
  compound([
    { ...sphere(0.3), offsetX: -0.3 },
    { ...box(0.3, 0.2, 0.3), offsetX: 0.3 },
  ]),
  halfSpace(),
];

interface Body {
  readonly shape: ShapeSpec;
  readonly transform: Record<string, number>;
  readonly isStatic: boolean;
}

function somewhere(random: Rng): Record<string, number> {
  const at = (most: number) => random.range(-most, most);
  return { x: at(3), y: at(1.5), z: at(3), qx: at(1), qy: at(1), qz: at(1), qw: at(1), scale: random.range(0.7, 1.4) };
}

function someBody(random: Rng): Body {
  const roll = random.next();
  const from = roll < 0.25 ? SURFACES : roll < 0.3 ? CONVEX : CONVEX.slice(0, -1);
  const shape = from[random.integer(0, from.length - 1)];
  return { shape, transform: somewhere(random), isStatic: random.next() < 0.3 || shape === CONVEX.at(-1) };
}

type Collision = Pick<ReturnType<typeof create>, 'contacts' | 'Transform' | 'Collider' | 'Static'>;

function create(world: object, seed: number) {
  return createCollision(world, { margin: 0.02, hierarchy: seed % 2 === 0 ? boxHierarchy : sphereHierarchy });
}

/** What a world tells of its contacts, its entities by their rank. */
function contactsOf(collision: Collision, entities: readonly number[]): string[] {
  const rank = new Map([...entities].sort((a, b) => a - b).map((eid, i) => [eid, i]));
  return Array.from(collision.contacts(), (contact) => {
    const points = Array.from({ length: contact.pointCount }, (_, i) => [
      contact.pointX(i),
      contact.pointSeparation(i),
    ]);
    const numbers = [contact.normalX, contact.normalY, contact.normalZ, ...points.flat()];
    if (!numbers.every(Number.isFinite)) expect(numbers).toBe('finite');
    return [rank.get(contact.a), rank.get(contact.b), contact.childA, contact.childB, ...numbers].join(' ');
  });
}

function addBody(world: object, collision: Collision, body: Body): number {
  const eid = addEntity(world);
  if (body.isStatic) addComponent(world, eid, collision.Static);
  addComponent(world, eid, set(collision.Transform, body.transform));
  addComponent(world, eid, set(collision.Collider, body.shape));
  return eid;
}

it('worlds of all kinds that change tell what a world made anew does', () => {
  let contacts = 0;
  for (let seed = 1; seed <= effort(1000, 12); seed++) {
    const random = createRng(seed);
    const world = createWorld();
    const collision = create(world, seed);
    const bodies = new Map<number, Body>();
    const spawn = () => {
      const body = someBody(random);
      bodies.set(addBody(world, collision, body), body);
    };
    for (let i = 0; i < 10; i++) spawn();
    for (let tick = 0; tick < 4; tick++) {
      for (const [eid, body] of bodies) {
        if (random.next() < 0.15) {
          removeEntity(world, eid);
          bodies.delete(eid);
        } else if (random.next() < 0.6) {
          Object.assign(body.transform, somewhere(random));
          addComponent(world, eid, set(collision.Transform, body.transform));
        }
      }
      while (bodies.size < 10) spawn();
      collisionSystem(world);
      const { set: colliders, contacts: list } = collisionStates.get(world)!;
      validateColliderSlots(colliders.slots);
      validateContacts(list, colliders.slots);
    }
    const anew = createWorld();
    const other = create(anew, seed);
    // Entities in the order of their ids, which is that of contacts.
    const ids = [...bodies.keys()].sort((a, b) => a - b);
    const made = ids.map((eid) => addBody(anew, other, bodies.get(eid)!));
    collisionSystem(anew);
    const told = contactsOf(collision, ids);
    contacts += told.length;
    expect(told, `seed ${seed}`).toEqual(contactsOf(other, made));
  }
  expect(contacts).toBeGreaterThan(effort(1000, 12));
});

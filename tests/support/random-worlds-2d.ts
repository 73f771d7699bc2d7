import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { type Collision, type CollisionOptions, collisionSystem, createCollision } from '../../entry/2d.ts';
import { ALL_KINDS, randomPlacement, randomShape, specOf } from './random-shapes-2d.ts';
import { type Filter, type Placement, placeShape, type ReferenceShape, type ShapeDescription } from './reference-2d.ts';
import type { Rng } from './rng.ts';

/** One collider of a test world, as data. */
export interface Body {
  readonly shape: ShapeDescription;
  readonly placement: Placement;
  readonly filter: Filter;
  readonly isStatic: boolean;
  readonly isSensor: boolean;
  readonly isDisabled: boolean;
}

/** One contact as the public entry shows it. */
export interface ContactRow {
  a: number;
  b: number;
  childA: number;
  childB: number;
  normalX: number;
  normalY: number;
  touching: boolean;
  sensor: boolean;
  separation: number;
  points: { x: number; y: number; separation: number; feature: number }[];
}

export interface WorldRecipe {
  readonly size: number;
  readonly originX: number;
  readonly originY: number;
  readonly margin: number;
  readonly bodies: Body[];
}

/** Makes a world of a dozen random colliders, close enough together that about half of the close pairs touch. */
export function randomRecipe(rng: Rng, size: number): WorldRecipe {
  const far = [0, 0, 100, 1e4][rng.integer(0, 3)] * size;
  const originX = far * rng.range(-1, 1);
  const originY = far * rng.range(-1, 1);
  const bodies: Body[] = [];
  const count = rng.integer(8, 14);
  const spread = size * 1.1;
  for (let i = 0; i < count; i++) {
    const kind = ALL_KINDS[rng.integer(0, ALL_KINDS.length - 1)];
    const hasFilter = rng.next() < 0.3;
    bodies.push({
      shape: randomShape(rng, kind, size * rng.range(0.3, 1.2)),
      placement: randomPlacement(rng, spread, size, originX, originY),
      filter: {
        category: hasFilter ? 1 << rng.integer(0, 31) : 1,
        mask: hasFilter ? (rng.next() < 0.5 ? 0xffffffff : 1 + (rng.integer(0, 0x7fffffff) << 1)) : 0xffffffff,
        group: hasFilter ? rng.integer(-1, 1) * rng.integer(1, 2) : 0,
      },
      isStatic: rng.next() < 0.25,
      isSensor: rng.next() < 0.1,
      isDisabled: rng.next() < 0.05,
    });
  }
  return { size, originX, originY, margin: rng.next() < 0.5 ? 0 : size * rng.range(0.01, 0.3), bodies };
}

/** The bodies of a recipe placed for the reference, about the recipe's origin. */
export function placeBodies(recipe: WorldRecipe): ReferenceShape[] {
  return recipe.bodies.map((body) => placeShape(body.shape, body.placement, recipe.originX, recipe.originY));
}

export interface BuiltWorld {
  readonly world: object;
  readonly collision: Collision;
  /** Entities by body. */
  readonly entities: number[];
}

export function buildWorld(recipe: WorldRecipe, options: CollisionOptions = {}): BuiltWorld {
  const world = createWorld();
  const collision = createCollision(world, { margin: recipe.margin, ...options } as { margin: number });
  const entities = recipe.bodies.map((body) => {
    const entity = addEntity(world);
    addBody(world, collision, entity, body);
    return entity;
  });
  return { world, collision, entities };
}

/** Gives an entity all components of a body. */
export function addBody(world: object, collision: Collision, entity: number, body: Body): void {
  const { Transform, Collider, Static, Sensor, Disabled } = collision;
  const { offsetX: _x, offsetY: _y, offsetRotation: _r, ...transform } = body.placement;
  if (body.isStatic) addComponent(world, entity, Static);
  addComponent(world, entity, set(Transform, transform));
  addComponent(world, entity, set(Collider, colliderValues(body)));
  if (body.isSensor) addComponent(world, entity, Sensor);
  if (body.isDisabled) addComponent(world, entity, Disabled);
}

export function colliderValues(body: Body) {
  const { offsetX, offsetY, offsetRotation } = body.placement;
  const { category, mask, group } = body.filter;
  return {
    ...specOf(body.shape),
    offsetX,
    offsetY,
    offsetRotation,
    categoryBits: category >>> 0,
    maskBits: mask >>> 0,
    groupIndex: group,
  };
}

export function tick(built: BuiltWorld): ContactRow[] {
  collisionSystem(built.world);
  return readContacts(built.collision);
}

/** Copies all contacts of the last tick. */
export function readContacts(collision: Collision): ContactRow[] {
  const rows: ContactRow[] = [];
  for (const contact of collision.contacts()) {
    const points = [];
    for (let i = 0; i < contact.pointCount; i++) {
      points.push({
        x: contact.pointX(i),
        y: contact.pointY(i),
        separation: contact.pointSeparation(i),
        feature: contact.pointFeature(i),
      });
    }
    const { a, b, childA, childB, normalX, normalY, touching, sensor, separation } = contact;
    rows.push({ a, b, childA, childB, normalX, normalY, touching, sensor, separation, points });
  }
  return rows;
}

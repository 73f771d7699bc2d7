import type { ColliderSet } from '../../src/2d/collider-set.ts';
import { SeamlessContacts } from '../../src/2d/narrow-phase/seamless-contacts.ts';
import { SeamlessSolid } from '../../src/2d/narrow-phase/seamless-solid.ts';
import { SEAMLESS } from '../../src/2d/queries/seamless-of.ts';
import { SeamlessQueries } from '../../src/2d/queries/seamless-queries.ts';
import { type SeamlessKind, seamlessTag } from '../core/seamless.ts';
import { plane } from './dimension.ts';

const planeSeamless: SeamlessKind<ColliderSet> = {
  dimension: plane,
  createSurface(set, members) {
    const solid = new SeamlessSolid(set, members);
    set.features.set(SEAMLESS, new SeamlessQueries(set, solid));
    return new SeamlessContacts(set, solid);
  },
};

/**
 * Returns the tag by which colliders of a world that lie side by side, or overlap, are one surface: floors and walls
 * made of boxes and polygons. The first call makes it.
 *
 *     const Seamless = seamless(world);
 *     addComponent(world, block, Seamless);
 *
 * Edges and corners inside of the surface make no contacts, so that nothing catches on them, and a body deep inside is
 * pushed out where the surface ends. Real corners, steps and gaps stay. Boxes and polygons, also those in compounds and
 * maps of tiles, are joined where they have the same filter and are not sensors; rounded ones and circles are not
 * joined, and two seamless colliders collide with each other piece by piece. Contacts that are left out appear in no
 * event and no list, like those that `acceptContact` refuses. Chains are joined with chains: where one passes through a
 * point of another, end to end or as a wall on a floor, they are one line.
 *
 * The tag counts for contacts and events, those that `Swept` colliders have on their way included, for casts of shapes
 * and rays, for `collideShape` and for `moveAndSlide`. Rows of tagged colliders may move and turn; those that are
 * `Static` as well cost less. A `Swept` collider meets the surface as its parts lie at the end of the tick.
 *
 * @throws CollisionError `invalid-state` when the world has no 2D collision.
 */
export function seamless(world: object): object {
  return seamlessTag(planeSeamless, world);
}

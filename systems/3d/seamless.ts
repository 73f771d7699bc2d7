import type { ColliderSet } from '../../src/3d/collider-set.ts';
import { SeamlessContacts } from '../../src/3d/narrow-phase/seamless-contacts.ts';
import { SeamlessSurfaces } from '../../src/3d/narrow-phase/seamless-surfaces.ts';
import { Seams } from '../../src/3d/narrow-phase/seams.ts';
import { SURFACE_SEAMS } from '../../src/3d/narrow-phase/surface-seams.ts';
import { SEAMLESS } from '../../src/3d/queries/seamless-of.ts';
import { SeamlessQueries } from '../../src/3d/queries/seamless-queries.ts';
import { type SeamlessKind, seamlessTag } from '../core/seamless.ts';
import { space } from './dimension.ts';

const spaceSeamless: SeamlessKind<ColliderSet> = {
  dimension: space,
  createSurface(set, members) {
    const seams = new Seams(set, members);
    set.features.set(SURFACE_SEAMS, new SeamlessSurfaces(seams));
    set.features.set(SEAMLESS, new SeamlessQueries(set, seams));
    return new SeamlessContacts(set, seams);
  },
};

/**
 * Returns the tag by which colliders of a world that lie side by side, or overlap, are one surface: chunks of a
 * terrain, a mesh beside another one or beside a heightfield, floors and walls of boxes and hulls. The first call makes
 * it.
 *
 *     const Seamless = seamless(world);
 *     addComponent(world, chunk, Seamless);
 *
 * A contact then only has a normal that the union of the colliders has at the contact's point: edges and faces inside
 * of the union make no contacts, so that nothing catches on them. Real edges, steps and gaps stay. Colliders are joined
 * where they have the same filter and are not sensors; two seamless colliders collide with each other as before.
 * Contacts that are left out appear in no event and no list, like those that `acceptContact` refuses.
 *
 * The tag counts for contacts and events, for casts of shapes and rays and for `collideShape`. Tagged colliders may
 * move and turn; those that are `Static` as well cost less.
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision.
 */
export function seamless(world: object): object {
  return seamlessTag(spaceSeamless, world);
}

import type { ColliderSet } from '../collider-set.ts';
import type { SeamlessContacts } from './seamless-contacts.ts';

/** Returns what makes one surface of several colliders, if the game has imported it and any are to be one. */
export function seamlessOf(set: ColliderSet): SeamlessContacts | undefined {
  const seamless = set.seamless as SeamlessContacts | undefined;
  return seamless?.prepare() === true ? seamless : undefined;
}

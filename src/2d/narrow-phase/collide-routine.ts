import type { ContactList } from '../../core/contact-list.ts';
import type { ColliderSet } from '../collider-set.ts';

/**
 * Collides two live colliders and appends their contacts, sorted by children. `hint` is what the routine left in the contact's
 * `hint` column in the tick before, or 0.
 */
export type CollideRoutine = (set: ColliderSet, list: ContactList, slotA: number, slotB: number, hint: number) => void;

import type { ContactList } from '../../core/contact-list.ts';
import type { ColliderSet } from '../collider-set.ts';

/** Collides two live colliders and appends their contacts, sorted by children. */
export type CollideRoutine = (set: ColliderSet, list: ContactList, slotA: number, slotB: number) => void;

import type { ColliderSlots } from './collider-slots.ts';
import { type ContactList, childAOf, childBOf } from './contact-list.ts';
import { CollisionError } from './errors.ts';

/** Throws `broken-invariant` unless the rows are strictly sorted and every live contact has an id of its own. */
export function validateContacts(list: ContactList, slots: ColliderSlots): void {
  const seen = new Set<number>();
  for (let row = 0; row < list.count; row++) {
    if (list.tracked && seen.has(list.id[row])) {
      throw new CollisionError('broken-invariant', `contact id ${list.id[row]} is given twice`);
    }
    seen.add(list.id[row]);
    if (row === 0) continue;
    const order =
      slots.rank[list.slotA[row - 1]] - slots.rank[list.slotA[row]] ||
      slots.rank[list.slotB[row - 1]] - slots.rank[list.slotB[row]] ||
      childAOf(list, row - 1) - childAOf(list, row) ||
      childBOf(list, row - 1) - childBOf(list, row);
    if (order >= 0) throw new CollisionError('broken-invariant', `contact rows ${row - 1} and ${row} are out of order`);
  }
}

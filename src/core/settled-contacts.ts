import type { ColliderSlots } from './collider-slots.ts';
import type { ContactList } from './contact-list.ts';
import type { SeamlessMembers } from './seamless-members.ts';
import { reserve } from './typed-array.ts';

/**
 * Tells which contacts of a tick the seamless colliders still have to settle, which is to refuse or replace them, and
 * which they have replaced. Contacts taken over from the tick before, see keep-contacts.ts, were settled in that tick.
 */
export class SettledContacts {
  /** By row: whether the surface has replaced the contact by another. */
  isRewritten = new Uint8Array(0);
  /** `isRewritten` of the tick before. */
  #wasRewritten = new Uint8Array(0);
  /**
   * By slot: whether the contacts of the collider are computed in this tick; only used in worlds that keep contacts.
   */
  #isComputed = new Uint8Array(0);

  /** Notes, before the narrow phase, the colliders whose contacts it is going to compute. */
  noteComputed({ changed, end }: ColliderSlots): void {
    this.#isComputed = reserve(this.#isComputed, end);
    for (let slot = 0; slot < end; slot++) this.#isComputed[slot] = changed[slot];
  }

  /**
   * Returns whether the contacts of a body with seamless colliders have been computed in this tick and are not settled.
   */
  isOpen(list: ContactList, body: number): boolean {
    return !list.kept.isInUse || this.#isComputed[body] !== 0;
  }

  /**
   * Begins with the rows that the narrow phase has written. Rows that it has taken over are in the order that they had
   * in the tick before, so one walk finds which of them had been replaced.
   */
  begin(list: ContactList, members: SeamlessMembers): void {
    const were = this.#wasRewritten;
    this.#wasRewritten = this.isRewritten;
    this.isRewritten = reserve(were, list.count);
    this.isRewritten.fill(0, 0, list.count);
    if (!list.kept.isInUse) return;
    const { slotA, slotB, previous } = list;
    const { slotA: beforeA, slotB: beforeB } = previous;
    let before = 0;
    for (let row = 0; row < list.count; row++) {
      const a = slotA[row];
      const b = slotB[row];
      const isA = members.has(a);
      if (isA === members.has(b) || this.isOpen(list, isA ? b : a)) continue;
      while (before < previous.count && (beforeA[before] !== a || beforeB[before] !== b)) before++;
      this.isRewritten[row] = this.#wasRewritten[before++];
    }
  }
}

import { CONTACT_BEGINS, CONTACT_STAYS, CONTACT_UNANNOUNCED, completeContacts, deepestRow } from './contact-list.ts';
import type { ContactTracking } from './contact-tracking.ts';
import { groupEnd, isTouching, markStay, mergeContacts } from './merge-contacts.ts';

/**
 * Compares the contacts of this tick with those of the tick before and writes which pairs began, stay and ended, the
 * ends in the order of the contact list too. Gives every contact its id and the tick it appeared in. Both lists are
 * sorted by the ranks of their slots, so one merge finds everything.
 *
 * @returns false when the contact list has not been rewritten since the last call (the narrow phase was skipped): then
 *   every touching pair stays, and removed colliders keep their slots until their ends can be told.
 */
export function trackContacts(tracking: ContactTracking): boolean {
  const { list } = tracking;
  tracking.tick++;
  tracking.beginCount = 0;
  tracking.stayCount = 0;
  tracking.endCount = 0;
  if (list.tracked) {
    // No contacts have been computed since the last call, as a stage was skipped: every touching pair stays.
    completeContacts(list);
    markAllStaying(tracking);
    return false;
  }
  if (list.kept.isWhole) carryAll(tracking);
  else mergeContacts(tracking);
  list.tracked = true;
  return true;
}

/** Takes over ids and states of all rows, which are copies of those of the tick before. */
function carryAll(tracking: ContactTracking): void {
  const { flags, count, previous } = tracking.list;
  const { flags: before } = previous;
  for (let row = 0; row < count; row++) {
    const old = before[row];
    const stays = (old & (CONTACT_BEGINS | CONTACT_STAYS)) !== 0 ? 1 : 0;
    flags[row] = flags[row] | (old & CONTACT_UNANNOUNCED) | (stays * CONTACT_STAYS);
    tracking.stayCount += stays;
  }
}

function markAllStaying(tracking: ContactTracking): void {
  const { list } = tracking;
  const { flags, count } = list;
  for (let row = 0; row < count; row++) flags[row] = flags[row] & ~(CONTACT_BEGINS | CONTACT_STAYS);
  for (let row = 0; row < count; ) {
    const end = groupEnd(list, row);
    if (isTouching(list, row, end)) markStay(tracking, deepestRow(list, row, end));
    row = end;
  }
}

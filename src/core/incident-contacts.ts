import type { ColliderSlots } from './collider-slots.ts';
import type { ContactList } from './contact-list.ts';
import { NO_NUMBERS, reserve } from './typed-array.ts';

/** For every collider the contacts it takes part in: rows[starts[rank] … starts[rank + 1]), ascending. */
export interface IncidentContacts {
  starts: Uint32Array;
  rows: Uint32Array;
  /** The versions of the contacts and of the order of slots that these lists were made for. */
  contactsVersion: number;
  orderVersion: number;
}

export function createIncidentContacts(): IncidentContacts {
  return { starts: NO_NUMBERS, rows: NO_NUMBERS, contactsVersion: -1, orderVersion: -1 };
}

/** Brings the lists up to date with the contacts, once per change, by counting. Returns them. */
export function findIncidentContacts(
  incident: IncidentContacts,
  contacts: ContactList,
  slots: ColliderSlots,
): IncidentContacts {
  if (incident.contactsVersion === contacts.version && incident.orderVersion === slots.orderVersion) return incident;
  const { rank, orderCount } = slots;
  incident.starts = reserve(incident.starts, orderCount + 1);
  incident.rows = reserve(incident.rows, contacts.count * 2);
  const { starts, rows } = incident;
  const { slotA, slotB, count } = contacts;
  starts.fill(0, 0, orderCount + 1);
  for (let row = 0; row < count; row++) {
    starts[rank[slotA[row]]]++;
    starts[rank[slotB[row]]]++;
  }
  // The sums of the counts are where each list ends; filling from the last row back moves each sum to where its list
  // begins.
  for (let i = 1; i <= orderCount; i++) starts[i] += starts[i - 1];
  for (let row = count - 1; row >= 0; row--) {
    rows[--starts[rank[slotA[row]]]] = row;
    rows[--starts[rank[slotB[row]]]] = row;
  }
  incident.contactsVersion = contacts.version;
  incident.orderVersion = slots.orderVersion;
  return incident;
}

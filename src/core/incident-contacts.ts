import type { ColliderSlots } from './collider-slots.ts';
import type { ContactList } from './contact-list.ts';
import { reserve } from './typed-array.ts';

/** For every collider the contacts it takes part in: rows[starts[rank] … starts[rank + 1]), ascending. */
export interface IncidentContacts {
  starts: Uint32Array;
  rows: Uint32Array;
  /** Which contents these are for. */
  madeFor: { contacts: number; order: number };
}

export function createIncidentContacts(): IncidentContacts {
  return { starts: new Uint32Array(16), rows: new Uint32Array(16), madeFor: { contacts: -1, order: -1 } };
}

/** Brings the lists up to date with the contacts, once per change, by counting. Returns them. */
export function findIncidentContacts(
  incident: IncidentContacts,
  contacts: ContactList,
  slots: ColliderSlots,
): IncidentContacts {
  if (incident.madeFor.contacts === contacts.version && incident.madeFor.order === slots.orderVersion) return incident;
  const { rank, orderCount } = slots;
  incident.starts = reserve(incident.starts, orderCount + 2);
  incident.rows = reserve(incident.rows, contacts.count * 2);
  const { starts, rows } = incident;
  const { slotA, slotB, count } = contacts;
  starts.fill(0, 0, orderCount + 2);
  // Counted two places ahead, so that filling moves each start to where its list begins.
  for (let row = 0; row < count; row++) {
    const a = rank[slotA[row]!]! + 2;
    const b = rank[slotB[row]!]! + 2;
    starts[a] = starts[a]! + 1;
    starts[b] = starts[b]! + 1;
  }
  for (let i = 1; i < orderCount + 2; i++) starts[i] = starts[i]! + starts[i - 1]!;
  for (let row = 0; row < count; row++) {
    const a = rank[slotA[row]!]! + 1;
    rows[starts[a]!] = row;
    starts[a] = starts[a]! + 1;
    const b = rank[slotB[row]!]! + 1;
    rows[starts[b]!] = row;
    starts[b] = starts[b]! + 1;
  }
  incident.madeFor.contacts = contacts.version;
  incident.madeFor.order = slots.orderVersion;
  return incident;
}

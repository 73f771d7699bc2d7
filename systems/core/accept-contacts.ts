import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { CONTACT_CHILDREN, type ContactList, childAOf, childBOf, refuseContact } from '../../src/core/contact-list.ts';
import { noteChangedRow } from '../../src/core/keep-contacts.ts';
import type { EntityId } from './adapter/entities.ts';
import type { CollisionState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';
import { type EventDispatch, NOT_RUNNING, RUNNING_HOOK } from './events/dispatch.ts';

/** A gate, which decides about contacts before any other part of the engine or the game sees them. */
export interface ContactGate {
  /** Whether the gate refuses a contact again, without being asked, for as long as contacts are kept. */
  readonly keepsRefused?: boolean;
  /** Called before the narrow phase, whose contacts the gate may make it compute anew: see keep-contacts.ts. */
  beforeCollide?(): void;
  /** Called when all rows of a tick are there, before `accepts` is called for any of them. */
  begin(): void;
  /** Is called for every row; `before` is the row of the same contact in `contacts.previous`, −1 for none. */
  accepts(row: number, before: number): boolean;
  /** Returns whether the gate has replaced the contact that the narrow phase wrote to a row of this tick by another. */
  hasChanged?(row: number): boolean;
  /** Called when all rows of a tick have been decided about. */
  end(): void;
}

/** Asks all gates about the contacts that the narrow phase has just written. */
export function acceptContacts(state: CollisionState): void {
  const { contacts, dispatch } = state;
  const { gates } = state.features;
  dispatch.running = RUNNING_HOOK;
  try {
    for (let i = 0; i < gates.length; i++) gates[i].begin();
    askGates(state, gates);
    for (let i = 0; i < gates.length; i++) gates[i].end();
  } catch (error) {
    contacts.count = 0;
    // Lists of rows that were made while the hook ran are outdated.
    contacts.version++;
    throw error;
  } finally {
    dispatch.running = NOT_RUNNING;
  }
}

/** Walks side by side through the present rows and those of the tick before, which are in the same order. */
function askGates({ contacts, set }: CollisionState, gates: readonly ContactGate[]): void {
  const { previous } = contacts;
  const { slots } = set;
  let before = 0;
  let child = 0;
  for (let row = 0; row < contacts.count; row++) {
    let order = 1;
    while (before < previous.count) {
      order = compareRows(contacts, before, child, row, slots.rank);
      if (order >= 0) break;
      if ((previous.flags[before] & CONTACT_CHILDREN) !== 0) child++;
      before++;
    }
    const known = order === 0 ? before : -1;
    for (let i = 0; i < gates.length; i++) {
      // A hook may have removed one of the two, which ends the pair anyway.
      const areLive = slots.state[contacts.slotA[row]] === SLOT_LIVE && slots.state[contacts.slotB[row]] === SLOT_LIVE;
      if (!areLive || gates[i].accepts(row, known)) continue;
      refuseContact(contacts, row);
      if (gates[i].keepsRefused !== true) noteChangedRow(contacts, row, slots);
      break;
    }
  }
}

function compareRows(list: ContactList, before: number, child: number, row: number, rank: Uint32Array): number {
  const { previous } = list;
  const order =
    (rank[previous.slotA[before]] - rank[list.slotA[row]]) | 0 ||
    (rank[previous.slotB[before]] - rank[list.slotB[row]]) | 0;
  if (order !== 0) return order;
  const isPlain = (previous.flags[before] & CONTACT_CHILDREN) === 0;
  const a = isPlain ? 0 : previous.childA[child];
  const b = isPlain ? 0 : previous.childB[child];
  return (a - childAOf(list, row)) | 0 || (b - childBOf(list, row)) | 0;
}

/** Makes the gate that asks the game. */
export function gateOf(
  accept: (a: EntityId, b: EntityId, contact: never) => boolean,
  dispatch: EventDispatch,
  { makeView }: Dimension,
): ContactGate {
  const { slots, tracking } = dispatch;
  const { list } = tracking;
  const view = makeView(tracking);
  return {
    begin() {},
    accepts(row, before) {
      const { entity } = slots;
      if (dispatch.isOver) return false;
      view.show(row, false);
      // Contact tracking, which gives contacts their ids and ages, comes later.
      view.id = before < 0 ? 0 : list.id[before];
      view.age = before < 0 ? 0 : tracking.tick + 1 - list.beginTick[before];
      return accept(entity[list.slotA[row]], entity[list.slotB[row]], view as never);
    },
    end() {},
  };
}

import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import { CONTACT_BEGINS, completeContacts, isRefused } from '../../src/core/contact-list.ts';
import { CollisionError } from '../../src/core/errors.ts';
import { createIncidentContacts, findIncidentContacts } from '../../src/core/incident-contacts.ts';
import type { EntityId } from './adapter/entities.ts';
import { slotOf } from './adapter/member-slots.ts';
import { type CollisionState, requireCurrent } from './collision-state.ts';
import type { ContactCursor } from './events/dispatch.ts';
import { ALL_ENTITIES, answersLive, requireSelector, type Selector, takesAll } from './events/selectors.ts';

/**
 * Loops over contacts without allocation: iterators, result objects and views are reused. A loop inside a loop gets an
 * iterator of its own.
 */
export class ContactReader<Contact> {
  readonly #state: CollisionState;
  readonly #iterators: ContactIterator<Contact>[];
  readonly #incident = createIncidentContacts();

  constructor(state: CollisionState) {
    this.#state = state;
    this.#iterators = [new ContactIterator(state)];
  }

  /**
   * Loops over the contacts in `rows[start .. end)`, or over the rows `start` to `end` themselves when there is no
   * list, whose two entities answer the selectors, in this order. With a mark, the loop keeps only contacts that have
   * this flag.
   */
  read(
    rows: Uint32Array | undefined,
    start: number,
    end: number,
    first: Selector,
    second: Selector,
    mark = 0,
  ): IterableIterator<Contact> {
    requireSelector('the first selector', first, this.#state.world);
    requireSelector('the second selector', second, this.#state.world);
    requireCurrent(this.#state);
    completeContacts(this.#state.contacts);
    return this.#take().start(rows, start, end, first, second, mark);
  }

  /** Loops over rows marked by contact tracking: none while the narrow phase has run and tracking has not. */
  tracked(mark: number, first: Selector, second: Selector): IterableIterator<Contact> {
    const { tracked, count, swept } = this.#state.contacts;
    const rows = mark === CONTACT_BEGINS ? swept?.order : undefined;
    return this.read(rows, 0, tracked ? count : 0, first, second, mark);
  }

  /** Loops over the contacts of one entity, which comes first. */
  of(entity: EntityId, others: Selector): IterableIterator<Contact> {
    const { adapter, contacts, set } = this.#state;
    const { rank: ranks, order, orderCount } = set.slots;
    const slot = slotOf(adapter, entity);
    const rank = slot < 0 ? orderCount : ranks[slot];
    // A collider added since the last tick has no rank of its own yet, and no contacts.
    if (rank >= orderCount || order[rank] !== slot) {
      return this.read(undefined, 0, 0, entity, others);
    }
    const { rows, starts } = findIncidentContacts(this.#incident, contacts, set.slots);
    return this.read(rows, starts[rank], starts[rank + 1], entity, others);
  }

  #take(): ContactIterator<Contact> {
    // A list that is only ever appended to: popping and pushing would free and allocate its memory in turn.
    const all = this.#iterators;
    let i = 0;
    while (i < all.length && !all[i].done && !all[i].isStale) i++;
    // A stale iterator stays with its loop, which has to get an error when it goes on. The loop may also have been left
    // unfinished, which nothing reports.
    if (i === all.length || all[i].isStale) all[i] = new ContactIterator(this.#state);
    return all[i];
  }
}

/** The iterator is its own result object as well, because the time a small world takes is the time of reading it. */
class ContactIterator<Contact> implements IterableIterator<Contact> {
  done = true;
  readonly value: Contact;
  readonly #state: CollisionState;
  /** The version of the contact list when the loop began. */
  #version = 0;
  readonly #view: ContactCursor;
  #rows: Uint32Array | undefined;
  #next = 0;
  #end = 0;
  #first: Selector = ALL_ENTITIES;
  #second: Selector = ALL_ENTITIES;
  #mark = 0;
  /** Whether the selectors match every pair in either order. */
  #takesAll = true;

  constructor(state: CollisionState) {
    this.#state = state;
    this.#view = state.dimension.makeView(state.tracking);
    this.value = this.#view as Contact;
  }

  start(
    rows: Uint32Array | undefined,
    start: number,
    end: number,
    first: Selector,
    second: Selector,
    mark: number,
  ): this {
    this.#rows = rows;
    this.#next = start;
    this.#end = end;
    this.#first = first;
    this.#second = second;
    this.#mark = mark;
    this.#takesAll = takesAll(first) && takesAll(second);
    this.done = false;
    this.#version = this.#state.contacts.version;
    return this;
  }

  /** Whether the loop is not over, and a tick has run since the loop began. */
  get isStale(): boolean {
    return !this.done && this.#version !== this.#state.contacts.version;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Contact, Contact> {
    const { contacts, world } = this.#state;
    if (this.isStale) {
      throw new CollisionError('invalid-state', 'the contacts were rewritten during a loop over them: a tick has run');
    }
    const { state: life, entity, removed } = this.#state.set.slots;
    const someLeft = removed.length > 0;
    while (this.#next < this.#end) {
      const at = this.#next++;
      const row = this.#rows === undefined ? at : this.#rows[at];
      const flags = contacts.flags[row];
      if ((this.#mark !== 0 && (flags & this.#mark) === 0) || isRefused(flags)) continue;
      const slotA = contacts.slotA[row];
      const slotB = contacts.slotB[row];
      if (someLeft && (life[slotA] !== SLOT_LIVE || life[slotB] !== SLOT_LIVE)) continue;
      const a = entity[slotA];
      const b = entity[slotB];
      const isForward = this.#takesAll || (answersLive(world, this.#first, a) && answersLive(world, this.#second, b));
      if (!isForward && !(answersLive(world, this.#first, b) && answersLive(world, this.#second, a))) continue;
      this.#view.show(row, !isForward);
      if (!contacts.tracked) hideIdentity(this.#view);
      return this as IteratorResult<Contact, Contact>;
    }
    return this.return();
  }

  return(): IteratorResult<Contact, Contact> {
    this.done = true;
    this.#next = this.#end;
    return this as IteratorResult<Contact, Contact>;
  }
}

/**
 * Hides the id and the age. Until the contacts of a tick have been tracked, these columns hold the values of the tick
 * before.
 */
function hideIdentity(view: ContactCursor): void {
  view.id = 0;
  view.age = 0;
}

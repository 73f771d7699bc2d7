import { describe, expect, it } from 'vitest';
import {
  addSlot,
  CAUSE_DISABLED,
  CAUSE_FILTERED,
  CAUSE_REMOVED,
  CAUSE_SEPARATED,
  createColliderSlots,
  findSlot,
  freeRetiredSlots,
  removeSlot,
  retireRemovedSlots,
  SLOT_LIVE,
  updateOrder,
} from '../../src/core/collider-slots.ts';
import {
  addContact,
  addExtraPoints,
  beginContacts,
  CONTACT_BEGINS,
  CONTACT_STAYS,
  CONTACT_TOUCHING,
  CONTACT_UNANNOUNCED,
  type ContactList,
  contactSeparation,
  createContactList,
} from '../../src/core/contact-list.ts';
import {
  createContactTracking,
  END_CAUSE,
  END_SLOT_A,
  END_SLOT_B,
  END_STRIDE,
} from '../../src/core/contact-tracking.ts';
import { createIncidentContacts, findIncidentContacts } from '../../src/core/incident-contacts.ts';
import { trackContacts } from '../../src/core/track-contacts.ts';
import { validateContacts } from '../../src/core/validate-contacts.ts';
import { refusal } from '../support/game-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

const ENTITIES = 12;

interface RowModel {
  readonly a: number;
  readonly b: number;
  readonly childA: number;
  readonly childB: number;
  readonly touching: boolean;
  readonly sensor: boolean;
  readonly separation: number;
}

/** What a contact list remembers of a row, by who it is of: lives, not slots. */
interface Known {
  id: number;
  since: number;
}

class Model {
  readonly rng: Rng;
  readonly slots = createColliderSlots(1);
  readonly list = createContactList(2, 2, 1);
  readonly tracking = createContactTracking(this.list, this.slots, (a, b) => this.isAllowed(a, b));
  /** Slots stand for lives within one tick; a life's number tells it from others of the same slot. */
  readonly lifeOf: number[] = [];
  lives = 0;
  known = new Map<string, Known>();
  touching = new Map<string, { a: number; b: number; quiet: boolean }>();
  readonly refused = new Set<string>();
  tally = { begins: 0, stays: 0, ends: [0, 0, 0, 0], kept: 0, quiet: 0 };

  constructor(rng: Rng) {
    this.rng = rng;
    for (let index = 0; index < ENTITIES; index++) this.add(index);
  }

  add(index: number): void {
    this.lifeOf[addSlot(this.slots, index, index)] = this.lives++;
  }

  pairKey(a: number, b: number): string {
    return `${this.lifeOf[a]} ${this.lifeOf[b]}`;
  }

  change(): void {
    const { rng, slots } = this;
    for (let i = rng.integer(0, 2); i > 0; i--) {
      const index = rng.integer(0, ENTITIES - 1);
      const slot = findSlot(slots, index);
      if (slot < 0) this.add(index);
      else {
        removeSlot(slots, slot, rng.next() < 0.5 ? CAUSE_REMOVED : CAUSE_DISABLED);
        if (rng.next() < 0.5) this.add(index);
      }
    }
    const [p, q] = [rng.integer(0, ENTITIES - 1), rng.integer(0, ENTITIES - 1)];
    const key = `${Math.min(p, q)} ${Math.max(p, q)}`;
    if (!this.refused.delete(key)) this.refused.add(key);
  }

  isAllowed(a: number, b: number): boolean {
    const { index } = this.slots;
    const [p, q] = [index[a], index[b]];
    return !this.refused.has(`${Math.min(p, q)} ${Math.max(p, q)}`);
  }

  /** A narrow phase that rolls dice: rows of live pairs in order, with up to three children each. */
  collide(): RowModel[] {
    const { rng, slots, list } = this;
    const rows: RowModel[] = [];
    const live = Array.from({ length: ENTITIES }, (_, i) => findSlot(slots, i)).filter((slot) => slot >= 0);
    for (let i = 0; i < live.length; i++) {
      for (let k = i + 1; k < live.length; k++) {
        const [a, b] = [live[i], live[k]];
        const was = this.touching.has(this.pairKey(a, b));
        if (!this.isAllowed(a, b) || rng.next() > (was ? 0.8 : 0.15)) continue;
        const sensor = rng.next() < 0.2;
        for (let child = 0; child < 6; child++) {
          if (rng.next() < 0.6) continue;
          const touching = sensor || rng.next() < 0.6;
          const separation = touching ? -rng.integer(0, 3) : rng.integer(1, 3);
          rows.push({ a, b, childA: child >> 1, childB: child & 1, touching, sensor, separation });
        }
      }
    }
    beginContacts(list);
    for (const row of rows) this.write(row);
    return rows;
  }

  write(row: RowModel): void {
    const { list, rng } = this;
    const points = row.sensor ? 0 : rng.integer(1, 2);
    const at = addContact(list, row.a, row.b, row.childA, row.childB, points | (row.touching ? CONTACT_TOUCHING : 0));
    // The least separation at either point, something greater at the other.
    const least = rng.integer(0, points - 1);
    if (points > 0) list.manifolds[at * list.manifoldStride + 4] = row.separation + (least === 0 ? 0 : 1);
    if (points < 2) return;
    const more = addExtraPoints(list, at);
    list.extraPoints[more * 3 + 2] = row.separation + (least === 1 ? 0 : 1);
  }

  /** Checks one tick of tracking against maps. */
  check(rows: readonly RowModel[], tick: number): string | undefined {
    const { list, tracking, slots } = this;
    const known = new Map<string, Known>();
    for (const [row, { a, b, childA, childB, sensor, separation }] of rows.entries()) {
      const key = `${this.pairKey(a, b)} ${childA} ${childB}`;
      const before = this.known.get(key);
      if (before !== undefined) this.tally.kept++;
      const since = before?.since ?? tick;
      if (list.beginTick[row] !== since) return `row ${row} appeared in ${list.beginTick[row]}, not ${since}`;
      const id = list.id[row];
      if (before !== undefined && id !== before.id) return `row ${row} has id ${id}, had ${before.id}`;
      if (id === 0 || [...known.values()].some((other) => other.id === id)) return `id ${id} is given twice`;
      if (contactSeparation(list, row) !== (sensor ? -Infinity : separation)) return `separation of row ${row}`;
      known.set(key, { id, since });
    }
    const now = new Map<string, { a: number; b: number; quiet: boolean; row: number }>();
    for (const [row, { a, b, touching, sensor, separation }] of rows.entries()) {
      if (!touching) continue;
      const key = this.pairKey(a, b);
      const best = now.get(key);
      const depth = (r: RowModel): number => (r.sensor ? -Infinity : r.separation);
      if (best === undefined || (sensor ? -Infinity : separation) < depth(rows[best.row])) {
        now.set(key, { a, b, quiet: false, row });
      }
    }
    const begins: number[] = [];
    const stays: number[] = [];
    for (const [key, touch] of now) {
      const before = this.touching.get(key);
      if (before === undefined) begins.push(touch.row);
      else {
        stays.push(touch.row);
        touch.quiet = before.quiet;
      }
    }
    const ends: string[] = [];
    const gone = [...this.touching].filter(([key]) => !now.has(key)).map(([, touch]) => touch);
    gone.sort((p, q) => slots.rank[p.a] - slots.rank[q.a] || slots.rank[p.b] - slots.rank[q.b]);
    for (const { a, b, quiet } of gone) {
      let cause = this.isAllowed(a, b) ? CAUSE_SEPARATED : CAUSE_FILTERED;
      const left = [a, b].filter((slot) => slots.state[slot] !== SLOT_LIVE).map((slot) => slots.cause[slot]);
      // What was removed outweighs what was disabled.
      if (left.length > 0) cause = Math.min(...left);
      // Near rows that are left say that the pair is still allowed.
      this.tally.ends[cause]++;
      if (quiet) this.tally.quiet++;
      else ends.push(`${a} ${b} ${cause}`);
    }
    const { beginCount, stayCount, ends: told, endCount } = tracking;
    const found = Array.from({ length: endCount }, (_, i) => {
      const at = END_STRIDE * i;
      return `${told[at + END_SLOT_A]} ${told[at + END_SLOT_B]} ${told[at + END_CAUSE]}`;
    });
    const [began, stayed] = [marked(list, CONTACT_BEGINS), marked(list, CONTACT_STAYS)];
    if (began.join() !== begins.join() || beginCount !== begins.length) return `begins ${began}, ${beginCount}`;
    if (stayed.join() !== stays.join() || stayCount !== stays.length) return `stays ${stayed}, ${stayCount}`;
    if (found.join() !== ends.join()) return `ends ${found}, not ${ends}`;
    this.tally.begins += begins.length;
    this.tally.stays += stays.length;
    this.known = known;
    this.touching = now;
    return undefined;
  }

  /** Some begins are not delivered, as when a handler removes one of the two: all rows of the pair say so. */
  silence(rows: readonly RowModel[]): void {
    for (const begun of marked(this.list, CONTACT_BEGINS)) {
      if (this.rng.next() > 0.2) continue;
      const { a, b } = rows[begun];
      for (const [row, other] of rows.entries()) {
        if (other.a === a && other.b === b) this.list.flags[row] = this.list.flags[row] | CONTACT_UNANNOUNCED;
      }
      this.touching.get(this.pairKey(a, b))!.quiet = true;
    }
  }
}

/** The rows of a list that have a flag. */
function marked({ flags, count }: ContactList, flag: number): number[] {
  return Array.from({ length: count }, (_, row) => row).filter((row) => (flags[row] & flag) !== 0);
}

describe('against maps', () => {
  it.each([1, 2, 3])('begins, stays, ends, ids and ages over 3,000 random ticks (seed %i)', (seed) => {
    const model = new Model(createRng(seed));
    const incident = createIncidentContacts();
    for (let tick = 1; tick <= 3000; tick++) {
      const { slots, list, tracking } = model;
      slots.rounds++;
      freeRetiredSlots(slots);
      updateOrder(slots);
      const rows = model.collide();
      expect(trackContacts(tracking)).toBe(true);
      const fault = model.check(rows, tick);
      if (fault !== undefined) throw new Error(`seed ${seed}, tick ${tick}: ${fault}`);
      validateContacts(list, slots);
      const strangers = findStrangers(model, incident);
      if (strangers !== undefined) throw new Error(`seed ${seed}, tick ${tick}: ${strangers}`);
      retireRemovedSlots(slots);
      model.silence(rows);
      model.change();
    }
    const { begins, stays, ends, kept, quiet } = model.tally;
    expect(Math.min(begins, stays, kept, ...ends)).toBeGreaterThan(80);
    expect(quiet).toBeGreaterThan(100);
    // Ids are used again: never more than there were contacts at once.
    expect(model.tracking.nextId).toBeLessThan(6 * ENTITIES * ENTITIES);
  });
});

/** Compares the rows of every collider with a walk over all rows. */
function findStrangers(model: Model, incident: ReturnType<typeof createIncidentContacts>): string | undefined {
  const { list, slots } = model;
  findIncidentContacts(incident, list, slots);
  for (let rank = 0; rank < slots.orderCount; rank++) {
    const slot = slots.order[rank];
    const found = incident.rows.subarray(incident.starts[rank], incident.starts[rank + 1]).join();
    const own: number[] = [];
    for (let row = 0; row < list.count; row++) {
      if (list.slotA[row] === slot || list.slotB[row] === slot) own.push(row);
    }
    if (found !== own.join()) return `slot ${slot} has rows ${found}, not ${own}`;
  }
  return undefined;
}

describe('tracking', () => {
  it('of a list that was not rewritten lets every touching pair stay, and says so', () => {
    const model = new Model(createRng(7));
    const { slots, list, tracking } = model;
    updateOrder(slots);
    const rows = model.collide();
    expect(trackContacts(tracking)).toBe(true);
    const begins = marked(list, CONTACT_BEGINS);
    expect(begins.length).toBeGreaterThan(3);
    const ids = list.id.slice(0, rows.length);
    for (let tick = 2; tick < 5; tick++) {
      expect(trackContacts(tracking)).toBe(false);
      expect([tracking.beginCount, tracking.endCount]).toEqual([0, 0]);
      expect(marked(list, CONTACT_BEGINS)).toEqual([]);
      expect(marked(list, CONTACT_STAYS)).toEqual(begins);
      expect(tracking.stayCount).toBe(begins.length);
      expect(list.id.slice(0, rows.length)).toEqual(ids);
    }
  });

  it('compares with the rows tracked last, though the narrow phase has run several times since', () => {
    const model = new Model(createRng(8));
    const { slots, tracking } = model;
    updateOrder(slots);
    const rows = model.collide();
    trackContacts(tracking);
    expect(model.check(rows, 1)).toBeUndefined();
    for (let i = 0; i < 3; i++) model.collide();
    const last = model.collide();
    trackContacts(tracking);
    expect(model.check(last, 2)).toBeUndefined();
    expect(model.tally.kept).toBeGreaterThan(0);
  });
});

describe('validateContacts', () => {
  it('sees rows out of order and ids given twice', () => {
    const model = new Model(createRng(9));
    const { slots, list, tracking } = model;
    updateOrder(slots);
    expect(model.collide().length).toBeGreaterThan(3);
    trackContacts(tracking);
    expect(refusal(() => validateContacts(list, slots))).toBe('no error');
    list.id[2] = list.id[0];
    expect(refusal(() => validateContacts(list, slots))).toContain('is given twice');
    list.id[2] = 999;
    list.slotA[1] = slots.order[ENTITIES - 1];
    expect(refusal(() => validateContacts(list, slots))).toContain('out of order');
  });
});

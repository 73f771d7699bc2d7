import { type Collision, explainPair, type PairReason } from 'bitecs-collision/2d';
import type { Body } from './bodies.ts';
import { GROUP_COUNT } from './groups.ts';

export const FLASH_TICKS = 40;

/** A pair that has just begun or ended, for a view to draw until it has faded. */
export interface Change {
  readonly a: Body;
  readonly b: Body;
  readonly began: boolean;
  age: number;
}

/** Why a pair of groups never reports, in a word for a small cell; others may. */
const NEVER: Partial<Record<PairReason, string>> = {
  'filtered-by-mask': 'mask',
  'filtered-by-group': 'group',
  'both-static': 'static',
  disabled: 'off',
};

/** Why two bodies do or do not touch, in a few words. */
const IN_WORDS: Partial<Record<PairReason, string>> = {
  touching: 'they touch',
  disabled: 'one of them is switched off',
  'both-static': 'two that stand still never meet',
  'filtered-by-group': 'their group keeps them apart',
  'filtered-by-mask': 'a mask rules one of them out',
  'refused-by-hook': 'the game said no: same poles',
  'bounds-apart': 'far apart',
  'shapes-apart': 'near, but apart',
};

/** Counts what the events report, by pairs of groups. */
export class Tally {
  /** Begins and pairs that touch now, for the cell of every two groups. */
  readonly begins = new Uint32Array(GROUP_COUNT * GROUP_COUNT);
  readonly touching = new Int32Array(GROUP_COUNT * GROUP_COUNT);
  /** Ticks since the last begin, and why there is none, in a word. */
  readonly since = new Uint32Array(GROUP_COUNT * GROUP_COUNT).fill(FLASH_TICKS);
  readonly never: string[] = [];
  /** The latest events, the oldest first. */
  readonly changes: Change[] = [];

  constructor(collision: Collision, bodies: ReadonlyMap<number, Body>) {
    collision.onBegin((first, second) => {
      const [a, b] = [bodies.get(first)!, bodies.get(second)!];
      const cell = cellOf(a.group, b.group);
      this.begins[cell]++;
      this.touching[cell]++;
      this.since[cell] = 0;
      this.changes.push({ a, b, began: true, age: 0 });
    });
    collision.onEnd((first, second) => {
      const [a, b] = [bodies.get(first)!, bodies.get(second)!];
      this.touching[cellOf(a.group, b.group)]--;
      this.changes.push({ a, b, began: false, age: 0 });
    });
  }

  /** Lets the flashes of the last ticks fade. */
  fade(): void {
    for (let cell = 0; cell < this.since.length; cell++) this.since[cell]++;
    for (const change of this.changes) change.age++;
    while (this.changes.length > 0 && this.changes[0].age >= FLASH_TICKS) this.changes.shift();
  }

  /** Says why two bodies do or do not touch, calling them by their names: in a few words and in a sentence. */
  static explain(
    world: object,
    bodies: ReadonlyMap<number, Body>,
    a: Body,
    b: Body,
  ): { title: string; sentence: string } {
    const { reason, message, touching } = explainPair(world, a.eid, b.eid);
    const named = message.replace(
      /(?:entity )?(?<![\w.-])(\d+)(?![\w.])/g,
      (text, id) => bodies.get(Number(id))?.name ?? text,
    );
    const words = IN_WORDS[reason] ?? (touching ? 'they touch' : 'they do not touch');
    return { title: `${a.name} and ${b.name}: ${words}`, sentence: named };
  }

  /** Asks for two of every two groups whether they could meet at all. */
  askNever(world: object, bodies: readonly Body[]): void {
    for (let group = 0; group < GROUP_COUNT; group++) {
      for (let other = 0; other <= group; other++) {
        const first = bodies.find((body) => body.group === group)!;
        const second = bodies.find((body) => body.group === other && body !== first)!;
        this.never[cellOf(group, other)] = NEVER[explainPair(world, first.eid, second.eid).reason] ?? '';
      }
    }
  }
}

/** The place of two groups in a table, whichever comes first. */
export function cellOf(group: number, other: number): number {
  return Math.max(group, other) * GROUP_COUNT + Math.min(group, other);
}

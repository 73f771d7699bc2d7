import type { EndCause } from '../../entry/2d.ts';

/*
 * What a world should say of its contacts, kept in plain objects and without the engine. Coordinates and sizes are
 * multiples of 1/16 and scales powers of two, so that every comparison here is exact, touching included.
 */

/** A circle, or a box along the axes, beside its entity's position. Sizes before scale. */
export interface Piece {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly radius: number;
}

export interface ModelFilter {
  readonly category: number;
  readonly mask: number;
  readonly group: number;
}

export type Tag = 'red' | 'blue';

/** An entity as the test made it. */
export interface Body {
  readonly eid: number;
  readonly index: number;
  x: number;
  y: number;
  scale: number;
  pieces: readonly Piece[];
  filter: ModelFilter;
  hasTransform: boolean;
  hasCollider: boolean;
  isStatic: boolean;
  isSensor: boolean;
  isDisabled: boolean;
  isPrefab: boolean;
  readonly tags: readonly Tag[];
  life: Life | undefined;
}

/** One life of a collider: an entity that leaves and comes back has several. */
export interface Life {
  readonly number: number;
  readonly body: Body;
  gone: EndCause | undefined;
  /** When it left, on the clock that subscriptions are dated by. */
  goneAt: number;
  /** Whether its tags could be read when it left. */
  isReadable: boolean;
  isAdmitted: boolean;
  /** The place at which the bounds stage has last read the entity. */
  x: number;
  y: number;
}

export type EventKind = 'end' | 'begin' | 'stay';

export interface PairEvent {
  readonly kind: EventKind;
  readonly a: Life;
  readonly b: Life;
  readonly cause?: EndCause;
}

interface Pair {
  readonly a: Life;
  readonly b: Life;
  isAnnounced: boolean;
}

/** Whether two bodies are at most `margin` apart: all pieces of one against all of the other. */
function meet(a: Life, b: Life, margin: number): boolean {
  const scaleA = a.body.scale;
  const scaleB = b.body.scale;
  for (const p of a.body.pieces) {
    for (const q of b.body.pieces) {
      const dx = Math.abs(a.x + scaleA * p.x - b.x - scaleB * q.x);
      const dy = Math.abs(a.y + scaleA * p.y - b.y - scaleB * q.y);
      const gapX = Math.max(0, dx - scaleA * p.halfWidth - scaleB * q.halfWidth);
      const gapY = Math.max(0, dy - scaleA * p.halfHeight - scaleB * q.halfHeight);
      const reach = scaleA * p.radius + scaleB * q.radius + margin;
      if (gapX * gapX + gapY * gapY <= reach * reach) return true;
    }
  }
  return false;
}

/** Whether the bounds of two bodies are at most `margin` apart. */
function boundsMeet(a: Life, b: Life, margin: number): boolean {
  const [p, q] = [boundsOf(a), boundsOf(b)];
  const gapX = Math.max(p.minX - q.maxX, q.minX - p.maxX);
  const gapY = Math.max(p.minY - q.maxY, q.minY - p.maxY);
  return gapX <= margin && gapY <= margin;
}

function boundsOf({ x, y, body: { scale, pieces } }: Life) {
  const halfWidth = (piece: Piece): number => piece.halfWidth + piece.radius;
  const halfHeight = (piece: Piece): number => piece.halfHeight + piece.radius;
  return {
    minX: x + scale * Math.min(...pieces.map((piece) => piece.x - halfWidth(piece))),
    maxX: x + scale * Math.max(...pieces.map((piece) => piece.x + halfWidth(piece))),
    minY: y + scale * Math.min(...pieces.map((piece) => piece.y - halfHeight(piece))),
    maxY: y + scale * Math.max(...pieces.map((piece) => piece.y + halfHeight(piece))),
  };
}

function filtersMeet(a: ModelFilter, b: ModelFilter): boolean {
  if (a.group !== 0 && a.group === b.group) return a.group > 0;
  return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
}

/** Whether filters and mobility let two colliders meet. */
export function mayMeet(a: Body, b: Body): boolean {
  return !(a.isStatic && b.isStatic) && filtersMeet(a.filter, b.filter);
}

const keyOf = (a: Life, b: Life): string => `${a.number} ${b.number}`;
const isBefore = (a: Life, b: Life): boolean => a.body.index - b.body.index < 0;
const compare = (a: Life, b: Life): number => a.body.index - b.body.index || a.number - b.number;

/** A world's lives and pairs. The stages of a tick are called as they run in the world. */
export class EventModel {
  readonly bodies: Body[] = [];
  readonly margin: number;
  clock = 0;
  /** All bodies that live, or have left and may still be in a pair. */
  #lives: Life[] = [];
  #count = 0;
  #near: { readonly a: Life; readonly b: Life; readonly isTouching: boolean }[] = [];
  #touching = new Map<string, Pair>();
  /** The answers of `shouldCollide` by pair, for as long as the bounds of the pair overlap. */
  answers = new Map<string, boolean>();
  readonly hasHook: boolean;
  /** Called when a life ends, or the collider of a body that has none at the moment. */
  readonly onLeave: (eid: number, cause: EndCause) => void;

  constructor(margin: number, hasHook: boolean, onLeave: (eid: number, cause: EndCause) => void) {
    this.margin = margin;
    this.hasHook = hasHook;
    this.onLeave = onLeave;
  }

  /** Begins or ends a body's life, whichever its components say. `cause` is why it would end. */
  update(body: Body, cause: EndCause): void {
    const collides = body.hasCollider && body.hasTransform && !body.isDisabled;
    if (collides && body.life === undefined) this.#begin(body);
    else if (!collides && body.life !== undefined) this.end(body.life, cause);
  }

  #begin(body: Body): void {
    const life: Life = {
      number: this.#count++,
      body,
      gone: undefined,
      goneAt: Infinity,
      isReadable: true,
      isAdmitted: false,
      x: body.x,
      y: body.y,
    };
    body.life = life;
    this.#lives.push(life);
  }

  end(life: Life, cause: EndCause): void {
    life.gone = cause;
    life.goneAt = this.clock++;
    life.body.life = undefined;
    this.onLeave(life.body.eid, cause);
  }

  /** Forgets a body that was removed. */
  remove(body: Body): void {
    this.bodies.splice(this.bodies.indexOf(body), 1);
    if (body.life !== undefined) this.end(body.life, 'removed');
    else if (body.hasCollider) this.onLeave(body.eid, 'removed');
  }

  lifeOf(eid: number): Life | undefined {
    return this.bodies.find((body) => body.eid === eid)?.life;
  }

  sync(): void {
    // A body that became a prefab is noticed now, and one that ceased to be a prefab.
    for (const body of this.bodies) {
      if (body.isPrefab && body.life !== undefined) this.end(body.life, 'removed');
      if (!body.isPrefab) this.update(body, 'removed');
    }
    for (const life of this.#lives) life.isAdmitted = true;
  }

  bounds(): void {
    for (const life of this.#lives) {
      if (!life.isAdmitted || life.gone !== undefined) continue;
      life.x = life.body.x;
      life.y = life.body.y;
    }
  }

  /** Forgets all answers, as the engine does when a hook has thrown. */
  forgetAnswers(): void {
    this.answers.clear();
  }

  /** Notes a question to the hook, and returns what is wrong with it. */
  ask(a: number, b: number, answer: boolean): string {
    const lifeA = this.lifeOf(a);
    const lifeB = this.lifeOf(b);
    if (lifeA === undefined || lifeB === undefined) return `asked of ${a} ${b}, of which one does not collide`;
    if (!isBefore(lifeA, lifeB)) return `asked of ${a} ${b} in this order`;
    if (!mayMeet(lifeA.body, lifeB.body)) return `asked of ${a} ${b}, which the filter keeps apart`;
    const key = keyOf(lifeA, lifeB);
    if (this.answers.has(key)) return `asked of ${a} ${b} again`;
    this.answers.set(key, answer);
    return '';
  }

  /** Finds which bodies are near each other; `problems` gets what the hook should have been asked and was not. */
  narrow(problems: string[]): void {
    const live = this.#lives.filter((life) => life.isAdmitted && life.gone === undefined).sort(compare);
    this.#near = [];
    const answers = new Map<string, boolean>();
    live.forEach((a, i) => {
      for (let k = i + 1; k < live.length; k++) {
        const b = live[k];
        if (!mayMeet(a.body, b.body) || !boundsMeet(a, b, this.margin)) continue;
        const key = keyOf(a, b);
        const answer = this.answers.get(key);
        if (this.hasHook && answer === undefined) problems.push(`never asked of ${a.body.eid} ${b.body.eid}`);
        if (answer !== undefined) answers.set(key, answer);
        // Contacts of sensors have no separation, so sensors only report what touches them.
        const margin = a.body.isSensor || b.body.isSensor ? 0 : this.margin;
        if (answer !== false && meet(a, b, margin)) this.#near.push({ a, b, isTouching: meet(a, b, 0) });
      }
    });
    this.answers = answers;
  }

  /**
   * Returns the events of the tick in the documented order, without asking which handlers will be left to hear of them.
   */
  track(): PairEvent[] {
    const before = this.#touching;
    const now = new Map<string, Pair>();
    const near = new Set<string>();
    const begins: PairEvent[] = [];
    const stays: PairEvent[] = [];
    for (const { a, b, isTouching } of this.#near) {
      const key = keyOf(a, b);
      near.add(key);
      if (!isTouching) continue;
      const old = before.get(key);
      now.set(key, old ?? { a, b, isAnnounced: true });
      if (old === undefined) begins.push({ kind: 'begin', a, b });
      else if (old.isAnnounced) stays.push({ kind: 'stay', a, b });
    }
    const ends: PairEvent[] = [];
    for (const [key, { a, b, isAnnounced }] of before) {
      if (now.has(key) || !isAnnounced) continue;
      const apart = mayMeet(a.body, b.body) ? 'separated' : 'filtered';
      const cause = near.has(key) ? 'separated' : b.gone === 'removed' ? b.gone : (a.gone ?? b.gone ?? apart);
      ends.push({ kind: 'end', a, b, cause });
    }
    ends.sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b));
    this.#touching = now;
    this.#lives = this.#lives.filter((life) => life.gone === undefined || [...now.values()].some((p) => uses(p, life)));
    return [...ends, ...begins, ...stays];
  }

  /** Whether an event will be heard, asked when its turn has come; a begin that is not is never spoken of again. */
  isHeard({ kind, a, b }: PairEvent): boolean {
    if (kind === 'end' || (a.gone === undefined && b.gone === undefined)) return true;
    if (kind === 'begin') this.#touching.get(keyOf(a, b))!.isAnnounced = false;
    return false;
  }

  /** The pairs that touch as of the last tick and still live, as `eid eid`, in order. */
  touchingNow(): string[] {
    return [...this.#touching.values()]
      .filter(({ a, b }) => a.gone === undefined && b.gone === undefined)
      .sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b))
      .map(({ a, b }) => `${a.body.eid} ${b.body.eid}`);
  }
}

function uses({ a, b }: Pair, life: Life): boolean {
  return a === life || b === life;
}

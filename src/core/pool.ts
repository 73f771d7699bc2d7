/**
 * Things kept from one query for the next, so that queries do not allocate. A query inside another's callback takes one
 * of its own.
 */
export class Pool<T> {
  /** Never shortened: an array that is popped and pushed frees and allocates its memory in turn. */
  readonly #items: T[] = [];
  #taken = 0;
  readonly #make: () => T;
  readonly #forget: ((item: T) => void) | undefined;

  /** `forget` makes an item drop what it was given for a use: a world, say, which it would keep alive. */
  constructor(make: () => T, forget?: (item: T) => void) {
    this.#make = make;
    this.#forget = forget;
  }

  /** Lends an item. Items come back in the reverse order, as queries end in the reverse order they began. */
  take(): T {
    return this.#items[this.#taken++] ?? this.#add();
  }

  #add(): T {
    const item = this.#make();
    this.#items.push(item);
    return item;
  }

  /** Takes back the item lent last. */
  give(): void {
    this.#taken--;
    this.#forget?.(this.#items[this.#taken]);
  }
}

/**
 * Any flat, indexable store of numbers that a kernel may read: typed arrays of every kind, gl-matrix vectors
 * (which are typed arrays) and plain arrays.
 */
export type NumberArray = ArrayLike<number>;

/** Any flat, indexable store of numbers that a kernel may write to. */
export type WritableNumberArray = { [index: number]: number; readonly length: number };

/** A point, a direction or a translation in the world; three.js' vectors are such records. It is only read. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

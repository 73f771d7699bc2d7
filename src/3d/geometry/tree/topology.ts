/** Who is whose child and which triangle lies in which leaf, before any volume is fitted. */
export interface Topology {
  readonly links: Int32Array;
  readonly nodeCount: number;
  readonly depth: number;
  /** Triangle index at each place of the leaf order. */
  readonly order: Uint32Array;
}

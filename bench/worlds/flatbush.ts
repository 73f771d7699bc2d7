import { loadPackage } from '../peer.ts';

/** The part of flatbush that the worlds use. */
export interface FlatbushIndex {
  add(minX: number, minY: number, maxX: number, maxY: number): void;
  finish(): void;
  search(minX: number, minY: number, maxX: number, maxY: number, filter?: (index: number) => boolean): number[];
  neighbors(x: number, y: number, maxResults?: number): number[];
}

export const Flatbush = await loadPackage<new (count: number) => FlatbushIndex>('flatbush');

import { PNG } from 'pngjs';

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function decodePicture(png: Buffer): Picture {
  return PNG.sync.read(png);
}

/** The share of pixels that differ from the most frequent colour: 0 for a blank picture. */
export function paintedShare({ data, width, height }: Picture): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < data.length; i += 4) {
    const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return 1 - Math.max(...counts.values()) / (width * height);
}

/** The share of pixels that differ between two pictures of one size. */
export function changedShare(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error('the pictures have different sizes');
  let changed = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if (a.data[i] !== b.data[i] || a.data[i + 1] !== b.data[i + 1] || a.data[i + 2] !== b.data[i + 2]) changed++;
  }
  return changed / (a.width * a.height);
}

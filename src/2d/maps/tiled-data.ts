import { refuse } from '../../core/errors.ts';
import { type Json, readList, readNumber, readText } from './map-json.ts';

/**
 * Functions that decompress the data of layers, by the names of Tiled's formats: those of fflate, fzstd, or the like.
 */
export interface TiledDecompressors {
  readonly zlib?: (bytes: Uint8Array) => Uint8Array;
  readonly gzip?: (bytes: Uint8Array) => Uint8Array;
  readonly zstd?: (bytes: Uint8Array) => Uint8Array;
}

/** A layer, or a chunk of one. */
export interface TiledPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Reads a layer, or a chunk of one. */
export function readPart(name: string, part: Json, layer: Json, decompressors: TiledDecompressors): TiledPart {
  const width = readInteger(`width of ${name}`, part.width);
  const height = readInteger(`height of ${name}`, part.height);
  const data = readData(name, part.data, layer, decompressors);
  if (data.length !== width * height) {
    refuse('invalid-state', `the data of ${name}`, `width · height, ${width * height}, numbers`, `${data.length}`);
  }
  return { x: readInteger(`x of ${name}`, part.x, 0), y: readInteger(`y of ${name}`, part.y, 0), width, height, data };
}

/** Returns the number of a tile in the map, with the flags of how it is flipped in the highest of its 32 bits. */
export function readGlobal(what: string, value: unknown): number {
  const number = readNumber(what, value);
  if (number >>> 0 === number) return number;
  refuse('invalid-state', what, 'an integer from 0 to 4294967295', value);
}

function readInteger(what: string, value: unknown, otherwise?: number): number {
  const number = readNumber(what, value, otherwise);
  return Number.isInteger(number) ? number : refuse('invalid-state', what, 'an integer', value);
}

function readData(name: string, data: unknown, layer: Json, decompressors: TiledDecompressors): ArrayLike<number> {
  if (typeof data !== 'string')
    return readList(`data of ${name}`, data).map((tile) => readGlobal(`a tile of ${name}`, tile));
  const compression = readText('compression', layer.compression);
  const format = `${readText('encoding', layer.encoding)} ${compression}`.trim();
  const bytes = () => decodeBase64(name, data);
  if (format === 'base64') return wordsOf(bytes());
  const isKnown = format === 'base64 zlib' || format === 'base64 gzip' || format === 'base64 zstd';
  const decompress = isKnown ? decompressors[compression as keyof TiledDecompressors] : undefined;
  if (decompress !== undefined) return wordsOf(decompressed(name, decompress, bytes()));
  const wanted = isKnown
    ? `one that can be read: give a function for it, decompress: { ${compression} }, or see decompressTiled`
    : '"csv" or "base64"';
  refuse('invalid-state', `the format of layer ${name}`, wanted, format);
}

/** Returns the bytes that a decompressor makes of the data of a layer. @throws CollisionError when it makes none. */
function decompressed(name: string, decompress: (bytes: Uint8Array) => Uint8Array, bytes: Uint8Array): Uint8Array {
  let words: unknown;
  try {
    words = decompress(bytes);
  } catch (error) {
    refuse(
      'invalid-state',
      `the data of ${name}`,
      'what it says it is',
      error instanceof Error ? error.message : error,
    );
  }
  return words instanceof Uint8Array
    ? words
    : refuse('invalid-state', `what decompresses the data of ${name}`, 'a function that returns a Uint8Array', words);
}

/** Reads numbers of four bytes, the lowest first. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, i) => view.getUint32(4 * i, true));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes base64 without help of the platform, because not every engine has a function for it. Spaces and
 * line breaks in it are skipped, because some tools write base64 in lines.
 */
export function decodeBase64(name: string, text: string): Uint8Array {
  const letters = text.replace(/\s/g, '').replace(/=+$/, '');
  const bytes = new Uint8Array((letters.length * 6) >> 3);
  let bits = 0;
  let count = 0;
  let byte = 0;
  for (const letter of letters) {
    const value = BASE64.indexOf(letter);
    if (value < 0) refuse('invalid-state', `the data of ${name}`, 'base64', letter);
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[byte++] = (bits >> count) & 255;
  }
  return bytes;
}

import { refuse } from '../../core/errors.ts';
import { type Json, readList, readNumber, readText } from './map-json.ts';

interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Reads a layer, or a chunk of one. */
export function readPart(name: string, part: Json, layer: Json): Part {
  const width = readInteger(`width of ${name}`, part.width);
  const height = readInteger(`height of ${name}`, part.height);
  const data = readData(name, part.data, layer);
  if (data.length !== width * height) {
    refuse('invalid-state', `the data of ${name}`, `width · height, ${width * height}, numbers`, `${data.length}`);
  }
  return { x: readInteger(`x of ${name}`, part.x, 0), y: readInteger(`y of ${name}`, part.y, 0), width, height, data };
}

/** The number of a tile in the map, with the flags of how it is flipped in the highest of its 32 bits. */
export function readGlobal(what: string, value: unknown): number {
  const number = readNumber(what, value);
  if (number >>> 0 === number) return number;
  refuse('invalid-state', what, 'an integer from 0 to 4294967295', value);
}

function readInteger(what: string, value: unknown, otherwise?: number): number {
  const number = readNumber(what, value, otherwise);
  return Number.isInteger(number) ? number : refuse('invalid-state', what, 'an integer', value);
}

function readData(name: string, data: unknown, layer: Json): ArrayLike<number> {
  if (typeof data !== 'string')
    return readList(`data of ${name}`, data).map((tile) => readGlobal(`a tile of ${name}`, tile));
  const format = `${readText('encoding', layer.encoding)} ${readText('compression', layer.compression)}`.trim();
  if (format !== 'base64')
    refuse('invalid-state', `the format of layer ${name}`, '"csv" or "base64" without compression', format);
  return decodeWords(name, data);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Reads base64 as numbers of four bytes, the lowest first. Not every engine has a function for it. */
function decodeWords(name: string, text: string): Uint32Array {
  const letters = text.trim().replace(/=+$/, '');
  const words = new Uint32Array((letters.length * 6) >> 5);
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
    words[byte >> 2] |= ((bits >> count) & 255) << (8 * (byte & 3));
    byte++;
  }
  return words;
}

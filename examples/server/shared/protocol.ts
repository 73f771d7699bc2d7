import { MAX_PLAYERS } from './rules.ts';
import { hitOf, isWord, PRESENT, sentPart, type WordFormat, withHit } from './words.ts';

/**
 * What goes over the wire, as bytes. Inputs and frames are sent again until the other side has answered for them, as a
 * network may lose, delay and exchange packets; where it does not, they are sent once.
 */
export const NO_TICK = 0xffffffff;

/** Stands for how far ahead inputs come while none has come. */
export const NO_AHEAD = 127;

/** Inputs in a packet, and how far ahead of the server a client may be. */
export const MAX_INPUTS = 96;
const INPUT_HEAD = 9;

/** Bytes of the largest packet of inputs. */
export function maxInputPacket(format: WordFormat): number {
  return INPUT_HEAD + MAX_INPUTS * wordBytes(format);
}

/** A word takes its bytes and one more: how long ago its player saw the target, or what the ray hit. */
function wordBytes({ bytes }: WordFormat): number {
  return bytes + 1;
}

function setWord(view: DataView, at: number, { bytes }: WordFormat, word: number): void {
  if (bytes === 2) view.setUint16(at, sentPart(word), true);
  else view.setUint32(at, sentPart(word), true);
}

function getWord(view: DataView, at: number, { bytes }: WordFormat): number {
  return bytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
}

/** What a player did in some ticks in a row. */
export interface InputPacket {
  /** The newest tick that the client has from the server; NO_TICK: it needs the world. */
  ack: number;
  /** The tick of the first word. */
  first: number;
  words: number[];
  /** By word: how long before the word's tick the player saw the target of a shot, in quarters of a tick. */
  agos: number[];
}

export function encodeInputs(format: WordFormat, { ack, first, words, agos }: InputPacket): Uint8Array {
  const stride = wordBytes(format);
  const bytes = new Uint8Array(INPUT_HEAD + words.length * stride);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, ack, true);
  view.setUint32(4, first, true);
  view.setUint8(8, words.length);
  words.forEach((word, i) => {
    const at = INPUT_HEAD + i * stride;
    setWord(view, at, format, word);
    view.setUint8(at + format.bytes, agos[i]);
  });
  return bytes;
}

/** Reads what a client sent, which may be anything: returns undefined for what no honest client sends. */
export function decodeInputs(format: WordFormat, bytes: unknown): InputPacket | undefined {
  const stride = wordBytes(format);
  if (!(bytes instanceof Uint8Array) || bytes.length < INPUT_HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = view.getUint8(8);
  if (count > MAX_INPUTS || bytes.length !== INPUT_HEAD + count * stride) return undefined;
  const packet: InputPacket = { ack: view.getUint32(0, true), first: view.getUint32(4, true), words: [], agos: [] };
  for (let i = 0; i < count; i++) {
    const at = INPUT_HEAD + i * stride;
    const word = getWord(view, at, format);
    if (!isWord(format, word)) return undefined;
    packet.words.push(word);
    packet.agos.push(view.getUint8(at + format.bytes));
  }
  return packet;
}

const FRAMES = 1;
const WORLD = 2;
const FRAMES_HEAD = 15;
export const MAX_FRAMES = 255;

/** The inputs of all players in a run of ticks: they turn the world before these ticks into the world after them. */
export interface FramesPacket {
  readonly kind: 'frames';
  /** The tick of the last frame. */
  newest: number;
  /** How many ticks the client's newest input was ahead of its use; below 0 it came too late. */
  ahead: number;
  /** A tick, and the checksum of the world after it. */
  hashTick: number;
  hash: number;
  /** MAX_PLAYERS words each. */
  frames: Int32Array[];
}

/** The whole world, for a client that has just come or has lost the thread. */
export interface WorldPacket {
  readonly kind: 'world';
  tick: number;
  /** Which fighter the receiver is. */
  slot: number;
  seed: number;
  bodies: number;
  arena: Uint8Array;
}

export function encodeFrames(format: WordFormat, packet: FramesPacket): Uint8Array {
  const { newest, ahead, hashTick, hash, frames } = packet;
  const bytes = new Uint8Array(FRAMES_HEAD + frames.length * (1 + MAX_PLAYERS * wordBytes(format)));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FRAMES);
  view.setUint32(1, newest, true);
  view.setInt8(5, Math.max(-128, Math.min(NO_AHEAD, ahead)));
  view.setUint32(6, hashTick, true);
  view.setInt32(10, hash, true);
  view.setUint8(14, frames.length);
  let at = FRAMES_HEAD;
  for (const frame of frames) {
    const maskAt = at++;
    for (let slot = 0; slot < MAX_PLAYERS; slot++) {
      if ((frame[slot] & PRESENT) === 0) continue;
      bytes[maskAt] |= 1 << slot;
      setWord(view, at, format, frame[slot]);
      view.setInt8(at + format.bytes, hitOf(frame[slot]));
      at += wordBytes(format);
    }
  }
  return bytes.subarray(0, at);
}

const WORLD_HEAD = 12;

export function encodeWorld({ tick, slot, seed, bodies, arena }: WorldPacket): Uint8Array {
  const bytes = new Uint8Array(WORLD_HEAD + arena.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, WORLD);
  view.setUint32(1, tick, true);
  view.setUint8(5, slot);
  view.setUint32(6, seed, true);
  view.setUint16(10, bodies, true);
  bytes.set(arena, WORLD_HEAD);
  return bytes;
}

/** Reads what the server sent. */
export function decodeServerPacket(format: WordFormat, bytes: Uint8Array): FramesPacket | WorldPacket {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint8(0) === WORLD) {
    return {
      kind: 'world',
      tick: view.getUint32(1, true),
      slot: view.getUint8(5),
      seed: view.getUint32(6, true),
      bodies: view.getUint16(10, true),
      arena: bytes.subarray(WORLD_HEAD),
    };
  }
  let at = FRAMES_HEAD;
  const frames = Array.from({ length: view.getUint8(14) }, () => {
    const frame = new Int32Array(MAX_PLAYERS);
    const mask = view.getUint8(at++);
    for (let slot = 0; slot < MAX_PLAYERS; slot++) {
      if ((mask & (1 << slot)) === 0) continue;
      frame[slot] = withHit(getWord(view, at, format) | PRESENT, view.getInt8(at + format.bytes));
      at += wordBytes(format);
    }
    return frame;
  });
  return {
    kind: 'frames',
    newest: view.getUint32(1, true),
    ahead: view.getInt8(5),
    hashTick: view.getUint32(6, true),
    hash: view.getInt32(10, true),
    frames,
  };
}

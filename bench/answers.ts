import { readFileSync, writeFileSync } from 'node:fs';

/** How many ticks after the measured ones are compared pair by pair. */
export const COMPARED_TICKS = 4;

/**
 * What a peer found, for comparison: of ticks the sorted pair keys of each compared one, of queries one list with a
 * number for each answer.
 */
export type Answers = Float64Array[];

/** A file of lists: how many, their lengths, their values. */
export function writeAnswers(file: string, answers: Answers): void {
  const head = [answers.length, ...answers.map((list) => list.length)];
  const all = new Float64Array(head.length + answers.reduce((sum, list) => sum + list.length, 0));
  all.set(head);
  let at = head.length;
  for (const list of answers) {
    all.set(list, at);
    at += list.length;
  }
  writeFileSync(file, new Uint8Array(all.buffer));
}

export function readAnswers(file: string): Answers {
  const bytes = readFileSync(file);
  const all = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const count = all[0];
  const answers: Answers = [];
  let at = 1 + count;
  for (let i = 0; i < count; i++) {
    const length = all[1 + i];
    answers.push(all.slice(at, at + length));
    at += length;
  }
  return answers;
}

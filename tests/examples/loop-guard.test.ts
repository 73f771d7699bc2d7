import { expect, test } from 'vitest';
import { guardLoops, MOST_ROUNDS } from '../../examples/shell/code/loop-guard.ts';

function run(body: string): unknown {
  return new Function(body)();
}

const ENDING = [
  'let n = 0; for (let i = 0; i < 5; i++) n += i; return n;',
  'let n = 0; for (const i of [1, 2, 3]) { if (i === 2) continue; n += i; } return n;',
  'let n = 0; for (const key in { a: 1, bc: 2 }) n += key.length; return n;',
  'let n = 0; while (n < 7) n++\nreturn n;',
  'let n = 0; do n += 2; while (n < 9); return n;',
  'let n = 0; do /* no braces */ n += 2\nwhile (n < 9)\nreturn n;',
  'let n = 0; if (n > 0) for (;;) break; else for (let i = 0; i < 3; i++) for (let k = 0; k < i; k++) n++; return n;',
  'let n = 0; outer: for (let i = 0; i < 4; i++) for (;;) { n++; if (i === 2) break outer; continue outer; } return n;',
  'const made = []; for (let i = 0; i < 3; i++) made.push(() => i); return made.map((f) => f()).join();',
  'return ((text) => { for (const letter of text) return letter; })("for (;;) while");',
];

test.each(ENDING)('a loop that ends does what it did: %s', (body) => {
  const guarded = guardLoops(body);
  expect(guarded).not.toBe(body);
  expect(run(guarded)).toBe(run(body));
});

test.each([
  'for (;;);',
  'for (let i = 0; i < 10; i--);',
  'while (true) {}',
  'do {} while (true);',
  'a: while (true) continue a;',
  'for (let i = 0; i < 10; i++) while (i < 20);',
  'const all = [1]; for (const one of all) all.push(one);',
])('one that does not end throws: %s', (body) => {
  expect(() => run(guardLoops(body))).toThrow('this loop does not end');
});

test('rounds are counted anew each time, and as many as allowed are', () => {
  const loops = `let n = 0; for (let k = 0; k < 3; k++) for (let i = 0; i < ${MOST_ROUNDS}; i++) n++; return n;`;
  expect(run(guardLoops(loops))).toBe(3 * MOST_ROUNDS);
});

test('lines stay where they are', () => {
  const code = 'for (let i = 0; i < 2; i++)\n{\n  // one\n  i++;\n}\n';
  expect(guardLoops(code).split('\n')).toHaveLength(code.split('\n').length);
});

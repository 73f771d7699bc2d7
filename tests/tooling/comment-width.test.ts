import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wideCommentLines, wrapComments } from '../../scripts/comment-width.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('no comment is wider than 120 columns: `npm run format` wraps them', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => /\.(ts|mjs|cjs)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const wide = files.flatMap((file) =>
    wideCommentLines(readFileSync(root + file, 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(wide).toEqual([]);
});

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and the lazy dog looks on. ';

test('a line that is too wide becomes a block, at the depth of its statement', () => {
  const wrapped = wrapComments(`class A {\n  /** ${SENTENCE}${SENTENCE}*/\n  x = 1;\n}\n`);
  expect(wrapped).toBe(
    [
      'class A {',
      '  /**',
      '   * The quick brown fox jumps over the lazy dog, and the lazy dog looks on. The quick brown fox jumps over the lazy',
      '   * dog, and the lazy dog looks on.',
      '   */',
      '  x = 1;',
      '}',
      '',
    ].join('\n'),
  );
  expect(wideCommentLines(wrapped)).toEqual([]);
});

test('a paragraph is filled up to its end; formulas, items and other paragraphs stay', () => {
  const text = `/**
 * Short.
 *
 * ${SENTENCE}${SENTENCE}
 * Its end.
 *   a = b + c
 * - ${SENTENCE}${SENTENCE}
 * @throws CollisionError ${SENTENCE}${SENTENCE}
 *   where it ends
 */
const a = 1;
`;
  expect(wrapComments(text).split('\n')).toEqual([
    '/**',
    ' * Short.',
    ' *',
    ' * The quick brown fox jumps over the lazy dog, and the lazy dog looks on. The quick brown fox jumps over the lazy dog,',
    ' * and the lazy dog looks on. Its end.',
    ' *   a = b + c',
    ' * - The quick brown fox jumps over the lazy dog, and the lazy dog looks on. The quick brown fox jumps over the lazy',
    ' *   dog, and the lazy dog looks on.',
    ' * @throws CollisionError The quick brown fox jumps over the lazy dog, and the lazy dog looks on. The quick brown fox',
    ' *   jumps over the lazy dog, and the lazy dog looks on. where it ends',
    ' */',
    'const a = 1;',
    '',
  ]);
});

test('line comments are wrapped as one paragraph, code between backticks stays in one piece', () => {
  const text = `// ${SENTENCE}It is called by \`run(first, second)\` and then\n// by nobody.\nrun();\n`;
  const wider = text.replace('It is called', 'It is called, as far as anybody can tell,');
  expect(wrapComments(text)).toBe(text);
  const lines = wrapComments(wider).split('\n');
  expect(lines[1]).toMatch(/^\/\/ `run\(first, second\)` and then by nobody\.$/);
});

test('strings that look like comments, and comments behind code, are left alone', () => {
  const text = [`const a = \`\n// ${SENTENCE}${SENTENCE}\n\`;`, `run(); // ${SENTENCE}${SENTENCE}`, ''].join('\n');
  expect(wrapComments(text)).toBe(text);
  expect(wideCommentLines(text)).toEqual([]);
});

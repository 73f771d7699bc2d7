import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readableMarkdown } from '../../scripts/docs/api-markdown.ts';
import { pagesOf } from '../../scripts/docs/api-tasks.ts';
import { wordsFor } from '../../scripts/docs/parameter-words.ts';
import { root } from '../../scripts/ensure-installed.mjs';

test('types of the engine are those that a user imports', () => {
  expect(readableMarkdown('begins(): IterableIterator<Types["contact"]>;')).toBe(
    'begins(): IterableIterator<Contact>;',
  );
  expect(readableMarkdown('`IterableIterator`\\<`Types`\\[`"contact"`\\]\\>')).toBe(
    '`IterableIterator`\\<`Contact`\\>',
  );
  expect(readableMarkdown('#### Extends\n\n- `OptionsOf`\\<`PlaneTypes`\\>\n\n#### Properties\n')).toBe(
    '**Properties**\n',
  );
});

test('samples have a language, and parts of a description are no headings', () => {
  expect(readableMarkdown('Returns it.\n\n    const a = 1;\n\n    use(a);\n\nMore.\n')).toBe(
    'Returns it.\n\n```ts\nconst a = 1;\n\nuse(a);\n```\n\nMore.\n',
  );
  expect(readableMarkdown('##### onBegin()\n\n###### Call Signature\n\n###### Parameters\n')).toBe(
    '##### onBegin()\n\n**Parameters**\n',
  );
});

test.each(['2d', '3d'] as const)('every name of /%s is on one page', (dimension) => {
  const pages = pagesOf(dimension);
  const names = pages.flatMap((page) => page.names);
  expect(new Set(names).size).toBe(names.length);
  const entry = readFileSync(join(root, 'entry', `${dimension}.ts`), 'utf8');
  const exported = entry.match(/(?<=\bexport (?:type )?\{)[^}]*(?=\})/g)!.flatMap((list) => list.split(','));
  expect(names.length).toBe(exported.filter((name) => name.trim() !== '').length);
  const pageOf = (name: string) => pages.find((page) => page.names.includes(name))?.page;
  expect(['castRay', 'circle', 'sphere', 'createCollision', 'touching'].map(pageOf)).toEqual([
    'queries',
    dimension === '2d' ? 'shapes' : undefined,
    dimension === '3d' ? 'shapes' : undefined,
    'world',
    'contacts',
  ]);
});

test('parameters have words by their names', () => {
  expect(wordsFor('2d/queries', 'world')).toBe('The bitECS world.');
  expect(wordsFor('geometry3d/ray', 'rayOffset')).toBe('Index in `ray` of its first number.');
  expect(wordsFor('2d/queries', 'nothingKnown')).toBeUndefined();
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { SEARCH_WORDS, searchedText, searchOptions } from '../../docs/.vitepress/search.ts';
import { root } from '../../scripts/ensure-installed.mjs';
import { SEARCHES } from '../support/searches.ts';

/*
 * The search of the site, without the site: sections of the documents in the same index with the same options. The
 * built site, with the reference in its index too, is searched for the same words by tests/e2e/site.test.ts.
 */

interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

function sectionsOf(page: string): Section[] {
  const source = searchedText(page, readFileSync(join(root, 'docs', page), 'utf8'));
  const path = `/${page.replace(/\.md$/, '.html')}`;
  const parents: string[] = [];
  return source
    .split(/^(?=#+ )/m)
    .filter((part) => part.startsWith('#'))
    .map((part): Section => {
      const [, marks, title] = /^(#+) (.*)/.exec(part)!;
      parents.length = marks.length - 1;
      const titles = parents.filter(Boolean);
      parents[marks.length - 1] = title;
      // The heading of a page has an anchor as all others have.
      const anchor = title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-');
      return { id: `${path}#${anchor}`, title, titles, text: part.slice(part.indexOf('\n')) };
    });
}

const index = new MiniSearch<Section>({
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions,
});
const pages = ['catalogue.md', 'geometry-conventions.md', 'rollback.md'];
for (const page of [...pages, ...readdirSync(join(root, 'docs/guide')).map((name) => `guide/${name}`)]) {
  for (const section of new Map(sectionsOf(page).map((one) => [one.id, one])).values()) index.add(section);
}

test.each(SEARCHES)('%s finds the page %s first', (words, page) => {
  expect(index.search(words)[0]?.id).toMatch(new RegExp(`^/guide/${page}\\.html`));
});

test('there are forty words at least, and words for every page of the guide', () => {
  expect(SEARCHES.length).toBeGreaterThanOrEqual(40);
  const names = readdirSync(join(root, 'docs/guide')).map((name) => name.replace(/\.md$/, ''));
  expect(names.filter((name) => !name.startsWith('coming-from-')).sort()).toEqual(Object.keys(SEARCH_WORDS).sort());
});

import { posix } from 'node:path';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { PLACEHOLDER_BASE } from '../../scripts/docs/relative-base.ts';
import { sidebar } from './sidebar.ts';

/** Documents that lie outside the site's folder, and the pages that show them. */
const PAGES_OF_DOCUMENTS: Readonly<Record<string, string>> = {
  'README.md': '/guide/quick-start',
  'ARCHITECTURE.md': '/site/architecture',
  'CHANGELOG.md': '/site/changes',
};

/** Figures and history answer no question of how. */
const NOT_SEARCHED = [
  'benchmarks.md',
  'benchmarks-geometry.md',
  'benchmarks-worlds.md',
  'performance-notes.md',
  'site/changes.md',
];

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='6' cy='8' r='5' fill='%234cc9f0'/%3E%3Ccircle cx='11' cy='8' r='4' fill='%23f72585' fill-opacity='.8'/%3E%3C/svg%3E";

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Documents link to each other as files of the repository; here they are pages. */
function linkPages(markdown: MarkdownIt): void {
  markdown.core.ruler.push('pages-of-documents', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const [path, heading] = (token.attrGet('href') ?? '').split('#') as [string, string | undefined];
      const page = path.startsWith('docs/') ? path.slice('docs'.length) : PAGES_OF_DOCUMENTS[posix.basename(path)];
      if (page !== undefined) token.attrSet('href', heading === undefined ? page : `${page}#${heading}`);
    }
  });
}

/** What the search knows of a page: of the catalogue only what is said in words, its snippets look all alike. */
function searchedText(page: string, source: string): string {
  if (NOT_SEARCHED.includes(page)) return '';
  return page === 'catalogue.md' ? source.replaceAll(/^```.*?^```$|^Source: [^\n]*$/gms, '') : source;
}

/** The part of an address that leads to a heading, as it is where documents are read as files: their links say so. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

export default defineConfig({
  title: 'bitecs-collision',
  description:
    'Collision detection for bitECS worlds in pure TypeScript: contacts, events, queries, a character mover.',
  lang: 'en',
  // While pages are written they are served from the root.
  base: process.env.NODE_ENV === 'production' ? PLACEHOLDER_BASE : '/',
  cacheDir: '../.cache/vitepress',
  head: [['link', { rel: 'icon', href: ICON }]],
  markdown: { config: linkPages, anchor: { slugify } },
  transformPageData: (page) => {
    // An outline takes a third of the width: only pages of names to look up have one.
    if (!/^(api\/|catalogue)/.test(page.relativePath)) page.frontmatter.aside ??= false;
  },
  vite: { build: { chunkSizeWarningLimit: 4000 }, logLevel: 'warn' },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/quick-start', activeMatch: '^/guide/' },
      { text: 'API', link: '/api/2d', activeMatch: '^/(api|catalogue|geometry|benchmarks|performance|site)' },
      { text: 'Gallery', link: '/gallery/index.html', target: '_self', noIcon: true },
    ],
    sidebar,
    outline: { level: [2, 3] },
    docFooter: { prev: 'Before', next: 'Next' },
    search: {
      provider: 'local',
      options: {
        _render: (source, env, markdown) => markdown.render(searchedText(env.relativePath, source), env),
      },
    },
  },
});

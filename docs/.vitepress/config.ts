import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { repositoryOf } from '../../scripts/docs/about.ts';
import { DESCRIPTION, previewTags } from '../../scripts/docs/previews.ts';
import { PLACEHOLDER_BASE } from '../../scripts/docs/relative-base.ts';
import { searchedText, searchOptions } from './search.ts';
import { pictureOf, scenesOf, sidebar } from './sidebar.ts';

/** Documents that lie outside the site's folder, and the pages that show them. */
const PAGES_OF_DOCUMENTS: Readonly<Record<string, string>> = {
  'README.md': '/guide/quick-start',
  'ARCHITECTURE.md': '/site/architecture',
  'CHANGELOG.md': '/site/changes',
};

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

/** The part of an address that leads to a heading, as it is where documents are read as files: their links say so. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Where the sources are, once package.json says so. */
const repository = repositoryOf();

const BASE = process.env.NODE_ENV === 'production' ? PLACEHOLDER_BASE : '/';

/** The first paragraph of a page in plain words: links to the page are previewed with it. */
function firstParagraph(source: string): string | undefined {
  const paragraph = source
    .replace(/^---\n.*?^---$/ms, '')
    .split(/\n\s*\n/)
    .find((block) => /^[A-Z`_*[]/.test(block.trim()));
  return paragraph
    ?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|\b_|_\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export default defineConfig({
  title: 'bitecs-collision',
  description: DESCRIPTION,
  lang: 'en',
  // While pages are written they are served from the root.
  base: BASE,
  cacheDir: '../.cache/vitepress',
  head: [
    ['link', { rel: 'icon', href: `${BASE}favicon.ico`, sizes: '32x32' }],
    ['link', { rel: 'icon', href: `${BASE}icon.svg`, type: 'image/svg+xml' }],
  ],
  transformHead: ({ pageData, title }) =>
    previewTags({
      title,
      description: pageData.description || DESCRIPTION,
      path: pageData.relativePath.replace(/\.md$/, '.html'),
      picture: pictureOf(pageData.relativePath),
    }).map(([kind, key, content]) => ['meta', { [kind]: key, content }] as [string, Record<string, string>]),
  markdown: { config: linkPages, anchor: { slugify } },
  transformPageData: (page) => {
    // An outline takes a third of the width: only pages of names to look up have one.
    if (!/^(api\/|catalogue)/.test(page.relativePath)) page.frontmatter.aside ??= false;
    const actions = page.frontmatter.hero?.actions as { text: string }[] | undefined;
    if (repository !== undefined && actions?.every(({ text }) => text !== 'Source')) {
      actions.push({ theme: 'alt', text: 'Source', link: repository } as { text: string });
    }
    const [scene, ...others] = scenesOf(page.relativePath);
    if (scene !== undefined) page.frontmatter.scene = { id: scene, picture: pictureOf(page.relativePath), others };
    if (page.description === '' && page.relativePath.startsWith('guide/')) {
      page.description = firstParagraph(readFileSync(join('docs', page.relativePath), 'utf8')) ?? '';
    }
  },
  vite: { build: { chunkSizeWarningLimit: 4000 }, logLevel: 'warn' },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/quick-start', activeMatch: '^/guide/' },
      { text: 'Gallery', link: '/gallery/index.html', target: '_self', noIcon: true },
      { text: 'API', link: '/api/', activeMatch: '^/(api|catalogue|geometry|benchmarks|performance|site)' },
      ...(repository === undefined ? [] : [{ text: 'Source', link: repository }]),
    ],
    sidebar,
    outline: { level: [2, 3] },
    docFooter: { prev: 'Before', next: 'Next' },
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions },
        _render: (source, env, markdown) => markdown.render(searchedText(env.relativePath, source), env),
      },
    },
  },
});

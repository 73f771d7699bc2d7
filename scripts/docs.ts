/**
 * `npm run docs`: builds the site into dist-docs/: the guide with the pages of the API, and the gallery below it. It is
 * static and works from any folder of any server.
 *
 *   npm run docs               everything
 *   npm run docs -- pages      only the guide and the API
 *   npm run docs -- gallery    only the gallery
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildGallery } from 'vite';
import { build as buildPages } from 'vitepress';
import { writeApiPages } from './docs/api-pages.ts';
import { makeBaseRelative } from './docs/relative-base.ts';
import { root } from './ensure-installed.mjs';

const SITE = join(root, 'dist-docs');
/** Where VitePress builds: it empties the folder, and the gallery may have been built already. */
const PAGES = join(root, '.cache', 'site');

/** The gallery alone has nowhere to lead to; as a part of the site its title leads back to the start page. */
const TITLE = '<h1>bitecs-collision</h1>';
const TITLE_IN_SITE = '<h1><a href="../index.html">bitecs-collision</a></h1>';

const PARTS = { gallery: addGallery, pages: addPages };

process.chdir(root);
const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  console.error(`No part named ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
if (asked.length === 0) rmSync(SITE, { recursive: true, force: true });
for (const [part, add] of Object.entries(PARTS)) if (asked.length === 0 || asked.includes(part)) await add();
console.log('The site is in dist-docs/.');

async function addPages(): Promise<void> {
  console.log('Reading the docstrings …');
  await writeApiPages();
  console.log('Building the pages …');
  await buildPages('docs', { outDir: PAGES });
  makeBaseRelative(PAGES);
  // The picture of the start page is named by its path, not imported.
  cpSync(join(root, 'docs', 'images'), join(PAGES, 'images'), { recursive: true });
  cpSync(PAGES, SITE, { recursive: true });
}

async function addGallery(): Promise<void> {
  console.log('Building the gallery …');
  const outDir = join(SITE, 'gallery');
  await buildGallery({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir } });
  const page = join(outDir, 'index.html');
  const html = readFileSync(page, 'utf8');
  if (!html.includes(TITLE)) throw new Error(`the gallery has no ${TITLE} that could lead back to the start page`);
  writeFileSync(page, html.replace(TITLE, TITLE_IN_SITE));
}

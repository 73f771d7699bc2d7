/**
 * `npm run docs`: builds the site into dist-docs/: the guide with the pages of the API, and the gallery below it. It is
 * static and works from any folder of any server.
 *
 *   npm run docs               everything
 *   npm run docs -- pages      only the guide and the API
 *   npm run docs -- gallery    only the gallery
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildGallery } from 'vite';
import { build as buildPages } from 'vitepress';
import { writeApiPages } from './docs/api-pages.ts';
import { addToSite } from './docs/gallery-pages.ts';
import { notFoundPage } from './docs/not-found.ts';
import { makeBaseRelative } from './docs/relative-base.ts';
import { root } from './ensure-installed.mjs';

const SITE = join(root, 'dist-docs');
/** The folder into which VitePress builds. It empties that folder, and the gallery may already be in the site's own. */
const PAGES = join(root, '.cache', 'site');

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
  cpSync(join(root, 'examples', 'previews'), join(PAGES, 'previews'), { recursive: true });
  writeFileSync(join(PAGES, '404.html'), notFoundPage());
  cpSync(PAGES, SITE, { recursive: true });
}

async function addGallery(): Promise<void> {
  console.log('Building the gallery …');
  const outDir = join(SITE, 'gallery');
  await buildGallery({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir } });
  await addToSite(outDir);
}

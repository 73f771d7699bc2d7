/**
 * `npm run docs`: builds the site with the guide, the pages of the API and the gallery into dist-docs/. It is static
 * and works from any folder of any server.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildGallery } from 'vite';
import { build as buildSite } from 'vitepress';
import { writeApiPages } from './docs/api-pages.ts';
import { makeBaseRelative } from './docs/relative-base.ts';
import { root } from './ensure-installed.mjs';

const SITE = join(root, 'dist-docs');
const GALLERY = join(root, 'dist-examples');

/** The gallery alone has nowhere to lead to; as a part of the site its title leads back to the start page. */
const TITLE = '<h1>bitecs-collision</h1>';
const TITLE_IN_SITE = '<h1><a href="../index.html">bitecs-collision</a></h1>';

process.chdir(root);
console.log('Reading the docstrings …');
await writeApiPages();
console.log('Building the pages …');
await buildSite('docs');
makeBaseRelative(SITE);
cpSync(join(root, 'docs', 'images'), join(SITE, 'images'), { recursive: true });
console.log('Building the gallery …');
await buildGallery({ configFile: 'vite.config.ts', logLevel: 'warn' });
cpSync(GALLERY, join(SITE, 'gallery'), { recursive: true });
const page = join(SITE, 'gallery', 'index.html');
const html = readFileSync(page, 'utf8');
if (!html.includes(TITLE)) throw new Error(`the gallery has no ${TITLE} that could lead back to the start page`);
writeFileSync(page, html.replace(TITLE, TITLE_IN_SITE));
console.log('The site is in dist-docs/.');

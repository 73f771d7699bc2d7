import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pictureOf, sceneOf, scenesOf } from '../../docs/.vitepress/sidebar.ts';
import { SCENE_FACTS } from '../../examples/shell/scene-facts.ts';
import {
  DOCUMENTS_WITH_INSTALLATION,
  homepageOf,
  installationText,
  repositoryOf,
  withInstallation,
} from '../../scripts/docs/about.ts';
import { scenePage } from '../../scripts/docs/gallery-pages.ts';
import { notFoundPage } from '../../scripts/docs/not-found.ts';
import { previewTags } from '../../scripts/docs/previews.ts';
import { root } from '../../scripts/ensure-installed.mjs';

const manifest = { name: 'some-package', version: '1.2.3' };

test.each(DOCUMENTS_WITH_INSTALLATION)('%s tells the installation as it is (`npm run about` writes it)', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  expect(withInstallation(text)).toBe(text);
});

test('one constant switches from a clone to npm', () => {
  expect(installationText(manifest, true)).toBe('```sh\nnpm install some-package bitecs\n```');
  const fromClone = installationText(manifest, false);
  expect(fromClone).toContain('In a clone of this repository,');
  expect(fromClone).toContain('npm install bitecs ../some-package/some-package-1.2.3.tgz');
  const repository = 'github:someone/some-package';
  expect(installationText({ ...manifest, repository }, false)).toContain(
    'In a clone of https://github.com/someone/some-package,',
  );
});

test('a document without the marks is refused', () => {
  expect(() => withInstallation('# Quick start')).toThrow('marks');
});

test('addresses come from package.json, in whichever form npm takes them', () => {
  const page = 'https://github.com/someone/some-package';
  for (const repository of [
    'someone/some-package',
    'github:someone/some-package',
    page,
    { url: `git+${page}.git` },
    { url: 'git+ssh://git@github.com/someone/some-package.git' },
    { url: 'git://github.com/someone/some-package.git' },
  ]) {
    expect(repositoryOf({ ...manifest, repository })).toBe(page);
  }
  expect(homepageOf({ ...manifest, homepage: 'https://some.page/at#readme' })).toBe('https://some.page/at/');
  expect([repositoryOf(manifest), homepageOf(manifest)]).toEqual([undefined, undefined]);
});

describe('previews of links', () => {
  const preview = { title: 'Swarm', description: 'Many.', path: 'gallery/scenes/games/swarm.html', picture: 'p/s.jpg' };
  const contentOf = (key: string, homepage?: string) =>
    previewTags(preview, homepage).find(([, name]) => name === key)?.[2];

  test('have whole addresses once the homepage is known, and find the picture before', () => {
    expect(contentOf('og:image', 'https://some.page/at/')).toBe('https://some.page/at/p/s.jpg');
    expect(contentOf('og:url', 'https://some.page/at/')).toBe('https://some.page/at/gallery/scenes/games/swarm.html');
    expect([contentOf('og:image'), contentOf('og:url')]).toEqual(['../../../p/s.jpg', undefined]);
    expect([contentOf('og:title'), contentOf('twitter:card')]).toEqual(['Swarm', 'summary_large_image']);
  });

  test('of a scene lead on to the scene, with what the link asks for', () => {
    const page = scenePage('games/swarm', 'Many & more.');
    expect(page).toContain(`location.replace('../../index.html#/games/swarm' + location.search)`);
    expect(page).toContain('<meta property="og:description" content="Many &amp; more.">');
    expect(page).toContain('<meta property="og:image" content="../../../previews/games/swarm.jpg">');
    expect(page).toContain('href="../../../guide/pushing-out.html"');
  });

  test('every scene and every page of the guide has a picture', () => {
    const missing = Object.keys(SCENE_FACTS).filter((id) => !existsSync(join(root, 'examples/previews', `${id}.jpg`)));
    expect(missing, 'npx tsx scripts/thumbnails.ts').toEqual([]);
    const pages = readdirSync(join(root, 'docs/guide')).map((page) => `guide/${page}`);
    for (const page of pages) expect(pictureOf(page), page).toBe(`previews/${sceneOf(page)}.jpg`);
  });

  test('scenes name pages of the guide, and pages scenes', () => {
    for (const [id, { guide }] of Object.entries(SCENE_FACTS)) {
      expect(existsSync(join(root, 'docs/guide', `${guide}.md`)), `${id}: ${guide}`).toBe(true);
    }
    for (const page of readdirSync(join(root, 'docs/guide'))) {
      expect(Object.keys(SCENE_FACTS), page).toContain(sceneOf(`guide/${page}`));
    }
    for (const [id, { guide }] of Object.entries(SCENE_FACTS)) expect(scenesOf(`guide/${guide}.md`)).toContain(id);
  });
});

test('the page for addresses that lead nowhere names the root of the site', () => {
  expect(notFoundPage()).toContain('href="/guide/quick-start.html"');
  expect(notFoundPage('https://some.page/at/')).toContain('href="/at/gallery/index.html"');
});

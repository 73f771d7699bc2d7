import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenesOf } from '../../docs/.vitepress/sidebar.ts';
import { SCENE_FACTS } from '../../examples/shell/scene-facts.ts';
import { effort } from '../support/effort.ts';
import { SEARCHES } from '../support/searches.ts';
import { openChromium } from './support/chromium.mjs';
import { type StaticServer, serveFolder } from './support/static-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = join(root, 'dist-docs');

/** To build the site takes as long as all other browser tests: only `npm run test:long` does. */
describe.skipIf(!effort(true, false))('the built site, in a folder deep below the root of a server', () => {
  let server: StaticServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    const build = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/docs.ts'], { cwd: root, encoding: 'utf8' });
    expect(build.status, build.stderr).toBe(0);
    server = await serveFolder(site, '/some/sub/folder/');
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
    });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('every link of every page leads to a page, and to a heading of it', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.html') && file !== '404.html' && !file.startsWith('gallery/index'));
    expect(pages.length).toBeGreaterThan(50);
    const texts = new Map(pages.map((file) => [file, readFileSync(join(site, file), 'utf8')]));
    const anchors = new Map([...texts].map(([file, text]) => [file, new Set(valuesOf(text, 'id'))]));
    const dead = [...texts].flatMap(([file, text]) =>
      valuesOf(text, 'href')
        .filter((href) => !/^(https?|data):/.test(href))
        .filter((href) => {
          const [path, anchor] = decodeURI(href).split('#') as [string, string | undefined];
          const target = path === '' ? file : posix.join(posix.dirname(file), path);
          const named = target === '.' || target.endsWith('/') ? posix.join(target, 'index.html') : target;
          if (!existsSync(join(site, named))) return true;
          return anchor !== undefined && anchors.has(named) && !anchors.get(named)!.has(anchor);
        })
        .map((href) => `${file}: ${href}`),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  /** The first answers of the search, which answers while one types. */
  async function find(words: string): Promise<string> {
    await page.fill('#localsearch-input', '');
    await page.waitForFunction(() => document.querySelectorAll('.result').length === 0);
    await page.fill('#localsearch-input', words);
    await page.waitForSelector('.result');
    return (await page.locator('.result').allTextContents()).slice(0, 4).join();
  }

  test('a newcomer finds the way: start page, guide, API, search, gallery and back', async () => {
    await page.goto(server.url);
    await page.click('.VPHero >> text=Guide');
    await page.waitForSelector('h1:has-text("Quick start")');
    await page.click('.VPSidebar >> text=Why do my two things not touch?');
    await page.waitForSelector('h1:has-text("Why do my two things not touch?")');
    await page.click('.VPSidebar >> text=A platform that moves');
    await page.waitForSelector('h1:has-text("A platform that moves")');
    await page.click('.VPNavBar >> text=API');
    await page.waitForSelector('h1:has-text("API")');
    await page.click('.VPDoc >> text=bitecs-collision/2d');
    await page.waitForSelector('h1:has-text("bitecs-collision/2d")');
    await page.click('.VPNavBarTitle a');
    await page.waitForSelector('.VPHero');
    expect(page.url()).toBe(server.url);
    await page.click('.VPNavBarSearch button');
    expect(await find('player falls through platform')).toContain('A platform that moves');
    expect(await find('lag compensation')).toContain('A ray as of three ticks ago');
    expect(await find('raycast')).toContain('Queries');
    await page.keyboard.press('Escape');
    await page.click('.VPNavBar >> text=Gallery');
    await page.waitForFunction(() => window.__gallery !== undefined);
    await page.click('#sidebar h1 a');
    await page.waitForSelector('.VPHero');
    expect(complaints).toEqual([]);
  });

  test.each(SEARCHES)('the search for %s finds the page %s first', async (words, guide) => {
    await page.goto(`${server.url}guide/concepts.html`);
    await page.click('.VPNavBarSearch button');
    await find(words);
    expect(await page.locator('.result').first().getAttribute('href')).toContain(`/guide/${guide}.html`);
  });

  test('the reference is by task, names its methods in the outline, and describes every parameter', async () => {
    const api = join(site, 'api');
    const pages = readdirSync(join(root, 'docs/api'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({ file, text: readFileSync(join(root, 'docs/api', file), 'utf8') }));
    expect(pages.length).toBeGreaterThan(35);
    for (const { file, text } of pages) {
      expect(text.length, file).toBeLessThan(file.includes('geometry') ? 80_000 : 60_000);
      expect(text, file).not.toMatch(/Types\[|PlaneTypes|SpaceTypes|^ {4}\w/m);
      // Rows whose last cell, the description, has nothing or a dash; the head of an index has no words over that cell.
      const bare = text.split('\n').filter((row) => /^\|.*\| *[‐-]? *\|$/.test(row) && row !== '| Name | |');
      expect(bare, file).toEqual([]);
    }
    expect(existsSync(join(api, 'maps.html'))).toBe(true);
    await page.goto(`${server.url}api/collision.html`);
    await page.click('.VPDocAsideOutline a:text-is("onBegin()")');
    expect(page.url()).toContain('#onbegin');
  });

  test('every page of the guide leads to its scenes, and the page of every scene back to its page', () => {
    const hrefsOf = (file: string) => valuesOf(readFileSync(join(site, file), 'utf8'), 'href');
    for (const page of readdirSync(join(root, 'docs/guide'))) {
      const scenes = scenesOf(`guide/${page}`);
      expect(scenes, page).not.toEqual([]);
      const hrefs = hrefsOf(`guide/${page.replace('.md', '.html')}`);
      for (const scene of scenes) expect(hrefs, page).toContain(`../gallery/index.html#/${scene}`);
    }
    for (const [scene, { guide }] of Object.entries(SCENE_FACTS)) {
      expect(hrefsOf(`gallery/scenes/${scene}.html`)).toContain(`../../../guide/${guide}.html`);
      expect(scenesOf(`guide/${guide}.md`)).toContain(scene);
    }
  });

  test('a page runs the scene that shows it, and the scene leads to its page', async () => {
    await page.goto(`${server.url}guide/fast-bullets.html`);
    await page.click('.scene button');
    const frame = page.frameLocator('.scene iframe');
    await frame.locator('#canvas canvas').waitFor();
    expect(await frame.locator('#sidebar').isVisible()).toBe(false);
    await page.goto(`${server.url}gallery/scenes/movement/bullets.html?paused&seed=4`);
    await page.waitForFunction(() => window.__gallery?.current === 'movement/bullets');
    expect(page.url()).toContain('#/movement/bullets?paused&seed=4');
    await page.click('#about a');
    await page.waitForSelector('h1:has-text("Fast bullets")');
    expect(complaints).toEqual([]);
  });
});

function valuesOf(html: string, attribute: 'href' | 'id'): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map((match) =>
    match[1].replaceAll('&amp;', '&'),
  );
}

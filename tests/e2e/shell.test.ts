import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withArenaLink } from '../../scripts/arena-link.mjs';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { changedShare, decodePicture } from './support/picture.ts';

let gallery: GalleryBrowser;
let page: GalleryPage;
/** A small scene: what is tested here is the page around it. */
const scene = 'start/drifting-circles';

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

beforeEach(async () => {
  page = await gallery.open(`#/${scene}?seed=3&paused`);
  return async () => {
    expect(page.complaints).toEqual([]);
    await page.close();
  };
});

test('the bare address opens the first scene, and it runs', async () => {
  const fresh = await gallery.open('');
  const first = (await fresh.scenes())[0];
  expect(first).toBe('online/rollback');
  expect(await fresh.current()).toBe(first);
  await fresh.page.waitForFunction(() => window.__gallery!.tick > 3);
  expect(new URL(fresh.page.url()).hash).toBe(`#/${first}`);
  await fresh.close();
});

test('a deep link chooses scene and seed', async () => {
  await page.step(20);
  const three = await page.hash();
  const other = await gallery.open(`#/${scene}?seed=4&paused`);
  await other.step(20);
  expect(await other.hash()).not.toBe(three);
  const same = await gallery.open(`#/${scene}?seed=3&paused`);
  await same.step(20);
  expect(await same.hash()).toBe(three);
  await other.close();
  await same.close();
});

test('the arena is linked only where its server answers, on the machine that the page is from', async () => {
  const { page: tab } = page;
  expect([await tab.isVisible('.keys'), await tab.isVisible('#arena')]).toEqual([true, false]);
  const listening = createServer().listen(0);
  const { port } = listening.address() as AddressInfo;
  await tab.route(tab.url().replace(/#.*/, ''), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: await withArenaLink(await response.text(), port) });
  });
  await tab.reload();
  await tab.waitForFunction(() => window.__gallery !== undefined);
  expect(await tab.isVisible('#arena')).toBe(true);
  const links = await tab.locator('#arena a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([`http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/space`]);
  listening.close();
  await once(listening, 'close');
  expect(await withArenaLink('<html lang="en">', port)).toBe('<html lang="en">');
});

test('pause holds the ticks, step makes one, restart begins anew', async () => {
  expect(await page.tick()).toBe(0);
  await page.page.click('#step');
  await page.page.click('#step');
  expect(await page.tick()).toBe(2);
  await page.page.click('#play');
  await page.page.waitForFunction(() => window.__gallery!.tick > 5);
  await page.page.click('#play');
  const paused = await page.tick();
  await page.page.waitForTimeout(200);
  expect(await page.tick()).toBe(paused);
  await page.page.click('#restart');
  await page.page.waitForFunction(() => window.__gallery!.tick === 0);
});

test('dark and light change page and picture, and leave the scene where it was', async () => {
  await page.step(10);
  const hash = await page.hash();
  const brightness = async () => {
    const { data } = await page.picture();
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
    return sum / (data.length / 4) / 3;
  };
  const before = await brightness();
  await page.page.click('#theme');
  const after = await brightness();
  expect(Math.abs(after - before)).toBeGreaterThan(60);
  expect(await page.hash()).toBe(hash);
});

test('the overlay shows each of its parts of any scene, and hides them again', async () => {
  const parts = ['shapes', 'boxes', 'hierarchy', 'contacts', 'normals', 'ids', 'statics'] as const;
  for (const part of parts) {
    // Few scenes have statics.
    if (part === parts[0]) await page.visit(`${scene}?paused`);
    if (part === 'statics') await page.visit('learn/line-of-sight?paused');
    if (part === parts[0] || part === 'statics') await page.step(60);
    const show = async (on: boolean) => {
      await page.page.evaluate(
        ([setting, value]) => {
          const also = setting === 'statics' && { shapes: true };
          Object.assign(window.__gallery!.overlay!, { [setting]: value, ...also });
        },
        [part, on] as const,
      );
      return page.picture();
    };
    const without = await show(false);
    const drawn = await show(true);
    expect(changedShare(without, drawn), part).toBeGreaterThan(0.0002);
    expect(changedShare(without, await show(false)), part).toBe(0);
  }
});

test('the overlay is switched in the settings, and stays as it is in the other theme', async () => {
  const overlay = () => page.page.evaluate(() => ({ ...window.__gallery!.overlay! }));
  expect(await overlay()).toMatchObject({ boxes: false, contacts: false });
  await page.page.locator('#controls').getByText('Overlay', { exact: true }).click();
  await page.page.locator('#controls .tp-lblv', { hasText: 'boxes' }).locator('.tp-ckbv_w').click();
  expect(await overlay()).toMatchObject({ boxes: true, contacts: false });
  await page.page.click('#theme');
  expect(await overlay()).toMatchObject({ boxes: true, contacts: false });
  await page.page.click('#settings-toggle');
  expect(await page.page.isVisible('#controls')).toBe(false);
});

test('the timings say what the stages take, and draw it', async () => {
  await page.visit('learn/line-of-sight?paused');
  await page.step(40);
  const text = (await page.page.textContent('#stats'))!;
  for (const name of ['broad phase', 'narrow phase', 'rest', 'bodies', 'contacts', 'rays'])
    expect(text).toContain(name);
  const painted = await page.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('#stats canvas')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((sum, value) => sum + Number(value > 0), 0) / data.length;
  });
  // The label and a few thin bars.
  expect(painted).toBeGreaterThan(0.01);
});

test('the pictures in the list are there', async () => {
  const pictures = await page.page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('#scene-list a')];
    return Promise.all(
      links.map(async (link) => {
        const picture = link.querySelector('img');
        if (picture === null) return 'none yet';
        picture.loading = 'eager';
        await picture.decode();
        return picture.naturalWidth;
      }),
    );
  });
  const some = pictures.filter((picture) => picture !== 'none yet');
  expect(some.length).toBeGreaterThan(10);
  expect(new Set(some)).toEqual(new Set([272]));
});

test('at 400 px the list is a drawer', async () => {
  await page.page.setViewportSize({ width: 400, height: 700 });
  await page.page.locator('#scene-list a').first().waitFor({ state: 'hidden' });
  await page.page.click('#menu');
  await page.page.locator(`#scene-list a[href="#/${scene}"]`).click();
  await page.page.waitForFunction(() => !document.body.classList.contains('menu-open'));
  // The list closes at once; the scene opens when its modules have come.
  await page.page.waitForFunction((wanted) => window.__gallery!.current === wanted, scene);
  await page.page.keyboard.press('/');
  expect(await page.page.evaluate(() => document.activeElement?.id)).toBe('filter');
  await page.page.keyboard.press('Escape');
  await page.page.click('#canvas', { position: { x: 380, y: 100 } });
  await page.page.waitForFunction(() => !document.body.classList.contains('menu-open'));
});

test('an unknown scene says so', async () => {
  await page.page.evaluate(() => window.__gallery!.open('no/where'));
  expect(await page.page.textContent('#message')).toContain('no/where');
  expect(await page.page.textContent('#title')).toBe('No such scene');
  expect(await page.current()).toBeUndefined();
  // The stage is as empty as before in a window of another size.
  await page.page.setViewportSize({ width: 980, height: 600 });
  await page.laidOut();
  const { data, width } = decodePicture(await page.page.locator('#canvas').screenshot());
  const pixel = 4 * (20 * width + 20);
  // Of the light theme.
  expect([...data.subarray(pixel, pixel + 3)]).toEqual([0xf6, 0xf7, 0xfa]);
});

test('the list can be filtered', async () => {
  await page.page.keyboard.press('/');
  await page.page.keyboard.type('zzzz');
  expect(await page.page.locator('#scene-list a:visible').count()).toBe(0);
  expect(await page.page.isVisible('#no-scene')).toBe(true);
  await page.page.fill('#filter', 'games surv');
  expect(await page.page.locator('#scene-list a:visible').allTextContents()).toEqual(['Swarm']);
  await page.page.keyboard.press('Enter');
  await page.page.waitForFunction(() => window.__gallery!.current === 'games/swarm');
  await page.page.fill('#filter', '');
  const all = await page.page.locator('#scene-list a:visible').count();
  await page.page.click('#tags button:text-is("solver")');
  const solved = await page.page.locator('#scene-list a:visible').allTextContents();
  expect(solved).toEqual(expect.arrayContaining(['Dominoes', 'Pyramid', 'Sandbox']));
  expect(solved.length).toBeLessThan(all / 2);
  await page.page.click('#tags button:text-is("solver")');
  expect(await page.page.locator('#scene-list a:visible').count()).toBe(all);
});

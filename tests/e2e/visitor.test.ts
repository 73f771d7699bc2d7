import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SceneSim as LampSim } from '../../examples/scenes/learn/line-of-sight/sim.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';

/** What a visitor does without thinking, and finds that it works. */

let gallery: GalleryBrowser;
let page: GalleryPage;
const scene = 'start/drifting-circles';

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

const lampX = () =>
  page.page.evaluate(() => {
    const { collision, lamp } = window.__gallery!.sim as LampSim;
    return collision.Transform.x[lamp];
  });

describe('in a page of its own', () => {
  beforeEach(async () => {
    page = await gallery.open(`#/${scene}?paused`);
    return async () => {
      expect(page.complaints).toEqual([]);
      await page.close();
    };
  });

  test('keys still play after a click on the list, a button or a check box', async () => {
    await page.page.locator('#scene-list a[href="#/learn/line-of-sight"]').click();
    await page.page.waitForFunction(() => window.__gallery!.current === 'learn/line-of-sight');
    await page.page.evaluate(() => window.__gallery!.pause());
    for (const click of ['#step', '#settings-toggle', '#settings-toggle', '#controls .tp-ckbv_w']) {
      await page.page.click(click);
      const before = await lampX();
      await page.page.keyboard.down('ArrowLeft');
      await page.step(1);
      await page.page.keyboard.up('ArrowLeft');
      expect(await lampX(), `after a click on ${click}`).toBeLessThan(before - 0.05);
    }
  });

  test('space plays: it does not press the button that was clicked last', async () => {
    await page.step(5);
    await page.page.click('#step');
    await page.page.keyboard.press('Space');
    expect(await page.tick()).toBe(6);
  });

  test('a button that was reached by keys is pressed by keys', async () => {
    await page.page.focus('#step');
    await page.page.keyboard.press('Space');
    await page.page.keyboard.press('Space');
    expect(await page.tick()).toBe(2);
  });

  test('settings and overlay outlive a restart and a change of scene, and stand in the address', async () => {
    const boxes = () => page.page.evaluate(() => window.__gallery!.overlay!.boxes);
    const hash = () => new URL(page.page.url()).hash;
    await page.page.locator('#controls').getByText('Overlay', { exact: true }).click();
    await page.page.locator('#controls .tp-lblv', { hasText: 'boxes' }).locator('.tp-ckbv_w').click();
    expect(await boxes()).toBe(true);
    expect(hash()).toContain('overlay.boxes=true');
    await page.page.click('#restart');
    await page.page.waitForFunction(() => window.__gallery!.tick === 0);
    expect(await boxes()).toBe(true);
    await page.visit('learn/two-shapes?paused&a=chain');
    expect(await boxes()).toBe(true);
    const shape = () =>
      page.page.evaluate(() => (window.__gallery!.sim as { bodies: { shape: string }[] }).bodies[0].shape);
    expect(await shape()).toBe('chain');

    const other = await gallery.open(`${hash()}`);
    expect(await other.page.evaluate(() => window.__gallery!.overlay!.boxes)).toBe(true);
    await other.close();
  });
});

describe('in one page, as nothing here outlives a change of scene', () => {
  beforeAll(async () => {
    page = await gallery.open(`#/${scene}?paused`);
  });

  afterAll(() => page.close());

  afterEach(() => expect(page.complaints).toEqual([]));

  test('nonsense in the address is left out', async () => {
    await page.visit('learn/two-shapes?paused&a=cheese&b=7&overlay.boxes=3&nothing=1');
    await page.step(2);
    expect(await page.errors()).toEqual([]);
    expect(await page.page.evaluate(() => window.__gallery!.overlay!.boxes)).toBe(false);
  });

  test('panels stand beside the picture, and games have all of it', async () => {
    const overlap = async (panel: string) => {
      const [one, other] = await Promise.all([
        page.page.locator('#canvas canvas').boundingBox(),
        page.page.locator(panel).boundingBox(),
      ]);
      return one!.x + one!.width > other!.x;
    };
    await page.page.setViewportSize({ width: 1280, height: 800 });
    await page.visit('learn/gjk-step-by-step?paused');
    await page.step(1);
    expect(await overlap('#stats')).toBe(false);
    expect(await overlap('#controls')).toBe(false);
    await page.visit('games/swarm?paused');
    expect(await page.page.isVisible('#panels')).toBe(false);
  });

  test('scenes are found by what they are about', async () => {
    await page.page.fill('#filter', 'raycast');
    expect(await page.page.locator('#scene-list a:visible').allTextContents()).toEqual(['Line of sight']);
  });

  test('on a narrow page panels stand below the picture, as wide as the page', async () => {
    await page.page.setViewportSize({ width: 400, height: 800 });
    await page.visit('learn/gjk-step-by-step?paused');
    await page.page.click('#settings-toggle');
    await page.page.waitForFunction(() => {
      const [picture, controls] = ['#canvas canvas', '#controls'].map((part) =>
        document.querySelector(part)!.getBoundingClientRect(),
      );
      return picture.height > 200 && picture.bottom <= controls.top && controls.width > 350;
    });
  });
});

test('a browser without WebGL is told what is missing', async () => {
  const poor = await gallery.open('', undefined, async (fresh) => {
    await fresh.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      const withoutWebGl = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest]);
      };
      HTMLCanvasElement.prototype.getContext = withoutWebGl as typeof getContext;
      OffscreenCanvas.prototype.getContext = (() => null) as never;
      Object.defineProperty(navigator, 'gpu', { value: undefined });
    });
  });
  expect(await poor.page.textContent('#message')).toContain('WebGL');
  expect(await poor.errors()).toEqual([]);
  await poor.close();
});

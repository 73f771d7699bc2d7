import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSim } from '../../examples/scenes/games/platformer/sim.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { complaintsAboutLayout, SCREENS } from './support/layout.ts';

/** Fingers, small screens, and what is polite: `scripts/visit.ts` visits all scenes on all screens. */

let gallery: GalleryBrowser;
let page: GalleryPage;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

async function close(): Promise<void> {
  expect(await page.errors()).toEqual([]);
  expect(page.complaints).toEqual([]);
  await page.close();
}

/** What a finger does at a place of the canvas, seen from the runner. */
function finger(id: number, kind: 'pointerdown' | 'pointerup', byX: number, byY: number): Promise<void> {
  return page.page.evaluate(
    ([pointerId, type, x, y]) => {
      const sim = window.__gallery!.sim as SceneSim;
      const canvas = document.getElementById('canvas')!;
      // A pointer that is not pressed on a real screen cannot be captured.
      canvas.setPointerCapture = () => {};
      const box = canvas.getBoundingClientRect();
      const scale = Math.min(box.width / 22, box.height / 12);
      const [runnerX, runnerY] = [sim.collision.Transform.x[sim.player], sim.collision.Transform.y[sim.player]];
      const clientX = box.x + box.width / 2 + (runnerX - sim.game.viewX - 11 + x) * scale;
      const clientY = box.y + box.height / 2 + (runnerY - sim.game.viewY - 6 + y) * scale;
      canvas.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY, bubbles: true }));
    },
    [id, kind, byX, byY] as const,
  );
}

const runner = () =>
  page.page.evaluate(() => {
    const { input, collision, player } = window.__gallery!.sim as SceneSim;
    return {
      x: collision.Transform.x[player],
      y: collision.Transform.y[player],
      ...{ first: input.pointerDown, second: input.secondDown },
    };
  });

test('one thumb runs on while the other jumps and is lifted', async () => {
  page = await gallery.open('#/games/platformer?seed=2&paused', SCREENS[2]);
  await page.step(30);
  await finger(1, 'pointerdown', 9, 0);
  await page.step(20);
  const running = await runner();
  await finger(2, 'pointerdown', 2, -4);
  await page.step(12);
  const jumping = await runner();
  expect(jumping).toMatchObject({ first: true, second: true });
  expect(jumping.x).toBeGreaterThan(running.x + 0.5);
  expect(jumping.y).toBeLessThan(running.y - 0.5);
  await finger(2, 'pointerup', 2, -4);
  await page.step(12);
  const after = await runner();
  expect(after).toMatchObject({ first: true, second: false });
  expect(after.x).toBeGreaterThan(jumping.x + 0.5);
  // The first to be lifted leaves its place to the other.
  await finger(2, 'pointerdown', 9, 0);
  await finger(1, 'pointerup', 4, 0);
  await page.step(1);
  expect(await runner()).toMatchObject({ first: true, second: false });
  await close();
});

test('a stick of a gamepad runs as fast as it is pushed, its button jumps, and the help names it', async () => {
  page = await gallery.open('#/games/platformer?seed=2&paused');
  const hold = (x: number, isPressed: boolean) =>
    page.page.evaluate(
      ([axis, pressed]) => {
        const pad = { connected: true, axes: [axis, 0, 0, 0], buttons: [{ pressed }] };
        navigator.getGamepads = () => [null, pad as unknown as Gamepad];
      },
      [x, isPressed] as const,
    );
  const input = () => page.page.evaluate(() => (window.__gallery!.sim as SceneSim).input);
  await page.step(30);
  await hold(0.1, false);
  await page.step(1);
  expect(await input()).toMatchObject({ moveX: 0, moveY: 0, action: false });
  const from = (await runner()).x;
  await hold(0.575, false);
  await page.step(30);
  expect(await input()).toMatchObject({ moveX: 0.5, moveY: 0, action: false });
  const half = (await runner()).x - from;
  await hold(1, true);
  await page.step(30);
  expect(await input()).toMatchObject({ moveX: 1, action: true });
  expect((await runner()).x - from - half).toBeGreaterThan(1.3 * half);
  await page.page.keyboard.press('?');
  expect(await page.page.textContent('#help[open]')).toContain('with a gamepad');
  expect(await page.page.textContent('#about')).toContain('gamepad');
  await close();
});

test('a game pauses when its window is left, and says how to go on', async () => {
  page = await gallery.open('#/games/swarm?seed=2');
  await page.page.waitForFunction(() => window.__gallery!.tick > 2);
  expect(await page.page.isVisible('#paused')).toBe(false);
  await page.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  expect(await page.page.textContent('#paused')).toContain('Paused');
  const tick = await page.tick();
  await page.page.waitForTimeout(100);
  expect(await page.tick()).toBe(tick);
  await page.page.click('#paused');
  await page.page.waitForFunction((before) => window.__gallery!.tick > before, tick);
  await close();
});

test('where less motion is asked for, scenes wait until they are played', async () => {
  page = await gallery.open('#/start/drifting-circles', undefined, (fresh) =>
    fresh.emulateMedia({ reducedMotion: 'reduce' }),
  );
  expect(await page.tick()).toBe(0);
  await page.page.click('#paused');
  await page.page.waitForFunction(() => window.__gallery!.tick > 2);
  await close();
});

test('settings have names', async () => {
  page = await gallery.open('#/movement/bullets?paused');
  const nameless = await page.page.$$eval('#controls :is(input, select, [role="slider"])', (controls) =>
    controls.filter((control) => !control.hasAttribute('aria-label')).map((control) => control.outerHTML),
  );
  expect(nameless).toEqual([]);
  expect(await page.page.getByRole('slider', { name: 'speed' }).count()).toBe(1);
  await close();
});

test('shortcuts go by the letter on the key, not by its place', async () => {
  page = await gallery.open('#/start/drifting-circles?paused');
  await page.page.evaluate(() => {
    for (const [key, code] of [
      ['n', 'KeyX'],
      ['x', 'KeyN'],
      ['т', 'KeyN'],
    ])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
  });
  expect(await page.tick()).toBe(2);
  await close();
});

test('on a phone nothing overlaps, is cut off or is too small for a finger', async () => {
  for (const screen of [SCREENS[2], SCREENS[4]]) {
    page = await gallery.open('#/start/sandbox?paused', screen);
    for (const scene of ['start/sandbox', 'games/brick-breaker', 'learn/event-log']) {
      await page.visit(`${scene}?paused`);
      await page.step(5);
      expect(await complaintsAboutLayout(page.page), `${scene} at ${screen.width} × ${screen.height}`).toEqual([]);
      expect(await page.page.isVisible('#timeline')).toBe(true);
    }
    await page.page.click('#more');
    await page.page.evaluate(() => new Promise(requestAnimationFrame));
    await page.laidOut();
    expect(await complaintsAboutLayout(page.page), `more of it at ${screen.width} pixels`).toEqual([]);
    await close();
  }
});

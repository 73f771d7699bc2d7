import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSim } from '../../examples/scenes/start/sandbox/sim.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';

/** Back and forth in time, links to what is seen, and the keys of the page. */

let gallery: GalleryBrowser;
let page: GalleryPage;

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
  page = await gallery.open('#/start/sandbox?seed=2&paused');
});

afterAll(async () => {
  expect(page.complaints).toEqual([]);
  await gallery?.stop();
});

const hashOfAddress = () => new URL(page.page.url()).hash;

/** Presses the mouse at a share of the canvas, for so many ticks. */
async function press(x: number, y: number, ticks: number): Promise<void> {
  const box = (await page.page.locator('#canvas').boundingBox())!;
  await page.page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await page.page.mouse.down();
  await page.step(ticks);
  await page.page.mouse.up();
  await page.step(1);
}

const atTick = (tick: number) => page.page.waitForFunction((wanted) => window.__gallery!.tick === wanted, tick);

test('what was done can be gone back through, forth again, and be shown once more', async () => {
  await page.step(30);
  await page.page.click('#tools button:text-is("circle")');
  await press(0.5, 0.3, 3);
  await page.page.click('#tools button:text-is("plank")');
  await press(0.4, 0.2, 3);
  const hashes = [await page.hash()];
  for (let i = 0; i < 5; i++) {
    await page.step(1);
    hashes.push(await page.hash());
  }
  const end = await page.tick();
  for (let i = 4; i >= 3; i--) {
    await page.page.keyboard.press('b');
    await atTick(end - 5 + i);
    expect(await page.hash(), `tick ${end - 5 + i}`).toBe(hashes[i]);
  }
  await page.page.keyboard.press('Shift+B');
  await atTick(0);
  await page.step(end);
  expect(await page.hash()).toBe(hashes[5]);

  await page.page.click('#replay');
  await page.page.waitForFunction(
    (last) => window.__gallery!.tick === last && !document.getElementById('play')!.classList.contains('playing'),
    end,
  );
  expect(await page.hash()).toBe(hashes[5]);
});

test('a link leads to what was made in the sandbox', async () => {
  const things = () => page.page.evaluate(() => (window.__gallery!.sim as SceneSim).counts.things);
  const made = await things();
  await page.page.click('#share');
  expect(hashOfAddress()).toMatch(/^#\/start\/sandbox\?seed=2&saved=[\w.-]+$/);
  const other = await gallery.open(`${hashOfAddress()}&paused`);
  await other.step(1);
  expect(await other.page.evaluate(() => (window.__gallery!.sim as SceneSim).counts.things)).toBe(made);
  await other.close();
});

test('a link to a scene that nobody touched leads to the same tick', async () => {
  await page.visit('learn/hierarchies?seed=5&paused');
  await page.step(25);
  const hash = await page.hash();
  await page.page.click('#share');
  expect(hashOfAddress()).toBe('#/learn/hierarchies?seed=5&tick=25');
  await page.visit(hashOfAddress().slice(2));
  expect(await page.tick()).toBe(25);
  expect(await page.hash()).toBe(hash);
});

test('so does a link to a scene that somebody has played in, with what was done in it', async () => {
  await page.visit('start/drifting-circles?seed=5&paused');
  await page.step(10);
  await press(0.4, 0.5, 12);
  await press(0.6, 0.4, 8);
  const hash = await page.hash();
  const tick = await page.tick();
  await page.page.click('#share');
  await page.page.waitForFunction(() => location.hash.includes('played='));
  expect(await page.page.textContent('#note')).not.toContain('begins at the start');
  expect(hashOfAddress()).toMatch(new RegExp(`^#/start/drifting-circles\\?seed=5&tick=${tick}&played=[\\w-]+$`));
  await page.visit(hashOfAddress().slice(2));
  expect([await page.tick(), await page.hash()]).toEqual([tick, hash]);
  await page.visit(`start/drifting-circles?seed=5&tick=${tick}`);
  expect(await page.hash()).not.toBe(hash);
  await page.visit('start/drifting-circles?seed=5&tick=3&played=nonsense');
  expect([await page.tick(), await page.errors()]).toEqual([3, []]);
});

test('what the wheel and a setting do is gone back through as well, and is in a link', async () => {
  await page.visit('learn/two-shapes?seed=3&paused');
  await page.step(70);
  const box = (await page.page.locator('#canvas').boundingBox())!;
  await page.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.page.mouse.wheel(0, 100);
  await page.page.selectOption('#controls select >> nth=0', { index: 2 });
  await page.step(20);
  const [tick, hash] = [await page.tick(), await page.hash()];
  await page.page.focus('#timeline');
  await page.page.keyboard.press('Home');
  await atTick(0);
  await page.page.keyboard.press('End');
  await atTick(tick);
  expect(await page.hash()).toBe(hash);
  expect(await page.page.textContent('#timeline-verdict')).toBe('= same bits');
  await page.page.click('#share');
  await page.page.waitForFunction(() => location.hash.includes('played='));
  await page.visit(hashOfAddress().slice(2));
  expect([await page.tick(), await page.hash()]).toEqual([tick, hash]);
});

test('the timeline is dragged through the past, and says that it runs again to the bit', async () => {
  await page.visit('physics/pyramid?seed=3&paused');
  await page.step(150);
  const end = await page.hash();
  const box = (await page.page.locator('#timeline-canvas').boundingBox())!;
  const at = (tick: number) => box.x + (box.width * tick) / 600;
  await page.page.mouse.move(at(150), box.y + box.height / 2);
  await page.page.mouse.down();
  await page.page.mouse.move(at(130), box.y + box.height / 2);
  await page.page.mouse.move(at(70), box.y + box.height / 2);
  await page.page.mouse.up();
  await page.page.waitForFunction(() => window.__gallery!.tick < 80, undefined, { timeout: 20_000 });
  const tick = await page.tick();
  expect(tick).toBeGreaterThan(60);
  await page.page.focus('#timeline');
  await page.page.keyboard.press('ArrowRight');
  await atTick(tick + 1);
  await page.page.keyboard.press('End');
  await atTick(150);
  expect(await page.hash()).toBe(end);
  expect(await page.page.textContent('#timeline-verdict')).toBe('= same bits');
  expect(await page.page.getAttribute('#timeline', 'aria-valuenow')).toBe('150');
});

test('the way to a far tick of a link is gone to its end, however long it takes, or until it is stopped', async () => {
  const other = await gallery.open('#/learn/hierarchies?seed=5&paused');
  const slow = (by: number) =>
    other.page.evaluate((more) => {
      // Each look at the clock takes so much longer, in milliseconds: a slice is one tick then, and the way takes
      // hours.
      const now = performance.now.bind(performance);
      let late = 0;
      performance.now = () => now() + (late += more);
    }, by);
  await slow(20_000);
  await other.page.evaluate(() => {
    location.hash = '#/learn/hierarchies?seed=5&tick=30';
  });
  await other.page.waitForFunction(() => document.getElementById('note')!.textContent!.includes('s more, pause stops'));
  expect(await other.page.getAttribute('#play', 'aria-label')).toBe('Pause');
  await other.page.waitForFunction(() => window.__gallery!.tick === 30);
  await other.page.waitForFunction(() => document.getElementById('play')!.getAttribute('aria-label') === 'Play');
  await other.page.evaluate(() => {
    location.hash = '#/learn/hierarchies?seed=5&tick=20000';
  });
  await other.page.waitForFunction(() => document.getElementById('note')!.textContent!.includes('of 20,000 ticks'));
  await other.page.keyboard.press('p');
  await other.page.waitForFunction(() => document.getElementById('note')!.textContent!.includes('leads on'));
  expect(await other.tick()).toBeLessThan(20_000);
  expect(await other.page.getAttribute('#timeline', 'aria-valuemax')).toBe('20000');
  expect(other.complaints).toEqual([]);
  await other.close();
});

test('the way to a far tick of a link is shown, and gives way to the timeline', async () => {
  await page.page.evaluate(() => {
    location.hash = '#/games/swarm?seed=4&tick=36000';
  });
  await page.page.waitForFunction(() => window.__gallery!.current === 'games/swarm' && window.__gallery!.tick > 5);
  await page.page.focus('#timeline');
  await page.page.keyboard.press('Home');
  await atTick(0);
  await page.page.keyboard.press('ArrowRight');
  await atTick(1);
  expect(await page.page.getAttribute('#timeline', 'aria-valuemax')).toBe('36000');
});

test('five seconds are saved as a video, which has a size, frames and a picture that changes', async () => {
  // Ninety frames are enough here, however long a busy machine takes to draw them.
  const shorten = async (each: GalleryPage['page']): Promise<void> => {
    await each.addInitScript(() => {
      const wait = globalThis.setTimeout;
      const afterFrames = (run: () => void, frames: number): number =>
        requestAnimationFrame(() => (frames === 0 ? run() : afterFrames(run, frames - 1)));
      Object.assign(globalThis, {
        setTimeout: (run: () => void, time = 0) => (time === 5000 ? afterFrames(run, 90) : wait(run, time)),
      });
    });
  };
  const other = await gallery.open('#/start/drifting-circles', { width: 720, height: 520 }, shorten);
  const canvas = (await other.page.locator('#canvas canvas').boundingBox())!;
  const [download] = await Promise.all([other.page.waitForEvent('download'), other.page.click('#video')]);
  expect(download.suggestedFilename()).toMatch(/^start-drifting-circles\.(webm|mp4)$/);
  const file = (await buffer(await download.createReadStream())).toString('base64');
  const type = download.suggestedFilename().endsWith('mp4') ? 'video/mp4' : 'video/webm';
  expect([await other.page.getAttribute('#video', 'aria-pressed'), other.complaints]).toEqual(['false', []]);
  const seen = await other.page.evaluate(async (url) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = url;
    const pen = new OffscreenCanvas(64, 48).getContext('2d', { willReadFrequently: true })!;
    const pictures: string[] = [];
    await video.play();
    while (!video.ended) {
      await new Promise(requestAnimationFrame);
      pen.drawImage(video, 0, 0, 64, 48);
      pictures.push(pen.getImageData(0, 0, 64, 48).data.join());
    }
    const { videoWidth, videoHeight, currentTime } = video;
    return { videoWidth, videoHeight, currentTime, pictures: new Set(pictures).size };
  }, `data:${type};base64,${file}`);
  expect(Math.abs(seen.videoWidth - canvas.width)).toBeLessThan(2);
  expect(Math.abs(seen.videoHeight - canvas.height)).toBeLessThan(2);
  expect(seen.currentTime).toBeGreaterThan(0.8);
  expect(seen.pictures).toBeGreaterThan(2);
  await other.close();
});

test('where the browser records no video there is no button for it', async () => {
  expect(await page.page.isVisible('#video')).toBe(true);
  const other = await gallery.open('#/start/sandbox?paused', undefined, async (each) => {
    await each.addInitScript(() => void Reflect.deleteProperty(globalThis, 'MediaRecorder'));
  });
  expect(await other.page.isVisible('#video')).toBe(false);
  expect(await other.page.isVisible('#full-screen')).toBe(true);
  await other.close();
});

test('keys lead to the next scene and back, hide everything, and are told', async () => {
  await page.visit('physics/pyramid?paused');
  const scenes = await page.scenes();
  const at = scenes.indexOf('physics/pyramid');
  await page.page.keyboard.press('j');
  await page.page.waitForFunction((id) => window.__gallery!.current === id, scenes[at + 1]);
  await page.page.keyboard.press('k');
  await page.page.waitForFunction((id) => window.__gallery!.current === id, scenes[at]);
  await page.page.keyboard.press('h');
  for (const part of ['#sidebar', '#toolbar', '#panels', '#about']) expect(await page.page.isVisible(part)).toBe(false);
  await page.page.keyboard.press('h');
  expect(await page.page.isVisible('#toolbar')).toBe(true);
  await page.page.keyboard.press('?');
  expect(await page.page.textContent('#help[open]')).toContain('one tick back');
  await page.page.keyboard.press('Escape');
  expect(await page.page.isVisible('#help')).toBe(false);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { GalleryBrowser } from '../tests/e2e/support/gallery-page.ts';

/**
 * Makes the small pictures in the list of scenes from the scenes themselves:
 *
 *   npm run build:examples && npx tsx scripts/thumbnails.ts [part of a scene's name …]
 *
 * The gallery must have been built; build it again afterwards to see the pictures.
 */
const folder = fileURLToPath(new URL('../examples/thumbnails', import.meta.url));
const WIDTH = 160;
const HEIGHT = 100;
const QUALITY = 0.72;
const TICKS = 200;
/** The canvas is this much larger than the picture, which shows its middle; the panels of the page are left out. */
const PAGE = { width: 244 + 3 * WIDTH, height: 3 * HEIGHT + 90 };

const asked = process.argv.slice(2);
const gallery = await GalleryBrowser.start();
await takePictures('dark', '.webp');
await takePictures('light', '.light.webp');
await gallery.stop();

async function takePictures(theme: 'dark' | 'light', ending: string): Promise<void> {
  const { page, scenes } = await openGallery(theme);
  for (const scene of scenes) {
    if (asked.length > 0 && !asked.some((part) => scene.includes(part))) continue;
    await page.evaluate(
      async ([id, ticks]) => {
        await window.__gallery!.open(`${id}?paused`);
        window.__gallery!.step(ticks);
      },
      [scene, TICKS] as const,
    );
    const error = await page.evaluate(() =>
      window.__gallery!.current === undefined ? window.__gallery!.errors.at(-1) : '',
    );
    if (error !== '') {
      console.log(`${scene}: left out, ${error}`);
      continue;
    }
    const file = join(folder, `${scene}${ending}`);
    const picture = await takePicture(page);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    console.log(`${scene}, ${theme}: ${picture.length} bytes`);
  }
  await page.close();
}

async function openGallery(theme: 'dark' | 'light'): Promise<{ page: Page; scenes: readonly string[] }> {
  const { page } = await gallery.open('#/start/drifting-circles?paused', PAGE);
  await page.emulateMedia({ colorScheme: theme });
  await page.reload();
  await page.waitForFunction(() => window.__gallery !== undefined);
  await page.addStyleTag({ content: '#panels, #about, #time, #view { display: none !important }' });
  return { page, scenes: await page.evaluate(() => window.__gallery!.scenes) };
}

/**
 * Scales what is on the canvas to the size of a thumbnail, cutting off what sticks out, with the browser's own means.
 */
async function takePicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(
    ([width, height, quality]) => {
      window.__gallery!.step(0);
      const source = document.querySelector<HTMLCanvasElement>('#canvas canvas')!;
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      const scale = Math.max(width / source.width, height / source.height);
      const wide = source.width * scale;
      const high = source.height * scale;
      context.drawImage(source, (width - wide) / 2, (height - high) / 2, wide, high);
      return canvas.toDataURL('image/webp', quality);
    },
    [WIDTH, HEIGHT, QUALITY] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

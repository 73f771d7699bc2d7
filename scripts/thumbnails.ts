import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { GalleryBrowser } from '../tests/e2e/support/gallery-page.ts';
import { PREVIEW_SIZE } from './docs/previews.ts';

/**
 * Makes pictures of the scenes from the scenes themselves: those of the list, dark and light, and those that a link to
 * a scene is previewed with where people talk.
 *
 *   npm run build:examples && npx tsx scripts/thumbnails.ts [part of a scene's name …]
 *
 * The gallery must have been built; build it again afterwards to see the pictures.
 */
const examples = fileURLToPath(new URL('../examples', import.meta.url));
const TICKS = 200;
/** Scenes that show what they are about at another tick. */
const OTHER_TICKS: Readonly<Record<string, number>> = { 'movement/paper-wall': 118, 'movement/room-walk': 10 };

interface Kind {
  /** The width of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * How many times as large as the picture the canvas is: the smaller the scale, the larger things look in the picture.
   */
  readonly scale: number;
  readonly type: 'image/webp' | 'image/jpeg';
  readonly quality: number;
  readonly theme: 'dark' | 'light';
  fileOf(scene: string): string;
}

const LISTED = { width: 272, height: 170, scale: 2, type: 'image/webp', quality: 0.74 } as const;

const KINDS: readonly Kind[] = [
  { ...LISTED, theme: 'dark', fileOf: (scene) => `thumbnails/${scene}.webp` },
  { ...LISTED, theme: 'light', fileOf: (scene) => `thumbnails/${scene}.light.webp` },
  {
    ...PREVIEW_SIZE,
    scale: 1,
    type: 'image/jpeg',
    quality: 0.78,
    theme: 'dark',
    fileOf: (scene) => `previews/${scene}.jpg`,
  },
];

const asked = process.argv.slice(2);
const gallery = await GalleryBrowser.start();
for (const kind of KINDS) await takePictures(kind);
await gallery.stop();

async function takePictures(kind: Kind): Promise<void> {
  const { page, scenes } = await openGallery(kind);
  for (const scene of scenes) {
    if (asked.length > 0 && !asked.some((part) => scene.includes(part))) continue;
    await page.evaluate(
      async ([id, ticks]) => {
        await window.__gallery!.open(`${id}?paused`);
        window.__gallery!.step(ticks);
      },
      [scene, OTHER_TICKS[scene] ?? TICKS] as const,
    );
    const error = await page.evaluate(() =>
      window.__gallery!.current === undefined ? window.__gallery!.errors.at(-1) : '',
    );
    if (error !== '') {
      console.log(`${scene}: left out, ${error}`);
      continue;
    }
    const file = join(examples, kind.fileOf(scene));
    const picture = await takePicture(page, kind);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    console.log(`${kind.fileOf(scene)}: ${picture.length} bytes`);
  }
  await page.close();
}

async function openGallery({ theme, width, height, scale }: Kind): Promise<{ page: Page; scenes: readonly string[] }> {
  const size = { width: scale * width, height: scale * height };
  const { page } = await gallery.open('#/start/drifting-circles?paused', size);
  await page.emulateMedia({ colorScheme: theme });
  await page.reload();
  await page.waitForFunction(() => window.__gallery !== undefined);
  // The picture alone fills the window.
  await page.keyboard.press('h');
  await page.addStyleTag({ content: '#tools, #note, #timeline { display: none !important }' });
  await page.waitForFunction(() => document.querySelector('#canvas canvas')!.clientHeight === innerHeight);
  return { page, scenes: await page.evaluate(() => window.__gallery!.scenes) };
}

/** Scales what is on the canvas to the size of a picture with the browser's own means. */
async function takePicture(page: Page, { width, height, type, quality }: Kind): Promise<Buffer> {
  const url = await page.evaluate(
    ([width, height, type, quality]) => {
      window.__gallery!.step(0);
      const source = document.querySelector<HTMLCanvasElement>('#canvas canvas')!;
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d', { alpha: false })!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(source, 0, 0, width, height);
      return canvas.toDataURL(type, quality);
    },
    [width, height, type, quality] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

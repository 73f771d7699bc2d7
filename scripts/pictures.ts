import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { GalleryBrowser } from '../tests/e2e/support/gallery-page.ts';

/**
 * Makes the pictures of README.md and of the site's start page from the gallery:
 *
 *   npm run build:examples && npx tsx scripts/pictures.ts [part of a picture's name …]
 */
const folder = fileURLToPath(new URL('../docs/images', import.meta.url));

/** The page as it is, after so many ticks. */
const STILLS = [
  { name: 'coastlines', scene: 'scale/coastlines?seed=2', ticks: 200, width: 1280, height: 720 },
  { name: 'bowl', scene: 'physics/bowl', ticks: 420, width: 900, height: 600 },
  { name: 'gjk-step-by-step', scene: 'learn/gjk-step-by-step', ticks: 60, width: 900, height: 600 },
  { name: 'frustum-culling', scene: 'space/frustum-culling', ticks: 60, width: 900, height: 600 },
];
const STILL_QUALITY = 0.78;

/** The moving pictures, which show the canvas alone. */
const MOVING = [
  { name: 'line-of-sight', scene: 'learn/line-of-sight', ticks: 60 },
  { name: 'drifting-circles', scene: 'start/drifting-circles?seed=2', ticks: 120 },
  { name: 'two-solids', scene: 'space/two-solids?seed=1', ticks: 330 },
];
const FILM = { width: 480, height: 270, quality: 0.4, frames: 30, ticksPerFrame: 4, milliseconds: 66 };
/** The canvas is larger than the film, which shows it scaled: the page around it takes this much. */
const AROUND = { width: 244, height: 90 };
const SCALE = 2;

const asked = process.argv.slice(2);
const isAsked = ({ name }: { name: string }): boolean =>
  asked.length === 0 || asked.some((part) => name.includes(part));

const gallery = await GalleryBrowser.start();
for (const still of STILLS.filter(isAsked)) {
  const { page } = await openScene(still.scene, still.ticks, still);
  const png = (await page.screenshot()).toString('base64');
  save(still.name, await asWebp(page, `data:image/png;base64,${png}`, { ...still, quality: STILL_QUALITY }));
  await page.close();
}
for (const moving of MOVING.filter(isAsked)) {
  const size = { width: AROUND.width + SCALE * FILM.width, height: AROUND.height + SCALE * FILM.height };
  const { page } = await openScene(moving.scene, moving.ticks, size);
  const frames: Buffer[] = [];
  for (let i = 0; i < FILM.frames; i++) {
    const url = await page.evaluate((ticks) => {
      window.__gallery!.step(ticks);
      return document.querySelector<HTMLCanvasElement>('#canvas canvas')!.toDataURL('image/png');
    }, FILM.ticksPerFrame);
    frames.push(await asWebp(page, url, FILM));
  }
  save(moving.name, animate(frames));
  await page.close();
}
await gallery.stop();

async function openScene(scene: string, ticks: number, size: { width: number; height: number }) {
  const route = scene.includes('?') ? `${scene}&paused` : `${scene}?paused`;
  const opened = await gallery.open(`#/${route}`, size, (page) => page.emulateMedia({ colorScheme: 'dark' }));
  // Timings are those of a browser that renders in software.
  const timings = opened.page.locator('#stats-toggle[aria-pressed="true"]');
  if ((await timings.count()) > 0) await timings.click();
  await opened.page.mouse.move(0, 0); // no button looks pressed
  await opened.step(ticks);
  return opened;
}

function save(name: string, picture: Buffer): void {
  writeFileSync(join(folder, `${name}.webp`), picture);
  console.log(`${name}: ${picture.length} bytes`);
}

interface Format {
  readonly width: number;
  readonly height: number;
  readonly quality: number;
}

/** Scales a picture to cover the format, and encodes it by the browser's own means. */
async function asWebp(page: Page, url: string, format: Format): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([from, { width, height, quality }]) => {
      const image = new Image();
      image.src = from;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d', { alpha: false })!;
      context.imageSmoothingQuality = 'high';
      const scale = Math.max(width / image.width, height / image.height);
      const wide = image.width * scale;
      const high = image.height * scale;
      context.drawImage(image, (width - wide) / 2, (height - high) / 2, wide, high);
      return canvas.toDataURL('image/webp', quality);
    },
    [url, format] as const,
  );
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

/**
 * Joins pictures into one that moves for ever. The container is that of "WebP Container Specification": a header, the
 * background and the number of loops, then each frame with its place and its time.
 */
function animate(pictures: readonly Buffer[]): Buffer {
  const SHOWS_ANIMATION = 2;
  const header = Buffer.alloc(10);
  header[0] = SHOWS_ANIMATION;
  header.writeUIntLE(FILM.width - 1, 4, 3);
  header.writeUIntLE(FILM.height - 1, 7, 3);
  const frames = pictures.map((picture) => {
    const place = Buffer.alloc(16);
    place.writeUIntLE(FILM.width - 1, 6, 3);
    place.writeUIntLE(FILM.height - 1, 9, 3);
    place.writeUIntLE(FILM.milliseconds, 12, 3);
    return chunk('ANMF', Buffer.concat([place, imageOf(picture)]));
  });
  const body = [Buffer.from('WEBP'), chunk('VP8X', header), chunk('ANIM', Buffer.alloc(6)), ...frames];
  return chunk('RIFF', Buffer.concat(body));
}

/** The chunk of a still picture that holds its pixels. */
function imageOf(picture: Buffer): Buffer {
  const FIRST_CHUNK = 12;
  for (let at = FIRST_CHUNK; at < picture.length; ) {
    const size = picture.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (picture.toString('latin1', at, at + 3) === 'VP8' && picture[at + 3] !== 'X'.charCodeAt(0)) {
      return picture.subarray(at, end);
    }
    at = end;
  }
  throw new Error('the browser encoded a picture without pixels');
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

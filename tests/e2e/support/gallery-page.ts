import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { GalleryHandle } from '../../../examples/main.ts';
import { openChromium } from './chromium.mjs';
import type { Screen } from './layout.ts';
import { decodePicture, type Picture } from './picture.ts';
import { type StaticServer, serveFolder } from './static-server.ts';

const built = fileURLToPath(new URL('../../../dist-examples', import.meta.url));

/** In milliseconds. Only what hangs should run into it: on a busy machine everything takes many times as long. */
const PATIENCE = 180_000;

/** The built gallery in a browser, served from a folder deep below the root of a server. */
export class GalleryBrowser {
  readonly #browser: Browser;
  readonly #server: StaticServer;

  private constructor(browser: Browser, server: StaticServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /** Starts with the gallery of this repository, or with one that was built elsewhere. */
  static async start(folder = built): Promise<GalleryBrowser> {
    if (!existsSync(`${folder}/index.html`))
      throw new Error('dist-examples/ is empty: run `npm run build:examples` first');
    const server = await serveFolder(folder, '/some/sub/folder/');
    return new GalleryBrowser(await openChromium(), server);
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }

  /** Opens the page at a route ('#/games/x?paused') and waits until the gallery has started. */
  async open(
    route: string,
    { width, height, isTouched = false }: Screen = { width: 900, height: 640 },
    before: (page: Page) => Promise<void> = async () => {},
  ): Promise<GalleryPage> {
    const page = await this.#browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: 1,
      hasTouch: isTouched,
      isMobile: isTouched,
    });
    page.setDefaultTimeout(PATIENCE);
    // The compiler of the tests marks named functions by a call of this, also those that are sent to the page.
    await page.addInitScript('globalThis.__name = (marked) => marked');
    await before(page);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        if (!isNoiseOfSlowMachines(message.text())) complaints.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
    });
    await page.goto(`${this.#server.url}${route}`);
    await page.waitForFunction(() => window.__gallery !== undefined);
    const opened = new GalleryPage(page, complaints);
    await opened.laidOut();
    return opened;
  }
}

export class GalleryPage {
  readonly page: Page;
  /** Errors and warnings of console, page and network. */
  readonly complaints: readonly string[];

  constructor(page: Page, complaints: readonly string[]) {
    this.page = page;
    this.complaints = complaints;
  }

  scenes(): Promise<readonly string[]> {
    return this.page.evaluate(() => window.__gallery!.scenes);
  }

  errors(): Promise<readonly string[]> {
    return this.page.evaluate(() => window.__gallery!.errors);
  }

  current(): Promise<string | undefined> {
    return this.page.evaluate(() => window.__gallery!.current);
  }

  tick(): Promise<number> {
    return this.page.evaluate(() => window.__gallery!.tick);
  }

  /** Opens another scene in the same page, by its route without '#/', and lets the page be laid out around it. */
  async visit(route: string): Promise<void> {
    await this.page.evaluate((to) => window.__gallery!.open(to), route);
    await this.laidOut();
  }

  /**
   * Waits until the picture is as large as its place. That is frames after the place has changed: what is computed
   * from the picture before, such as where a body is on the screen, is soon wrong.
   */
  async laidOut(): Promise<void> {
    await this.page.waitForFunction(() => {
      const place = document.getElementById('canvas')!;
      const canvas = place.querySelector('canvas')!;
      return canvas.clientWidth === place.clientWidth && canvas.clientHeight === place.clientHeight;
    });
  }

  step(count: number): Promise<void> {
    return this.page.evaluate((ticks) => window.__gallery!.step(ticks), count);
  }

  hash(): Promise<number> {
    return this.page.evaluate(() => window.__gallery!.hash());
  }

  /** Runs some ticks, draws once, and returns what is on the canvas, without the panels over it. */
  async picture(ticks = 0): Promise<Picture> {
    const url = await this.page.evaluate((count) => {
      window.__gallery!.step(count);
      // What WebGL drew can be read until the browser shows it.
      return document.querySelector<HTMLCanvasElement>('#canvas canvas')!.toDataURL('image/png');
    }, ticks);
    return decodePicture(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/**
 * What the driver says when it reads pixels back for a screenshot, and the code editor where a page is laid out slowly:
 * it is about the machine, not about the page.
 */
function isNoiseOfSlowMachines(text: string): boolean {
  return /GL Driver Message|GPU stall due to ReadPixels|Automatic fallback to software WebGL|Measure loop restarted/.test(
    text,
  );
}

export type { GalleryHandle };

/** Plain JavaScript: the process that starts the tests, and with them the browser they share, runs no TypeScript. */
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/browser.mjs';

/** Software rendering, so that the picture is the same with and without a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

/** For the tests alone: pictures are not smoothed at edges, so a frame takes a third less of the processor's time. */
const PLAIN_FLAGS = ['--webgl-antialiasing-mode=none'];

/** Names where a browser listens that is shared; to close the connection leaves it running. */
const SHARED = 'GALLERY_BROWSER';

/** In milliseconds; only what hangs should run into it. */
const timeout = 600_000;

/** Connects with the browser that is shared, or starts one. */
export async function openChromium() {
  const shared = process.env[SHARED];
  if (shared !== undefined) return chromium.connect(shared, { timeout });
  return chromium.launch(await launchOptions());
}

/** Vitest calls this before the first test file, and what it returns after the last. */
export async function setup() {
  const server = await chromium.launchServer(await launchOptions(PLAIN_FLAGS));
  process.env[SHARED] = server.wsEndpoint();
  return () => server.close();
}

async function launchOptions(more = []) {
  const { executablePath, env } = await ensureBrowser();
  return { executablePath, env, args: [...FLAGS, ...more], headless: true, timeout };
}

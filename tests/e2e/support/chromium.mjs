import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/browser.mjs';

/** Software rendering, so that the picture is the same with and without a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await ensureBrowser();
  return chromium.launch({ executablePath, env, args: FLAGS, headless: true, timeout: 600_000 });
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Software rendering, so that the picture is the same with and without a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS, headless: true, timeout: 120_000 });
}

/** @throws Error when there is no browser: a gallery nobody looked at has not been tested. */
export function findChromium(): string {
  const asked = process.env.CHROMIUM_PATH;
  if (asked !== undefined && asked !== '') {
    if (!existsSync(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, where there is nothing`);
    return asked;
  }
  const found = PLACES.find((place) => existsSync(place)) ?? installed();
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium or Chrome and found none. Install one (Debian and Ubuntu: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to its executable.',
  );
}

/** On a bare CI machine, where this runs as root, the browser may be fetched from the system's packages. */
function installed(): string | undefined {
  if (process.env.CI === undefined || process.getuid?.() !== 0) return undefined;
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log('No Chromium here: installing the package chromium …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    execFileSync('apt-get', args, { stdio: 'inherit', env: environment });
  }
  return PLACES.find((place) => existsSync(place));
}

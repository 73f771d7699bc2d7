import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GalleryBrowser } from '../tests/e2e/support/gallery-page.ts';
import { complaintsAboutLayout, SCREENS, type Screen } from '../tests/e2e/support/layout.ts';

/**
 * Visits every scene of the built gallery on screens of five sizes, dark and light, and tells what overlaps, what is
 * cut off and what is too small for a finger:
 *
 *   npm run build:examples && npx tsx scripts/visit.ts [--pictures folder] [part of a scene's name …]
 *
 * Exits with 1 when it has found something.
 */
const TICKS = 90;

const asked = process.argv.slice(2);
const at = asked.indexOf('--pictures');
const folder = at < 0 ? undefined : asked.splice(at, 2)[1];
const gallery = await GalleryBrowser.start();
let found = 0;
for (const screen of SCREENS) for (const theme of ['dark', 'light'] as const) await visitAll(screen, theme);
await gallery.stop();
console.log(found === 0 ? 'Nothing to complain about.' : `${found} complaints.`);
process.exitCode = found === 0 ? 0 : 1;

async function visitAll(screen: Screen, theme: 'dark' | 'light'): Promise<void> {
  const page = await gallery.open('#/start/drifting-circles?paused', screen, (page) =>
    page.emulateMedia({ colorScheme: theme }),
  );
  for (const scene of await page.scenes()) {
    if (asked.length > 0 && !asked.some((part) => scene.includes(part))) continue;
    await page.visit(`${scene}?paused`);
    await page.step(TICKS);
    await page.laidOut();
    const name = `${scene} at ${screen.width} × ${screen.height}, ${theme}`;
    for (const complaint of [...(await complaintsAboutLayout(page.page)), ...(await page.errors())]) {
      found++;
      console.log(`${name}: ${complaint}`);
    }
    if (folder === undefined) continue;
    mkdirSync(folder, { recursive: true });
    const file = `${scene.replace('/', '-')}-${screen.width}x${screen.height}-${theme}.png`;
    await page.page.screenshot({ path: join(folder, file) });
  }
  await page.close();
}

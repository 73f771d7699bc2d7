/**
 * `npm run new-scene demo` or `npm run new-scene games/my-game`: makes a running scene to start from, a copy of the
 * simplest one. A name without a category goes to "start".
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

const DEFAULT_CATEGORY = 'start';
const MODEL = join(root, 'examples', 'scenes', 'start', 'drifting-circles');

const asked = process.argv[2] ?? '';
const path = asked.includes('/') ? asked : `${DEFAULT_CATEGORY}/${asked}`;
if (!/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/.test(path)) {
  console.error(
    'Usage: npm run new-scene NAME   or   npm run new-scene CATEGORY/NAME   (lower case, words joined by -)',
  );
  process.exit(1);
}

const folder = join(root, 'examples', 'scenes', path);
if (existsSync(folder)) {
  console.error(`examples/scenes/${path} exists already.`);
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
for (const file of ['sim.ts', 'view.ts']) {
  copyFileSync(join(MODEL, file), join(folder, file));
}
console.log(`Made examples/scenes/${path}/sim.ts and view.ts.`);
console.log(`See it with \`npm run dev\` (or \`npm start\`) at #/${path}.`);
console.log(`A picture for the list: \`npm run build:examples && npx tsx scripts/thumbnails.ts ${path}\`.`);

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { benchFolder } from './bundle.ts';

// npm run bench: the plane, or with --3d space.
const file = process.argv.includes('--3d') ? 'space/run.ts' : 'run.ts';
await import(pathToFileURL(join(benchFolder, file)).href);

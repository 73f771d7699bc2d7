import { buildPage } from './server/page.ts';
import { startServer } from './server/start.ts';

/**
 * `npm run server`: a server and the page of its client, at one address. PORT chooses the port; REDIS_URL joins it with
 * other processes, and PUBLIC_ADDRESS is where clients reach this one then.
 */
const port = Number(process.env.PORT ?? 2567);
const express = await buildPage();
await startServer({ port, express, redis: process.env.REDIS_URL, publicAddress: process.env.PUBLIC_ADDRESS });
console.log(`\n  The arena is at http://localhost:${port}/ – open it twice.\n  Ctrl+C stops it.\n`);

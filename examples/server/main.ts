import { startServer } from './server/start.ts';

/**
 * `npm run server`: a server and the page of its client, at one address. PORT chooses the port; REDIS_URL joins it with
 * other processes, and PUBLIC_ADDRESS is where clients reach this one then. With `--no-page` it has rooms only.
 */
const port = Number(process.env.PORT ?? 2567);
const withPage = !process.argv.includes('--no-page');
const express = withPage ? await (await import('./server/page.ts')).buildPage() : undefined;
await startServer({ port, express, redis: process.env.REDIS_URL, publicAddress: process.env.PUBLIC_ADDRESS });
if (withPage)
  console.log(
    `\n  The arena is at http://localhost:${port}/ and in space at http://localhost:${port}/space – open it twice.\n  Ctrl+C stops it.\n`,
  );
else console.log(`Rooms at port ${port}.`);

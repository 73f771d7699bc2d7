/**
 * `npm start`: installs what is missing, builds the gallery and serves it. PORT chooses the port; without it the first
 * free one from 5173 on is taken.
 */
import { ensureInstalled, root } from './ensure-installed.mjs';

const FIRST_PORT = 5173;
const PORTS_TRIED = 20;

ensureInstalled();
const { build, preview } = await import('vite');

process.chdir(root);
console.log('Building the gallery …');
try {
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const asked = process.env.PORT === undefined ? undefined : Number(process.env.PORT);
const server = asked === undefined ? await serveOnFreePort() : await serve(asked);
const address = server.resolvedUrls?.local[0] ?? `http://localhost:${server.config.preview.port}/`;
console.log(`\n  The gallery runs at ${address}\n  Ctrl+C stops it.\n`);

async function serveOnFreePort() {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TRIED; port++) {
    try {
      return await serve(port);
    } catch (error) {
      if (!isTaken(error)) throw error;
      console.log(`Port ${port} is taken, trying ${port + 1}.`);
    }
  }
  console.error(
    `Ports ${FIRST_PORT} to ${FIRST_PORT + PORTS_TRIED - 1} are all taken; choose one with PORT=… npm start.`,
  );
  process.exit(1);
}

async function serve(port) {
  return preview({ configFile: 'vite.config.ts', logLevel: 'warn', preview: { port, strictPort: true } });
}

function isTaken(error) {
  return error?.code === 'EADDRINUSE' || /in use/i.test(String(error?.message));
}

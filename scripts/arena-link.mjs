/**
 * The arena's server, which `npm run server` starts, is linked in the gallery only while it answers. Who serves the
 * gallery looks: a page that tried by itself would have an error in its console wherever there is none.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/** The port of `npm run server` unless another one is given. */
const PORT = 2567;
const PATIENCE_MS = 300;

/** Whether something listens at a port of this machine. */
export function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', timeout: PATIENCE_MS });
    const end = (isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

/** Returns the gallery's page with the link to the arena, if the arena answers now. */
export async function withArenaLink(html, port = PORT) {
  return (await answers(port)) ? html.replace('<html ', `<html data-arena="${port}" `) : html;
}

/** For the server of `npm run dev`. */
export function arenaLink() {
  return { name: 'link to the arena', apply: 'serve', transformIndexHtml: (html) => withArenaLink(html) };
}

/** For a server of the built site: answers for the gallery's page, whose file is named. */
export function sendGallery(file) {
  return async (request, response, next) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (!/^\/gallery\/(?:index\.html)?$/.test(pathname)) return next();
    response.writeHead(200, { 'content-type': 'text/html' }).end(await withArenaLink(readFileSync(file, 'utf8')));
  };
}

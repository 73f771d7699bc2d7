import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from '@colyseus/core';
import { build, type Rollup } from 'vite';
import { sourceAlias } from '../source-alias.ts';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** The paths of the one page. It shows the arena in the plane or in space by its path: see `client/main.ts`. */
const PAGES: readonly string[] = ['/', '/space'];

/** Builds the page of the client, into memory, and returns what makes a server show it. */
export async function buildPage(): Promise<NonNullable<ServerOptions['express']>> {
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('../client', import.meta.url)),
    logLevel: 'warn',
    resolve: { alias: sourceAlias },
    build: { write: false, target: 'es2022', chunkSizeWarningLimit: 2000 },
  })) as Rollup.RollupOutput;
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source] as const),
  );
  return (app) => {
    app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      const [asked] = (request.url ?? '/').split('?');
      const path: `/${string}` = PAGES.includes(asked) ? '/index.html' : `/${asked.slice(1)}`;
      const content = files.get(path);
      if (content === undefined) return next();
      const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(content);
    });
  };
}

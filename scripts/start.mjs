/**
 * `npm start`: installs what is missing, builds the guide and the gallery unless they are there, and serves them. PORT
 * chooses the port; without it the first free one from 5173 on is taken.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendGallery } from './arena-link.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';

const FIRST_PORT = 5173;
const PORTS_TRIED = 20;

const SITE = join(root, 'dist-docs');
/** Says of what the site was built last. */
const MARK = join(SITE, '.built-of');
/** The files and folders that a site is built of; of folders all files count. */
const SOURCES = [
  'docs',
  'entry',
  'src',
  'components',
  'systems',
  'examples',
  'scripts',
  'package.json',
  'package-lock.json',
];
const DOCUMENTS = ['ARCHITECTURE.md', 'CHANGELOG.md', 'vite.config.ts', 'tsconfig.json', 'tsconfig.build.json'];
/** Made by the build. */
const MADE = join('docs', 'api');

/** The start page until the guide is built, which takes longer than the gallery. */
const WAITING = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><title>bitecs-collision</title>
<style>body{font:18px/1.6 system-ui;max-width:32em;margin:15vh auto;padding:0 1em}:root{color-scheme:light dark}</style>
<h1>bitecs-collision</h1><p>The guide is being built and will be here in a moment.</p>
<p><a href="gallery/index.html">The gallery</a> is ready.</p>`;

ensureInstalled();
process.chdir(root);
const { preview } = await import('vite');

const sources = digestOfSources();
const isBuilt = existsSync(MARK) && readFileSync(MARK, 'utf8') === sources;
let pages;
if (!isBuilt) {
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  writeFileSync(join(SITE, 'index.html'), WAITING);
  console.log('Building the gallery and the guide …');
  pages = buildPart('pages');
  const problem = await buildPart('gallery');
  if (problem !== '') {
    console.error(problem);
    process.exit(1);
  }
}

const asked = process.env.PORT === undefined ? undefined : Number(process.env.PORT);
const server = asked === undefined ? await serveOnFreePort() : await serve(asked);
const address = server.resolvedUrls?.local[0] ?? `http://localhost:${server.config.preview.port}/`;
console.log(`\n  Guide and gallery are at ${address}\n  Ctrl+C stops it.\n`);

if (pages !== undefined) {
  const problem = await pages;
  if (problem === '') writeFileSync(MARK, sources);
  console.log(
    problem === '' ? '  The guide is built.\n' : `The guide could not be built; the gallery is there.\n${problem}`,
  );
}

/** Builds a part of the site in a process of its own; returns what went wrong, or the empty string. */
function buildPart(part) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join('scripts', 'docs.ts'), part], { cwd: root });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (said += text));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? '' : said || `exit code ${code}`));
  });
}

/** Changes when a file that the site is built of does. */
function digestOfSources() {
  const hash = createHash('sha256');
  for (const name of [...SOURCES, ...DOCUMENTS]) {
    const files = statSync(name).isDirectory() ? readdirSync(name, { recursive: true }).sort() : [''];
    for (const file of files) {
      const path = join(name, file);
      if (path.startsWith(MADE)) continue;
      const about = statSync(path);
      // A folder changes with the folders that are made in it: its files will do.
      if (about.isFile()) hash.update(`${path} ${about.size} ${about.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

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
  const build = { outDir: SITE };
  return preview({
    configFile: false,
    root,
    appType: 'mpa',
    build,
    logLevel: 'warn',
    plugins: [{ name: 'pages', configurePreviewServer: addPages }],
    preview: { port, strictPort: true },
  });
}

/** Adds the answers to requests that are given before Vite looks for a file, and after it has found none. */
function addPages(server) {
  server.middlewares.use(sendGallery(join(SITE, 'gallery', 'index.html')));
  return () => server.middlewares.use(showNotFound);
}

/** Answers what no file answers, and leaves to Vite the addresses that it completes. */
function showNotFound(request, response, next) {
  const path = decodeURI(new URL(request.url, 'http://localhost').pathname);
  const page = join(SITE, '404.html');
  const isPage = ['', '.html', '/index.html'].some((end) => isFile(join(SITE, path + end)));
  if (isPage || !existsSync(page)) return next();
  response.writeHead(404, { 'content-type': 'text/html' }).end(readFileSync(page));
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isTaken(error) {
  return error?.code === 'EADDRINUSE' || /in use/i.test(String(error?.message));
}

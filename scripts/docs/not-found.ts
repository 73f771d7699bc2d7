import { homepageOf } from './about.ts';

/**
 * The page for addresses that lead nowhere. A server shows it below any folder, so that its links name the root of the
 * site: that of `homepage` in package.json, or the server's own.
 */
export function notFoundPage(homepage = homepageOf()): string {
  const root = homepage === undefined ? '/' : new URL(homepage).pathname;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No such page – bitecs-collision</title>
<link rel="icon" href="${root}icon.svg">
<style>body{font:18px/1.6 system-ui;max-width:32em;margin:15vh auto;padding:0 1em}:root{color-scheme:light dark}</style>
</head>
<body>
<h1>No such page</h1>
<p>What you look for may be in the <a href="${root}guide/quick-start.html">guide</a>, the <a href="${root}api/index.html">API</a>
or the <a href="${root}gallery/index.html">gallery</a> of <a href="${root}">bitecs-collision</a>.</p>
</body>
</html>
`;
}

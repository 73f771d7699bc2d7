import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBaseRelative, PLACEHOLDER_BASE, relativePage, relativeScript } from '../../scripts/docs/relative-base.ts';

/** Runs a converted script as a page below `base` would. */
function run(code: string, base: string): unknown {
  return new Function('globalThis', `${code}; return value;`)({ __SITE_BASE__: base });
}

test('strings of a script name the path that the page is served under', () => {
  const code = `const value = ["${PLACEHOLDER_BASE}a.js", '{"href":"${PLACEHOLDER_BASE}b"}', \`x${PLACEHOLDER_BASE}\`, "/c"]`;
  expect(run(code, '/any/')).toEqual(['/site-base/a.js', '{"href":"/site-base/b"}', 'x/site-base/', '/c']);
  expect(run(relativeScript(code), '/some/sub/')).toEqual([
    '/some/sub/a.js',
    '{"href":"/some/sub/b"}',
    'x/some/sub/',
    '/c',
  ]);
});

test('a page finds its files from where it is, and starts with the data of where it is served', () => {
  const html = `<html><head><link href="${PLACEHOLDER_BASE}style.css"></head><body><a href="${PLACEHOLDER_BASE}a.html">a</a>
    <script>window.__VP_SITE_DATA__=JSON.parse("{\\"base\\":\\"${PLACEHOLDER_BASE}\\"}");</script></body></html>`;
  const deep = relativePage(html, 'guide/page.html');
  expect(deep).toContain('<link href="../style.css">');
  expect(deep).toContain('<a href="../a.html">');
  expect(deep.indexOf("new URL('../', location.href)")).toBeLessThan(deep.indexOf('<link'));
  const [, script] = /<script>(window[^<]*)<\/script>/.exec(deep)!;
  expect(run(`const window = {}; ${script}; const value = window.__VP_SITE_DATA__.base`, '/x/')).toBe('/x/');
  expect(relativePage(html, 'page.html')).toContain('<link href="./style.css">');
});

test('all files of a folder are made so, and others are left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'relative-base-'));
  try {
    writeFileSync(join(folder, 'style.css'), `a{background:url(${PLACEHOLDER_BASE}a.png)}`);
    writeFileSync(join(folder, 'notes.txt'), PLACEHOLDER_BASE);
    makeBaseRelative(folder);
    expect(readFileSync(join(folder, 'style.css'), 'utf8')).toBe('a{background:url(./a.png)}');
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(PLACEHOLDER_BASE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/**
 * The path under which VitePress builds the site, and which it writes into every page. The site must work under any
 * path, so `makeBaseRelative` afterwards replaces this one in all files by paths relative to each file.
 */
export const PLACEHOLDER_BASE = '/site-base/';

/** The global variable in which scripts find the path that the site is served under, once a page has started. */
const GLOBAL = 'globalThis.__SITE_BASE__';

/**
 * Makes relative links absolute when a page starts: VitePress shows other pages without loading them, so a link that is
 * relative to the first page would lead elsewhere from the next.
 */
const ABSOLUTE_LINKS = `<script>for (const a of document.querySelectorAll('a[href]:not([href^="#"])')) a.href = a.href;</script>`;

/** Makes all files of a built site independent of the path that it is served under. */
export function makeBaseRelative(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = name.replaceAll('\\', '/');
    const convert = CONVERTERS[posix.extname(file)];
    if (convert === undefined) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    if (!text.includes(PLACEHOLDER_BASE)) continue;
    writeFileSync(join(folder, name), convert(text, file));
  }
}

const CONVERTERS: Readonly<Record<string, (text: string, file: string) => string>> = {
  '.html': relativePage,
  '.js': relativeScript,
  '.css': (text, file) => text.replaceAll(PLACEHOLDER_BASE, rootFrom(file)),
};

/** Returns the relative path from a file of the site to the site's root: './', '../'. */
function rootFrom(file: string): string {
  const way = posix.relative(posix.dirname(file), '.');
  return way === '' ? './' : `${way}/`;
}

/** Makes the links of a page relative, and the data that its scripts start with. */
export function relativePage(html: string, file: string): string {
  const way = rootFrom(file);
  const start = `<script>${GLOBAL} = new URL('${way}', location.href).pathname;</script>`;
  return html
    .replace(/(<script>)([^<]*__VP_SITE_DATA__[^<]*)(<\/script>)/, (_, open, code, close) => {
      return `${open}${relativeScript(code)}${close}`;
    })
    .replaceAll(`="${PLACEHOLDER_BASE}`, `="${way}`)
    .replace('<head>', `<head>${start}`)
    .replace('</body>', `${ABSOLUTE_LINKS}</body>`);
}

/** Makes a script read the base from `GLOBAL` in place of every string that names it. */
export function relativeScript(code: string): string {
  const source = ts.createSourceFile('site.js', code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const ends: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text.includes(PLACEHOLDER_BASE)) ends.push(node.end);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  let converted = code;
  for (const end of ends.reverse()) {
    const call = `.replaceAll(${JSON.stringify(PLACEHOLDER_BASE)},${GLOBAL})`;
    converted = converted.slice(0, end) + call + converted.slice(end);
  }
  return converted;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sidebar } from '../docs/.vitepress/sidebar.ts';

/* What the documents name is there: files, headings, commands, package entries, names in the code. */

const root = fileURLToPath(new URL('..', import.meta.url));

const documents = ['.', 'docs', 'docs/guide']
  .flatMap((folder) => readdirSync(join(root, folder)).map((file) => normalize(join(folder, file))))
  .filter((file) => file.endsWith('.md'));

const texts = new Map(documents.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
/** What people have written by hand. */
const written = documents.filter((file) => !texts.get(file)!.includes('do not edit'));

const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  exports: Record<string, unknown>;
};

const TABLE_OF_RENAMES =
  /^\| (?:before|matter-js|Rapier|Rapier in space|detect-collisions|three-mesh-bvh|cannon-es|three\.js) \|.*\n(\|.*\n)*/gm;

const FOLDERS = ['src', 'components', 'systems', 'entry', 'tests', 'examples', 'bench', 'scripts', 'docs'];

test('there are documents to check', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', normalize('docs/catalogue.md')]));
});

describe.each(documents)('%s', (file) => {
  const text = texts.get(file)!;

  test('every link leads somewhere', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]);
    const dead = targets.filter((target) => !/^https?:/.test(target) && !leadsSomewhere(file, target));
    expect(dead).toEqual([]);
  });

  test('every file it names exists', () => {
    const named = codeSpans(text).filter((span) => isPath(span) && !span.includes('path/to'));
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every command it names exists', () => {
    const scripts = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map((match) => match[1]);
    expect(scripts.filter((script) => packageJson.scripts[script] === undefined)).toEqual([]);
    const programs = [...text.matchAll(/\b(?:npx tsx|node) ([\w/-]+\.m?[tj]s)/g)].map((match) => match[1]);
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
    const runner = readFileSync(join(root, 'scripts/test.mjs'), 'utf8');
    const steps = [...text.matchAll(/\bnpm test -- (\w+)/g)].map((match) => match[1]);
    expect(steps.filter((step) => !runner.includes(`name: '${step}'`))).toEqual([]);
  });

  test('every package entry it names exists', () => {
    const entries = [...text.matchAll(/\bbitecs-collision(\/[\w-]+)(?![\w.-]*\.tgz)/g)].map((match) => `.${match[1]}`);
    expect(entries.filter((entry) => packageJson.exports[entry] === undefined)).toEqual([]);
  });
});

/** As many columns of a snippet as the site shows on a screen of 1280 pixels without a scroll bar. */
const SNIPPET_COLUMNS = 100;

test.each(documents.filter((file) => file.includes('guide')))('%s: snippets are no wider than the page', (file) => {
  const lines = [...texts.get(file)!.matchAll(/^```ts.*\n([\s\S]*?)^```/gm)].flatMap((match) => match[1].split('\n'));
  expect(lines.filter((line) => line.length > SNIPPET_COLUMNS)).toEqual([]);
});

test('the sidebar leads to every page of the guide, and to nothing that is not there', () => {
  const links = sidebar['/guide/'].flatMap(({ items }) => items.map(({ link }) => `docs${link}.md`));
  expect(links.sort()).toEqual(readdirSync(join(root, 'docs/guide')).map((file) => `docs/guide/${file}`));
  const others = sidebar['/'].flatMap(({ items }) => items.map(({ link }) => link));
  // The pages of the API are there once the site is built.
  const dead = others.filter((link) => !link.startsWith('/api/') && !existsSync(join(root, `docs${link}.md`)));
  expect(dead).toEqual([]);
});

test('the README names the two commands of a clone', () => {
  expect(codeSpans(texts.get('README.md')!)).toEqual(expect.arrayContaining(['npm start', 'npm test']));
});

test('results have one word for depth and one for gaps', () => {
  const fields = ['systems', 'components', 'src/core/queries', 'src/core/movement'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap(
        (file) => readFileSync(join(root, folder, file), 'utf8').match(/^ +(readonly )?\w+\??: number;$/gm) ?? [],
      ),
  );
  const names = fields.map((field) => /(\w+)\??:/.exec(field)![1]);
  expect(names).toEqual(expect.arrayContaining(['penetration', 'separation']));
  expect(names.filter((name) => /^(depth|overlap|gap|distanceInside)$/.test(name))).toEqual([]);
});

test('the guide explains every reason that explainPair gives', () => {
  const source = readFileSync(join(root, 'systems/core/explain-pair.ts'), 'utf8');
  const reasons = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map((match) => match[1]);
  expect(reasons.length).toBeGreaterThan(10);
  const explained = codeSpans(texts.get(normalize('docs/guide/why-not-touching.md'))!);
  expect(reasons.filter((reason) => !explained.includes(reason))).toEqual([]);
});

describe.each(written)('%s', (file) => {
  test('every name in its text occurs in the code', () => {
    // What a table of renames calls "before" is no more, and what it calls by the name of a package is that package's.
    const text = texts.get(file)!.replace(TABLE_OF_RENAMES, (table) => table.replace(/^\|([^|]|\\\|)*\|/gm, '|'));
    const names = codeSpans(text)
      .filter((span) => !isPath(span))
      .flatMap((span) => span.match(/\b[a-z]+[A-Z]\w*(?![\w…])/g) ?? []);
    // Snippets are code, too: those of the guide are run.
    const ofSnippets = new Set([...text.matchAll(/^```ts.*\n[\s\S]*?^```/gm)].join().match(/\w+/g));
    expect([...new Set(names)].filter((name) => !wordsOfTheCode().has(name) && !ofSnippets.has(name))).toEqual([]);
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  const [path, heading] = target.split('#') as [string, string | undefined];
  const file = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(root, file))) return false;
  return heading === undefined || headings(readFileSync(join(root, file), 'utf8')).includes(heading);
}

/** The headings of a text as the parts of addresses that renderers make of them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What stands between backticks, outside fenced blocks. */
function codeSpans(text: string): string[] {
  const running = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...running.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]);
}

function isPath(span: string): boolean {
  return FOLDERS.some((folder) => span.startsWith(`${folder}/`)) && !/[<>*{}… ]/.test(span);
}

let words: Set<string> | undefined;

/** Every word of the sources, and of what comes from bitECS and from the platform. */
function wordsOfTheCode(): Set<string> {
  if (words !== undefined) return words;
  words = new Set(Object.getOwnPropertyNames(globalThis));
  const folders = ['src', 'components', 'systems', 'entry', 'examples', 'bench', 'node_modules/bitecs/dist'];
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.ts$/.test(file) || (folder !== 'node_modules/bitecs/dist' && file.includes('node_modules'))) continue;
      for (const word of readFileSync(join(root, folder, file), 'utf8').match(/\w+/g) ?? []) words.add(word);
    }
  }
  return words;
}

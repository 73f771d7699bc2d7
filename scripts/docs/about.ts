/**
 * What README.md, the guide, the start page and the gallery say alike of the package: what it is, how it is installed
 * and where it lives.
 *
 *   npm run about    writes the installation into README.md and the guide anew
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../ensure-installed.mjs';

/** To be set on the day the package is on npm; then run `npm run about`. */
export const IS_PUBLISHED: boolean = false;

export const TAGLINE = 'Collision detection for bitECS worlds, in pure TypeScript.';

/** The documents that tell how to install the package, between `BEGIN` and `END`. */
export const DOCUMENTS_WITH_INSTALLATION = ['README.md', 'docs/guide/quick-start.md'];
const BEGIN = '<!-- installation, by `npm run about` -->';
const END = '<!-- end of the installation -->';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: string | { readonly url: string };
  readonly homepage?: string;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** How to get the package: words, and lines for a shell. */
export interface Installation {
  /** Lines to be run in a clone of the repository first; none once the package is on npm. */
  readonly inClone: readonly string[];
  /** The line that installs it in the folder of a game. */
  readonly inGame: string;
}

export function installation({ name, version } = manifest, isPublished = IS_PUBLISHED): Installation {
  if (isPublished) return { inClone: [], inGame: `npm install ${name} bitecs` };
  return {
    inClone: ['npm ci', 'npm run build', 'npm pack'],
    inGame: `npm install bitecs ../${name}/${name}-${version}.tgz`,
  };
}

/** The installation as Markdown. */
export function installationText(about = manifest, isPublished = IS_PUBLISHED): string {
  const { inClone, inGame } = installation(about, isPublished);
  const shell = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');
  if (inClone.length === 0) return shell([inGame]);
  return [
    `The package is not on npm yet. In a clone of ${repositoryOf(about) ?? 'this repository'}, these lines make a file of it:`,
    shell(inClone),
    'Then install this file in the folder of your game, which may be empty still and here lies beside the clone:',
    shell([inGame]),
  ].join('\n\n');
}

/** Returns a document with the installation that it tells written anew. */
export function withInstallation(document: string, text = installationText()): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('the document has lost the marks around the installation');
  return `${document.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${document.slice(end)}`;
}

/** The page of the repository for people, if package.json has one: 'git+https://….git' without both ends. */
export function repositoryOf({ repository }: Manifest = manifest): string | undefined {
  const url = typeof repository === 'object' ? repository.url : repository;
  if (url === undefined) return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(url);
  if (short !== null) return `https://github.com/${short[1]}`;
  return url
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://');
}

/** The address of the site, if package.json has one; ends with a slash. */
export function homepageOf({ homepage }: Manifest = manifest): string | undefined {
  return homepage?.replace(/\/*(#.*)?$/, '/');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of DOCUMENTS_WITH_INSTALLATION) {
    const file = join(root, name);
    writeFileSync(file, withInstallation(readFileSync(file, 'utf8')));
  }
}

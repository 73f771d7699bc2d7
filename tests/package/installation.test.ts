import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DOCUMENTS_WITH_INSTALLATION, installation } from '../../scripts/docs/about.ts';
import { effort } from '../support/effort.ts';
import { npm } from './npm.mjs';
import { packageJson, root, temporaryFolder } from './support.ts';

/*
 * The installation is followed word by word, by somebody who has a clone and an empty folder beside it. `npm test` has
 * built and packed its own clone by then, and takes that file; `npm run test:long` makes a clone and begins there.
 */

const { inClone, inGame } = installation();
const isWhole = effort(true, false);
let folder = '';
let game = '';

beforeAll(() => {
  folder = temporaryFolder('installation');
  const clone = join(folder, packageJson.name);
  game = join(folder, 'game');
  mkdirSync(game);
  if (isWhole) {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    for (const line of inClone) follow(line, clone);
  } else {
    mkdirSync(clone);
    copyFileSync(inject('tarball'), join(clone, basename(inject('tarball'))));
  }
  follow(inGame, game);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(DOCUMENTS_WITH_INSTALLATION)('the quick start of %s runs after the lines above it', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block.trim().split('\n'));
  expect(lines).toEqual([...inClone, inGame]);
  const [, snippet] = /^```ts\n([\s\S]*?)^```$/m.exec(text)!;
  writeFileSync(join(game, 'quick-start.mjs'), snippet);
  const said = execFileSync(process.execPath, ['quick-start.mjs'], { cwd: game, encoding: 'utf8' }).trim().split('\n');
  expect(said).toEqual([
    expect.stringMatching(/^\d touches \d normal -?0 -?1$/),
    expect.stringContaining('no longer touch: separated'),
  ]);
});

/** Runs a line for a shell: all of them are npm's. */
function follow(line: string, where: string): void {
  const [command, ...args] = line.split(' ');
  expect(command).toBe('npm');
  npm(args, where);
}

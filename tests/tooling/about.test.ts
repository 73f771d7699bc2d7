import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  DOCUMENTS_WITH_INSTALLATION,
  homepageOf,
  installationText,
  repositoryOf,
  withInstallation,
} from '../../scripts/docs/about.ts';
import { root } from '../../scripts/ensure-installed.mjs';

const manifest = { name: 'some-package', version: '1.2.3' };

test.each(DOCUMENTS_WITH_INSTALLATION)('%s tells the installation as it is (`npm run about` writes it)', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  expect(withInstallation(text)).toBe(text);
});

test('one constant switches from a clone to npm', () => {
  expect(installationText(manifest, true)).toBe('```sh\nnpm install some-package bitecs\n```');
  const fromClone = installationText(manifest, false);
  expect(fromClone).toContain('In a clone of this repository,');
  expect(fromClone).toContain('npm install bitecs ../some-package/some-package-1.2.3.tgz');
  const repository = 'github:someone/some-package';
  expect(installationText({ ...manifest, repository }, false)).toContain(
    'In a clone of https://github.com/someone/some-package,',
  );
});

test('a document without the marks is refused', () => {
  expect(() => withInstallation('# Quick start')).toThrow('marks');
});

test('addresses come from package.json, in whichever form npm takes them', () => {
  const page = 'https://github.com/someone/some-package';
  for (const repository of [
    'someone/some-package',
    'github:someone/some-package',
    page,
    { url: `git+${page}.git` },
    { url: 'git+ssh://git@github.com/someone/some-package.git' },
    { url: 'git://github.com/someone/some-package.git' },
  ]) {
    expect(repositoryOf({ ...manifest, repository })).toBe(page);
  }
  expect(homepageOf({ ...manifest, homepage: 'https://some.page/at#readme' })).toBe('https://some.page/at/');
  expect([repositoryOf(manifest), homepageOf(manifest)]).toEqual([undefined, undefined]);
});

/**
 * Run after every change of the dependencies: `node scripts/complete-lockfile.mjs`, or, after one of an example's,
 * `node scripts/complete-lockfile.mjs examples/server`.
 *
 * npm leaves builds for other systems out of the lockfile when it could not see them while writing it; `npm ci` then
 * refuses the file, and other systems miss their builds. This adds what is named in optionalDependencies but not
 * locked: version, system and processor, all of which the name of such a package tells.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './ensure-installed.mjs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];
const EXACT_VERSION = /^\d+\.\d+\.\d+$/;

/** Returns [path of the dependent, name, version] for each optional dependency without an entry. */
export function missingOptional(packages) {
  const missing = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name)) missing.push([path, name, version]);
    }
  }
  return missing;
}

/** Node looks for a dependency beside each folder on the way up; so does this. */
function isLocked(packages, dependent, name) {
  for (let folder = dependent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

function entryFor(name, version, dependent) {
  const words = name.split(/[-/]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (os === undefined || cpu === undefined || !EXACT_VERSION.test(version)) {
    throw new Error(`${name}@${version} does not look like a build for one system; add it by hand`);
  }
  const entry = { version, cpu: [cpu] };
  if (dependent.dev) entry.dev = true;
  if (os === 'linux') entry.libc = [words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'];
  return { ...entry, license: dependent.license, optional: true, os: [os] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, process.argv[2] ?? '', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptional(lock.packages);
  for (const [path, name, version] of missing) {
    lock.packages[`node_modules/${name}`] = entryFor(name, version, lock.packages[path]);
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} entries to ${relative(root, file)}.`);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './npm.mjs';

/**
 * Packs the package for all test files at once: while npm packs, package.json is the one that is published, and no test
 * may read it then.
 *
 * @param {import('vitest/node').TestProject} project
 */
export default function packOnce(project) {
  const folder = mkdtempSync(join(tmpdir(), 'bitecs-collision-pack-'));
  project.provide('tarball', pack(fileURLToPath(new URL('../..', import.meta.url)), folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

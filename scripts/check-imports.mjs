/** Runs the import rules of .dependency-cruiser.cjs over every folder with code; see CONTRIBUTING.md for the rules. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

const FOLDERS = ['src', 'components', 'systems', 'entry', 'examples', 'tests', 'bench', 'scripts'];

const result = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    ...FOLDERS.filter((folder) => existsSync(join(root, folder))),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = result.status ?? 1;

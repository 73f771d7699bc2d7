import { spawnSync } from 'node:child_process';
import { bundle } from './bundle.ts';

// Usage: tsx bench/profile.ts [S1,S3]: where our tick spends its time.

const worker = await bundle('profile-worker.ts');
for (const scenario of (process.argv[2] ?? 'S1,S2,S3,S4,S5').split(',')) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', worker, scenario], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

import { spawnSync } from 'node:child_process';
import { bundle } from './bundle.ts';
import { installPeers } from './install-peers.ts';
import { pinning } from './measure.ts';

// npm run bench:worlds -- [--rounds 15] [--only part of a name]: worlds that change, and many of them, beside the peer
// that is best there.

installPeers();
const worker = await bundle('worlds-worker.ts');
const [command = '', ...words] = [...pinning(undefined), process.execPath, worker, ...process.argv.slice(2)];
process.exitCode = spawnSync(command, words, { stdio: 'inherit' }).status ?? 1;

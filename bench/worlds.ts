import { installPeers } from './install-peers.ts';
import { runWorlds } from './run-worlds.ts';

// npm run bench:worlds -- [--passes 200] [--only part of a name] [--json]: worlds that change, and many of them, beside
// the peer that is best there.

installPeers();
const { status } = await runWorlds(process.argv.slice(2), undefined, 'inherit');
process.exitCode = status ?? 1;

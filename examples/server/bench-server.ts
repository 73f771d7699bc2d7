import { startServer } from './server/start.ts';

/** A server process that is measured: tells its parent, when asked, what processor time it has taken. */
const [port, bodies] = process.argv.slice(2).map(Number);
await startServer({ port, bodies, seed: 1 });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ milliseconds: (user + system) / 1000, memory: process.memoryUsage().rss });
});
process.send?.('ready');

import * as swarm from '/work/wt/show/examples/scenes/games/swarm/sim.ts';
import * as brick from '/work/wt/show/examples/scenes/games/brick-breaker/sim.ts';
import { createSwarmBot } from '/work/wt/show/tests/examples/bots/swarm-bot.ts';
const what = process.argv[2];
if (what === 'brick') {
  const times: number[] = [];
  for (let seed = 1; seed <= 10; seed++) {
    const sim = brick.createSim({ seed });
    let t = 0, serves = 0;
    for (; t < 60 * 300 && sim.counts.level === 1 && sim.game.phase !== 'over'; t++) {
      const { x, y } = sim.collision.Transform;
      let low: number | undefined;
      for (const ball of sim.balls()) if (low === undefined || y[ball] > y[low]) low = ball;
      sim.input.action = t % 30 < 2;
      if (low !== undefined) { const way = x[low] - x[sim.paddle]; sim.input.moveX = Math.abs(way) < 0.3 ? 0 : Math.sign(way); }
      sim.step();
    }
    times.push(Math.round(t / 60));
  }
  console.log('level 1 seconds', times.join(' '), 'median', [...times].sort((a, b) => a - b)[5]);
} else {
  const strength = (process.argv[3] ?? 'middle') as 'middle';
  let wins = 0; const n = Number(process.argv[4] ?? 6); const times: string[] = [];
  for (let seed = 1; seed <= n; seed++) {
    const sim = swarm.createSim({ seed }); const bot = createSwarmBot(strength, seed);
    let at20 = 0, at60 = 0;
    for (let t = 0; t < 90000 && !sim.game.over; t++) { bot(sim, t); sim.step(); if (sim.game.ticks === 1200) at20 = sim.counts.enemies; if (sim.game.ticks === 3600) at60 = sim.counts.enemies; }
    if (sim.game.won) wins++;
    times.push(`${Math.round(sim.game.ticks / 60)}s(${at20},${at60})L${sim.counts.level}${sim.game.won ? 'W' : ''}`);
  }
  console.log(strength, 'wins', wins, 'of', n, times.join(' '));
}

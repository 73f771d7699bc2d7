import { CASES } from './cases.ts';
import { compare } from './compare.ts';

// node worker.mjs: prints the names of all cases. node worker.mjs <case> [passes]: measures one, prints a line of JSON.

const [name, passes] = process.argv.slice(2);
if (name === undefined) console.log(Object.keys(CASES).join('\n'));
else {
  const { make, passes: usual } = CASES[name];
  console.log(JSON.stringify(await compare(await make(), Number(passes ?? usual))));
}
// Threads of a peer would keep the process alive.
process.exit(0);

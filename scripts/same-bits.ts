import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { openChromium } from '../tests/e2e/support/chromium.mjs';
import { Firefox, findFirefox } from '../tests/e2e/support/firefox.ts';
import { root } from './ensure-installed.mjs';
import { sourcePlugin } from './source-alias.ts';

/**
 * Runs the scene Same bits in every engine that this machine has, and writes what each gave to
 * examples/shared/same-bits.json:
 *
 *   npx tsx scripts/same-bits.ts
 *
 * Node runs it, Chromium as the browser tests find it, Bun (JavaScriptCore) where it is on the search path or named by
 * BUN_PATH, and Firefox where one is installed. The script tells which engine could not be run. Such an engine stays in
 * the file if the hashes are still the ones that it gave, and is left out if the scene has changed since.
 */
const run = promisify(execFile);
const FILE = 'examples/shared/same-bits.json';
const SCENE = 'examples/scenes/online/same-bits/sim.ts';

export interface EngineFigures {
  readonly name: string;
  /** The hash after every `COMPARED.every` ticks. */
  readonly hashes: readonly number[];
}

/** The scene as a script that leaves the hashes, and what it runs in, in a global variable. */
export async function sceneScript(): Promise<string> {
  const entry = `
    import { COMPARED, createSim } from './${SCENE}';
    const sim = createSim({ seed: COMPARED.seed });
    for (let tick = 0; tick < COMPARED.ticks; tick++) sim.step();
    globalThis.sameBits = JSON.stringify([...sim.hashes.values()]);
  `;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    plugins: [sourcePlugin],
  });
  return outputFiles[0].text;
}

async function inCommand(command: string, script: string, version: string): Promise<readonly [string, string]> {
  const folder = join(root, '.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'same-bits.js');
  writeFileSync(file, `${script}\nconsole.log(JSON.stringify([globalThis.sameBits, ${version}]));`);
  const { stdout } = await run(command, [file]);
  return JSON.parse(stdout) as [string, string];
}

async function inNode(script: string): Promise<EngineFigures> {
  const [hashes, v8] = await inCommand(process.execPath, script, 'process.versions.v8');
  return { name: `Node ${short(process.versions.node)} (V8 ${short(v8)})`, hashes: JSON.parse(hashes) };
}

async function inBun(script: string): Promise<EngineFigures | undefined> {
  const bun = process.env.BUN_PATH ?? (await onSearchPath('bun'));
  if (bun === undefined) return undefined;
  const [hashes, version] = await inCommand(bun, script, 'Bun.version');
  return { name: `Bun ${short(version)} (JavaScriptCore)`, hashes: JSON.parse(hashes) };
}

async function inChromium(script: string): Promise<EngineFigures> {
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.evaluate(script);
  const hashes = await page.evaluate('globalThis.sameBits');
  const name = `Chromium ${short(browser.version())} (V8)`;
  await browser.close();
  return { name, hashes: JSON.parse(hashes as string) };
}

async function inFirefox(script: string): Promise<EngineFigures | undefined> {
  const executable = findFirefox();
  if (executable === undefined) return undefined;
  const firefox = await Firefox.start(executable);
  const hashes = await firefox.evaluate<string>(`${script}\nglobalThis.sameBits`);
  const version = await firefox.evaluate<string>('navigator.userAgent.split("Firefox/")[1]');
  await firefox.stop();
  return { name: `Firefox ${short(version)} (SpiderMonkey)`, hashes: JSON.parse(hashes) };
}

async function onSearchPath(command: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, command);
    if (await run(path, ['--version']).catch(() => undefined)) return path;
  }
  return undefined;
}

/** The first two numbers of a version. */
function short(version: string): string {
  return version.split('.', 2).join('.');
}

interface Figures {
  /** Names of engines, by the command or browser that they were run by. */
  readonly engines: Readonly<Record<string, string>>;
  readonly hashes: readonly number[];
}

async function main(): Promise<void> {
  const script = await sceneScript();
  const before: Figures = JSON.parse(readFileSync(join(root, FILE), 'utf8'));
  const run: Record<string, EngineFigures> = {};
  const absent: string[] = [];
  for (const [name, runIn] of Object.entries({ Node: inNode, Chromium: inChromium, Firefox: inFirefox, Bun: inBun })) {
    const figures = await runIn(script);
    if (figures === undefined) absent.push(name);
    else {
      run[name] = figures;
      console.log(`${figures.name}: ${(figures.hashes.at(-1)! >>> 0).toString(16)}`);
    }
  }
  const all = Object.values(run).map(({ hashes }) => hashes);
  if (new Set(all.map(String)).size !== 1) throw new Error(`the engines do not agree: ${FILE} is left as it was`);
  const hashes = all[0];
  const isSameScene = String(before.hashes) === String(hashes);
  const engines: Record<string, string> = {};
  for (const name of ['Node', 'Chromium', 'Firefox', 'Bun']) {
    const known = run[name]?.name ?? (isSameScene ? before.engines[name] : undefined);
    if (known !== undefined) engines[name] = known;
    if (absent.includes(name))
      console.log(`${name} is not on this machine: ${known === undefined ? 'left out' : `${known} stays as it was`}.`);
  }
  writeFileSync(join(root, FILE), `${JSON.stringify({ engines, hashes }, null, 2)}\n`);
}

if (process.argv[1]?.endsWith('same-bits.ts')) await main();

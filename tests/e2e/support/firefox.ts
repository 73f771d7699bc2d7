import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { WebSocket } from 'ws';

const COMMANDS = ['firefox', 'firefox-esr'];
const PLACES = [
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** What keeps a fresh profile from talking to the world, and lets WebGL be drawn in software where there is no card. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://localhost/',
  'toolkit.telemetry.enabled': false,
  'webgl.force-enabled': true,
};

/** Where Firefox is on this machine: `FIREFOX_PATH`, else as it is installed; undefined where there is none. */
export function findFirefox(): string | undefined {
  const asked = process.env.FIREFOX_PATH;
  if (asked !== undefined && asked !== '') return asked;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = [...COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  return places.find((place) => existsSync(place));
}

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
  readonly result?: Record<string, unknown>;
  readonly message?: string;
}

interface Waiting {
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

/**
 * A page in Firefox as it is installed, driven by what the W3C calls WebDriver BiDi: messages over a socket, which
 * Firefox offers by itself. (Playwright drives only builds of its own.)
 */
export class Firefox {
  /** Errors and warnings of the console. */
  readonly complaints: string[] = [];
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, Waiting>();
  #socket!: WebSocket;
  #context = '';
  #sent = 0;

  private constructor(executable: string, preferences: Readonly<Record<string, unknown>>) {
    this.#profile = mkdtempSync(join(tmpdir(), 'gallery-firefox-'));
    const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(this.#profile, 'user.js'), lines.join('\n'));
    const args = [
      '--headless',
      '--no-remote',
      '--profile',
      this.#profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ];
    this.#process = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  static async start(executable: string, preferences: Readonly<Record<string, unknown>> = {}): Promise<Firefox> {
    const firefox = new Firefox(executable, preferences);
    await firefox.#connect();
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Returns what an expression in the page comes to: text, a number or a boolean; promises are waited for. */
  async evaluate<T extends string | number | boolean>(expression: string): Promise<T> {
    const target = { context: this.#context };
    const { result, exceptionDetails } = (await this.#send('script.evaluate', {
      ...{ expression, target, awaitPromise: true },
    })) as { result?: { value: T }; exceptionDetails?: { text: string } };
    if (exceptionDetails !== undefined) throw new Error(`in the page: ${exceptionDetails.text}`);
    return result?.value as T;
  }

  /** Waits until an expression in the page is true. */
  waitFor(expression: string): Promise<boolean> {
    return this.evaluate(`new Promise((resolve) => {
      const look = () => ((${expression}) ? resolve(true) : setTimeout(look, 20));
      look();
    })`);
  }

  /** Presses a key, or lets it go; as WebDriver codes them. */
  async key(type: 'keyDown' | 'keyUp', value: string): Promise<void> {
    const actions = [{ type: 'key', id: 'keyboard', actions: [{ type, value }] }];
    await this.#send('input.performActions', { context: this.#context, actions });
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.#process.exitCode === null) {
      await this.#send('browser.close', {}).catch(() => this.#process.kill());
      await ended;
    }
    this.#socket.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #connect(): Promise<void> {
    const address = await this.#address();
    this.#socket = new WebSocket(`${address}/session`);
    await once(this.#socket, 'open');
    this.#socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString('utf8')) as Message));
    await this.#send('session.new', { capabilities: {} });
    await this.#send('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = (await this.#send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    this.#context = contexts[0].context;
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width: 720, height: 480 } });
  }

  /** Firefox says where it listens as soon as it does. */
  #address(): Promise<string> {
    return new Promise((resolve, reject) => {
      let said = '';
      this.#process.on('error', reject);
      this.#process.on('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
      this.#process.stderr?.on('data', (data: Buffer) => {
        said += data.toString('utf8');
        const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
        if (address !== undefined) resolve(address);
      });
    });
  }

  #send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive({ id, type, method, params, result, message }: Message): void {
    if (method === 'log.entryAdded' && (params?.level === 'error' || params?.level === 'warn'))
      this.complaints.push(`${params.level}: ${params.text}`);
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === 'error') waiting?.reject(new Error(message));
    else waiting?.resolve(result ?? {});
  }
}

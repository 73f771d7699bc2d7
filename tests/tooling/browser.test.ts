import { afterEach, expect, test, vi } from 'vitest';
import { ensureBrowser } from '../../scripts/browser.mjs';

afterEach(() => vi.unstubAllEnvs());

test('the browser that CHROMIUM_PATH names is taken before any other', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect((await ensureBrowser()).executablePath).toBe(process.execPath);
});

test('a CHROMIUM_PATH that leads nowhere is an error that says so, and nothing else is tried', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/such/browser');
  await expect(ensureBrowser()).rejects.toThrow('CHROMIUM_PATH is /no/such/browser');
});

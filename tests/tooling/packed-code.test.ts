import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packCode, unpackCode } from '../../examples/shell/code/packed-code.ts';

const text = 'export const radius = 3; // größer\n'.repeat(400);
const pack = (value: string) => deflateRawSync(value).toString('base64url');

test('files come back as they were, from letters that an address leaves alone', async () => {
  const files = new Map([
    ['./scenes/a/b/sim.ts', text],
    ['./shared/c.ts', ''],
  ]);
  const packed = await packCode(files);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 20);
  expect(await unpackCode(packed)).toEqual(files);
});

test.each([
  ['nothing', ''],
  ['other letters', '%%%'],
  ['what is not packed', 'abcdefgh'],
  ['another value', pack('{"a":1}')],
  ['files without texts', pack('[["./scenes/a/b/sim.ts"]]')],
  ['no text in a file', pack('[["./scenes/a/b/sim.ts",3]]')],
  ['far more than fits', pack(JSON.stringify([['./a.ts', ' '.repeat(3_000_000)]]))],
])('%s is no code', async (_, packed) => {
  expect(await unpackCode(packed)).toBeUndefined();
});

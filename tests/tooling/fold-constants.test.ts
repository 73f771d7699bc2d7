import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldConstants } from '../../scripts/fold-constants.ts';

const folder = mkdtempSync(join(tmpdir(), 'fold-constants-'));

function fold(files: Record<string, string>): string {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  return foldConstants(paths[0]);
}

test('constants of other modules become numbers, through other constants and arithmetic', () => {
  const folded = fold({
    'user.ts':
      "import { AT, run } from './layout.ts';\nexport const at = (a: number[], i: number) => run(a[i * AT]);\n",
    'layout.ts':
      "import { ONE as UNIT } from './unit.ts';\nexport const AT = -(UNIT + 2) * 4;\nexport function run() {}\n",
    'unit.ts': 'export const ONE = 1;\n',
  });
  expect(folded).toBe(
    "import { run } from './layout.ts';\nexport const at = (a: number[], i: number) => run(a[i * (-12)]);\n",
  );
});

test('a constant is found through the module that exports it again', () => {
  const folded = fold({
    'door-user.ts': "import { WIDE } from './door.ts';\nexport const f = () => WIDE;\n",
    'door.ts': "export { NINE as WIDE } from './nine.ts';\nexport function run() {}\n",
    'nine.ts': 'export const NINE = 9;\n',
  });
  expect(folded).toBe('\nexport const f = () => 9;\n');
});

test('an import of constants alone goes, and keys, properties and types of the same name stay', () => {
  const folded = fold({
    'keys.ts':
      "import { SIDE } from './side.ts';\ntype T = typeof SIDE;\nexport const o = { SIDE, p: SIDE, SIDE2: 1 };\nexport const q = o.SIDE;\n",
    'side.ts': 'export const SIDE = 7;\n',
  });
  expect(folded).toBe(
    '\ntype T = typeof SIDE;\nexport const o = { SIDE: 7, p: 7, SIDE2: 1 };\nexport const q = o.SIDE;\n',
  );
});

test('defaults of parameters, fields and destructured names are folded', () => {
  const folded = fold({
    'defaults.ts':
      "import { SIDE } from './seven.ts';\nexport class A {\n  side = SIDE;\n  SIDE = 1;\n}\nexport const f = ({ a = SIDE }, b = SIDE) => a + b;\n",
    'seven.ts': 'export const SIDE = 7;\n',
  });
  expect(folded).toBe(
    '\nexport class A {\n  side = 7;\n  SIDE = 1;\n}\nexport const f = ({ a = 7 }, b = 7) => a + b;\n',
  );
});

test('what is no number before running stays a name, and so does a long number that is used twice', () => {
  const text =
    "import { list, LONG, LOOP } from './values.ts';\nlet count = 0;\nexport const f = () => [count++, list, LONG, LONG, LOOP];\n";
  const folded = fold({
    'reader.ts': text,
    'values.ts':
      'export const list = new Float64Array(2);\nexport const LONG = 1.0000000000000018;\nexport const LOOP: number = LOOP + 1;\n',
  });
  expect(folded).toBe(text);
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = readdirSync(join(root, 'entry')).filter((name) => name.endsWith('.ts'));

/** The declarations of all entries and of everything these lead to, as the package would have them, by file. */
function declarations(): Map<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    entries.map((name) => join(root, 'entry', name)),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, skipLibCheck: true },
  );
  const texts = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => texts.set(file.slice(root.length), text));
  expect(diagnostics.map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))).toEqual([]);
  return texts;
}

/** Places where a declaration says `any`. */
function findAny(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${file}: ${node.parent.getText().slice(0, 120)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('no declaration says any, and stores are typed arrays over buffers of either kind', () => {
  expect(findAny('example.ts', 'export declare const list: Map<string, any[]>; /* any */ type many = "any";')).toEqual([
    'example.ts: any[]',
  ]);
  const texts = declarations();
  expect(texts.size).toBeGreaterThan(100);
  for (const entry of entries) expect([...texts.keys()]).toContain(`entry/${entry.replace('.ts', '.d.ts')}`);
  const found = [...texts].flatMap(([file, text]) => findAny(file, text));
  expect(found).toEqual([]);
  // With `shared`, columns lie on SharedArrayBuffers; and compilers before 5.7 know no type arguments of typed arrays.
  const narrow = [...texts].filter(
    ([file, text]) => file.startsWith('components/') && text.includes('Array<ArrayBuffer'),
  );
  expect(narrow.map(([file]) => file)).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { packageJson, root } from './support.ts';

/** The declarations the package ships, by file. */
const declarations = new Map(
  readdirSync(join(root, 'dist'))
    .filter((file) => /\.d\.c?ts$/.test(file))
    .map((file) => [file, readFileSync(join(root, 'dist', file), 'utf8')] as const),
);

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
  for (const target of Object.values(packageJson.exports)) {
    if (typeof target === 'string') continue;
    for (const { types } of Object.values(target)) expect([...declarations.keys()]).toContain(types.slice(7));
  }
  expect([...declarations.values()].join('').length).toBeGreaterThan(300_000);
  const found = [...declarations].flatMap(([file, text]) => findAny(file, text));
  expect(found).toEqual([]);
  // With `shared`, columns lie on SharedArrayBuffers; and compilers before 5.7 know no type arguments of typed arrays.
  const narrow = [...declarations].filter(([, text]) => text.includes('Array<ArrayBuffer'));
  expect(narrow.map(([file]) => file)).toEqual([]);
});

it('what a game reads of the plane names no internals', () => {
  // What it shares with other entries is in files of their own.
  const own = declarations.get('2d.d.ts')!;
  const shared = [...own.matchAll(/^import \{[^}]*\} from '\.\/([^']+)\.js'/gm)];
  const text = [own, ...shared.map((match) => declarations.get(`${match[1]}.d.ts`))].join('\n');
  const named = [...text.matchAll(/^(?:export )?(?:declare )?(?:interface|class|type) (\w+)/gm)].map(
    (match) => match[1],
  );
  expect(named).toEqual(expect.arrayContaining(['CollisionOptions', 'Contact', 'ShapeSpec']));
  expect(named.filter((name) => /Slots|Registry|ContactList|ContactKeys|ColliderSet|Routine/.test(name))).toEqual([]);
});

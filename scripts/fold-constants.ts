import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/*
 * Puts numeric constants in the places of their names, also those that another module exports. Kernels read their
 * arrays by named offsets, and bundlers leave such a name in place as soon as the module that declares it imports
 * anything.
 */

/** A literal longer than this stays a name where it is used more than once: the name is shorter after minifying. */
const LONGEST_LITERAL = 10;

interface Module {
  readonly source: ts.SourceFile;
  /** Initialisers of top-level constants, by name. */
  readonly constants: Map<string, ts.Expression>;
  /** By local name: the file that an imported name comes from, and its name there. */
  readonly imports: Map<string, { readonly path: string; readonly name: string }>;
  readonly values: Map<string, number | undefined>;
}

const modules = new Map<string, Module>();

/** Returns the text of the module at `path` with constants folded and imports that are of no more use removed. */
export function foldConstants(path: string): string {
  const module = readModule(path);
  const uses = collectUses(module);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const folded = new Set<string>();
  for (const [name, nodes] of uses) {
    const value = numberOf(module, name);
    if (value === undefined) continue;
    const literal = String(value);
    if (literal.length > LONGEST_LITERAL && nodes.length > 1) continue;
    folded.add(name);
    for (const node of nodes) {
      const key = ts.isShorthandPropertyAssignment(node.parent) ? `${name}: ` : '';
      edits.push({ start: node.getStart(), end: node.end, text: `${key}${value < 0 ? `(${literal})` : literal}` });
    }
  }
  for (const statement of module.source.statements) {
    if (ts.isImportDeclaration(statement)) edits.push(...trimImport(statement, folded));
  }
  let text = module.source.text;
  for (const edit of edits.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }
  return text;
}

function readModule(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  const module: Module = { source, constants: new Map(), imports: new Map(), values: new Map() };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Const) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer !== undefined) module.constants.set(name.text, initializer);
      }
    } else if (ts.isImportDeclaration(statement)) {
      readImport(module, statement);
    } else if (ts.isExportDeclaration(statement)) {
      readReexport(module, statement);
    }
  }
  modules.set(path, module);
  return module;
}

function readImport(module: Module, statement: ts.ImportDeclaration): void {
  const { text } = statement.moduleSpecifier as ts.StringLiteral;
  const bindings = statement.importClause?.namedBindings;
  if (!text.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) return;
  const path = resolve(dirname(module.source.fileName), text);
  for (const { name, propertyName } of bindings.elements) {
    module.imports.set(name.text, { path, name: (propertyName ?? name).text });
  }
}

/** What a module exports of another is known in it as if it were imported. */
function readReexport(module: Module, { moduleSpecifier, exportClause }: ts.ExportDeclaration): void {
  if (moduleSpecifier === undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) return;
  const { text } = moduleSpecifier as ts.StringLiteral;
  if (!text.startsWith('.')) return;
  const path = resolve(dirname(module.source.fileName), text);
  for (const { name, propertyName } of exportClause.elements) {
    module.imports.set(name.text, { path, name: (propertyName ?? name).text });
  }
}

/**
 * The number that a name stands for at the top of a module; undefined where it is none, or not known before running.
 */
function numberOf(module: Module, name: string): number | undefined {
  if (module.values.has(name)) return module.values.get(name);
  // A constant that refers to itself in a circle has no value.
  module.values.set(name, undefined);
  const imported = module.imports.get(name);
  const initializer = module.constants.get(name);
  let value: number | undefined;
  if (imported !== undefined) value = numberOf(readModule(imported.path), imported.name);
  else if (initializer !== undefined) value = evaluate(module, initializer);
  module.values.set(name, value);
  return value;
}

function evaluate(module: Module, node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return numberOf(module, node.text);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(module, node.expression);
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = evaluate(module, node.operand);
    if (operand === undefined) return undefined;
    if (node.operator === ts.SyntaxKind.MinusToken) return -operand;
    return node.operator === ts.SyntaxKind.TildeToken ? ~operand : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const left = evaluate(module, node.left);
  const right = evaluate(module, node.right);
  if (left === undefined || right === undefined) return undefined;
  return OPERATIONS[node.operatorToken.kind]?.(left, right);
}

const OPERATIONS: { readonly [operator in ts.SyntaxKind]?: (a: number, b: number) => number } = {
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b,
  [ts.SyntaxKind.MinusToken]: (a, b) => a - b,
  [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [ts.SyntaxKind.SlashToken]: (a, b) => a / b,
  [ts.SyntaxKind.AsteriskAsteriskToken]: (a, b) => a ** b,
  [ts.SyntaxKind.BarToken]: (a, b) => a | b,
  [ts.SyntaxKind.AmpersandToken]: (a, b) => a & b,
  [ts.SyntaxKind.LessThanLessThanToken]: (a, b) => a << b,
};

/** Every place where a top-level constant or an imported name is read as a value, by name. */
function collectUses(module: Module): Map<string, ts.Identifier[]> {
  const uses = new Map<string, ts.Identifier[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && isRead(node) && (module.constants.has(node.text) || module.imports.has(node.text))) {
      const nodes = uses.get(node.text) ?? [];
      nodes.push(node);
      uses.set(node.text, nodes);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.source);
  return uses;
}

/** Constants are upper case and never shadowed, so only places that are no reading at all are told apart. */
function isRead(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent)) {
    return parent.initializer === node;
  }
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.initializer === node;
  return !ts.isPropertySignature(parent) && !ts.isMethodDeclaration(parent);
}

/** Removes folded names from an import, and the whole import where no other name is left. */
function trimImport(statement: ts.ImportDeclaration, folded: ReadonlySet<string>) {
  const bindings = statement.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  const kept = bindings.elements.filter(({ name }) => !folded.has(name.text));
  if (kept.length === bindings.elements.length) return [];
  if (kept.length === 0) return [{ start: statement.getStart(), end: statement.end, text: '' }];
  const names = kept.map((element) => element.getText()).join(', ');
  return [{ start: bindings.getStart(), end: bindings.end, text: `{ ${names} }` }];
}

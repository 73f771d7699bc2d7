import { createSystem, createVirtualTypeScriptEnvironment } from '@typescript/vfs';
import { createWorker } from '@valtown/codemirror-ts/worker';
import { expose } from 'comlink';
import ts from 'typescript';

/** TypeScript, in a thread of its own: what it takes is many times what a scene does. */

/**
 * The compiler options of tsconfig.json, without those that would hinder a visitor, such as errors for unused names.
 */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

async function createEnvironment() {
  const packs = [import('virtual:editor-types/base'), import('virtual:editor-types/pixi')];
  // The name of the worker says whether it is for a scene in space.
  if (self.name === 'space') packs.push(import('virtual:editor-types/three'));
  const files = new Map<string, string>();
  for (const { default: pack } of await Promise.all(packs))
    for (const [path, text] of Object.entries(pack)) files.set(path, text);
  const system = createSystem(files);
  // The system's own way is to look through all files for each question.
  const folders = new Set<string>();
  for (const path of files.keys())
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  system.directoryExists = (folder) => folders.has(folder.replace(/\/$/, '')) || folder.startsWith('/examples');
  return createVirtualTypeScriptEnvironment(system, ['/examples/json.d.ts'], ts, options);
}

expose(createWorker(createEnvironment));

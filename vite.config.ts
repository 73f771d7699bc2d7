import { defineConfig } from 'vite';
import { arenaLink } from './scripts/arena-link.mjs';
import { editorTypes } from './scripts/editor-types.ts';
import { sourceAlias } from './scripts/source-alias.ts';

/** The gallery. `base` is relative, so that the built folder works from any path of any server. */
export default defineConfig({
  root: 'examples',
  base: './',
  publicDir: false,
  resolve: { alias: sourceAlias },
  // The editor's compiler is fetched in parts, by a worker.
  plugins: [editorTypes(), arenaLink()],
  worker: { format: 'es', plugins: () => [editorTypes()] },
  build: {
    outDir: '../dist-examples',
    emptyOutDir: true,
    target: 'es2022',
    // pixi.js is one chunk of about this size.
    chunkSizeWarningLimit: 1500,
  },
});

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
    // The text of a library's declarations, which only the editor fetches, is larger than any code.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the page itself imports is one file: else each module of it that a scene shares is a file of its own,
          // and the first scene waits for a hundred of them.
          groups: [{ name: 'start', tags: ['$initial'] }],
        },
      },
    },
  },
});

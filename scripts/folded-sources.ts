import type { Plugin } from 'esbuild';
import { foldConstants } from './fold-constants.ts';

/**
 * Compiles the sources with the options of the package's build (tsup.config.ts), so that the code that is timed or
 * measured is the code that users get.
 */
export const foldedSources: Plugin = {
  name: 'fold constants',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](src|components|systems|entry)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: foldConstants(path),
      loader: 'ts',
    }));
  },
};

import { type Installation, installation } from '../../../scripts/docs/about.ts';

/** What the start page tells of the installation, read where the pages are built. */
declare const data: Installation;

export { data };

export default {
  load: (): Installation => installation(),
};

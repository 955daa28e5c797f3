import type { Plugin } from 'vite';
import { describedNames } from './described-names.ts';

/** Puts the names of the documents into the bundle; without a bundle they are read from there. @param root of the project */
export function inlineNames(root: string): Plugin {
  return {
    name: 'inline-names',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/core/providers/description.ts')
        ? `export const DESCRIPTIONS = ${JSON.stringify(describedNames(root))};`
        : null,
  };
}

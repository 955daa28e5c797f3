import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const READ = /readFileSync\(new URL\('(\.[^']+)', import\.meta\.url\), 'utf8'\)/g;

/** Puts the text of a file beside the code into the bundle; without a bundle it is read from there. */
export function inlineText(): Plugin {
  return {
    name: 'inline-text',
    enforce: 'pre',
    transform: (code, id) =>
      code.replace(READ, (_, path: string) =>
        JSON.stringify(readFileSync(new URL(path, pathToFileURL(id)), 'utf8')),
      ),
  };
}

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The scripts that a page needs to stand in for Electron's renderer, by their address below the root. */
const FILES: readonly string[] = [
  'page/connection.ts',
  'page/cross-worlds.ts',
  'page/ipc-renderer.ts',
  'page/isolated-global.ts',
  'page/navigation.ts',
  'page/run-preload.ts',
  'page/strict-module.ts',
  'page/surroundings.ts',
  'wire/clone.ts',
  'wire/messages.ts',
];

/** A script of ours as JavaScript; null for any other file. */
export function pageScript(path: string): string | null {
  if (!FILES.includes(path)) return null;
  return stripTypeScriptTypes(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
}

/** A module that runs the preload. @param socket the address of its document's socket */
export function preloadScript(source: string, socket: string): string {
  return `import { runPreload } from '../page/run-preload.ts';
runPreload(${JSON.stringify(socket)}, function (require, module, exports, window, globalThis, self, process) {
${source}
});
`;
}

/** The document with a script ahead of all of its own. */
export function withScript(html: string, address: string): string {
  const script = `<script type="module" src="${address}"></script>`;
  const head = /<head[^>]*>/i.exec(html);
  if (head === null) return script + html;
  const end = head.index + head[0].length;
  return html.slice(0, end) + script + html.slice(end);
}

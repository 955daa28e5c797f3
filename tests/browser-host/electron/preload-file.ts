import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { compileFunction } from 'node:vm';

/** The source of a preload. @throws when Electron's sandbox would not run it */
export function readPreload(path: string): string {
  if (!isAbsolute(path)) throw new Error(`preload script must have absolute path: ${path}`);
  const source = readFileSync(path, 'utf8');
  try {
    // The sandbox runs it as the body of a function, so `import` and `export` are no syntax there.
    compileFunction(source, ['require', 'module', 'exports']);
  } catch (cause) {
    throw new Error(`Unable to load preload script: ${path}: ${String(cause)}`, { cause });
  }
  return source;
}

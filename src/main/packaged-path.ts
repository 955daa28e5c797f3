import { sep } from 'node:path';

/**
 * Where a file of the archive lies when it was left unpacked beside it: Windows loads `.ico` files itself, and cannot look
 * into our archive. The same path where there is no archive.
 */
export function unpacked(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
}

import { accessSync, constants, statSync } from 'node:fs';

/** Whether there is a file at that path, perhaps by links, which may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

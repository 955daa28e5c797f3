import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../core/files/index.ts';
import { autostartEntry } from './desktop-entry.ts';

/** Read by everybody, as the desktop's other entries are. */
const ENTRY_MODE = 0o644;

/** Where this user's desktop looks for what to start (XDG Base Directory Specification). */
export function autostartFile(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart', 'gpu-tray.desktop');
}

/** @throws the file system's error */
export async function setXdgAutostart(file: string, program: string | null): Promise<void> {
  if (program === null) await rm(file, { force: true });
  else await writeAtomically(file, autostartEntry(program), ENTRY_MODE);
}

/** Whether the file is there. */
export function isXdgAutostart(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

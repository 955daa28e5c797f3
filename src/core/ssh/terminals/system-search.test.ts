import { realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { systemTerminalSearch } from './system-search.ts';

// Few people may make links on Windows, and nothing there asks where one leads.
test.runIf(process.platform !== 'win32')(
  'a link of a link leads where the last one does',
  async () => {
    const folder = await realpath(await temporaryFolder());
    const at = (name: string) => join(folder, name);
    const { realPath } = systemTerminalSearch('linux', {}, '/home/me');
    await writeFile(at('konsole'), '');
    await symlink(at('konsole'), at('alternative'));
    await symlink(at('alternative'), at('x-terminal-emulator'));
    await symlink(at('gone'), at('dangling'));
    expect(realPath(at('x-terminal-emulator'))).toBe(at('konsole'));
    expect(realPath(at('dangling'))).toBeNull();
  },
);

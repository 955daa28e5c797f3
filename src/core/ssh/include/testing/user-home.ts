import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../clock.ts';
import { temporaryFolder } from '../../../files/testing/temporary-folder.ts';
import { realDisk } from '../disk.ts';
import { createUserInclude, type UserIncludeOptions } from '../user-include.ts';

/** A home folder of the test's own, with `.ssh` in it. */
export async function userHome(name = 'home') {
  const home = join(await temporaryFolder(), name);
  const ssh = join(home, '.ssh');
  await mkdir(ssh, { recursive: true, mode: 0o700 });
  const config = join(ssh, 'config');
  const make = (options: Partial<UserIncludeOptions> = {}) =>
    createUserInclude({
      folder: join(ssh, 'gpu-tray'),
      home,
      accountHome: home,
      platform: process.platform,
      lockFile: join(ssh, 'gpu-tray', 'include.lock'),
      clock: systemClock,
      uid: process.getuid?.() ?? null,
      ask: async () => null,
      disk: realDisk,
      ...options,
    });
  return {
    home,
    ssh,
    config,
    make,
    write: (bytes: string, mode = 0o600) => writeFile(config, bytes, { encoding: 'latin1', mode }),
  };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { openSsh, type Ssh } from '../open-ssh.ts';

/** SSH with a temporary folder as the home folder of the account. */
export async function freshSsh(): Promise<Ssh> {
  const home = await temporaryFolder();
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  return openSsh({
    places: {
      folder: join(home, '.ssh', 'gpu-tray'),
      home,
      accountHome: home,
      platform: 'linux',
    },
    env: process.env,
    clock: systemClock,
    log: silentLog,
  });
}

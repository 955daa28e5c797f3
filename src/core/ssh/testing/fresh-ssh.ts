import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { openSsh, type Ssh } from '../open-ssh.ts';

/** SSH with a temporary folder as the home folder of the account. */
export async function freshSsh(): Promise<Ssh> {
  const home = await temporaryFolder();
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  const bin = join(home, 'real-ssh');
  await mkdir(bin);
  // ssh itself takes the home folder from the user database.
  const script = `#!/bin/sh
config=$(mktemp)
sed 's#~/#${home}/#g' '${home}/.ssh/config' > "$config" 2> /dev/null
/usr/bin/ssh -F "$config" "$@"
code=$?
rm -f "$config"
exit $code
`;
  await writeFile(join(bin, 'ssh'), script, { mode: 0o755 });
  return openSsh({
    places: {
      // Short, so that the path of a socket in it fits.
      folder: join(home, 'GPU Tray', 'ssh'),
      configFile: join(home, '.ssh', 'gpu-tray', 'config'),
      home,
      accountHome: home,
      platform: 'linux',
    },
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    clock: systemClock,
    log: silentLog,
    prefix: () => 'gpu',
  });
}

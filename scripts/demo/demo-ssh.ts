import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { isSshUser } from '../../src/shared/settings/preferences.ts';
import { makeKey } from '../../tests/ssh/host-keys.ts';
import { runSshd, SSHD } from '../../tests/ssh/run-sshd.ts';
import { freePort } from './demo-data.ts';

const STAND_IN = resolve(import.meta.dirname, 'nvidia-smi.ts');

/** A real SSH server on loopback that the simulated VMs share. It runs the stand-in for nvidia-smi, whatever is asked. */
export interface DemoSsh {
  readonly port: number;
  /** User of the accepted login. */
  readonly user: string;
  readonly keyFile: string;
  /** Gives the stand-in the address of the simulator. */
  connect(controlUrl: string): Promise<void>;
  stop(): Promise<void>;
}

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/** Null: no SSH server is installed, or it did not start. @param folder for its files */
export async function startDemoSsh(folder: string): Promise<DemoSsh | null> {
  const user = userInfo().username;
  if (!existsSync(SSHD) || !isSshUser(user)) return null;
  try {
    const urlFile = join(folder, 'control-url');
    const [hostKey, userKey] = [makeKey(folder, 'demo_host_key'), makeKey(folder, 'demo_key')];
    const port = await freePort();
    const command = [process.execPath, STAND_IN, urlFile].map(quoted).join(' ');
    const stop = await runSshd({
      folder,
      hostKey,
      userKey,
      endpoint: { address: '127.0.0.1', port },
      config: [
        `ForceCommand ${command}`,
        'DisableForwarding yes',
        'PermitUserRC no',
        'KbdInteractiveAuthentication no',
      ],
    });
    const connect = (controlUrl: string) => writeFile(urlFile, controlUrl);
    return { port, user, keyFile: userKey.file, connect, stop };
  } catch {
    return null;
  }
}
